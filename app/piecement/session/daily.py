"""Daily: the same pieces for everybody on one day, by the date in UTC and the mode."""

from calendar import Calendar
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Final

DAILY_MODES: Final = ("40_lines", "time_trial", "cheese", "survival", "master")
"""The modes that have pieces of the day."""

WEEK: Final = 7

_SEED_BYTES: Final = 8


def day_of(moment: datetime) -> date:
    """Return the day of a moment, which begins everywhere at once."""
    return moment.astimezone(UTC).date()


def daily_seed(day: date, mode: str) -> int:
    """Return the seed of a mode on a day: the first bytes of the hash of a line with both, the highest first."""
    line = f"piecement daily {day.isoformat()} {mode}"
    return int.from_bytes(sha256(line.encode()).digest()[:_SEED_BYTES], "big")


def weeks_of(month: date) -> list[list[date | None]]:
    """Return the weeks of a day's month, from Monday on; None for the days of other months."""
    weeks = Calendar().monthdatescalendar(month.year, month.month)
    return [[day if day.month == month.month else None for day in week] for week in weeks]


def month_after(month: date, months: int) -> date:
    """Return the first day of the month that comes so many months after another."""
    years, index = divmod(month.year * 12 + month.month - 1 + months, 12)
    return date(max(1, min(years, 9998)), index + 1, 1)


def last_days(day: date, count: int) -> list[date]:
    """Return so many days, of which the given one is the last."""
    return [day - timedelta(days=before) for before in reversed(range(count))]
