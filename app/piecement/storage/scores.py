"""The games that ended: keeping them, finding them again in any order, and which is the best."""

import json
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from sqlite3 import Row
from typing import Any, Final

from piecement.session import moments
from piecement.session.counts import Counts
from piecement.session.marks import Marks
from piecement.session.records import GameRecord, Placing, StoredGame
from piecement.storage import sql
from piecement.storage.database import Database, reading_rows
from piecement.storage.errors import DamagedDatabaseError, MissingError
from piecement.storage.ranking import know_mode, rank_keys, tier
from piecement.terminal.outside_text import printable
from piecement_engine import End

_NUMBERS: Final = (
    *("id", "started_ms", "ended_ms", "time", "score", "lines", "level", "pieces", "presses", "holds"),
    *("singles", "doubles", "triples", "quads", "larger", "spins", "perfect_clears", "max_combo", "max_back_to_back"),
    *("tier", "rank1", "rank2", "rank3"),
)
_COUNTS: Final = tuple(count.name for count in fields(Counts))
_IDS_AT_ONCE: Final = 500
_PART: Final = 512
"""The ids that a listing reads at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameQuery:
    """Which games, and in which order."""

    mode: str | None = None
    variant: str | None = None
    preset: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    """Up to this moment, without it."""
    competing: bool = False
    """Only those without a mark."""
    by_player: bool = False
    """Only those that no bot played."""
    recorded: bool = False
    """Only those that can be watched."""
    sort: str = "rank"
    """A name in `SORTS`; `rank` is each mode's own order, best first."""
    descending: bool = False
    """Whether the order is turned round."""

    def filters(self) -> tuple[tuple[str, ...], dict[str, object]]:
        """Return the names of the filters in force, and their values."""
        values: dict[str, object] = {
            "mode": self.mode,
            "variant": self.variant,
            "preset": self.preset,
            "since_ms": self.since and moments.to_ms(self.since),
            "until_ms": self.until and moments.to_ms(self.until),
            "competing": self.competing or None,
            "by_player": self.by_player or None,
            "recorded": self.recorded or None,
        }
        given = {name: value for name, value in values.items() if value is not None}
        return tuple(given), given


ALL: Final = GameQuery()
"""All games."""

SORTS: Final = tuple(sql.SORTS)
"""What games can be sorted by."""


ReadIds = Callable[[int, int], Sequence[int]]
"""Returns the ids of the games of an order from an index on, so many, fewer at the end."""


def no_ids(start: int, count: int) -> Sequence[int]:  # noqa: ARG001 - it stands for a reader of ids
    """Return the ids of no games."""
    return ()


