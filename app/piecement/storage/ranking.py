"""Ranking: the order of games of each mode, as numbers that a database can sort by."""

import json
from collections.abc import Mapping
from typing import Final

from piecement.session.records import GameRecord
from piecement.storage import sql
from piecement.storage.database import Database, reading_rows
from piecement_engine import MODES
from piecement_engine.modes.mode import RESULTS

_UNKNOWN: Final = ("-score", "time")
"""Ranking of modes that this version lacks."""

_KEYS: Final = 3


def ranking_of(mode: str) -> tuple[str, ...]:
    """Return the results that rank games of a mode, with a `-` if more is better."""
    ranking = MODES[mode].ranking if mode in MODES else _UNKNOWN
    return tuple(key for key in ranking if key.removeprefix("-") in RESULTS)[:_KEYS]


def rank_keys(mode: str, results: Mapping[str, int], goals: Mapping[str, int]) -> tuple[int, int, int]:
    """Return the sort keys of a game within its mode, lower is better.

    What goes beyond a goal does not count: of two games to 40 lines the faster one is better, if it has 41 or not.
    """
    keys = [_key(name, results, goals) for name in ranking_of(mode)]
    first, second, third = [*keys, 0, 0, 0][:_KEYS]
    return first, second, third


def tier(record: GameRecord) -> int:
    """Return 0 for a won game, 1 for a lost one; 2 more if it is unranked."""
    return (not record.end.won) + 2 * bool(record.origin.unranked)


@reading_rows()
def update_rankings(database: Database) -> None:
    """Rank games anew in every mode whose ranking has changed."""
    for row in database.rows(sql.RANKINGS):
        if row["ranking"] != _written(row["name"]):
            with database.transaction():
                _rank_anew(database, row["name"])


def add_mode(database: Database, mode: str) -> None:
    """Add a mode, so that games of it can be stored. Call within a transaction."""
    database.change(sql.SET_RANKING, {"mode": mode, "ranking": _written(mode)})


def _rank_anew(database: Database, mode: str) -> None:
    for row in database.rows(sql.RESULTS_OF_MODE, (mode,)):
        keys = rank_keys(mode, {name: row[name] for name in RESULTS}, json.loads(row["goals"]))
        database.change(sql.RANK_GAME, (*keys, row["id"]))
    add_mode(database, mode)


def _written(mode: str) -> str:
    return " ".join(ranking_of(mode))


def _key(name: str, results: Mapping[str, int], goals: Mapping[str, int]) -> int:
    if not name.startswith("-"):
        return results[name]
    more_is_better = name.removeprefix("-")
    value = results[more_is_better]
    return -min(value, goals.get(more_is_better, value))
