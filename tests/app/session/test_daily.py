"""The pieces of the day follow from the date and the mode alone."""

from datetime import UTC, date, datetime, timedelta, timezone

from piecement_base.daily import DAILY_MODES, daily_seed, last_days, month_after, utc_day, weeks_of
from piecement_engine import MODES

DAY = date(2026, 11, 22)


def test_everybody_has_the_same_pieces() -> None:
    """As `printf 'piecement daily 2026-11-22 40_lines' | sha256sum` begins, b71fcbd3f981808c."""
    assert daily_seed(DAY, "40_lines") == 13195489544503394444


def test_each_day_and_each_mode_has_other_pieces() -> None:
    seeds = {daily_seed(day, mode) for day in last_days(DAY, 30) for mode in DAILY_MODES}

    assert len(seeds) == 30 * len(DAILY_MODES)
    assert all(seed < 1 << 64 for seed in seeds)


def test_a_day_begins_everywhere_at_once() -> None:
    moment = datetime(2026, 11, 22, 23, 30, tzinfo=UTC)

    assert utc_day(moment.astimezone(timezone(timedelta(hours=9)))) == DAY


def test_all_modes_are_there() -> None:
    assert set(DAILY_MODES) <= MODES.keys()


def test_a_month_is_weeks_from_monday_on() -> None:
    weeks = weeks_of(DAY)

    assert weeks[0] == [None] * 6 + [date(2026, 11, 1)]
    assert [day for week in weeks for day in week if day][-1] == date(2026, 11, 30)


def test_months_go_on_over_years() -> None:
    assert [month_after(DAY, months) for months in (-11, 1, 2)] == [
        date(2025, 12, 1),
        date(2026, 12, 1),
        date(2027, 1, 1),
    ]
