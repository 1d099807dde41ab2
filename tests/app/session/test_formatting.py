"""There is one way in which a player reads a time."""

from datetime import datetime, timedelta

import pytest

from piecement_base.formatting import clock_text, difference_text
from piecement_base.timestamps import day_text
from tests.sampling import together

MS = 1_000_000


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(0, "0:00.00"), (23_379, "0:23.37"), (62_050, "1:02.05"), (4_000_000, "66:40.00")]
)
def test_a_time_is_minutes_seconds_and_hundredths(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds * MS) == text


@pytest.mark.parametrize(
    ("mine", "other", "text"), [(3_550, 2_300, "+1.25"), (100_000, 101_200, "-1.20"), (146_881, 100_209, "+46.68")]
)
def test_a_gap_is_the_difference_of_the_times_that_are_read(mine: int, other: int, text: str) -> None:
    assert difference_text(mine * MS, other * MS) == text


@together(
    ("days", "text"),
    [(0, "today"), (1, "yesterday"), (2, "2 days ago"), (6, "6 days ago"), (7, "2026-11-13"), (-1, "2026-11-21")],
)
def test_a_day_of_the_last_week_is_in_words(days: int, text: str) -> None:
    now = datetime(2026, 11, 20, 12).astimezone()

    assert day_text(now - timedelta(days=days), now) == text
