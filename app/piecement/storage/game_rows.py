"""Games as rows of the database."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import cache
from operator import itemgetter
from sqlite3 import Row
from typing import Any, Final

from piecement.session.records import GameRecord, StoredGame
from piecement.session.statistics import Counts
from piecement_base import timestamps
from piecement_base.database import reading_rows
from piecement_base.errors import DamagedDatabaseError
from piecement_base.language import _
from piecement_base.origin import Owner, UnrankedReasons
from piecement_base.printable import printable
from piecement_base.ranking import rank_keys, results_of
from piecement_engine import End, Result
from piecement_engine.modes.mode import RESULTS

_COUNTS: Final = tuple(count.name for count in fields(Counts))
_NUMBERS: Final = (
    *("id", "started_ms", "ended_ms", *RESULTS, "tier", "rank1", "rank2", "rank3"),
    *(name for name in _COUNTS if name not in {"faults", "faulty"}),
)
_MARKS: Final = ("practice", "bot", "unranked", "imported")
"""Columns of the reasons for which a game is unranked."""

# A page of games is read while a key is held.
_numbers_of: Final = itemgetter(*_NUMBERS)
_result_columns: Final = itemgetter(*RESULTS)
_counts_of: Final = itemgetter(_COUNTS[0], _COUNTS[1], *_COUNTS[2:])  # a type checker knows no count of names


def to_row(record: GameRecord, ranking: Sequence[str]) -> dict[str, object]:
    """Return a game as values of columns; its mode is ranked by these results, as `ranking_keys` returns them."""
    origin, result = record.origin, record.result
    marks = origin.unranked.names()
    results = results_of(result)
    return {
        **results,
        **{name: getattr(origin, name) for name in ("token", "mode", "variant", "preset")},
        "rules": record.rules,
        "ruleset": record.ruleset,
        "seed": None if record.seed is None else str(record.seed),
        "started_ms": timestamps.to_ms(origin.started),
        "ended_ms": timestamps.to_ms(record.ended),
        "outcome": record.end.value,
        **asdict(record.counts),
        **{name: int(name in marks) for name in _MARKS},
        "owner": origin.owner.value,
        "goals": json.dumps(dict(record.goals)),
        "tier": (not record.end.won) + 2 * bool(origin.unranked),  # 0 for a won game, 1 for a lost one, 2 more unranked
        **dict(zip(("rank1", "rank2", "rank3"), rank_keys(ranking, results, record.goals), strict=True)),
    }


@cache
def _reasons(*names: str) -> UnrankedReasons:
    return UnrankedReasons.named(names)


@reading_rows()
def from_row(row: Mapping[str, Any] | Row) -> StoredGame:  # SQLite has values of many types
    """Return the game of a row. Raises `DamagedDatabaseError` for impossible values."""
    if not {int}.issuperset(map(type, _numbers_of(row))):
        raise DamagedDatabaseError(_("A number of a game is invalid."))
    return StoredGame(
        id=row["id"],
        mode=printable(row["mode"]),
        variant=printable(row["variant"]),
        preset=printable(row["preset"]),
        unranked=_reasons(*(name for name in _MARKS if row[name])),
        started=timestamps.from_ms(row["started_ms"]),
        ended=timestamps.from_ms(row["ended_ms"]),
        result=Result(End(row["outcome"]), *_result_columns(row)),
        counts=Counts(**dict(zip(_COUNTS, _counts_of(row), strict=True))),
        seed=None if row["seed"] is None else int(row["seed"]),
        rules=row["rules"],
        ruleset=row["ruleset"],
        owner=Owner(row["owner"]),
        has_recording=bool(row["recorded"]),
    )
