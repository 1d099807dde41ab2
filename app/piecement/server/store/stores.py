"""All stores of a server, over one database."""

from collections.abc import Callable
from typing import Final, NamedTuple

from piecement.online.errors import RoomError
from piecement.online.match_record import MatchRecord
from piecement.server.store.accounts import Account, AccountStore
from piecement.server.store.board_entries import BoardEntryStore
from piecement.server.store.daily_seeds import DailySeedStore
from piecement.server.store.lasting_secrets import drawn_once
from piecement.server.store.matches import MatchStore
from piecement.server.store.ratings import RatingStore
from piecement.server.store.server_database import ServerDatabase

SERVER_ID_BYTES: Final = 16
UNFINISHED_MS: Final = 10 * 60 * 1000
"""Maximum standstill of a match for a restarted server to resume it (ms)."""


class Stored(NamedTuple):
    """Result of storing a match."""

    record: str | None
    """Name of the round that ended, or None."""
    rated: tuple[str, ...] = ()
    """Accounts whose rating changed."""


class Stores:
    """Stores of a database, used by one thread."""

    def __init__(self, database: ServerDatabase, now_ms: Callable[[], int]) -> None:
        """Use a database; `now_ms` returns the time since 1970 (ms)."""
        self.database: Final = database
        self.matches: Final = MatchStore(database, now_ms)
        self.accounts: Final = AccountStore(database, now_ms)
        self.ratings: Final = RatingStore(database, now_ms)
        self.board_entries: Final = BoardEntryStore(database, now_ms)
        self.daily_seeds: Final = DailySeedStore(database, now_ms)

    def server_id(self) -> str:
        """Return the id of the server, or of the fleet that shares the database. Raises `StorageError`."""
        return drawn_once(self.database, "server_id", SERVER_ID_BYTES)

    def put(self, match: MatchRecord) -> Stored:
        """Store the state of a match. Repeating it is safe: each round and result counts once."""
        rated = self.ratings.add(match) if match.ended else []
        return Stored(self.matches.put(match), tuple(rated))

    def delete_account(self, account: Account) -> None:
        """Delete an account, and remove its name from the matches of others.

        Raises `RoomError` while the account plays a match.
        """
        if self.matches.has_in_match(account.id, UNFINISHED_MS):
            raise RoomError("account_in_match")
        for result in self.ratings.matches_of(account.id):
            self.matches.forget_player(result, account.id)
        self.accounts.delete(account)

    def close(self) -> None:
        self.database.close()
