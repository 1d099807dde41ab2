"""All that a server stores: one store for each noun, over one database."""

from collections.abc import Callable
from typing import Final, NamedTuple

from piecement.online.match_record import MatchRecord
from piecement.server.store.accounts import Account, AccountStore
from piecement.server.store.matches import MatchStore
from piecement.server.store.ratings import RatingStore
from piecement.server.store.server_database import ServerDatabase


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

    def put(self, match: MatchRecord) -> Stored:
        """Store a match as it stands. It may be done again: each round, and the result, count once."""
        rated = self.ratings.add(match) if match.ended else []
        return Stored(self.matches.put(match), tuple(rated))

    def delete_account(self, account: Account) -> None:
        """Delete all of a player: the account, and the name in the matches that others have played too."""
        for result in self.ratings.matches_of(account.id):
            self.matches.forget_player(result, account.id)
        self.accounts.delete(account)

    def close(self) -> None:
        self.database.close()
