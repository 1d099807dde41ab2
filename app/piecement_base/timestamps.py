"""Timestamps of games: as numbers and texts of files and databases, and as days in words."""

from datetime import UTC, date, datetime
from typing import Final

from piecement_base.language import N_, _, ngettext

EPOCH: Final = datetime.fromtimestamp(0, UTC)
"""Placeholder for an unknown time."""

_END: Final = datetime(9000, 1, 1, tzinfo=UTC)
"""Time before which every time is representable in every time zone."""


def to_ms(timestamp: datetime) -> int:
    return round(timestamp.timestamp() * 1000)


def from_ms(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def to_text(timestamp: datetime) -> str:
    return timestamp.astimezone(UTC).isoformat(timespec="milliseconds")


def from_text(text: object) -> datetime:
    """Return the time in a text, or `EPOCH` if invalid."""
    try:
        timestamp = datetime.fromisoformat(str(text))
    except ValueError:
        return EPOCH
    return known_or_epoch(timestamp if timestamp.tzinfo else timestamp.replace(tzinfo=UTC))


def known_or_epoch(timestamp: datetime) -> datetime:
    """Return a time, or `EPOCH` if no game can have been played then."""
    return timestamp if EPOCH <= timestamp < _END else EPOCH


def to_local_text(timestamp: datetime) -> str:
    """Return a local time, to the minute."""
    return f"{timestamp.astimezone():%Y-%m-%d %H:%M}"


_WEEK: Final = 7


def day_text(moment: datetime, now: datetime) -> str:
    """Return the local day of a moment: in words within the last week, else as a date."""
    day = moment.astimezone().date()
    days = (now.astimezone().date() - day).days
    if not 0 <= days < _WEEK:
        return day.isoformat()
    if days <= 1:
        return _("yesterday") if days else _("today")
    return ngettext("{count} day ago", "{count} days ago", days).format(count=days)


_MONTHS: Final = (
    *(N_("January"), N_("February"), N_("March"), N_("April"), N_("May"), N_("June")),
    *(N_("July"), N_("August"), N_("September"), N_("October"), N_("November"), N_("December")),
)


def month_text(day: date) -> str:
    """Return the month and year of a day, as `November 2026`."""
    return f"{_(_MONTHS[day.month - 1])} {day.year}"


def date_text(day: date) -> str:
    """Return a day in words, as `20 November`."""
    return _("{day} {month}").format(day=day.day, month=_(_MONTHS[day.month - 1]))
