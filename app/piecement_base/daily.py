"""The daily game: its modes, its seeds, and the days and weeks of its calendar. A day is one of UTC everywhere.

A server draws secret seeds of its own: `piecement_server.store.daily_seeds`.
"""

from calendar import Calendar
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from typing import Final

DAILY_MODES: Final = ("40_lines", "time_trial", "cheese", "survival", "master", "golf")
"""Modes with a daily game."""

WEEK: Final = 7

_SEED_BYTES: Final = 8


def utc_day(moment: datetime) -> date:
    """Return the UTC day of a moment, which is the same everywhere."""
    return moment.astimezone(UTC).date()


def daily_seed(day: date, mode: str) -> int:
    """Return the daily seed of a mode: the first bytes of the hash of a line with both, big-endian."""
    line = f"piecement daily {day.isoformat()} {mode}"
    return int.from_bytes(sha256(line.encode()).digest()[:_SEED_BYTES], "big")


def weeks_of(month: date) -> list[list[date | None]]:
    """Return the weeks of a month from Monday on, with None for the days of other months."""
    weeks = Calendar().monthdatescalendar(month.year, month.month)
    return [[day if day.month == month.month else None for day in week] for week in weeks]


def month_after(month: date, months: int) -> date:
    """Return the first day of the month after the given number of months, within the years that dates have."""
    years, index = divmod(month.year * 12 + month.month - 1 + months, 12)
    return date(max(1, min(years, 9998)), index + 1, 1)


def last_days(day: date, count: int) -> list[date]:
    """Return the last n days, ending with the given one."""
    return [day - timedelta(days=before) for before in reversed(range(count))]
