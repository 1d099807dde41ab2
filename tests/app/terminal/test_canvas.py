"""Canvases: rows built once for every look, and painted at once."""

from collections.abc import AsyncGenerator, Callable, Hashable, Sequence
from contextlib import asynccontextmanager
from sys import getrefcount
from typing import Final

import pyte
import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.messages import TerminalSupportsSynchronizedOutput
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static

from piecement.terminal.canvas.canvas import CanvasRow, RowCanvas, RowParts
from piecement.terminal.canvas.flush_screen import FlushScreen, exposed_region

pytestmark = pytest.mark.painted


class Letters(RowCanvas):
    """Shows a word, a letter a row."""

    DEFAULT_CSS = "Letters { width: 6; height: 4; }"

    def __init__(self) -> None:
        super().__init__()
        self.word = "abca"
        self.built: list[str] = []

    def row_key(self, y: int) -> Hashable:
        return self.word[y]

    def build_row(self, y: int) -> Strip:
        self.built.append(self.word[y])
        width = self.size.width
        return Strip([Segment(self.word[y] * width, Style(color="#ff0000"))], width)

    def rows(self, crop: Region | None = None) -> list[str]:
        return [strip.text for strip in self.render_lines(crop or self.size.region)]


class Stage(FlushScreen[None]):
    """Shows the letters."""

    def compose(self) -> ComposeResult:
        yield Letters()


class Theatre(App[None]):
    """Counts the paintings of its screen."""

    painted = 0

    def get_default_screen(self) -> Stage:
        return Stage()

    def post_display_hook(self) -> None:
        self.painted += 1

    @property
    def stage(self) -> Stage:
        assert isinstance(self.screen_stack[0], Stage)
        return self.screen_stack[0]

    @property
    def letters(self) -> Letters:
        return self.stage.query_one(Letters)


class Cover(Screen[None]):
    """Covers the stage."""

    def compose(self) -> ComposeResult:
        yield Static("cover")


async def test_a_row_is_built_once_for_every_look() -> None:
    app = Theatre()
    async with app.run_test():
        letters = app.letters
        rows = letters.rows()
        letters.word = "aabb"

        assert rows == ["aaaaaa", "bbbbbb", "cccccc", "aaaaaa"]
        assert letters.rows() == ["aaaaaa", "aaaaaa", "bbbbbb", "bbbbbb"]
        assert letters.built == ["a", "b", "c"]


async def test_rows_of_one_look_share_their_strip() -> None:
    app = Theatre()
    async with app.run_test():
        strips = app.letters.render_lines(app.letters.size.region)

        assert strips[0] is strips[3]


async def test_a_crop_cuts_rows_on_both_sides() -> None:
    app = Theatre()
    async with app.run_test():
        assert app.letters.rows(Region(2, 1, 3, 2)) == ["bbb", "ccc"]


async def test_another_width_or_theme_builds_rows_anew() -> None:
    app = Theatre()
    async with app.run_test() as pilot:
        app.letters.styles.width = 9
        await pilot.pause()
        assert app.letters.rows()[0] == "a" * 9

        app.letters.built.clear()
        app.theme = "nord"
        await pilot.pause()
        assert app.letters.built == ["a", "b", "c"]


async def test_no_color_reaches_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = Theatre()
    async with app.run_test():
        style = next(iter(app.letters.render_lines(Region(0, 0, 6, 1))[0])).style
        assert style is not None
        assert style.color is not None
        red, green, blue = style.color.get_truecolor()

        assert red == green == blue


async def test_flushing_paints_the_pending_rows_before_it_returns() -> None:
    app = Theatre()
    async with app.run_test() as pilot:
        await pilot.pause()
        before = app.painted
        app.letters.word = "xbca"
        app.letters.pending.update([0])

        assert app.stage.flush(app.letters)
        assert app.painted > before
        assert app.letters.built[-1] == "x"
        assert app.letters.pending == set()


async def test_flushing_builds_no_row_of_a_known_look() -> None:
    app = Theatre()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.letters.built.clear()
        app.letters.pending.update(range(app.letters.outer_size.height))
        app.stage.flush(app.letters)

        assert app.letters.built == []


