"""Matches of a server: each ended round is stored in one transaction, before players see its result."""

from collections.abc import Collection, Iterable, Iterator
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError

from piecement_base.errors import DamagedDatabaseError, StorageError
from piecement_server.rooms.match_record import MatchRecord, RoundRecord, SeatRecord
from piecement_server.store.database import DAY_MS, DatabaseStore

_Record = TypeVar("_Record", bound=BaseModel)

DELETED: Final = "Deleted"
"""Name that replaces the name of a deleted account."""
_NAMELESS: Final = {"name": DELETED, "account": "", "identity": ""}
_SET_MATCH: Final = """
    INSERT INTO matches (id, room, started_ms, changed_ms, ended, record)
    VALUES (:id, :room, :now_ms, :now_ms, :ended, :record)
    ON CONFLICT (id) DO UPDATE SET changed_ms = :now_ms, ended = :ended, record = :record
"""
_ADD_ROUND: Final = """
    INSERT INTO rounds (match, round, ended_ms, record) VALUES (:match, :round, :now_ms, :record)
    ON CONFLICT (match, round) DO UPDATE SET record = excluded.record WHERE rounds.record = excluded.record
"""
"""Storing the same round again changes nothing: an earlier commit may have lost its acknowledgement."""
_OPEN: Final = """
    SELECT record FROM matches WHERE ended = 0 AND changed_ms >= :since_ms OR changed_ms >= :ended_since_ms
    ORDER BY changed_ms
"""
_OPEN_OF: Final = """
    SELECT record FROM matches WHERE ended = 0 AND changed_ms >= :since_ms AND record LIKE :account
"""
_LAST_ROUND: Final = "SELECT record FROM rounds WHERE match = :match ORDER BY round DESC LIMIT 1"
_ROUNDS: Final = "SELECT record FROM rounds WHERE match = :match ORDER BY round"
_ALL: Final = "SELECT started_ms, record FROM matches ORDER BY started_ms"
_DELETE_OLD: Final = """
    DELETE FROM matches WHERE id IN
    (SELECT id FROM matches WHERE ended IN (0, 1) AND changed_ms < :before_ms LIMIT :few)
"""
"""The values of `ended` let the index be used."""
_FEW: Final = 4
"""Number of matches that are deleted at a time, with all their rounds."""


class MatchStore(DatabaseStore):
    """Store of matches. Methods raise `StorageError` with one sentence."""

    def put(self, match: MatchRecord) -> str | None:
        """Store the state of a match and its ended round durably; return the name of that round."""
        now_ms, ended_round = self._now_ms(), match.round
        standing = match.model_copy(update={"round": None}).model_dump_json()
        with self._database.transaction():
            state = {"id": match.id, "room": match.room, "ended": int(match.ended), "record": standing}
            self._database.change(_SET_MATCH, {**state, "now_ms": now_ms})
            if ended_round is None:
                return None
            played = {"match": match.id, "round": ended_round.round, "record": ended_round.model_dump_json()}
            if not self._database.change(_ADD_ROUND, {**played, "now_ms": now_ms}):
                raise StorageError(f"Round {ended_round.round} of match {match.id} is stored already, and is another.")
        return match.round_name

    def unfinished(self, within_ms: int, ended_within_ms: int) -> list[MatchRecord]:
        """Return the unfinished matches that changed within a time, each with its last round.

        Matches that ended within the other time are included: their players may not have received the result.
        """
        now_ms = self._now_ms()
        since = {"since_ms": now_ms - within_ms, "ended_since_ms": now_ms - ended_within_ms}
        return [self._with_last_round(_read(MatchRecord, record)) for record in self._database.column(_OPEN, since)]

    def has_in_match(self, account: str, within_ms: int) -> bool:
        """Whether an account plays an unfinished match that changed within a time, on any server."""
        values = {"since_ms": self._now_ms() - within_ms, "account": f'%"{account}"%'}
        found = (_read(MatchRecord, record) for record in self._database.column(_OPEN_OF, values))
        return any(seat.account == account for match in found for seat in (*match.seats, *match.waiting))

    def _with_last_round(self, match: MatchRecord) -> MatchRecord:
        for record in self._database.column(_LAST_ROUND, {"match": match.id}):
            return match.model_copy(update={"round": _read(RoundRecord, record)})
        return match

    def rounds(self, match: str) -> list[RoundRecord]:
        """Return the ended rounds of a match."""
        return [_read(RoundRecord, record) for record in self._database.column(_ROUNDS, {"match": match})]

    def stored(self) -> Iterator[tuple[int, MatchRecord]]:
        """Yield all matches with an ended round, oldest first: the time of its start (ms), and its state."""
        for row in self._database.rows(_ALL):
            match = _read(MatchRecord, str(row["record"]))
            if match.rounds:
                yield int(row["started_ms"]), match

    def forget_player(self, match: str, account: str) -> None:
        """Remove the name of a player from a match and its rounds."""
        with self._database.transaction():
            for text in self._database.column("SELECT record FROM matches WHERE id = :id", {"id": match}):
                record = _read(MatchRecord, text)
                seats = {seat.seat for seat in (*record.seats, *record.left) if seat.account == account}
                nameless = record.model_copy(
                    update={"seats": _without_names(record.seats, seats), "left": _without_names(record.left, seats)}
                )
                values = {"id": match, "record": nameless.model_dump_json()}
                self._database.change("UPDATE matches SET record = :record WHERE id = :id", values)
                self._forget_in_rounds(match, seats)

    def _forget_in_rounds(self, match: str, seats: Collection[int]) -> None:
        for played in self.rounds(match):
            players = tuple(
                player.model_copy(update={"name": DELETED}) if player.p in seats else player
                for player in played.players
            )
            record = played.model_copy(update={"players": players}).model_dump_json()
            values = {"match": match, "round": played.round, "record": record}
            self._database.change("UPDATE rounds SET record = :record WHERE match = :match AND round = :round", values)

    def forget_before(self, days: int) -> Iterator[int]:
        """Delete matches unchanged for a number of days; yield their number, in pieces."""
        values = {"before_ms": self._now_ms() - days * DAY_MS, "few": _FEW}
        while count := self._database.change(_DELETE_OLD, values):
            yield count


def _without_names(records: Iterable[SeatRecord], seats: Collection[int]) -> tuple[SeatRecord, ...]:
    return tuple(one.model_copy(update=_NAMELESS) if one.seat in seats else one for one in records)


def _read(kind: type[_Record], text: str) -> _Record:
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        raise DamagedDatabaseError(
            f"The database of matches holds what it cannot ({error.error_count()} errors)."
        ) from error
