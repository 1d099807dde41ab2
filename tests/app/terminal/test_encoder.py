"""Changes of text as they are written to a terminal."""

from collections.abc import Sequence
from random import Random

import pyte
import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import Monochrome

from piecement.terminal.canvas.encoder import RESET, Codes, Encoder, Run, changed_runs

RED, BLUE = Style(color="red"), Style(color="blue")
WIDTH, HEIGHT = 24, 3
TEXTS = (" ", "  ", "#", "##", "\u2588\u2588", "\u258f\u2595", "12.3", "\u6f22", "a")
STYLES = tuple(
    Style(color=color, bgcolor=ground, bold=bold, reverse=reverse)
    for color in (None, "red", "#69be28")
    for ground in (None, "blue", "#0b0b12")
    for bold, reverse in ((None, None), (True, None), (None, True))
)


def encoder(colours: str = "truecolor") -> Encoder:
    return Encoder(Console(color_system=colours, force_terminal=True, _environ={}), (), Color(0, 0, 0))  # type: ignore[arg-type]


def texts(*parts: tuple[str, Style]) -> list[Segment]:
    return [Segment(text, style) for text, style in parts]


@pytest.mark.parametrize(
    ("before", "after", "changed"),
    [
        (texts(("ab", RED), ("cd", BLUE)), texts(("ab", RED), ("cd", BLUE)), list[tuple[int, str]]()),
        (texts(("ab", RED), ("cd", BLUE)), texts(("ab", RED), ("xy", BLUE)), [(3, "xy")]),
        (texts(("abcd", RED)), texts(("axyd", RED)), [(2, "xy")]),
        (texts(("ab", RED), ("cd", BLUE)), texts(("abcd", RED)), [(3, "cd")]),
        (texts(("abc", RED)), texts(("a", RED), ("bc", BLUE)), [(2, "bc")]),
        (texts(("aa", RED)), texts(("a", RED), ("a", RED)), []),
        (texts(("\u6f22", RED), ("cd", BLUE)), texts(("\u6f22", RED), ("xy", BLUE)), [(1, "\u6f22"), (3, "xy")]),
        (texts(("ab", RED)), texts(("abc", RED)), [(1, "abc")]),
        ([], texts(("ab", RED), ("c", BLUE)), [(1, "ab"), (3, "c")]),
    ],
)
def test_runs_are_where_texts_differ(
    before: list[Segment], after: list[Segment], changed: Sequence[tuple[int, str]]
) -> None:
    assert [(run.x, run.text) for run in changed_runs(1, before, after)] == changed


def test_only_what_changes_of_a_style_is_written() -> None:
    out: list[str] = []
    on_black = {name: Style(color=name, bgcolor="black") for name in ("red", "blue")}
    runs = [
        Run(0, 1, "a", on_black["red"]),
        Run(1, 1, "b", on_black["blue"]),
        Run(4, 2, "  ", on_black["red"]),
        Run(6, 1, "c", Style(bold=True)),
    ]
    codes = encoder().write(out, 0, 0, runs, None)
    encoder().write(out, 9, 1, [Run(1, 1, "d", None)], codes)

    assert "".join(out) == "\x1b[1;1H\x1b[0;31;40ma\x1b[34mb\x1b[2C  \x1b[0;1mc\x1b[2;11H\x1b[0md"


def test_runs_may_come_in_any_order() -> None:
    out: list[str] = []
    encoder().write(out, 2, 0, [Run(6, 1, "b", RED), Run(0, 1, "a", RED), Run(1, 1, "c", RED)], None)

    assert "".join(out) == "\x1b[1;9H\x1b[0;31mb\x1b[1;3Hac"


def test_styles_pass_through_the_filters() -> None:
    out: list[str] = []
    console = Console(color_system="truecolor", force_terminal=True)
    Encoder(console, [Monochrome()], Color(0, 0, 0)).write(out, 0, 0, [Run(0, 1, "a", Style(color="#ff0000"))], None)

    assert "".join(out) == "\x1b[1;1H\x1b[0;38;2;54;54;54ma"


@pytest.mark.parametrize("frames", [300, pytest.param(100_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("colours", ["truecolor", "256", "standard"])
def test_changes_give_the_picture_of_the_whole(colours: str, frames: int) -> None:
    """Each frame is written twice: its changes on the frame before, and all of it on an empty screen."""
    dice, changes, whole = Random(colours), encoder(colours), encoder(colours)
    screen, fresh = pyte.Screen(WIDTH, HEIGHT), pyte.Screen(WIDTH, HEIGHT)
    stream, fresh_stream = pyte.Stream(screen), pyte.Stream(fresh)
    before: dict[int, list[Segment]] = {}
    for _ in range(frames):
        out: list[str] = []
        codes: Codes | None = None
        for y in dice.sample(range(HEIGHT), dice.randrange(1, HEIGHT + 1)):
            after = row(dice, before.get(y, []))
            codes = changes.write(out, 0, y, changed_runs(0, before.get(y, []), after), codes)
            before[y] = after
        stream.feed("".join(out) + RESET)
        out.clear()
        for y, segments in before.items():
            whole.write(out, 0, y, changed_runs(0, [], segments), None)
        fresh.reset()
        fresh_stream.feed("".join(out) + RESET)

        assert cells(screen) == cells(fresh)


def row(dice: Random, before: list[Segment]) -> list[Segment]:
    """Return a row, some of it as before."""
    segments: list[Segment] = []
    width = 0
    for old in before:
        segment = old if dice.random() < 0.5 else Segment(dice.choice(TEXTS), dice.choice(STYLES))
        if width + segment.cell_length <= WIDTH:
            segments.append(segment)
            width += segment.cell_length
    while width < WIDTH:
        text = dice.choice([text for text in TEXTS if cell_len(text) <= WIDTH - width])
        segments.append(Segment(text, dice.choice(STYLES)))
        width += cell_len(text)
    return segments


def cells(screen: pyte.Screen) -> list[tuple[object, ...]]:
    """Return all cells with what is seen of them: a blank has no colour of its own but its ground."""
    return [
        (char.data, char.reverse or (char.data != " " and (char.fg, char.bold)), char.bg)
        for y in range(HEIGHT)
        for char in (screen.buffer[y][x] for x in range(WIDTH))
    ]
