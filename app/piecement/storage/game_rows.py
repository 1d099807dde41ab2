"""Games as rows of the database, and back."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import cache
from operator import itemgetter
from sqlite3 import Row
from typing import Any, Final

from piecement.language import _
from piecement.session import timestamps
from piecement.session.counts import Counts
from piecement.session.records import GameRecord, StoredGame
from piecement.session.unranked_reasons import UnrankedReasons
from piecement.storage import sql
from piecement.storage.database import reading_rows
from piecement.storage.errors import DamagedDatabaseError
from piecement.storage.ranking import rank_keys, tier
from piecement.terminal.outside_text import printable
from piecement_engine import End, Result
from piecement_engine.modes.mode import RESULTS

_COUNTS: Final = tuple(count.name for count in fields(Counts))
_NUMBERS: Final = (
    *("id", "started_ms", "ended_ms", *RESULTS, "tier", "rank1", "rank2", "rank3"),
    *(name for name in _COUNTS if name not in {"faults", "faulty"}),
)

# A page of games is read while a key is held.
_numbers_of: Final = itemgetter(*_NUMBERS)
_results_of: Final = itemgetter(*RESULTS)
_counts_of: Final = itemgetter(_COUNTS[0], _COUNTS[1], *_COUNTS[2:])  # a type checker knows no count of names


def row_of(record: GameRecord) -> dict[str, object]:
    """Return a game as values of columns."""
    origin, result = record.origin, record.result
    results = {name: getattr(result, "time_ns" if name == "time" else name) for name in RESULTS}
    first, second, third = rank_keys(origin.mode, results, record.goals)
    return {
        **results,
        "token": origin.token,
        "mode": origin.mode,
        "variant": origin.variant,
        "preset": origin.preset,
        "rules": record.rules,
        "seed": None if record.seed is None else str(record.seed),
        "started_ms": timestamps.to_ms(origin.started),
        "ended_ms": timestamps.to_ms(record.ended),
        "outcome": record.end.value,
        **asdict(record.counts),
        **{name: int(getattr(origin.unranked, name)) for name in sql.MARK_COLUMNS},
        "progress": int(record.progress),
        "goals": json.dumps(dict(record.goals)),
        "tier": tier(record),
        "rank1": first,
        "rank2": second,
        "rank3": third,
    }


@cache
def _reasons(*names: str) -> UnrankedReasons:
    return UnrankedReasons.named(names)


@reading_rows()
def game_of(row: Mapping[str, Any] | Row) -> StoredGame:  # SQLite has values of many types
    """Return the game of a row. Raises `DamagedDatabaseError` for impossible values."""
    if not {int}.issuperset(map(type, _numbers_of(row))):
        raise DamagedDatabaseError(_("A number of a game is invalid."))
    return StoredGame(
        id=row["id"],
        mode=printable(row["mode"]),
        variant=printable(row["variant"]),
        preset=printable(row["preset"]),
        unranked=_reasons(*(name for name in sql.MARK_COLUMNS if row[name])),
        started=timestamps.from_ms(row["started_ms"]),
        ended=timestamps.from_ms(row["ended_ms"]),
        result=Result(End(row["outcome"]), *_results_of(row)),
        counts=Counts(**dict(zip(_COUNTS, _counts_of(row), strict=True))),
        seed=None if row["seed"] is None else int(row["seed"]),
        rules=row["rules"],
        has_recording=bool(row["recorded"]),
    )
