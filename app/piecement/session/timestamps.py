"""Timestamps in UTC: whole ms in the database and ISO 8601 in texts."""

from datetime import UTC, datetime
from typing import Final

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


def to_local_text(timestamp: datetime) -> str:
    """Return a local time, to the minute."""
    return f"{timestamp.astimezone():%Y-%m-%d %H:%M}"


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
