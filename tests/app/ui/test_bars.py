"""Meters, columns and dots."""

from piecement.ui.texts.bars import column_rows, columns, dots, heat, meter


def test_meter_is_full_in_proportion() -> None:
    assert meter(0.5, 6) == "━━━───"
    assert meter(1.0, 6) == meter(7.0, 6) == "━━━━━━"
    assert meter(0.0, 6) == "──────"
    assert meter(0.01, 6) == "━─────"


def test_columns_reach_from_lowest_to_largest() -> None:
    assert columns([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█"
    assert columns([1.0, 2.0], lowest=1.0) == "▁█"
    assert columns([]) == ""
    assert columns([0, 0]) == "▁▁"


def test_columns_of_several_rows_have_the_top_first() -> None:
    assert column_rows([0, 1, 2], 2) == [" ▁█", "▁██"]
    assert column_rows([], 2) == ["", ""]


def test_heat_shows_even_the_least() -> None:
    assert heat([0, 1, 5, 9], 9) == "░░▒▒▓▓██"
    assert heat([0, 1, 5, 9], 9, ascii_only=True) == "..++##@@"


def test_dots_are_full_or_hollow() -> None:
    assert dots([True, False]) == "●○"


def test_bars_have_ascii_twins() -> None:
    assert meter(0.5, 6, ascii_only=True) == "===---"
    assert columns(range(8), ascii_only=True) == ".:-=+*#@"
    assert dots([True, False], ascii_only=True) == "*o"
