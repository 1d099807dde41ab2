"""A figure in giant digits: as large as it fits, in ASCII too."""

import pytest
from textual.app import App, ComposeResult

from piecement.ui.widgets.giant_digits import GiantDigits


class Shown(App[None]):
    ascii_only = False

    def __init__(self, figure: str) -> None:
        super().__init__()
        self._figure = figure

    def compose(self) -> ComposeResult:
        yield GiantDigits(self._figure)


@pytest.mark.parametrize(
    ("figure", "size", "lines"),
    [
        ("0:48.80", (80, 24), 5),
        ("1234567", (50, 24), 3),
        ("1234567890123", (50, 24), 1),
        ("0:48.80", (29, 24), 1),
        ("0:48.80", (80, 15), 1),
    ],
)
async def test_it_is_as_large_as_it_fits(figure: str, size: tuple[int, int], lines: int) -> None:
    app = Shown(figure)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()

        assert app.query_one(GiantDigits).size.height == lines


async def test_a_smaller_figure_stands_on_the_right() -> None:
    app = Shown("120")
    async with app.run_test() as pilot:
        app.query_one(GiantDigits).figure = "7"
        await pilot.pause()

        assert str(app.query_one(GiantDigits).render()).splitlines()[0] == " " * 16 + "██████"
