"""The matches that a server stores: each round that ended, in one transaction before anybody is told."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from piecement.online.match_record import MatchRecord, RoundRecord
from piecement.storage.database import Database, Schema
from piecement.storage.errors import DamagedDatabaseError

_Record = TypeVar("_Record", bound=BaseModel)

_DAY_MS: Final = 86_400_000
_SCHEMA: Final = Schema(
    application_id=0x5049454D,
    migrations=(
        (
            """
            CREATE TABLE matches (
                id TEXT PRIMARY KEY NOT NULL,
                room TEXT NOT NULL,
                started_ms INTEGER NOT NULL,
                changed_ms INTEGER NOT NULL,
                ended INTEGER NOT NULL,
                record TEXT NOT NULL
            )
            """,
            """
            CREATE TABLE rounds (
                match TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
                round INTEGER NOT NULL,
                ended_ms INTEGER NOT NULL,
                record TEXT NOT NULL,
                PRIMARY KEY (match, round)
            )
            """,
            "CREATE INDEX matches_by_change ON matches (ended, changed_ms)",
        ),
    ),
)
_SET_MATCH: Final = """
    INSERT INTO matches (id, room, started_ms, changed_ms, ended, record)
    VALUES (:id, :room, :now_ms, :now_ms, :ended, :record)
    ON CONFLICT (id) DO UPDATE SET changed_ms = :now_ms, ended = :ended, record = :record
"""
_ADD_ROUND: Final = "INSERT INTO rounds (match, round, ended_ms, record) VALUES (:match, :round, :now_ms, :record)"
_OPEN: Final = "SELECT record FROM matches WHERE NOT ended AND changed_ms >= ? ORDER BY changed_ms"
_ROUNDS: Final = "SELECT record FROM rounds WHERE match = ? ORDER BY round"
_ALL: Final = "SELECT started_ms, record FROM matches ORDER BY started_ms"
_DELETE_OLD: Final = "DELETE FROM matches WHERE changed_ms < ?"


class StoredMatch(NamedTuple):
    """A match as it stands, without its rounds."""

    started_ms: int
    record: MatchRecord


class MatchStore:
    """The database of matches. Every method raises `StorageError` that says in one sentence what cannot be."""

    def __init__(self, path: Path, now_ms: Callable[[], int]) -> None:
        """Open the file, or make it. `now_ms` returns the time of day, in ms since 1970."""
        self._database: Final = Database.open(path, _SCHEMA)
        self._now_ms: Final = now_ms

    def put(self, match: MatchRecord) -> str | None:
        """Store a match as it stands, with the round that ended, on the disk; return the name of that round."""
        now_ms, ended_round = self._now_ms(), match.round
        standing = match.model_copy(update={"round": None}).model_dump_json()
        with self._database.transaction(durable=True):
            self._database.change(
                _SET_MATCH,
                {"id": match.id, "room": match.room, "now_ms": now_ms, "ended": match.ended, "record": standing},
            )
            if ended_round is None:
                return None
            self._database.change(
                _ADD_ROUND,
                {
                    "match": match.id,
                    "round": ended_round.round,
                    "now_ms": now_ms,
                    "record": ended_round.model_dump_json(),
                },
            )
        return f"{match.id}-{ended_round.round}"

    def unfinished(self, within_ms: int) -> list[MatchRecord]:
        """Return the matches that go on and have changed within a time, as they stood when they were stored last."""
        records = self._database.column(_OPEN, (self._now_ms() - within_ms,))
        return [_read(MatchRecord, record) for record in records]

    def rounds(self, match: str) -> list[RoundRecord]:
        """Return the rounds of a match that have ended."""
        return [_read(RoundRecord, record) for record in self._database.column(_ROUNDS, (match,))]

    def stored(self) -> Iterator[StoredMatch]:
        """Yield all matches of which a round has ended, the first one first."""
        for row in self._database.rows(_ALL):
            match = _read(MatchRecord, str(row["record"]))
            if match.rounds:
                yield StoredMatch(int(row["started_ms"]), match)

    def forget_before(self, days: int) -> int:
        """Delete the matches that nothing has happened in for so many days; return how many there were."""
        return self._database.change(_DELETE_OLD, (self._now_ms() - days * _DAY_MS,))

    def close(self) -> None:
        self._database.close()


def _read(kind: type[_Record], text: str) -> _Record:
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        raise DamagedDatabaseError(
            f"The database of matches holds what it cannot ({error.error_count()} errors)."
        ) from error
