"""Daily seeds of a server, derived from its secret, and the first tries of accounts.

A daily game without a server has a public seed, by `piecement_base.daily`.
"""

import hmac
from collections.abc import Iterator
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Final

from piecement_base.daily import utc_day
from piecement_base.database import insertion
from piecement_server.store.database import DatabaseStore, drawn_once

_SECRET: Final = "daily_seeds"  # noqa: S105 - the name of it
_SEED_BYTES: Final = 8
_SECRET_BYTES: Final = 32
_FORGOTTEN_AT_ONCE: Final = 20
"""Number of accounts whose tries are looked through at a time."""


def derive_seed(secret: str, day: date, mode: str) -> int:
    """Return the seed of a mode on a day: the first bytes of an HMAC, big-endian."""
    digest = hmac.digest(bytes.fromhex(secret), f"{day.isoformat()} {mode}".encode(), sha256)
    return int.from_bytes(digest[:_SEED_BYTES], "big")


class DailySeedStore(DatabaseStore):
    """Store of daily tries and the server's secret. Methods raise `StorageError`."""

    @property
    def today(self) -> date:
        """Current date (UTC)."""
        return utc_day(datetime.fromtimestamp(self._now_ms() / 1000, UTC))

    def release(self, account: str, mode: str) -> tuple[date, int, bool]:
        """Record a try of an account; return the day, the seed, and whether it is the first try."""
        day = self.today
        values = {"account": account, "mode": mode, "day": day.isoformat(), "at_ms": self._now_ms()}
        with self._database.transaction():
            is_first = bool(self._database.change(insertion("daily_tries", values, "account, mode, day"), values))
            secret = drawn_once(self._database, _SECRET, _SECRET_BYTES)
            return day, derive_seed(secret, day, mode), is_first

    def forget_tries(self, days: int) -> Iterator[int]:
        """Delete tries older than a number of days; yield their number, in pieces."""
        forget = "DELETE FROM daily_tries WHERE account > :after AND account <= :last AND at_ms < :before_ms"
        return self._forget(forget, days, "daily_tries", "account", _FORGOTTEN_AT_ONCE)