class Listing:
    """The games of a query in its order: how many there are, and their ids, read in parts when they are asked for."""

    def __init__(self, length: int = 0, read: ReadIds = no_ids) -> None:
        self._length: Final = length
        self._read: Final = read
        self._parts: dict[int, array[int]] = {}

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[int]:
        return iter(self._read(0, self._length))

    def page(self, start: int, count: int) -> list[int]:
        """Return so many ids from an index on, fewer at the end. Raises `StorageError` where they cannot be read."""
        end = min(start + count, self._length)
        numbers = range(start // _PART, -(-end // _PART))
        return [
            game
            for number in numbers
            for game in self._part(number)[max(0, start - number * _PART) : end - number * _PART]
        ]

    def _part(self, number: int) -> "array[int]":
        if number not in self._parts:
            self._parts[number] = array("q", self._read(number * _PART, _PART))
        return self._parts[number]


def add(database: Database, record: GameRecord, text: str | None) -> int:
    """Keep a game, unless it is kept already, with the text of its recording; return its id."""
    with database.transaction(durable=True):
        know_mode(database, record.origin.mode)
        database.change(sql.ADD_GAME, _values(record))
        game = called(database, record.origin.token) or 0
        if text is not None:
            database.change(sql.ADD_RECORDING, (game, text))
        database.change(sql.DELETE_CHECKPOINT, (record.origin.token,))
    return game


@reading_rows()
def placing(database: Database, game: int) -> Placing:
    """Return how a game compares with all others of its mode and variant."""
    row = _row(database, game)
    before = database.row(sql.BEST, (row["mode"], row["variant"], game))
    best_before = None if before is None else stored(database, (before["id"],))[0]
    if row["tier"] > 1:
        return Placing(game, None, best_before)
    better = database.row(sql.BETTER, {name: row[name] for name in _BETTER_VALUES})
    return Placing(game, 1 + (0 if better is None else better[0]), best_before)


_BETTER_VALUES: Final = ("mode", "variant", "tier", "rank1", "rank2", "rank3", "ended_ms", "id")


@reading_rows()
def count(database: Database, query: GameQuery) -> int:
    """Return how many games pass the filters of a query."""
    filters, values = query.filters()
    row = database.row(sql.count_games(filters), values)
    return 0 if row is None else int(row[0])


@reading_rows()
def ids(database: Database, query: GameQuery, start: int, count: int, length: int) -> list[int]:
    """Return the ids of games of a query, from an index on; those near its end are read from there.

    `length` is how many games the query has.
    """
    filters, values = query.filters()
    count = max(0, min(count, length - start))
    from_end = length - start - count
    backwards = from_end < start
    question = sql.game_ids(filters, query.sort, descending=query.descending != backwards)
    found = database.column(question, {**values, "start": min(start, from_end), "count": count})
    return found[::-1] if backwards else found


@reading_rows()
def stored(database: Database, ids: Sequence[int]) -> list[StoredGame]:
    """Return games by id, in that order, without those that are not kept any more."""
    rows: dict[int, Row] = {}
    for start in range(0, len(ids), _IDS_AT_ONCE):
        some = tuple(ids[start : start + _IDS_AT_ONCE])
        question = sql.GAMES.format(", ".join("?" * len(some)))
        rows |= {row["id"]: row for row in database.rows(question, some)}
    return [read_game(rows[game]) for game in ids if game in rows]


def one(database: Database, game: int) -> StoredGame:
    """Return a game. Raises `MissingError` if it is not kept."""
    return read_game(_row(database, game))


@reading_rows()
def called(database: Database, token: str) -> int | None:
    """Return the id of the game of a token, if it is kept."""
    row = database.row(sql.GAME_CALLED, (token,))
    return None if row is None else int(row["id"])


@reading_rows()
def bests(database: Database) -> frozenset[int]:
    """Return the ids of the best games, one of each mode and variant."""
    return frozenset(database.column(sql.BESTS))


@reading_rows()
def best(database: Database, mode: str, variant: str) -> StoredGame | None:
    """Return the best game of a mode and variant, if there is one that competes."""
    row = database.row(sql.BEST, (mode, variant, 0))
    return None if row is None else stored(database, (row["id"],))[0]


@reading_rows()
def has_won(database: Database, mode: str) -> bool:
    """Return whether a game of a mode that competes was ever won."""
    row = database.row(sql.HAS_WON, (mode,))
    return row is not None and bool(row[0])


@reading_rows()
def names(database: Database, question: str) -> tuple[str, ...]:
    """Return the names that answer a question."""
    return tuple(database.column(question))


def recording_text(database: Database, game: int) -> str:
    """Return the text of a game's recording. Raises `MissingError` if there is none."""
    row = database.row(sql.RECORDING, (game,))
    if row is None:
        raise MissingError(f"Game {game} has no recording.")
    return str(row["text"])


def delete(database: Database, game: int) -> None:
    """Forget a game and its recording."""
    with database.transaction(durable=True):
        database.change(sql.DELETE_GAME, (game,))


def delete_recording(database: Database, game: int) -> None:
    """Forget only the recording of a game."""
    with database.transaction(durable=True):
        database.change(sql.DELETE_RECORDING, (game,))


def _row(database: Database, game: int) -> Row:
    row = database.row(sql.GAMES.format("?"), (game,))
    if row is None:
        raise MissingError(f"There is no game {game}.")
    return row


def _values(record: GameRecord) -> dict[str, object]:
    origin = record.origin
    results = {
        "time": record.time_ns,
        "score": record.score,
        "lines": record.lines,
        "level": record.level,
        "pieces": record.pieces,
    }
    first, second, third = rank_keys(origin.mode, results, record.goals)
    return {
        **results,
        "token": origin.token,
        "mode": origin.mode,
        "variant": origin.variant,
        "preset": origin.preset,
        "rules": record.rules,
        "seed": None if record.seed is None else str(record.seed),
        "started_ms": moments.to_ms(origin.started),
        "ended_ms": moments.to_ms(record.ended),
        "outcome": record.end.value,
        **asdict(record.counts),
        **{name: int(getattr(origin.marks, name)) for name in sql.MARK_COLUMNS},
        "progress": int(record.progress),
        "goals": json.dumps(dict(record.goals)),
        "tier": tier(record),
        "rank1": first,
        "rank2": second,
        "rank3": third,
    }


@reading_rows()
def read_game(row: Mapping[str, Any] | Row) -> StoredGame:  # SQLite has values of many types
    """Return the game of a row. Raises `DamagedDatabaseError` where it holds what no game can have."""
    if not all(isinstance(row[name], int) for name in _NUMBERS):
        raise DamagedDatabaseError("A number of a game is none.")
    return _game(row)


def _game(row: Mapping[str, Any] | Row) -> StoredGame:  # as above
    return StoredGame(
        id=row["id"],
        mode=printable(row["mode"]),
        variant=printable(row["variant"]),
        preset=printable(row["preset"]),
        marks=Marks.named(name for name in sql.MARK_COLUMNS if row[name]),
        started=moments.from_ms(row["started_ms"]),
        ended=moments.from_ms(row["ended_ms"]),
        end=End(row["outcome"]),
        time_ns=row["time"],
        score=row["score"],
        lines=row["lines"],
        level=row["level"],
        pieces=row["pieces"],
        counts=Counts(**{name: row[name] for name in _COUNTS}),
        seed=None if row["seed"] is None else int(row["seed"]),
        rules=row["rules"],
        has_recording=bool(row["recorded"]),
    )
