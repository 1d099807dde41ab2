"""Entries of the leaderboards."""

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from secrets import token_hex
from typing import Any, Final

from piecement_base.database import insertion
from piecement_base.ranking import ruleset_of
from piecement_engine import Recording, RecordingError
from piecement_net.errors import RoomError
from piecement_net.messages.leaderboards import LeaderboardStanding
from piecement_server.leaderboards.entries import LeaderboardEntry
from piecement_server.store.database import DAY_MS, AnswerRow, DatabaseStore

MOST_LINES: Final = 100
UNKNOWN_RULES: Final = "-"
"""Ruleset of an entry whose recording cannot be read."""
WINDOW_MS: Final = {"day": DAY_MS, "week": 7 * DAY_MS}
"""Length of each sliding window (ms)."""
_FEW: Final = 400
"""Maximum number of entries of a window to sort in Python; in a larger one, reading by rank soon finds the first 100.
"""


class Standing(IntEnum):
    """Standing of an entry among those of its player in a mode by the same rules."""

    SUPERSEDED = 0
    """No leaderboard can show it any more: its player has a better and later one."""
    SHOWN = 1
    """A leaderboard of some window can show it."""
    BEST = 2
    """The best of all."""


_RANK: Final = ("tier", "first_key", "second_key", "third_key", "at_ms", "id")
_ORDER: Final = ", ".join(_RANK)
_HOLDER: Final = "SELECT account FROM board_entries WHERE digest = :digest"
_OWN: Final = "account = :account AND mode = :mode AND kind = :kind AND ruleset = :ruleset AND standing > 0"
_SUPERSEDE: Final = f"""
    UPDATE board_entries SET standing = {Standing.SUPERSEDED}
    WHERE {_OWN} AND at_ms <= :at_ms AND day IN ('', :day)
    AND (tier, first_key, second_key, third_key) > (:tier, :first_key, :second_key, :third_key)
"""
_CHOOSE_BEST: Final = f"""
    UPDATE board_entries SET standing = CASE
        WHEN id = (SELECT id FROM board_entries WHERE {_OWN} ORDER BY {_ORDER} LIMIT 1)
        THEN {Standing.BEST} ELSE {Standing.SHOWN}
    END WHERE {_OWN}
"""
_OWN_BEST: Final = f"SELECT {_ORDER} FROM board_entries WHERE {_OWN} AND standing = {Standing.BEST}"
_AHEAD: Final = f"""
    SELECT COUNT(*) FROM board_entries WHERE mode = :mode AND kind = :kind AND ruleset = :ruleset
    AND standing = {Standing.BEST} AND ({_ORDER}) < (:tier, :first_key, :second_key, :third_key, :at_ms, :id)
"""
_FORGET: Final = f"""
    UPDATE board_entries SET recording = ''
    WHERE id > :after AND id <= :last AND standing = {Standing.SUPERSEDED} AND at_ms < :before_ms AND recording <> ''
"""
_FORGOTTEN_AT_ONCE: Final = 20
"""Number of entries that are looked through at a time."""
_ENTRIES: Final = """
    SELECT id, account, at_ms, day, end_word AS "end", time_ns AS "time", score, lines, level, pieces,
        tier, first_key, second_key, third_key,
        (SELECT name FROM accounts WHERE accounts.id = entry.account) AS name
    FROM board_entries AS entry WHERE mode = :mode AND kind = :kind AND :ruleset IN ('', ruleset)
"""
"""Entries of a leaderboard; no ruleset is all rules."""
_WITHOUT_RULESET: Final = "SELECT id, account, mode, kind FROM board_entries WHERE ruleset = '' AND recording <> ''"


def _window_sql(window: str, same_window: str) -> str:
    """Return the statement for the best entries of a window, read in order of rank.

    `same_window` applies the window to `better` in a form that no index of windows fits, so that the index by player is
    used.
    """
    better = ", ".join(f"better.{name}" for name in _RANK)
    present = ", ".join(f"entry.{name}" for name in _RANK)
    return f"""
        {_ENTRIES} AND standing > 0 AND {window} AND NOT EXISTS (
            SELECT 1 FROM board_entries AS better
            WHERE better.account = entry.account AND better.mode = :mode AND better.kind = :kind
            AND :ruleset IN ('', better.ruleset) AND better.standing > 0 AND {same_window} AND ({better}) < ({present})
        ) ORDER BY {_ORDER} LIMIT {MOST_LINES}
    """


_EVER: Final = _window_sql(f"standing = {Standing.BEST}", f"better.standing = {Standing.BEST}")
_OF_DAY: Final = _window_sql("day = :day", "COALESCE(better.day, '') = :day")
_SINCE: Final = _window_sql("at_ms + 0 >= :since_ms", "better.at_ms + 0 >= :since_ms")
"""The sum prevents use of the index by time, which would read the whole window first."""
_RECENT: Final = f"{_ENTRIES} AND standing > 0 AND at_ms >= :since_ms LIMIT {_FEW + 1}"


