"""All that a server stores: one store for each noun, over one database."""

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
"""Maximum standstill of a match for a restarted server to continue it (ms)."""


class Stored(NamedTuple):
    """What became of a match that was stored."""

    record: str | None
    """The name of the round that ended, if one did."""
    rated: tuple[str, ...] = ()
    """The accounts whose rating has changed."""


class Stores:
    """The stores of a database, used by one thread."""

    def __init__(self, database: ServerDatabase, now_ms: Callable[[], int]) -> None:
        """Use a database. `now_ms` returns the time of day, in ms since 1970."""
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
        """Store a match as it stands. It may be done again: each round, and the result, count once."""
        rated = self.ratings.add(match) if match.ended else []
        return Stored(self.matches.put(match), tuple(rated))

    def delete_account(self, account: Account) -> None:
        """Delete all of a player: the account, and the name in the matches that others have played too.

        Raises `RoomError` while a match is played by that account.
        """
        if self.matches.has_in_match(account.id, UNFINISHED_MS):
            raise RoomError("account_in_match")
        for result in self.ratings.matches_of(account.id):
            self.matches.forget_player(result, account.id)
        self.accounts.delete(account)

    def close(self) -> None:
        self.database.close()
