"""Bans of accounts and of addresses, until a time, with a reason for those who meet them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final, NamedTuple

from piecement_base.database import insertion
from piecement_net.errors import OnlineError
from piecement_server.store.database import DatabaseStore

_LISTED: Final = """
    SELECT who, COALESCE(name, who) AS name, until_ms, reason FROM bans LEFT JOIN accounts ON accounts.id = account
    WHERE until_ms > :now_ms ORDER BY until_ms, who
"""


class Ban(NamedTuple):
    """Ban of an account or an address."""

    who: str
    """Id of the account, or the address as limits count it."""
    name: str
    """Name of the account, or the address."""
    until_ms: int
    """Time since 1970 at which it ends (ms)."""
    reason: str

    @property
    def until(self) -> str:
        """Time at which it ends, in UTC."""
        return f"{datetime.fromtimestamp(self.until_ms / 1000, UTC):%Y-%m-%d %H:%M}"

    @property
    def refusal(self) -> OnlineError:
        return OnlineError("banned", until=self.until, reason=self.reason)


class BanStore(DatabaseStore):
    """Store of bans. Methods raise `StorageError`."""

    def add(self, who: str, until_ms: int, reason: str, *, is_account: bool) -> None:
        """Ban an account by id or an address, or change its ban."""
        ban = {"who": who, "account": who if is_account else None, "until_ms": until_ms, "reason": reason}
        self._database.change(insertion("bans", ban, "who", replaces=True), ban)

    def remove(self, who: str) -> None:
        self._database.change("DELETE FROM bans WHERE who = :who", {"who": who})

    def listed(self) -> dict[str, Ban]:
        """Return the bans in force by `who`, in the order of their ends."""
        found = (Ban(**dict(row)) for row in self._database.rows(_LISTED, {"now_ms": self._now_ms()}))
        return {ban.who: ban for ban in found}

    def forget_ended(self) -> Iterator[int]:
        """Delete bans that have ended; yield their number."""
        yield self._database.change("DELETE FROM bans WHERE until_ms <= :now_ms", {"now_ms": self._now_ms()})