async def test_flushing_nothing_paints_nothing() -> None:
    app = Theatre()
    async with app.run_test() as pilot:
        await pilot.pause()
        before = app.painted

        assert app.stage.flush(app.letters)
        assert app.painted == before


async def test_rows_stay_pending_while_the_screen_is_covered() -> None:
    app = Theatre()
    async with app.run_test() as pilot:
        await app.push_screen(Cover())
        await pilot.pause()
        app.letters.pending.update([1])

        assert not app.stage.flush(app.letters)
        assert app.letters.pending == {1}


async def test_rows_stay_pending_in_batches_and_while_a_terminal_lags() -> None:
    app = Theatre()
    async with app.run_test():
        app.letters.pending.update([1])
        with app.batch_update():
            assert not app.stage.flush(app.letters)
        assert app.letters.pending == {1}

        setattr(app._driver, "waiting", [b"", b""])  # noqa: B010 - the test driver has no such attribute
        assert not app.stage.flush(app.letters)
        assert app.letters.pending == {1}


class Words(Letters):
    """Shows three dashes and three letters a row, in a colour each; large letters are bold."""

    def rows_parts(self, rows: Sequence[int]) -> Sequence[RowParts | None]:
        return [None if self.word[y] == "!" else ((0, 3, DASHES), (3, 3, [self._letters(y)])) for y in rows]

    def build_row(self, y: int) -> Strip:
        return Strip([*DASHES, self._letters(y)], 6)

    def _letters(self, y: int) -> Segment:
        letter = self.word[y]
        return Segment(letter * 3, LARGE if letter.isupper() else SMALL)


DASHES = [Segment("---", Style(color="#00ff00"))]
SMALL, LARGE = Style(color="#ff0000"), Style(color="#ff0000", bold=True)


class WordStage(Stage):
    """Shows words."""

    def compose(self) -> ComposeResult:
        yield Words()


class WordTheatre(Theatre):
    """A theatre with a driver that counts as ours does what it writes, and a terminal that shows it."""

    def get_default_screen(self) -> Stage:
        return WordStage()

    def watch_terminal(self) -> None:
        """Begin to write to the terminal."""
        self.terminal = pyte.Screen(80, 24)
        self.written: list[str] = []
        self._stream = pyte.Stream(self.terminal)
        setattr(self._driver, "write", self._write)  # noqa: B010 - mypy lets nobody assign a method
        self.count(0)

    def count(self, pieces: int) -> None:
        """Set the number of writes that the driver reports."""
        setattr(self._driver, "pieces_written", pieces)  # noqa: B010 - the test driver has no such attribute

    def _write(self, data: str) -> None:
        self.written.append(data)
        self._stream.feed(data)
        self.count(len(self.written))

    def show(self, word: str) -> None:
        """Show another word, and flush it."""
        self.letters.word = word
        self.letters.pending.update(range(self.letters.outer_size.height))
        self.stage.flush(self.letters)

    @property
    def seen(self) -> list[str]:
        """Text on the terminal at the place of the words."""
        return [line[:6] for line in self.terminal.display[:4]]


