"""Canvases are painted at any moment: before the first frame, between another size and its frame, behind a screen."""

from asyncio import sleep
from collections.abc import Callable
from random import Random
from typing import Final

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.geometry import Region, Size

from piecement.render.opponent_boards import OpponentsPicture
from piecement.render.opponent_look import OpponentLook
from piecement.render.overlay import NO_OVERLAY, too_small
from piecement.render.picture import Picture
from piecement.render.scene import Scene
from piecement.render.skins.look import Look
from piecement.render.skins.skins import SKINS
from piecement.terminal.canvas.canvas import RowCanvas
from piecement.terminal.canvas.flush_screen import FlushScreen
from piecement.ui.game.opponents_area import OpponentsCanvas
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.launch import Launch
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_base.plan import Plan
from piecement_engine import MODES, Event
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.events import Announced, HardDropped, LinesCleared, PieceLocked
from tests.app.drawn import CAPTION, GHOST, PIECE, DrawnGame
from tests.app.walking import playing
from tests.sampling import mostly_wide

pytestmark = pytest.mark.painted

SIZES: Final = ((80, 24), (40, 24), (79, 23), (60, 20), (120, 40), (20, 6), (1, 1))
LOOKS: Final = (*(Look(skin=skin) for skin in SKINS), Look(palette="monochrome", grid=True), Look(reduced_motion=True))
EVENTS: Final[tuple[Callable[[int], Event], ...]] = (
    lambda now_ns: Announced(now_ns, "Well done"),
    lambda now_ns: HardDropped(now_ns, PIECE, GHOST),
    lambda now_ns: PieceLocked(now_ns, GHOST),
    lambda now_ns: LinesCleared(now_ns, (0,), 200_000_000),
)


def assert_whole(canvas: RowCanvas) -> None:
    """Paint a canvas in all ways, and look at the size of what is painted."""
    width, height = canvas.size
    canvas.pending.update(range(height + 2))
    canvas.take_text(0, 0, width, None)
    rows = [*canvas.render_lines(Region(0, 0, width, height)), *map(canvas.render_line, range(height + 1))]

    assert [row.cell_length for row in rows] == [width] * (2 * height + 1)
    assert {cell_len(row.text) for row in rows} == {width}


class Stage(FlushScreen[None]):
    """Shows a canvas of each kind."""

    def compose(self) -> ComposeResult:
        yield GameCanvas()
        yield OpponentsCanvas()


class Theatre(App[None]):
    """An application with a stage."""

    def get_default_screen(self) -> Stage:
        return Stage()


def test_a_frame_has_a_row_for_each_line_however_scenes_follow() -> None:
    chance, picture, look, size = Random(1), Picture(), LOOKS[0], Size(80, 24)
    view, seen = DrawnGame(), dict[object, str]()
    for _ in range(400):
        match chance.choice(("size", "look", "event", "time", "piece", "clear")):
            case "size":
                size = Size(*chance.choice(SIZES))
            case "look":
                look = chance.choice(LOOKS)
            case "event":
                picture.on_events([chance.choice(EVENTS)(view.time_ns)], view, look)
            case "time":
                view.time_ns += chance.randrange(300_000_000)
            case "piece":
                shape = chance.choice([*TETROMINOES.values()])
                view.piece = PIECE._replace(shape=shape, y=chance.randrange(2, 20), orientation=chance.randrange(4))
                view.level = chance.randrange(4)
            case _:
                picture.clear()
        frame = picture.frame(Scene(view, look, CAPTION, size, view.time_ns))
        rows = [row.build() for row in frame.rows]

        assert frame.layout.size == size
        assert [cell_len(row.text) for row in rows] == [size.width] * size.height
        assert all(
            seen.setdefault(row.key, built.text) == built.text for row, built in zip(frame.rows, rows, strict=True)
        )


async def test_a_game_canvas_is_whole_after_any_beginning() -> None:
    chance, picture, view, app = Random(2), Picture(), DrawnGame(), Theatre()
    async with app.run_test():
        canvas = app.screen.query_one(GameCanvas)
        assert_whole(canvas)
        for _ in range(300):
            size = Size(*chance.choice([canvas.size, *SIZES]))
            match chance.choice(("draw", "draw", "small", "resize", "settle", "theme", "forget")):
                case "draw":
                    view.piece = PIECE._replace(y=chance.randrange(2, 20))
                    canvas.draw(picture.frame(Scene(view, chance.choice(LOOKS), CAPTION, size, view.time_ns)))
                case "small":
                    canvas.draw(None, chance.choice((NO_OVERLAY, too_small(*size, (80, 24), Look()))))
                case "resize":
                    canvas.styles.width, canvas.styles.height = size
                case "theme":
                    app.theme = chance.choice(
                        ("nord", "textual-ansi" if "textual-ansi" in app.available_themes else "nord")
                    )
                case "forget":
                    canvas.notify_style_update()
                case _:
                    await sleep(0.001)
            assert_whole(canvas)


@pytest.mark.parametrize("size", SIZES)
async def test_opponents_canvas_stays_whole_around_lines_of_any_size(size: tuple[int, int]) -> None:
    app, room, players = Theatre(), Size(*size), [OpponentLook("You", is_you=True), OpponentLook("Ann")]
    async with app.run_test():
        canvas = app.screen.query_one(OpponentsCanvas)
        rows = OpponentsPicture(Look(), (10, 20), room, players).rows(players)
        assert_whole(canvas)
        canvas.draw_rows(room, rows)
        assert_whole(canvas)
        canvas.styles.width, canvas.styles.height = room
        await sleep(0.01)
        assert_whole(canvas)


@mostly_wide("skin", ["unicode", "electronika_60"])
async def test_a_game_is_painted_while_it_is_laid_out_anew(skin: str) -> None:
    async with playing(launch=Launch(plan=Plan(MODES["cheese"], seed=1), skin=skin, save=False), wait_ms=100) as player:
        screen = player.screen_as(RunningScreen)
        for size in SIZES:
            await player.pilot.resize_terminal(*size)
            screen._lay_out()
            for canvas in screen.query(GameCanvas):
                assert_whole(canvas)
            await player.press("question_mark")
            await player.pilot.resize_terminal(80, 24)
            for canvas in screen.query(GameCanvas):
                assert_whole(canvas)
            await player.press("escape")
            for canvas in screen.query(GameCanvas):
                assert_whole(canvas)
