"""Canvases: rows built once for every look, and painted at once."""

from collections.abc import Hashable

import pytest
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static

from piecement.canvas import FlushScreen, StripCanvas, flush
from piecement.canvas.strip_canvas import CanvasRow, changed_span
from piecement.canvas.trimming import TrimmedUpdate


class Letters(StripCanvas):
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


async def test_forgotten_rows_are_built_anew() -> None:
    app = Theatre()
    async with app.run_test():
        app.letters.rows()
        app.letters.built.clear()
        app.letters.forget_rows()
        app.letters.rows()

        assert app.letters.built == ["a", "b", "c"]


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
        app.letters.mark([0])

        assert app.stage.flush(app.letters)
        assert app.painted > before
        assert app.letters.built[-1] == "x"
        assert app.letters.pending == set()


async def test_flushing_builds_no_row_of_a_known_look() -> None:
    app = Theatre()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.letters.built.clear()
        app.letters.mark_all()
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
        app.letters.mark([1])

        assert not app.stage.flush(app.letters)
        assert app.letters.pending == {1}


async def test_rows_stay_pending_in_a_batch_update() -> None:
    app = Theatre()
    async with app.run_test():
        app.letters.mark([1])
        with app.batch_update():
            assert not app.stage.flush(app.letters)

        assert app.letters.pending == {1}


async def test_rows_stay_pending_while_the_terminal_lags_behind() -> None:
    app = Theatre()
    async with app.run_test():
        app.letters.mark([1])
        setattr(app._driver, "backlog", 2)  # noqa: B010 - the test driver has no such attribute

        assert not app.stage.flush(app.letters)
        assert app.letters.pending == {1}


async def test_without_textuals_private_names_rows_are_painted_by_its_timer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(flush, "_PAINTS_AT_ONCE", False)
    app = Theatre()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.letters.word = "xbca"
        app.letters.mark([0])
        app.stage.flush(app.letters)
        await pilot.pause(0.05)

        assert "x" in app.letters.built


def row(*parts: tuple[str, str]) -> Strip:
    """Return a strip of texts in colours."""
    return Strip([Segment(text, Style(color=colour)) for text, colour in parts])


@pytest.mark.parametrize(
    ("before", "after", "span"),
    [
        (row(("ab", "red"), ("cd", "blue")), row(("ab", "red"), ("cd", "blue")), (4, 4)),
        (row(("ab", "red"), ("cd", "blue")), row(("ab", "red"), ("xy", "blue")), (2, 4)),
        (row(("ab", "red"), ("cd", "blue")), row(("xy", "red"), ("cd", "blue")), (0, 2)),
        (row(("ab", "red"), ("c", "blue"), ("d", "red")), row(("ab", "red"), ("x", "blue"), ("d", "red")), (2, 3)),
        (row(("ab", "red"), ("cd", "blue")), row(("abcd", "red")), (0, 4)),
        (row(("abc", "red"), ("d", "blue")), row(("a", "red"), ("bc", "green"), ("d", "blue")), (0, 3)),
        (row(("aa", "red")), row(("a", "red"), ("a", "red")), (0, 2)),
        (row(("漢", "red"), ("cd", "blue")), row(("漢", "red"), ("xy", "blue")), (2, 4)),
    ],
)
def test_the_changed_span_is_where_rows_differ(before: Strip, after: Strip, span: tuple[int, int]) -> None:
    assert changed_span(before, after) == span


class Words(Letters):
    """Shows two letters a row, in a colour each."""

    def build_row(self, y: int) -> Strip:
        return Strip([Segment("---", Style(color="#00ff00")), Segment(self.word[y] * 3, Style(color="#ff0000"))], 6)


async def flushed(app: Theatre, word: str) -> list[Region]:
    """Show another word, flush it, and return what had to be painted of it."""
    painted: list[Region] = []
    letters = app.letters
    set_dirty = letters._set_dirty

    def noting(*regions: Region) -> None:
        painted.extend(regions)
        set_dirty(*regions)

    setattr(letters, "_set_dirty", noting)  # noqa: B010 - mypy lets nobody assign a method
    letters.word = word
    letters.mark_all()
    app.stage.flush(letters)
    setattr(letters, "_set_dirty", set_dirty)  # noqa: B010 - as above
    return painted


class WordTheatre(Theatre):
    """A theatre whose driver counts what it has written."""

    def get_default_screen(self) -> Stage:
        return WordStage()

    def wrote(self, pieces: int) -> None:
        setattr(self._driver, "pieces_written", pieces)  # noqa: B010 - the test driver has no such attribute


class WordStage(Stage):
    """Shows words."""

    def compose(self) -> ComposeResult:
        yield Words()


async def test_only_the_changed_part_of_a_row_is_painted() -> None:
    app = WordTheatre()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.wrote(1)
        assert await flushed(app, "abca") == [Region(0, y, 6, 1) for y in range(4)]

        assert await flushed(app, "abxa") == [Region(3, 2, 3, 1)]
        assert await flushed(app, "abxa") == []


async def test_a_row_is_painted_in_full_after_something_else_was_written() -> None:
    app = WordTheatre()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.wrote(1)
        await flushed(app, "abca")
        app.wrote(2)

        assert await flushed(app, "abxa") == [Region(0, y, 6, 1) for y in range(4)]


@pytest.mark.parametrize("due", ["_layout_required", "_repaint_required", "_scroll_required"])
async def test_a_row_is_painted_in_full_where_textual_has_to_paint_as_well(due: str) -> None:
    app = WordTheatre()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.wrote(1)
        await flushed(app, "abca")
        setattr(app.stage, due, True)

        assert await flushed(app, "abxa") == [Region(0, y, 6, 1) for y in range(4)]


async def test_a_row_is_painted_in_full_while_all_of_it_waits_for_textual() -> None:
    app = WordTheatre()
    async with app.run_test() as pilot:
        await pilot.pause()
        app.wrote(1)
        await flushed(app, "abca")
        app.letters.refresh()

        assert await flushed(app, "abxa") == [Region(0, y, 6, 1) for y in range(4)]


def test_a_row_that_is_not_cut_does_not_remember_itself() -> None:
    whole = CanvasRow([Segment("abcd")], 4)

    assert whole.divide([4])[0] is whole
    assert len(whole._divide_cache) == 0
    assert [part.text for part in whole.divide([1, 4])] == ["a", "bcd"]


def test_a_trimmed_update_begins_where_the_change_does() -> None:
    spans = [(0, 2, 4), (1, 3, 6)]
    update = TrimmedUpdate(
        [{0: Strip([Segment("abcdef")])}, {0: None, 3: Strip([Segment("ghi")])}], spans, [[6], [3, 6]]
    )

    assert update.render_segments(Console(color_system=None)) == "\x1b[1;3Hcd\x1b[2;4Hghi"