class LeaderboardStore(DatabaseStore):
    """Store of the leaderboards. Methods raise `StorageError`, and `RoomError` for refused requests."""

    def add(self, entry: LeaderboardEntry, account: str) -> LeaderboardStanding:
        """Add a game to its leaderboard."""
        entry_id = token_hex(8)
        values = {
            **{name: getattr(entry, name) for name in ("kind", "mode", "tier", "day", "digest", "recording")},
            **{name: getattr(entry.result, name) for name in ("time_ns", "score", "lines", "level", "pieces")},
            **dict(zip(("first_key", "second_key", "third_key"), entry.keys, strict=True)),
            "id": entry_id,
            "account": account,
            "at_ms": self._now_ms(),
            "end_word": entry.result.end or "",
            "ruleset": entry.ruleset or UNKNOWN_RULES,
        }
        with self._database.transaction():
            if not self._add(values) and not self._add_seen(values):
                raise RoomError("known_game")
            self._database.change(_SUPERSEDE, values)
            self._database.change(_CHOOSE_BEST, values)
            best = dict(self._database.rows(_OWN_BEST, values)[0])
            ahead = self._database.column(_AHEAD, {**values, **best})[0]
        return LeaderboardStanding(
            id=entry_id, mode=entry.mode, kind=entry.kind, place=ahead + 1, is_best=best["id"] == entry_id
        )

    def listed(self, mode: str, kind: str, window: str, day: str = "", ruleset: str = "") -> Sequence[AnswerRow]:
        """Return a leaderboard, the best entry first, in the columns of `LeaderboardLine`, `account` and `day`.

        `day` is the date of a `daily` leaderboard; no ruleset is all rules.
        """
        which = {"mode": mode, "kind": kind, "ruleset": ruleset}
        if window == "daily":
            return self._database.rows(_OF_DAY, {**which, "day": day})
        if window not in WINDOW_MS:
            return self._database.rows(_EVER, which)
        since = {**which, "since_ms": self._now_ms() - WINDOW_MS[window]}
        recent = self._database.rows(_RECENT, since)
        return self._database.rows(_SINCE, since) if len(recent) > _FEW else _best_rows(recent)

    def forget_recordings(self, days: int) -> Iterator[int]:
        """Delete recordings that no leaderboard has shown for a number of days; yield their number, in pieces.

        Their digests stay, so that the same game cannot be submitted again.
        """
        return self._forget(_FORGET, days, "board_entries", "id", _FORGOTTEN_AT_ONCE)

    def recording(self, entry: str) -> tuple[str, str, str]:
        """Return the recording of an entry, the account of its owner, and the date of its daily."""
        rows = self._database.rows("SELECT recording, account, day FROM board_entries WHERE id = :id", {"id": entry})
        if not rows or not rows[0]["recording"]:
            raise RoomError("no_entry")
        return rows[0]["recording"], rows[0]["account"], rows[0]["day"]

    def add_rulesets(self) -> None:
        """Store the rulesets of entries from before leaderboards by rules, and choose the best entries again."""
        rows, entries = self._database.rows(_WITHOUT_RULESET), list[dict[str, Any]]()
        if not rows:
            return
        with self._database.transaction():
            for row in rows:
                values = {name: row[name] for name in ("id", "account", "mode", "kind")}
                (text,) = self._database.column("SELECT recording FROM board_entries WHERE id = :id", values)
                try:
                    values["ruleset"] = ruleset_of(Recording.from_text(text).setup.rules)
                except RecordingError:
                    values["ruleset"] = UNKNOWN_RULES
                self._database.change("UPDATE board_entries SET ruleset = :ruleset WHERE id = :id", values)
                entries.append(values)
            for values in entries:
                self._database.change(_CHOOSE_BEST, values)

    def _add(self, values: dict[str, Any]) -> int:  # columns of many types
        return self._database.change(insertion("board_entries", values, "digest"), values)

    def _add_seen(self, values: dict[str, Any]) -> int:  # columns of many types
        """Add a witnessed game whose digest another player has: both placed the first pieces of a daily alike."""
        alike = {"digest": values["digest"]}
        if values["kind"] != "witnessed" or values["account"] in self._database.column(_HOLDER, alike):
            return 0
        return self._add({**values, "digest": f"{values['digest']} {values['account']}"})


def _best_rows(rows: Iterable[AnswerRow]) -> list[AnswerRow]:
    best: dict[str, AnswerRow] = {}
    for row in sorted(rows, key=lambda row: tuple(row[name] for name in _RANK)):
        best.setdefault(row["account"], row)
    return list(best.values())[:MOST_LINES]
