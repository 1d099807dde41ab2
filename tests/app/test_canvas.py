"""Canvases: rows built once for every look, and painted at once."""

from collections.abc import Hashable

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static

from piecement.canvas import FlushScreen, StripCanvas, flush


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
