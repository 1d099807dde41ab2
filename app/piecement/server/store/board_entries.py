"""The entries of the boards. Of each player a board has the best one."""

from collections.abc import Callable
from secrets import token_hex
from typing import Any, Final, NamedTuple

from piecement.online.errors import RoomError
from piecement.server.boards.board_entry import BoardEntry
from piecement.server.store.server_database import AnswerRow, ServerDatabase

MOST_LINES: Final = 100
_DAY_MS: Final = 86_400_000
WINDOW_MS: Final = {"day": _DAY_MS, "week": 7 * _DAY_MS}
"""How far back the windows of time reach; all others have no end."""

_ORDER: Final = "tier, first_key, second_key, third_key, at_ms, id"
_ADD: Final = """
    INSERT INTO board_entries (
        id, kind, mode, account, at_ms, day, tier, first_key, second_key, third_key,
        end_word, time_ns, score, lines, level, pieces, digest, recording
    ) VALUES (
        :id, :kind, :mode, :account, :at_ms, :day, :tier, :first_key, :second_key, :third_key,
        :end_word, :time_ns, :score, :lines, :level, :pieces, :digest, :recording
    ) ON CONFLICT (digest) DO NOTHING
"""
_HOLDER: Final = "SELECT account FROM board_entries WHERE digest = :digest"
_BEST: Final = f"""
    SELECT id, account, at_ms, day, end_word, time_ns, score, lines, level, pieces,
        tier, first_key, second_key, third_key,
        ROW_NUMBER() OVER (PARTITION BY account ORDER BY {_ORDER}) AS own_place
    FROM board_entries
    WHERE kind = :kind AND mode = :mode AND at_ms >= :since_ms AND (:day = '' OR day = :day)
"""  # noqa: S608 - all of it is written here
_BOARD: Final = f"""
    SELECT best.*, (SELECT name FROM accounts WHERE accounts.id = best.account) AS name FROM ({_BEST}) AS best
    WHERE own_place = 1 ORDER BY {_ORDER} LIMIT :most
"""  # noqa: S608 - as above
_PLACES: Final = f"SELECT id, account FROM ({_BEST}) AS best WHERE own_place = 1 ORDER BY {_ORDER}"  # noqa: S608 - as above


class StoredEntry(NamedTuple):
    """An entry as a board shows it."""

    id: str
    account: str
    name: str
    at_ms: int
    day: str
    end: str
    time_ns: int
    score: int
    lines: int
    level: int
    pieces: int


class Placed(NamedTuple):
    """Where a game stands."""

    id: str
    place: int
    """That of the best game of its player."""
    is_best: bool


class BoardEntryStore:
    """The boards in a database. Methods raise `StorageError`, and `RoomError` for what may not be."""

    def __init__(self, database: ServerDatabase, now_ms: Callable[[], int]) -> None:
        self._database: Final = database
        self._now_ms: Final = now_ms

    def add(self, entry: BoardEntry, account: str) -> Placed:
        """Put a game on its board."""
        result, (first_key, second_key, third_key) = entry.result, entry.keys
        values = {
            "id": token_hex(8),
            "kind": entry.kind,
            "mode": entry.mode,
            "account": account,
            "at_ms": self._now_ms(),
            "day": entry.day,
            "tier": entry.tier,
            "first_key": first_key,
            "second_key": second_key,
            "third_key": third_key,
            "end_word": result.end or "",
            "time_ns": result.time_ns,
            "score": result.score,
            "lines": result.lines,
            "level": result.level,
            "pieces": result.pieces,
            "digest": entry.digest,
            "recording": entry.recording,
        }
        with self._database.transaction():
            if not self._database.change(_ADD, values) and not self._add_seen(values):
                raise RoomError("known_game")
            places = self._database.rows(_PLACES, _which(entry.mode, entry.kind))
        owners = [row["account"] for row in places]
        place = owners.index(account)
        return Placed(str(values["id"]), place + 1, is_best=places[place]["id"] == values["id"])

    def board(self, mode: str, kind: str, window: str, day: str = "") -> list[StoredEntry]:
        """Return a board, the best entry first; `day` is the date of a `daily` one."""
        since_ms = self._now_ms() - WINDOW_MS[window] if window in WINDOW_MS else 0
        rows = self._database.rows(_BOARD, {**_which(mode, kind, since_ms, day), "most": MOST_LINES})
        return [_entry(row) for row in rows]

    def recording(self, entry: str) -> tuple[str, str, str]:
        """Return the recording of an entry, whose it is, and the date of its pieces."""
        rows = self._database.rows("SELECT recording, account, day FROM board_entries WHERE id = :id", {"id": entry})
        if not rows:
            raise RoomError("no_entry")
        return rows[0]["recording"], rows[0]["account"], rows[0]["day"]

    def _add_seen(self, values: dict[str, Any]) -> int:  # columns of many types
        """Add a game that is like somebody else's although it was seen: both placed the first pieces of a day alike."""
        alike = {"digest": values["digest"]}
        if values["kind"] != "witnessed" or values["account"] in self._database.column(_HOLDER, alike):
            return 0
        return self._database.change(_ADD, {**values, "digest": f"{values['digest']} {values['account']}"})


def _which(mode: str, kind: str, since_ms: int = 0, day: str = "") -> dict[str, Any]:  # columns of many types
    return {"mode": mode, "kind": kind, "since_ms": since_ms, "day": day}


def _entry(row: AnswerRow) -> StoredEntry:
    return StoredEntry(
        row["id"],
        row["account"],
        row["name"],
        row["at_ms"],
        row["day"],
        row["end_word"],
        row["time_ns"],
        row["score"],
        row["lines"],
        row["level"],
        row["pieces"],
    )
