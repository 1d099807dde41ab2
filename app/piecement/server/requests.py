"""Requests of members about accounts and boards, answered by the stores."""

import json
from secrets import randbits
from typing import Final, NamedTuple

from piecement.net.clean_texts import LONGEST_NAME
from piecement.net.errors import RoomError
from piecement.net.messages.accounts import (
    AccountSettings,
    AskCode,
    AskExport,
    AskHistory,
    AskRatings,
    AskSettings,
    Code,
    DeleteAccount,
    Export,
    KeepSettings,
    Known,
    MatchHistory,
    PastMatch,
    Profile,
    RatingLine,
    Ratings,
    Rename,
    SignUp,
    UseCode,
)
from piecement.net.messages.base import Message, Numbered
from piecement.net.messages.boards import (
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
from piecement.net.messages.from_client import Hello
from piecement.server.boards.entries import BoardEntry, board_mode, fair_setup, ranked_ruleset
from piecement.server.rating import LISTED_GAMES, SURE
from piecement.server.store.accounts import CODE_MS, GUEST, Account
from piecement.server.store.board_entries import StoredEntry
from piecement.server.store.stores import Stores
from piecement.session.plan import DAILY_MODES

BoardRequest = AskBoard | AskEntry | Solo | BoardEntry
"""Requests handled here; a `BoardEntry` is a request to add it to its board."""


def handle_board(stores: Stores, account: str, request: BoardRequest) -> Numbered:
    """Handle a request; a guest has an empty account id. Raises `StorageError` and `RoomError`."""
    match request:
        case AskBoard():
            return _board(stores, account, request)
        case AskEntry():
            return _entry_part(stores, account, request)
        case _ if not account:
            raise RoomError("needs_account")
        case Solo():
            return _start(stores, account, request)
        case BoardEntry():
            placed = stores.board_entries.add(request, account)
            return BoardStanding(
                id=placed.id, mode=request.mode, kind=request.kind, place=placed.place, is_best=placed.is_best
            )


def _board(stores: Stores, account: str, request: AskBoard) -> BoardList:
    mode, today = board_mode(request.mode).name, stores.daily_seeds.today.isoformat()
    day = (request.day or today) if request.window == "daily" else ""
    ruleset = "" if request.rules is None else ranked_ruleset(mode, request.rules)
    found = stores.board_entries.board(mode, request.kind, request.window, day, ruleset)
    lines = tuple(_line(entry, account, today) for entry in found)
    return BoardList(
        mode=mode, kind=request.kind, window=request.window, day=day or None, rules=request.rules, lines=lines
    )


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


def _entry_part(stores: Stores, account: str, request: AskEntry) -> EntryPart:
    text, owner, day = stores.board_entries.recording(request.id)
    if not _is_open(owner, day, account, stores.daily_seeds.today.isoformat()):
        raise RoomError("not_open_yet")
    part = text[request.after : request.after + PART_FROM_SERVER]
    return EntryPart(id=request.id, after=request.after, length=len(text), text=part)


def _is_open(owner: str, day: str, account: str, today: str) -> bool:
    """Whether a game may be watched: a player's games of today's daily stay closed to others, who may still have their
    try.
    """
    return day != today or owner == account


def _start(stores: Stores, account: str, request: Solo) -> SoloStart:
    mode = board_mode(request.mode)
    fair_setup(mode, request.rules, 0)  # refuses before a try is recorded
    if not request.daily:
        return SoloStart(mode=mode.name, seed=randbits(64))
    if mode.name not in DAILY_MODES:
        raise RoomError("no_such_day", mode=mode.name)
    day, seed, is_first = stores.daily_seeds.release(account, mode.name)
    return SoloStart(mode=mode.name, seed=seed, day=day.isoformat(), counts=is_first)


ACCOUNT_CHANGES: Final = (SignUp, UseCode, Known, DeleteAccount)
"""Messages that change the account of the client."""
_PART: Final = 100_000


class Rated(NamedTuple):
    """Internal request: the new rating of an account after a match."""


class Request(NamedTuple):
    """Request of a member."""

    member: int
    account: str
    """Id of the member's account, or empty for a guest."""
    message: Message | Rated | BoardEntry | None = None
    """The request, or None if its response comes from elsewhere."""
    again: bool = False
    """Whether this repeats a request that failed while the database was away."""


class Response(NamedTuple):
    """Response to a request."""

    account: str
    """Account of the member from now on, or empty for a guest."""
    messages: tuple[Numbered, ...] = ()
    name: str = ""
    """New name of the member, or empty if unchanged."""
    deleted_account: str = ""
    """Id of a deleted account, or empty."""
    is_unavailable: bool = False
    """Whether the database was away, so that nothing is known."""

    @property
    def profile(self) -> Profile | None:
        """The client's profile, if the response includes it."""
        return next((message for message in self.messages if isinstance(message, Profile)), None)


def handle(stores: Stores, request: Request) -> Response:
    """Handle a request. Raises `StorageError`, and `RoomError` for a refused request."""
    match request.message:
        case Hello():
            return _greet(stores, request.message)
        case SignUp() | Known() if request.account:
            raise RoomError("has_account", name=stores.accounts.get(request.account).name)
        case SignUp():
            return _account_response(stores, stores.accounts.sign_up(request.message.name, request.message.token))
        case Known():
            account = stores.accounts.by_token(request.message.token)
            return Response("", (_profile(stores, None),)) if account is None else _log_in(stores, account)
        case UseCode():
            return _account_response(stores, stores.accounts.use_code(request.message.code, request.message.token))
        case AskRatings():
            return Response(request.account, (_ratings(stores, request.message.season),))
        case AskBoard() | AskEntry() | Solo() | BoardEntry():
            return Response(request.account, (handle_board(stores, request.account, request.message),))
        case _ if not request.account:
            raise RoomError("no_account")
        case _:
            return _handle_owner(stores, stores.accounts.get(request.account), request.message)


def _handle_owner(stores: Stores, account: Account, message: Message | Rated | BoardEntry | None) -> Response:
    match message:
        case Rated():
            return _account_response(stores, account, change=_last_change(stores, account))
        case Rename():
            return _account_response(stores, stores.accounts.rename(account, message.name))
        case AskCode():
            return Response(account.id, (Code(code=stores.accounts.make_code(account), seconds=CODE_MS // 1000),))
        case AskExport():
            return Response(account.id, (_export(stores, account, message.after),))
        case AskHistory():
            past = stores.ratings.history(account.id)
            matches = tuple(PastMatch.model_validate(result, from_attributes=True) for result in past)
            return Response(account.id, (MatchHistory(matches=matches),))
        case AskSettings():
            kept = stores.accounts.settings(account)
            return Response(account.id, (AccountSettings(at_ms=kept.at_ms, text=kept.text),))
        case KeepSettings():
            return Response(account.id, (AccountSettings(at_ms=stores.accounts.keep_settings(account, message.text)),))
        case DeleteAccount():
            if message.name != account.name:
                raise RoomError("other_name")
            stores.delete_account(account)
            return Response("", (_profile(stores, None),), deleted_account=account.id)
        case _:
            raise RoomError("no_place", type=type(message).__name__)


def _greet(stores: Stores, hello: Hello) -> Response:
    """Look up the account of a new client; a guest loses a name that belongs to an account."""
    account = None if hello.token is None else stores.accounts.by_token(hello.token)
    if account is not None:
        return _log_in(stores, account)
    name = guest_name(hello.name) if stores.accounts.is_taken(hello.name) else hello.name
    return Response("", (_profile(stores, None),), name=name)


def guest_name(name: str) -> str:
    """Return the name of a guest whose chosen name belongs to another account, or may."""
    return f"{name[: LONGEST_NAME - len(GUEST) - 1].strip()} {GUEST}"


def _log_in(stores: Stores, account: Account) -> Response:
    stores.accounts.touch(account)
    return _account_response(stores, account)


def _account_response(stores: Stores, account: Account, change: float | None = None) -> Response:
    return Response(account.id, (_profile(stores, account, change),), name=account.name)


def _profile(stores: Stores, account: Account | None, change: float | None = None) -> Profile:
    season = stores.ratings.season
    if account is None:
        return Profile(season=season)
    standing = stores.ratings.standing(account.id)
    return Profile(
        name=account.name,
        rating=standing.rating.rating,
        deviation=standing.rating.deviation,
        provisional=standing.rating.is_provisional,
        games=standing.games,
        wins=standing.wins,
        season=season,
        change=change,
    )


def _last_change(stores: Stores, account: Account) -> float | None:
    last = next(iter(stores.ratings.history(account.id)), None)
    return None if last is None or last.before is None or last.after is None else last.after - last.before


def _ratings(stores: Stores, season: str | None) -> Ratings:
    shown, listed = stores.ratings.listed(season)
    lines = (
        RatingLine(
            name=line.name,
            rating=line.standing.rating.rating,
            deviation=line.standing.rating.deviation,
            games=line.standing.games,
            wins=line.standing.wins,
        )
        for line in listed
    )
    return Ratings(
        season=shown,
        seasons=tuple(stores.ratings.seasons()),
        lines=tuple(lines),
        least_games=LISTED_GAMES,
        most_deviation=round(SURE),
    )


def _export(stores: Stores, account: Account, after: int) -> Export:
    text = json.dumps(stores.accounts.export(account))
    return Export(after=after, length=len(text), text=text[after : after + _PART])
