"""Matches of a server: each ended round is stored in one transaction, before players see its result."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError

from piecement_base import timestamps
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import DamagedDatabaseError, StorageError
from piecement_base.language import _, error_text
from piecement_engine import EngineError
from piecement_net.errors import RoomError
from piecement_net.messages.bracket import Entrant
from piecement_net.messages.rounds import StartPlayer
from piecement_net.round_recordings import to_match
from piecement_server.rooms.match_record import MatchRecord, RoundRecord, SeatRecord
from piecement_server.store.database import DAY_MS, AnswerRow, DatabaseStore

_Record = TypeVar("_Record", bound=BaseModel)
_Player = TypeVar("_Player", Entrant, StartPlayer)

_ENDING: Final = ".match"
"""Suffix by which the command `replay` knows files of matches."""
DELETED: Final = "Deleted"
"""Name that replaces the name of a deleted account."""
_NAMELESS: Final = {"name": DELETED, "account": "", "identity": ""}
_SEATS: Final = ("seats", "left", "waiting")
"""Fields of a match with records of seats."""
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
_RECENT: Final = """
    SELECT id, record FROM matches WHERE ended IN (0, 1) AND changed_ms >= :since_ms AND record LIKE :account
"""
_OF_SPAN: Final = "SELECT id FROM matches WHERE id > :after AND id <= :last AND record LIKE :account"
_REPLACE_ROUND: Final = "UPDATE rounds SET record = :record WHERE match = :match AND round = :round"
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
_MANY: Final = 1000
"""Number of matches that are looked through at a time."""


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

    def check_not_in_match(self, account: str, within_ms: int) -> None:
        """Raise `RoomError` if an account plays an unfinished match that changed within a time, on any server."""
        for row in self._recent(account, within_ms):
            match = _read(MatchRecord, row["record"])
            if not match.ended and any(seat.account == account for seat in (*match.seats, *match.waiting)):
                raise RoomError("account_in_match")

    def _recent(self, account: str, within_ms: int) -> Sequence[AnswerRow]:
        return self._database.rows(_RECENT, {"since_ms": self._now_ms() - within_ms, "account": _pattern(account)})

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

    def export(self, target: Path) -> Iterator[tuple[Path, str]]:
        """Write each match to a file of a folder, and yield its path and the reason for a failure, or no text.

        The server may be running. Raises `StorageError` if files cannot be written.
        """
        for started_ms, match in self.stored():
            started, complaint = timestamps.from_ms(started_ms), ""
            path = target / f"{started:%Y-%m-%d %H.%M.%S} {match.id}{_ENDING}"
            try:
                rounds = [record.recording() for record in self.rounds(match.id)]
                recorded = to_match(rounds, timestamps.to_text(started), match.name)
            except (EngineError, RoomError) as error:
                complaint = error_text(error)
            else:
                write_atomically(path, recorded.to_text().encode())
            yield path, complaint

    def forget_player(self, account: str) -> Iterator[None]:
        """Remove the name of a player from all matches and their rounds, one in each piece."""
        for span in self._spans("matches", "id", _MANY):
            for match in self._database.column(_OF_SPAN, {**span, "account": _pattern(account)}):
                self._forget_in(match, account)
                yield
            yield

    def forget_in_recent(self, account: str, within_ms: int) -> None:
        """Remove the name of a player from matches that changed within a time."""
        for row in self._recent(account, within_ms):
            self._forget_in(row["id"], account)

    def _forget_in(self, match: str, account: str) -> None:
        with self._database.transaction():
            for text in self._database.column("SELECT record FROM matches WHERE id = :id", {"id": match}):
                record = _read(MatchRecord, text)
                deleted = _DeletedPlayer(record, account)
                update: dict[str, object] = {name: deleted.nameless(getattr(record, name)) for name in _SEATS}
                if record.bracket is not None:
                    entrants = deleted.renamed(record.bracket.entrants)
                    update["bracket"] = record.bracket.model_copy(update={"entrants": entrants})
                values = {"id": match, "record": record.model_copy(update=update).model_dump_json()}
                self._database.change("UPDATE matches SET record = :record WHERE id = :id", values)
                for played in self.rounds(match):
                    renamed = played.model_copy(update={"players": deleted.renamed(played.players)})
                    row = {"match": match, "round": played.round, "record": renamed.model_dump_json()}
                    self._database.change(_REPLACE_ROUND, row)

    def forget_before(self, days: int) -> Iterator[int]:
        """Delete matches unchanged for a number of days; yield their number, in pieces."""
        values = {"before_ms": self._now_ms() - days * DAY_MS, "few": _FEW}
        while count := self._database.change(_DELETE_OLD, values):
            yield count


class _DeletedPlayer:
    """Player whose account is deleted, in a match."""

    def __init__(self, match: MatchRecord, account: str) -> None:
        self._account: Final = account
        seats: list[SeatRecord] = [seat for name in _SEATS for seat in getattr(match, name)]
        self._seats: Final = {seat.seat for seat in seats if seat.account == account}
        self._others: Final = {(seat.seat, seat.name) for seat in seats if seat.account != account}
        """Others with their seats, which may be those that the player has left."""

    def nameless(self, seats: Iterable[SeatRecord]) -> tuple[SeatRecord, ...]:
        return tuple(seat.model_copy(update=_NAMELESS) if seat.account == self._account else seat for seat in seats)

    def renamed(self, players: Iterable[_Player]) -> tuple[_Player, ...]:
        """Return the players of a round or a bracket, with another name for the deleted one; they have no accounts."""
        return tuple(
            player.model_copy(update={"name": DELETED})
            if player.p in self._seats and (player.p, player.name) not in self._others
            else player
            for player in players
        )


def _pattern(account: str) -> str:
    """Return the pattern of the records that hold an account."""
    return f'%"{account}"%'


def _read(kind: type[_Record], text: str) -> _Record:
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        reason = f"{error.error_count()} errors in a record of a match"
        raise DamagedDatabaseError(_("The database is damaged ({error})."), error=reason) from error
