"""Request handlers for the leaderboards, run in the thread of the stores."""

from secrets import randbits

from piecement.online.errors import RoomError
from piecement.online.messages.boards import (
    PART_FROM_SERVER,
    AskBoard,
    AskEntry,
    BoardLine,
    BoardList,
    BoardStanding,
    EntryPart,
    Solo,
    SoloStart,
)
from piecement.online.messages.message import Numbered
from piecement.server.boards.board_entry import BoardEntry
from piecement.server.boards.fair_rules import board_mode, fair_setup
from piecement.server.store.board_entries import StoredEntry
from piecement.server.store.stores import Stores
from piecement.session.daily import DAILY_MODES

Question = AskBoard | AskEntry | Solo | BoardEntry
"""Requests handled here; a `BoardEntry` is a request to add it to its board."""


def answer_board(stores: Stores, account: str, question: Question) -> Numbered:
    """Handle a request; a guest has an empty account id. Raises `StorageError` and `RoomError`."""
    match question:
        case AskBoard():
            return _board(stores, account, question)
        case AskEntry():
            return _entry_part(stores, account, question)
        case _ if not account:
            raise RoomError("needs_account")
        case Solo():
            return _start(stores, account, question)
        case BoardEntry():
            placed = stores.board_entries.add(question, account)
            return BoardStanding(
                id=placed.id, mode=question.mode, kind=question.kind, place=placed.place, is_best=placed.is_best
            )


def _board(stores: Stores, account: str, asked: AskBoard) -> BoardList:
    mode, today = board_mode(asked.mode).name, stores.daily_seeds.today.isoformat()
    day = (asked.day or today) if asked.window == "daily" else ""
    found = stores.board_entries.board(mode, asked.kind, asked.window, day)
    lines = tuple(_line(entry, account, today) for entry in found)
    return BoardList(mode=mode, kind=asked.kind, window=asked.window, day=day or None, lines=lines)


def _line(entry: StoredEntry, account: str, today: str) -> BoardLine:
    return BoardLine(
        id=entry.id,
        name=entry.name,
        at_ms=entry.at_ms,
        end=entry.end,
        time=entry.time_ns,
        score=entry.score,
        lines=entry.lines,
        level=entry.level,
        pieces=entry.pieces,
        own=entry.account == account,
        open=_is_open(entry.account, entry.day, account, today),
    )


def _entry_part(stores: Stores, account: str, asked: AskEntry) -> EntryPart:
    text, owner, day = stores.board_entries.recording(asked.id)
    if not _is_open(owner, day, account, stores.daily_seeds.today.isoformat()):
        raise RoomError("not_open_yet")
    part = text[asked.after : asked.after + PART_FROM_SERVER]
    return EntryPart(id=asked.id, after=asked.after, length=len(text), text=part)


def _is_open(owner: str, day: str, account: str, today: str) -> bool:
    """Whether a game may be watched: a player's games of today's daily stay closed to others, who may still have their
    try.
    """
    return day != today or owner == account


def _start(stores: Stores, account: str, asked: Solo) -> SoloStart:
    mode = board_mode(asked.mode)
    fair_setup(mode, asked.rules, 0)  # refuses before a try is recorded
    if not asked.daily:
        return SoloStart(mode=mode.name, seed=randbits(64))
    if mode.name not in DAILY_MODES:
        raise RoomError("no_such_day", mode=mode.name)
    day, seed, is_first = stores.daily_seeds.release(account, mode.name)
    return SoloStart(mode=mode.name, seed=seed, day=day.isoformat(), counts=is_first)