@asynccontextmanager
async def word_theatre(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[tuple[WordTheatre, Pilot[None]]]:
    """Run a theatre that has shown a word twice, so that all is known about its rows."""
    monkeypatch.setattr(App, "is_headless", False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    app = WordTheatre()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.watch_terminal()
        app.show("abca")
        app.show("abca")
        app.written.clear()
        app.count(0)
        app.stage.flush()
        yield app, pilot


async def test_only_the_changed_part_of_a_row_is_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    async with word_theatre(monkeypatch) as (app, _):
        app.show("abxa")

        assert app.seen == ["---aaa", "---bbb", "---xxx", "---aaa"]
        assert app.written == ["\x1b[3;4H\x1b[0;38;2;255;0;0mxxx\x1b[m"]


async def test_a_frame_without_a_change_writes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async with word_theatre(monkeypatch) as (app, _):
        app.show("abca")

        assert app.written == []


async def test_row_of_unknown_parts_is_painted_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    async with word_theatre(monkeypatch) as (app, _):
        app.show("ab!a")
        app.show("ab!a")
        app.show("abca")

        assert app.seen == ["---aaa", "---bbb", "---ccc", "---aaa"]
        assert [data.count("---") for data in app.written] == [1, 1]


async def test_fully_painted_row_takes_no_earlier_style(monkeypatch: pytest.MonkeyPatch) -> None:
    async with word_theatre(monkeypatch) as (app, _):
        app.show("X!ca")
        buffer = app.terminal.buffer

        assert app.seen[:2] == ["---XXX", "---!!!"]
        assert [buffer[0][3].bold, buffer[1][0].bold, buffer[1][3].bold] == [True, False, False]


async def test_a_frame_is_marked_where_the_terminal_knows_the_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    async with word_theatre(monkeypatch) as (app, pilot):
        app.post_message(TerminalSupportsSynchronizedOutput())
        await pilot.pause()
        app.show("abxa")

        assert app.written[0].startswith("\x1b[?2026h")
        assert app.written[0].endswith("\x1b[?2026l")


async def test_a_style_stays_in_force_between_marked_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    async with word_theatre(monkeypatch) as (app, pilot):
        app.post_message(TerminalSupportsSynchronizedOutput())
        await pilot.pause()
        app.show("abxa")
        app.show("abya")
        app.show("abYa")

        assert app.seen[2] == "---YYY"
        assert [data.count("38;2;255;0;0") for data in app.written] == [1, 0, 1]


async def test_no_style_is_taken_as_in_force_after_foreign_output(monkeypatch: pytest.MonkeyPatch) -> None:
    async with word_theatre(monkeypatch) as (app, pilot):
        app.post_message(TerminalSupportsSynchronizedOutput())
        await pilot.pause()
        app.show("abxa")
        app.count(9)
        app.show("abya")
        app.show("abza")

        assert app.seen[2] == "---zzz"
        assert "38;2;255;0;0" in app.written[-1]


BECOME_DUE: Final[dict[str, Callable[[WordTheatre], object]]] = {
    "foreign output": lambda app: app.count(2),
    "layout": lambda app: app.stage.refresh(layout=True),
    "repaint": lambda app: app.stage.refresh(),
    "scroll": lambda app: setattr(app.stage, "_scroll_required", True),
    "rows": lambda app: app.letters.refresh(),
}
"""Reasons for which Textual paints too, or may have painted."""


@pytest.mark.parametrize("reason", BECOME_DUE)
async def test_rows_are_painted_in_full_where_textual_paints_too(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    async with word_theatre(monkeypatch) as (app, _):
        BECOME_DUE[reason](app)
        app.show("abxa")

        assert "".join(app.written).count("---") >= 4


async def test_canvas_does_not_paint_over_a_window_above(monkeypatch: pytest.MonkeyPatch) -> None:
    async with word_theatre(monkeypatch) as (app, pilot):
        cover = Static("over", id="cover")
        cover.styles.overlay = "screen"
        cover.styles.width = 4
        cover.styles.offset = (0, -4)
        await app.stage.mount(cover)
        await pilot.pause()
        app.show("abxa")
        app.show("xbxa")

        assert app.seen == ["overxx", "---bbb", "---xxx", "---aaa"]


def test_an_uncut_row_does_not_remember_itself() -> None:
    whole = CanvasRow([Segment("abcd")], 4)
    references = getrefcount(whole)

    assert whole.divide([4])[0] is whole
    assert getrefcount(whole) == references
    assert [part.text for part in whole.divide([1, 4])] == ["a", "bcd"]


def test_canvas_is_exposed_unless_overlapped_or_clipped() -> None:
    canvas, other = Static(), Static()
    whole, place, beside = Region(0, 0, 80, 24), Region(2, 1, 10, 5), Region(20, 1, 5, 5)

    assert exposed_region(canvas, {}) is None
    assert exposed_region(canvas, {canvas: (place, whole), other: (whole, whole)}) == place
    assert exposed_region(canvas, {other: (beside, whole), canvas: (place, whole)}) == place
    assert exposed_region(canvas, {other: (place, whole), canvas: (place, whole)}) is None
    assert exposed_region(canvas, {other: (place, beside), canvas: (place, whole)}) == place
    assert exposed_region(canvas, {canvas: (place, beside)}) is None
