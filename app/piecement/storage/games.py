"""Stored games of the player: adding finished ones, listing in any order, ranking, deleting."""

import sqlite3
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from piecement.session.records import GameRecord, Placing, StoredGame
from piecement.settings.retention import Retention
from piecement.storage import game_sql
from piecement.storage.database_session import DatabaseSession, Queries, change, query
from piecement.storage.game_listing import Listing, PlaceListing, Ranked
from piecement.storage.game_query import GameQuery
from piecement.storage.game_rows import from_row, to_row
from piecement.storage.mode_rankings import add_mode
from piecement.storage.rule_sets import RuleSet, rule_sets
from piecement.storage.schema import TABLES
from piecement_base.database import Database
from piecement_base.errors import DamagedError, MissingError, StorageError
from piecement_base.language import _, error_text
from piecement_base.printable import printable
from piecement_base.ranking import Leaderboard
from piecement_engine import Recording, RecordingError

_IDS_AT_ONCE: Final = 500

_OF_REPLAYS: Final = frozenset({"recordings", "game_reviews"})
"""Tables that are stored with the replays; all others are stored with the scores."""


class Games(Queries):
    """Stored games: adding, listing, ranking and deleting them. Methods raise `StorageError`."""

    def __init__(self, session: DatabaseSession, retention: Callable[[], Retention]) -> None:
        super().__init__(session)
        self._retention: Final = retention
        self._unwritten: list[tuple[GameRecord, str | None]] = []
        """Games that could not be stored yet."""

    def finish(self, record: GameRecord) -> int:
        """Store a finished game durably and return its id.

        If that fails, the game is kept in memory for `retry_unwritten`, and the error is raised.
        """
        self.retry_unwritten()
        keeps_recording = not self._session.is_in_file or self._retention() is Retention.REPLAYS
        text = record.recording.to_text() if record.recording is not None and keeps_recording else None
        try:
            return self.add(record, text)
        except StorageError:
            self._unwritten.append((record, text))
            raise

    def retry_unwritten(self) -> int:
        """Store the games that could not be stored before, in order; return the number still unwritten."""
        while self._unwritten:
            try:
                self.add(*self._unwritten[0])
            except StorageError:
                break
            del self._unwritten[0]
        return len(self._unwritten)

    @change
    def add(self, database: Database, record: GameRecord, text: str | None) -> int:
        """Store a game and its recording, each unless it is stored already; return the id."""
        token = record.origin.token
        with database.transaction(durable=True):
            row = to_row(record, add_mode(database, record.origin.mode, record.recording))
            database.insert("games", row, "token")
            game = int(database.column(game_sql.FIND_GAME, (token,))[0])
            if text is not None:
                database.change(game_sql.ADD_RECORDING, (game, text))
            database.change("DELETE FROM checkpoints WHERE token = ?", (token,))
        return game

    @query
    def listing(self, database: Database, query: GameQuery) -> Listing:
        """Return the games of a query in its order."""
        length = int(database.column(*query.select("count(*)"))[0])
        backwards = replace(query, descending=not query.descending)
        return Listing(length, lambda count: self.ids(query, count) if count > 0 else self.ids(backwards, -count)[::-1])

    @query
    def by_place(self, database: Database, query: GameQuery) -> PlaceListing:
        """Return the games of a query by their places on their leaderboards, whatever its order."""
        leaderboard = game_sql.LEADERBOARD
        counts = query.select("count(*)", f"AND tier < 2 GROUP BY {leaderboard} ORDER BY {leaderboard}")
        ranked = query.select("id, ended_ms", f"AND tier < 2 ORDER BY {game_sql.BY_LEADERBOARD}")
        with database.snapshot():
            sizes = database.column(*counts)
            games = array("q", chain.from_iterable(database.each(*ranked)))
            unranked = int(database.column(*query.select("count(*)"))[0]) - sum(sizes)
        return PlaceListing(
            Ranked(sizes, games[::2], games[1::2]),
            Listing(unranked, lambda count: self._unranked(query, count)),
            descending=query.descending,
        )

    @query
    def ids(self, database: Database, query: GameQuery, limit: int | None = None) -> list[int]:
        """Return the ids of the games of a query in its order, or of the first n."""
        order = ", ".join(f"{key} DESC" if query.descending else key for key in game_sql.SORTS[query.sort])
        count = -1 if limit is None else limit
        return database.column(*query.select("id", f"ORDER BY {order} LIMIT :count", count=count))

    @query
    def read(self, database: Database, ids: Sequence[int]) -> list[StoredGame]:
        """Return games by id, in that order, leaving out missing ones."""
        return _read(database, ids)

    @query
    def get(self, database: Database, game: int) -> StoredGame:
        """Return a game by its id. Raises `MissingError` if there is none."""
        return from_row(_row(database, game))

    @query
    def find_by_token(self, database: Database, token: str) -> int | None:
        """Return the id of the game with a token, or None."""
        return next(iter(database.column(game_sql.FIND_GAME, (token,))), None)

    @query
    def bests(self, database: Database) -> frozenset[int]:
        """Return the ids of the best games of each leaderboard."""
        return frozenset(database.column(game_sql.BESTS))

    @query
    def best(self, database: Database, leaderboard: Leaderboard) -> StoredGame | None:
        """Return the best ranked game of a leaderboard, or None."""
        return _best(database, leaderboard)

    @query
    def placing(self, database: Database, game: int) -> Placing:
        """Compare a game with all others of its leaderboard."""
        row = _row(database, game)
        best_before = _best(database, Leaderboard(row["mode"], row["variant"], row["ruleset"]), game)
        better = None if row["tier"] > 1 else database.column(game_sql.COUNT_BETTER, dict(row))[0]
        count = database.column(game_sql.COUNT_RANKED, dict(row))[0]
        return Placing(game, None if better is None else 1 + better, best_before, count)

    @query
    def rule_sets(self, database: Database) -> tuple[RuleSet, ...]:
        """Return the rules by which games were played, each under one name, the styles first."""
        rows = database.rows(game_sql.LEADERBOARDS_PLAYED)
        return rule_sets(
            (Leaderboard(row["mode"], row["variant"], row["ruleset"]), printable(row["preset"])) for row in rows
        )

    @query
    def modes(self, database: Database) -> tuple[str, ...]:
        """Return the names of the modes with stored games."""
        return tuple(database.column("SELECT DISTINCT mode FROM games ORDER BY mode"))

    def recording(self, game: int) -> Recording:
        """Return the recording of a game. Raises `MissingError` if there is none, `DamagedError` for a bad one."""
        try:
            return Recording.from_text(self.recording_text(game))
        except RecordingError as error:
            raise DamagedError(
                _("The recording of game {game} cannot be used: {error}."), game=game, error=error_text(error)
            ) from error

    @query
    def recording_text(self, database: Database, game: int) -> str:
        """Return the text of a game's recording. Raises `MissingError` if there is none, or no such game."""
        row = database.row(game_sql.RECORDING, (game,))
        if row is None:
            _row(database, game)
            raise MissingError(_("Game {game} has no recording."), game=game)
        return str(row["text"])

    @change
    def delete(self, database: Database, game: int) -> None:
        with database.transaction(durable=True):
            database.change("DELETE FROM games WHERE id = ?", (game,))

    @change
    def delete_recording(self, database: Database, game: int) -> None:
        with database.transaction(durable=True):
            database.change("DELETE FROM recordings WHERE game = ?", (game,))

    @change
    def retain_only(self, database: Database, retention: Retention) -> None:
        """Delete for good all data beyond a retention."""
        kept = self._unwritten if retention.includes(Retention.SCORES) else ()
        self._unwritten = [(record, text if retention is Retention.REPLAYS else None) for record, text in kept]
        removed = {Retention.REPLAYS: (), Retention.SCORES: _OF_REPLAYS}.get(retention, TABLES)
        tables = [table for table in reversed(TABLES) if table in removed]  # those that refer to others first
        with database.transaction(durable=True):
            for table in tables:
                database.change(f"DELETE FROM {table}")
        if tables:
            database.shrink()

    @query
    def _unranked(self, database: Database, query: GameQuery, count: int) -> list[int]:
        order = "ended_ms DESC, id DESC" if count > 0 else "ended_ms, id"
        rest = f"AND tier >= 2 ORDER BY {order} LIMIT :count"
        found = database.column(*query.select("id", rest, count=abs(count)))
        return found if count > 0 else found[::-1]


def _read(database: Database, ids: Sequence[int]) -> list[StoredGame]:
    rows: dict[int, sqlite3.Row] = {}
    for start in range(0, len(ids), _IDS_AT_ONCE):
        some = tuple(ids[start : start + _IDS_AT_ONCE])
        statement = game_sql.GAMES.format(", ".join("?" * len(some)))
        rows |= {row["id"]: row for row in database.rows(statement, some)}
    return [from_row(rows[game]) for game in ids if game in rows]


def _row(database: Database, game: int) -> sqlite3.Row:
    row = database.row(game_sql.GAMES.format("?"), (game,))
    if row is None:
        raise MissingError(_("There is no game {game}."), game=game)
    return row


def _best(database: Database, leaderboard: Leaderboard, other_than: int = 0) -> StoredGame | None:
    row = database.row(game_sql.BEST, (*leaderboard, other_than))
    return None if row is None else _read(database, (row["id"],))[0]
