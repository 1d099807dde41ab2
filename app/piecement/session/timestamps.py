"""Timestamps: wall time in UTC, as whole ms in the database and as ISO 8601 in texts."""

from datetime import UTC, datetime
from typing import Final

BEGINNING: Final = datetime.fromtimestamp(0, UTC)
"""Stands for a time that is not known."""

_END: Final = datetime(9000, 1, 1, tzinfo=UTC)
"""Before this, every time can be told in every time zone."""


def to_ms(timestamp: datetime) -> int:
    return round(timestamp.timestamp() * 1000)


def from_ms(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)


def to_text(timestamp: datetime) -> str:
    return timestamp.astimezone(UTC).isoformat(timespec="milliseconds")


def to_local_text(timestamp: datetime) -> str:
    """Return a time by the player's clock, to the minute."""
    return f"{timestamp.astimezone():%Y-%m-%d %H:%M}"


def from_text(text: object) -> datetime:
    """Return the time that a text says; that of any other text is `BEGINNING`."""
    try:
        timestamp = datetime.fromisoformat(str(text))
    except ValueError:
        return BEGINNING
    return known(timestamp if timestamp.tzinfo else timestamp.replace(tzinfo=UTC))


def known(timestamp: datetime) -> datetime:
    """Return a time, or `BEGINNING` for one at which no game was played."""
    return timestamp if BEGINNING <= timestamp < _END else BEGINNING
