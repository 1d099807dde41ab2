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

from piecement.terminal.canvas.changes import Run, changed_runs
from piecement.terminal.canvas.encoder import RESET, Codes, Encoder
from tests.sampling import together

RED, BLUE = Style(color="red"), Style(color="blue")
WIDTH, HEIGHT = 24, 3
TEXTS = (" ", "  ", "#", "##", "\u2588\u2588", "\u258f\u2595", "12.3", "\u6f22", "a")
STYLES = tuple(
    Style(color=color, bgcolor=ground, bold=bold, reverse=reverse)
    for color in (None, "red", "blue", "#69be28")
    for ground in (None, "blue", "#0b0b12")
    for bold, reverse in ((None, None), (True, None), (None, True))
)


def encoder(colours: str = "truecolor") -> Encoder:
    return Encoder(Console(color_system=colours, force_terminal=True, _environ={}), (), Color(0, 0, 0))  # type: ignore[arg-type]


def texts(*parts: tuple[str, Style]) -> list[Segment]:
    return [Segment(text, style) for text, style in parts]


@together(
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
    assert [(x, text) for x, _, _, text, _ in changed_runs(1, 0, before, after)] == changed


def test_only_what_changes_of_a_style_is_written() -> None:
    on_black = {name: Style(color=name, bgcolor="black") for name in ("red", "blue")}
    runs: list[Run] = [
        (0, 0, 1, "a", on_black["red"]),
        (1, 0, 1, "b", on_black["blue"]),
        (4, 0, 2, "  ", Style(bgcolor="black")),
        (6, 0, 2, "  ", Style(bgcolor="white")),
        (8, 0, 1, "c", Style(bold=True)),
        (10, 1, 1, "d", None),
    ]

    assert encoder().write(runs, WIDTH)[0] == (
        "\x1b[1;1H\x1b[0;31;40ma\x1b[3C  \x1b[5D\x1b[34mb\x1b[2;11H\x1b[39;49md\x1b[1;7H\x1b[47m  \x1b[0;1mc"
    )


def test_blanks_are_written_with_text_on_their_ground() -> None:
    ghost, blank = Style(color="red", bgcolor="black"), Style(color="white", bgcolor="black")
    runs: list[Run] = [run for y in (0, 1) for run in ((0, y, 2, "  ", blank), (2, y, 2, "##", ghost))]

    assert encoder().write(runs, WIDTH)[0] == "\x1b[1;1H\x1b[0;40m  \x1b[31m##\x1b[2;1H  ##"


@together(
    ("style", "written"),
    [
        (Style(color="red", bgcolor="red"), "\x1b[0;41m  "),
        (Style(color="red", bgcolor="red", reverse=True), "\x1b[0;7;31;41m##"),
        (Style(color="default", bgcolor="default"), "\x1b[0;39;49m##"),
        (Style(), "\x1b[0m##"),
    ],
)
def test_text_in_the_colour_of_its_ground_is_blank(style: Style, written: str) -> None:
    assert encoder().write([(0, 0, 2, "##", style)], WIDTH)[0] == f"\x1b[1;1H{written}"


def test_text_of_a_style_is_written_together() -> None:
    runs: list[Run] = [(x, y, 1, "ab"[x // 2], (RED, BLUE)[x // 2]) for y in (0, 1) for x in (0, 2)]

    assert encoder().write(runs, WIDTH)[0] == "\x1b[1;1H\x1b[0;31ma\x1b[B\ba\x1b[C\x1b[34mb\x1b[A\bb"


def test_a_column_is_followed_by_steps() -> None:
    runs: list[Run] = [(x, y, 1, "a", RED) for x, y in ((2, 0), (3, 1), (4, 4), (5, 2), (6, 1))]

    assert encoder().write(runs, WIDTH)[0] == "\x1b[1;3H\x1b[0;31ma\x1b[Ba\x1b[3Ba\x1b[2Aa\x1b[Aa"


def test_runs_may_come_in_any_order() -> None:
    runs: list[Run] = [(8, 0, 1, "b", RED), (2, 0, 1, "a", RED), (3, 0, 1, "c", RED)]

    assert encoder().write(runs, WIDTH)[0] == "\x1b[1;9H\x1b[0;31mb\x1b[7Dac"


def test_after_the_last_column_or_a_wide_text_the_place_is_named() -> None:
    placed = ((WIDTH - 1, 0, "a"), (WIDTH - 1, 1, "b"), (0, 2, "\u6f22"), (4, 2, "c"))
    runs: list[Run] = [(x, y, cell_len(text), text, RED) for x, y, text in placed]

    assert encoder().write(runs, WIDTH)[0] == (f"\x1b[1;{WIDTH}H\x1b[0;31ma\x1b[2;{WIDTH}Hb\x1b[3;1H\u6f22\x1b[3;5Hc")


def test_the_style_with_least_to_change_comes_next() -> None:
    on_black, on_white = Style(color="red", bgcolor="black"), Style(color="red", bgcolor="white")
    runs: list[Run] = [(0, 0, 1, "a", on_black), (1, 0, 1, "b", on_white)]
    text, codes = encoder().write(runs, WIDTH)

    assert text == "\x1b[1;1H\x1b[0;31;40ma\x1b[47mb"
    assert encoder().write(runs, WIDTH, codes)[0] == "\x1b[1;2Hb\b\b\x1b[40ma"


def test_styles_pass_through_the_filters() -> None:
    console = Console(color_system="truecolor", force_terminal=True)
    grey = Encoder(console, [Monochrome()], Color(0, 0, 0))

    assert grey.write([(0, 0, 1, "a", Style(color="#ff0000"))], WIDTH)[0] == "\x1b[1;1H\x1b[0;38;2;54;54;54ma"


@pytest.mark.parametrize("frames", [300, pytest.param(100_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("colours", ["truecolor", "256", "standard"])
def test_changes_give_the_picture_of_the_whole(colours: str, frames: int) -> None:
    """Each frame is written twice: its changes on the frame before, and all of it on an empty screen.

    Now and then another writer resets the style between two frames.
    """
    dice, changes, whole = Random(colours), encoder(colours), encoder(colours)
    screen, fresh = pyte.Screen(WIDTH, HEIGHT), pyte.Screen(WIDTH, HEIGHT)
    stream, fresh_stream = pyte.Stream(screen), pyte.Stream(fresh)
    before: dict[int, list[Segment]] = {}
    codes: Codes | None = None
    for _ in range(frames):
        runs: list[Run] = []
        for y in dice.sample(range(HEIGHT), dice.randrange(1, HEIGHT + 1)):
            after = row(dice, before.get(y, []))
            runs += changed_runs(0, y, before.get(y, []), after)
            before[y] = after
        text, codes = changes.write(runs, WIDTH, codes)
        stream.feed(text)
        if dice.random() < 0.1:
            stream.feed(RESET)
            codes = None
        fresh.reset()
        for y, segments in before.items():
            fresh_stream.feed(whole.write(changed_runs(0, y, [], segments), WIDTH)[0])

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
