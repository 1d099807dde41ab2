"""Edges of blocks: what they cost, and where they are drawn."""

from pathlib import Path

import pytest
from rich.color import ColorSystem

from piecement.terminal.background import Background
from piecement.ui.screens.game import GameScreen
from piecement.ui.widgets.game_canvas import GameCanvas
from piecement_engine import Button
from tests.app.still_life import MARATHON, still_world
from tests.app.walking import playing


@pytest.mark.parametrize(("size", "turns"), [((80, 24), 0), ((80, 24), 1), ((120, 40), 0)])
@pytest.mark.parametrize(
    ("edges", "colours", "most"), [(True, ColorSystem.TRUECOLOR, 230), (False, ColorSystem.EIGHT_BIT, 150)]
)
async def test_a_sideways_move_takes_few_bytes(
    tmp_path: Path, size: tuple[int, int], turns: int, colours: ColorSystem, *, edges: bool, most: int
) -> None:
    with still_world(tmp_path):
        async with playing(MARATHON, size=size) as player:
            player.app.console._color_system = colours
            player.app.appearance.set_background(Background.DARK)
            player.app.settings.change("graphics", "skin", "modern")
            player.app.settings.change("graphics", "edges", edges)
            await player.wait_ms(300)
            await player.press("x")
            screen = player.screen_as(GameScreen)
            side, canvas = screen.sides[0], screen.query_one(GameCanvas)
            width = player.app.size.width
            _, codes = canvas.take_text(0, 0, width, None)
            taken: list[int] = []
            for button in (Button.ROTATE_RIGHT,) * turns + (Button.MOVE_LEFT, Button.MOVE_RIGHT) * 3:
                side.on_events(side.session.hold(frozenset({button}), player.clock.now_ns))
                side.on_events(side.session.hold(frozenset(), player.clock.now_ns))
                frame = side.answer(player.app.size)
                canvas.draw_rows(frame.layout.size, frame.rows)
                text, codes = canvas.take_text(0, 0, width, codes)
                taken.append(len(text.encode()))

    settled = taken[turns + 2 :]  # the first ones come with what was not painted, and from an unknown style

    assert 20 < max(settled) <= most
