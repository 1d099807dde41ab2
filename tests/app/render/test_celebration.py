"""Celebrations: light on the frame and in the field, how long it lasts, and that nothing flashes."""

from collections.abc import Sequence
from functools import cache
from itertools import chain

import pytest
from rich.style import Style

from piecement.render.picture import Frame
from piecement.render.skins.look import Look
from piecement.render.skins.skins import SKINS
from piecement.session.events import BestBeaten, MatchEnded
from piecement.terminal.background import luminance
from piecement.ui.game_look import TONES
from piecement_engine import End
from piecement_engine.board.pieces import TETROMINOES, Piece
from piecement_engine.events import (
    Accolade,
    Event,
    GameEnded,
    HardDropped,
    LevelReached,
    LinesCleared,
    PieceLocked,
    Spin,
)
from tests.app.drawn import Drawing, DrawnGame
from tests.sampling import mostly_wide, together

MS = 1_000_000
START_NS = 60_000 * MS
MODERN = Look(skin="modern", palette="modern", tones=TONES)
STACK = ((1, 2, 3, 4, 5, 6, 7, 1, 2, 0),) * 6
HIGH = STACK + STACK + STACK[:4]


def accolade(lines: int, *, perfect: bool = False, combo: int = 1, chain: int = 0, spin: Spin = Spin.NONE) -> Accolade:
    return Accolade(START_NS, 400, TETROMINOES["T"], spin, lines, perfect, combo, chain)


CLEAR = LinesCleared(START_NS, (3, 2, 1, 0), 120 * MS)
DROP = HardDropped(START_NS, *(Piece(TETROMINOES["T"], 0, 4, y) for y in (18, 6)))
EFFECTS: dict[str, tuple[Event, ...]] = {
    "single": (LinesCleared(START_NS, (0,), 120 * MS), accolade(1)),
    "quad": (CLEAR, accolade(4, chain=1)),
    "spin": (LinesCleared(START_NS, (1, 0), 120 * MS), accolade(2, spin=Spin.FULL)),
    "combo": (LinesCleared(START_NS, (0,), 120 * MS), accolade(1, combo=9)),
    "perfect clear": (CLEAR, accolade(4, perfect=True), LevelReached(START_NS, 2)),
    "level": (LevelReached(START_NS, 2),),
    "win": (GameEnded(START_NS, End.COMPLETED), BestBeaten(START_NS + 750 * MS)),
    "match won": (MatchEnded(START_NS, won=True),),
    "match lost": (MatchEnded(START_NS, won=False),),
}


def film(events: Sequence[Event], look: Look = MODERN, ms: int = 2500, **of_game: object) -> list[Frame]:
    """Return a frame for every 33 ms after events."""
    given = {"piece": None, "ghost": None, "rows": STACK, **of_game}
    drawing = Drawing(DrawnGame(time_ns=START_NS, **given), look, events=events)  # type: ignore[arg-type]
    frames = [drawing.frame]
    for age_ms in range(33, ms, 33):
        drawing.show(time_ns=START_NS + age_ms * MS)
        frames.append(drawing.frame)
    return frames


@cache
def lights_of(style: Style | None) -> tuple[float, float]:
    """Return the relative luminance of text and of its background."""
    colours = (style.color, style.bgcolor) if style else (None, None)
    text, ground = (
        luminance(*colour.get_truecolor()) if colour and not colour.is_default else 0.0 for colour in colours
    )
    return text, ground


def lights(frame: Frame) -> list[float]:
    """Return the mean relative luminance of each cell."""
    cells: list[float] = []
    for segment in chain.from_iterable(row.build() for row in frame.rows):
        text, ground = lights_of(segment.style)
        cells += [
            ground if letter == " " else text if letter == "█" else (text + ground) / 2 for letter in segment.text
        ]
    return cells


@cache  # most cells have the course of others
def flashes(course: tuple[float, ...]) -> list[int]:
    """Return the frames at which a cell has gone from one luminance to another and back, each by 0.1 at least.

    The darker one is below 0.8 (WCAG 2.3.1: general flash).
    """
    turns: list[tuple[int, float]] = []
    low = high = course[0]
    rises: bool | None = None
    for number, now in enumerate(course):
        low, high = min(low, now), max(high, now)
        if rises is not False and high - now >= 0.1 and now < 0.8:
            turns.append((number, now))
            rises, low, high = False, now, now
        elif rises is not True and now - low >= 0.1 and low < 0.8:
            turns.append((number, now))
            rises, low, high = True, now, now
        elif rises:
            low = now
        elif rises is False:
            high = now
    return [number for number, _ in turns[1::2]]


