"""Games of tetrs, read from its save files."""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from piecement.session.records import GameRecord
from piecement.session.statistics import Counts
from piecement.storage.input_file import read_input
from piecement_base import timestamps
from piecement_base.errors import DamagedError
from piecement_base.language import _
from piecement_base.origin import Origin, Owner, UnrankedReasons
from piecement_base.printable import plain_name
from piecement_base.ranking import goals_of
from piecement_engine import MODES, End, Result

_Json = Mapping[str, Any]  # a JSON object has values of any JSON type

MODE_NAMES: Final = {
    "40-Lines": "40_lines",
    "Marathon": "marathon",
    "Time Trial": "time_trial",
    "Master": "master",
    "Cheese": "cheese",
    "Puzzle": "puzzle",
    "Custom Mode": "custom",
}
"""Name in this game of each mode of tetrs."""

_ENDS: Final = {
    "LockOut": End.LOCK_OUT,
    "BlockOut": End.BLOCK_OUT,
    "ModeLimit": End.LIMIT_REACHED,
    "Forfeit": End.FORFEIT,
}


_MOST_COUNT: Final = 10**16
"""More than any figure of a game, and so little that the database can add up many of them."""


def read_games(path: Path, owner: Owner) -> list[GameRecord]:
    """Return the readable games of a save file as those of an owner. Raises `StorageError` for any other file."""
    try:
        content: Any = json.loads(read_input(path))  # a JSON value has any type
    except (ValueError, RecursionError) as error:
        raise DamagedError(_("{path} is not JSON."), path=path) from error
    match content:
        case [*_, [*games]]:
            records: list[GameRecord] = []
            for game in games:
                with suppress(LookupError, ValueError, TypeError, AttributeError, ArithmeticError, RecursionError):
                    records.append(_record(game, owner))
            return records
        case _:
            raise DamagedError(
                _("{path} is not a save file of tetrs: it must be a list that ends with the list of games."), path=path
            )


def _record(game: _Json, owner: Owner) -> GameRecord:
    state = game["last_state"]
    time = state["time"]
    ended = timestamps.known_or_epoch(datetime.strptime(game["timestamp"], "%Y-%m-%d %H:%M").replace(tzinfo=UTC))
    spins, singles, doubles, triples, quads = (_count(count) for count in game["actions"])
    name = plain_name(game["gamemode"]["name"])
    mode = MODE_NAMES.get(name, name)
    identity = hashlib.blake2s(json.dumps(game, sort_keys=True).encode(), digest_size=8).hexdigest()
    return GameRecord(
        origin=Origin(
            mode=mode,
            preset="tetrs",
            unranked=UnrankedReasons(imported=True),
            started=ended,
            owner=owner,
            token=identity,
        ),
        ended=ended,
        result=Result(
            end=_end(state["end"]),
            time_ns=_count(_count(time["secs"]) * 1_000_000_000 + _count(time["nanos"])),
            score=_count(state["score"]),
            lines=_count(state["lines_cleared"]),
            level=_count(state["level"]),
            pieces=_count(sum(_count(count) for count in state["pieces_played"])),
        ),
        goals=goals_of(MODES[mode].rules) if mode in MODES else {},
        counts=Counts(spins=spins, singles=singles, doubles=doubles, triples=triples, quads=quads),
    )


def _count(value: Any) -> int:  # a JSON value has any type
    """Return a figure of a game. Raises `ValueError` if no game can have it."""
    count = int(value)
    if not 0 <= count <= _MOST_COUNT:
        raise ValueError(f"{count} is not a number of a game")
    return count


def _end(end: _Json | None) -> End:
    if end is None:
        return End.FORFEIT
    return End.COMPLETED if "Ok" in end else _ENDS.get(end.get("Err", ""), End.FORFEIT)
