"""Moments: wall time in UTC, as whole ms in the database and as ISO 8601 in texts."""

from datetime import UTC, datetime
from typing import Final

BEGINNING: Final = datetime.fromtimestamp(0, UTC)
"""Stands for a moment that is not known."""

_END: Final = datetime(9000, 1, 1, tzinfo=UTC)
"""Before this, every moment can be told in every time zone."""


def to_ms(moment: datetime) -> int:
    """Return a moment as whole ms of the epoch."""
    return round(moment.timestamp() * 1000)


def from_ms(ms: int) -> datetime:
    """Return the moment of whole ms of the epoch."""
    return datetime.fromtimestamp(ms / 1000, UTC)


def to_text(moment: datetime) -> str:
    """Return a moment as text."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def to_local_text(moment: datetime) -> str:
    """Return a moment by the player's clock, to the minute."""
    return f"{moment.astimezone():%Y-%m-%d %H:%M}"


def from_text(text: object) -> datetime:
    """Return the moment of a text; that of no moment is `BEGINNING`."""
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return BEGINNING
    return known(moment if moment.tzinfo else moment.replace(tzinfo=UTC))


def known(moment: datetime) -> datetime:
    """Return a moment, or `BEGINNING` for one at which no game was played."""
    return moment if BEGINNING <= moment < _END else BEGINNING
