"""All that a server stores: one store for each noun, over one database."""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_server.rooms.match_record import MatchRecord
from piecement_server.store.accounts import Account, AccountStore
from piecement_server.store.bans import BanStore
from piecement_server.store.daily_seeds import DailySeedStore
from piecement_server.store.database import MIGRATIONS, ServerDatabase, SqliteDatabase, drawn_once
from piecement_server.store.leaderboard_entries import LeaderboardStore
from piecement_server.store.matches import MatchStore
from piecement_server.store.ratings import RatingStore

FILE: Final = "matches.sqlite"
"""File name of the database in a server's folder."""
_POSTGRESQL: Final = ("postgresql://", "postgres://")
_SERVER_ID_BYTES: Final = 16
RETENTION_DAYS: Final = 365
"""Days after which matches and other old rows are deleted."""
UNFINISHED_MS: Final = 10 * 60 * 1000
"""Maximum standstill of a match for a restarted server to resume it (ms)."""


class StoredRound(NamedTuple):
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
        self.bans: Final = BanStore(database, now_ms)
        self.ratings: Final = RatingStore(database, now_ms)
        self.leaderboards: Final = LeaderboardStore(database, now_ms)
        self.daily_seeds: Final = DailySeedStore(database, now_ms)

    def server_id(self) -> str:
        """Return the id of the server, or of the fleet that shares the database. Raises `StorageError`."""
        return drawn_once(self.database, "server_id", _SERVER_ID_BYTES)

    def put(self, match: MatchRecord) -> StoredRound:
        """Store the state of a match. Repeating it is safe: each round and result counts once."""
        rated = self.ratings.add(match) if match.ended else []
        return StoredRound(self.matches.put(match), tuple(rated))

    def delete_account(self, account: Account) -> None:
        """Delete an account, after `forget_in_matches`, and its name in later matches. Raises as that does."""
        self.matches.check_not_in_match(account.id, UNFINISHED_MS)
        self.matches.forget_in_recent(account.id, UNFINISHED_MS)
        self.accounts.delete(account)

    def forget_in_matches(self, account: str) -> Iterator[None]:
        """Remove the name of an account from its matches, one in each piece. Raises `RoomError` during a match."""
        self.matches.check_not_in_match(account, UNFINISHED_MS)
        yield from self.matches.forget_player(account)

    def forget_expired(self) -> Iterator[int]:
        """Delete old rows of all kinds; yield their number, in pieces."""
        yield from self.matches.forget_before(RETENTION_DAYS)
        yield from self.accounts.forget_unused(RETENTION_DAYS)
        yield from self.bans.forget_ended()
        yield from self.leaderboards.forget_recordings(RETENTION_DAYS)
        yield from self.daily_seeds.forget_tries(RETENTION_DAYS)


def open_existing(folder: Path, url: str | None) -> ServerDatabase:
    """Open the database of a server that has run. Raises `StorageError` as `open_database` does, or if none has."""
    if url is None and not (folder / FILE).exists():
        raise StorageError(_("There are no server matches in {folder}."), folder=folder)
    return open_database(folder, url)


def open_database(folder: Path, url: str | None = None, *, version: int = len(MIGRATIONS)) -> ServerDatabase:
    """Open the database of a URL, or the file in a server's folder, at a version of the schema.

    Raises `StorageError` if it cannot be opened, or the package for it is missing.
    """
    if url is None:
        return SqliteDatabase(folder / FILE, version=version)
    if not url.startswith(_POSTGRESQL):
        raise StorageError(_("This is not a database address: use postgresql://USER@HOST:PORT/NAME, as in libpq."))
    if find_spec("psycopg") is None:
        raise StorageError(_("PostgreSQL needs the package psycopg: pip install 'piecement[fleet]'."))
    from piecement_server.store.postgresql import PostgresqlDatabase  # an extra

    return PostgresqlDatabase(url, version=version)
