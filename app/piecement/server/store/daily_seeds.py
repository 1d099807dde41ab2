"""Seeds of the server's daily, released with the first try, which is recorded."""

import hmac
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Final

from piecement.server.store.lasting_secrets import drawn_once
from piecement.server.store.server_database import DAY_MS, DatabaseStore
from piecement.session.daily import utc_day

_SECRET: Final = "daily_seeds"  # noqa: S105 - the name of it
_SEED_BYTES: Final = 8
_SECRET_BYTES: Final = 32
_ADD_TRY: Final = """
    INSERT INTO daily_tries (account, mode, day, at_ms) VALUES (:account, :mode, :day, :at_ms)
    ON CONFLICT (account, mode, day) DO NOTHING
"""


def seed_of(secret: str, day: date, mode: str) -> int:
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
            is_first = bool(self._database.change(_ADD_TRY, values))
            secret = drawn_once(self._database, _SECRET, _SECRET_BYTES)
            return day, seed_of(secret, day, mode), is_first

    def forget_tries(self, days: int) -> int:
        """Delete tries older than a number of days; return their number."""
        before_ms = self._now_ms() - days * DAY_MS
        return self._database.change("DELETE FROM daily_tries WHERE at_ms < :before_ms", {"before_ms": before_ms})