def most_flashes(frames: Sequence[Frame]) -> int:
    """Return the largest number of flashes within a second that a quarter of all cells have."""
    each = [flashes(course) for course in zip(*map(lights, frames), strict=True)]
    most = 0
    for start in range(len(frames)):
        counts = sorted((sum(start <= at < start + 30 for at in cell) for cell in each), reverse=True)
        most = max(most, counts[len(counts) // 4])
    return most


def test_flashes_are_counted() -> None:
    assert flashes((0, 1, 0, 1, 0)) == [2, 4]
    assert flashes((0, 0.05, 0.1, 0.15, 0.2, 0.3)) == []


@pytest.mark.parametrize("name", EFFECTS)
def test_no_effect_flashes_more_than_three_times_a_second(name: str) -> None:
    assert most_flashes(film(EFFECTS[name], end=End.COMPLETED if name == "win" else None)) <= 3


def flashes_of_a_cell(frames: Sequence[Frame]) -> int:
    """Return the largest number of flashes that one cell has."""
    return max(len(flashes(course)) for course in zip(*map(lights, frames), strict=True))


@mostly_wide("skin", sorted(SKINS, key="modern".__ne__))
def test_without_flashes_no_cell_flashes(skin: str) -> None:
    """But by the rows of a clear, which are there again in these games."""
    look = MODERN._replace(skin=skin, no_flashes=True)
    for name, events in {**EFFECTS, "drop": (DROP, PieceLocked(START_NS, DROP.after))}.items():
        frames = film(events, look, ms=1200)
        clears = any(isinstance(event, LinesCleared) for event in events)

        assert flashes_of_a_cell(frames) <= clears, name


def test_danger_does_not_flash() -> None:
    assert most_flashes(film((), rows=HIGH)) <= 3


def wall(frame: Frame, y: int = 10) -> Style:
    """Return the style of the left wall on a line."""
    x = frame.layout.field.x
    style = next(iter(frame.rows[y].build().crop(x, x + 1))).style
    assert style is not None
    return style


def walls(frames: Sequence[Frame]) -> int:
    """Return the number of colours that the left wall has at once, at most."""
    return max(len({wall(frame, y) for y in range(2, 20)}) for frame in frames)


def test_a_perfect_clear_runs_through_the_rainbow() -> None:
    assert walls(film(EFFECTS["perfect clear"])) >= 6


def test_a_level_up_runs_round_the_frame() -> None:
    frames = film(EFFECTS["level"])

    assert wall(frames[0], 20) != wall(frames[3], 20)
    assert 3 <= walls(frames) <= 9
    assert wall(frames[-1]) == wall(film(())[0])


def test_a_chain_lights_the_frame_and_dims_as_it_breaks() -> None:
    game = DrawnGame(time_ns=START_NS, piece=None, ghost=None, back_to_back=3)
    drawing = Drawing(game, MODERN, events=[accolade(4, chain=3)])
    drawing.show(time_ns=START_NS + 2000 * MS)
    lit, game.back_to_back = wall(drawing.frame), 0
    drawing.picture.on_events([accolade(1)], game, MODERN)
    drawing.show(time_ns=START_NS + 300 * MS)
    fading = wall(drawing.frame)
    drawing.show(time_ns=START_NS + 3000 * MS)

    assert len({lit, fading, wall(drawing.frame)}) == 3
    assert wall(drawing.frame) == wall(film(())[0])


def test_a_feat_fades_to_the_light_of_its_chain() -> None:
    frames = film([accolade(4, chain=3)], back_to_back=3)

    assert wall(film(())[0]) not in set(map(wall, frames))  # the frame without light
    assert wall(frames[-1]) == wall(film((), back_to_back=3)[0])


def test_danger_breathes_slowly_and_needs_no_frame_of_its_own() -> None:
    frames = film((), rows=HIGH)

    assert len({wall(frame) for frame in frames}) >= 5
    assert all(frame.calls_out and not frame.is_moving for frame in frames)


@pytest.mark.parametrize("name", EFFECTS)
def test_reduced_motion_moves_nothing(name: str) -> None:
    frames = film(EFFECTS[name], MODERN._replace(reduced_motion=True))

    assert not any(frame.is_moving for frame in frames)
    assert {wall(frame) for frame in frames} == {wall(film(())[0])}


@together("name", EFFECTS)
@together("skin", [name for name in SKINS if name != "modern"])
def test_the_frames_of_other_skins_stay(skin: str, name: str) -> None:
    frames = film(EFFECTS[name], Look(skin=skin), ms=100)

    assert len({wall(frame) for frame in frames}) == 1


@pytest.mark.parametrize("name", EFFECTS)
def test_every_effect_is_over_within_two_seconds(name: str) -> None:
    still = "match lost"  # whose board stays empty

    assert name == still or not film(EFFECTS[name])[-1].is_moving


@together("palette", ["modern", "ansi", "monochrome"])
@together("size", [(80, 24), (120, 40), (60, 20), (40, 14)])
@together("name", EFFECTS)
def test_effects_are_drawn_at_every_depth_and_size(palette: str, size: tuple[int, int], name: str) -> None:
    look = MODERN._replace(palette=palette)
    drawing = Drawing(DrawnGame(time_ns=START_NS), look, size, events=EFFECTS[name])
    for age_ms in (0, 200, 700):
        drawing.show(time_ns=START_NS + age_ms * MS)

        assert {row.build().cell_length for row in drawing.frame.rows} == {size[0]}
