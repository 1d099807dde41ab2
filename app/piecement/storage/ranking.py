"""Ranking: each mode's own order of its games, as numbers that a database can sort by."""

from typing import Final

from piecement.storage import sql
from piecement.storage.database import Database
from piecement.storage.records import GameRecord
from piecement_engine import MODES

_UNKNOWN: Final = ("-score", "time")
"""What ranks the games of a mode that this version lacks."""

_COLUMNS: Final = {"time": "time_ns", "score": "score", "lines": "lines", "level": "level", "pieces": "pieces"}
"""The results that a ranking can name, each a column, with their names in a record."""

_KEYS: Final = 3


def ranking_of(mode: str) -> tuple[str, ...]:
    """Return the results that rank a mode's games, with a `-` before those of which more is better."""
    ranking = MODES[mode].ranking if mode in MODES else _UNKNOWN
    return tuple(key for key in ranking if key.removeprefix("-") in _COLUMNS)[:_KEYS]


def rank_keys(record: GameRecord) -> tuple[int, int, int]:
    """Return numbers by which a record comes before those of its mode with higher ones."""
    keys = [_value(record, key) for key in ranking_of(record.origin.mode)]
    first, second, third = [*keys, 0, 0, 0][:_KEYS]
    return first, second, third


def tier(record: GameRecord) -> int:
    """Return 0 for a game that was won, 1 for another; 2 more where it does not compete."""
    return (not record.end.won) + 2 * bool(record.origin.marks)


def keep_ranked(database: Database) -> None:
    """Rank the games of every mode anew whose ranking is another than it was."""
    for row in database.rows(sql.RANKINGS):
        ranking = _written(row["name"])
        if row["ranking"] != ranking:
            first, second, third = [*ranking.split(), "0", "0", "0"][:_KEYS]
            with database.transaction():
                database.change(sql.rerank((first, second, third)), {"mode": row["name"]})
                database.change(sql.SET_RANKING, {"mode": row["name"], "ranking": ranking})


def know_mode(database: Database, mode: str) -> None:
    """See that games of a mode can be kept; be called within a transaction."""
    database.change(sql.SET_RANKING, {"mode": mode, "ranking": _written(mode)})


def _written(mode: str) -> str:
    return " ".join(ranking_of(mode))


def _value(record: GameRecord, key: str) -> int:
    value: int = getattr(record, _COLUMNS[key.removeprefix("-")])
    return -value if key.startswith("-") else value
