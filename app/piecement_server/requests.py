"""Requests of members about accounts and leaderboards, answered by the stores."""

from secrets import randbits
from typing import Final, NamedTuple

from piecement_base.daily import DAILY_MODES
from piecement_net.clean_texts import LONGEST_NAME
from piecement_net.errors import RoomError
from piecement_net.messages import accounts, leaderboards
from piecement_net.messages.accounts import Profile
from piecement_net.messages.base import Message, Numbered
from piecement_net.messages.from_client import Hello
from piecement_server.leaderboards.entries import LeaderboardEntry, fair_setup, leaderboard_mode, ranked_ruleset
from piecement_server.store.accounts import CODE_MS, GUEST, Account
from piecement_server.store.ratings import LISTED_GAMES, SURE
from piecement_server.store.stores import Stores

ACCOUNT_CHANGES: Final = (accounts.SignUp, accounts.UseCode, accounts.Known, accounts.DeleteAccount)
"""Messages that change the account of the client."""


class Rated(NamedTuple):
    """Internal request: the new rating of an account after a match."""


class Verify(NamedTuple):
    """Internal request: verify a recording, then add it to its leaderboard."""

    text: str


class Request(NamedTuple):
    """Request of a member."""

    member: int
    account: str
    """Id of the member's account, or empty for a guest."""
    message: Message | Rated | Verify | LeaderboardEntry
    """The request; a `LeaderboardEntry` is one to add it to its leaderboard."""
    again: bool = False
    """Whether this repeats a request that failed while the database was unavailable."""


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
    """Whether the database was unavailable, so that nothing is known."""


def handle(stores: Stores, request: Request) -> Response:
    """Handle a request. Raises `StorageError`, and `RoomError` for a refused request."""
    own, message = request.account, request.message
    reply: Numbered
    match message:
        case Hello():
            return _greet(stores, message)
        case accounts.SignUp() | accounts.Known() if own:
            raise RoomError("has_account", name=stores.accounts.get(own).name)
        case accounts.SignUp():
            return _account_response(stores, stores.accounts.sign_up(message.name, message.token))
        case accounts.Known():
            account = stores.accounts.by_token(message.token)
            return Response("", (_profile(stores, None),)) if account is None else _log_in(stores, account)
        case accounts.UseCode():
            return _account_response(stores, stores.accounts.use_code(message.code, message.token))
        case accounts.AskRatings():
            season, lines = stores.ratings.listed(message.season)
            reply = accounts.Ratings(
                season=season,
                seasons=tuple(stores.ratings.seasons()),
                lines=tuple(lines),
                least_games=LISTED_GAMES,
                most_deviation=round(SURE),
            )
        case leaderboards.AskLeaderboard():
            reply = _leaderboard(stores, own, message)
        case leaderboards.AskEntry():
            reply = _entry_part(stores, own, message)
        case leaderboards.Solo() | LeaderboardEntry() if not own:
            raise RoomError("needs_account")
        case leaderboards.Solo():
            reply = _start(stores, own, message)
        case LeaderboardEntry():
            reply = stores.leaderboards.add(message, own)
        case _ if not own:
            raise RoomError("no_account")
        case _:
            return _handle_owner(stores, stores.accounts.get(own), message)
    return Response(own, (reply,))


def _handle_owner(stores: Stores, account: Account, message: Message | Rated | Verify) -> Response:
    reply: Numbered
    match message:
        case Rated():
            last = next(iter(stores.ratings.history(account.id)), None)
            change = None if last is None or last.before is None or last.after is None else last.after - last.before
            return _account_response(stores, account, change)
        case accounts.Rename():
            return _account_response(stores, stores.accounts.rename(account, message.name))
        case accounts.AskCode():
            reply = accounts.Code(code=stores.accounts.make_code(account), seconds=CODE_MS // 1000)
        case accounts.AskHistory():
            reply = accounts.MatchHistory(matches=tuple(stores.ratings.history(account.id)))
        case accounts.AskSettings():
            reply = stores.accounts.settings(account)
        case accounts.KeepSettings():
            reply = accounts.AccountSettings(at_ms=stores.accounts.keep_settings(account, message.text))
        case accounts.DeleteAccount():
            if message.name != account.name:
                raise RoomError("other_name")
            stores.delete_account(account)
            return Response("", (_profile(stores, None),), deleted_account=account.id)
        case _:
            raise RoomError("no_place", type=type(message).__name__)
    return Response(account.id, (reply,))


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
    rating, games, wins = stores.ratings.standing(account.id)
    return Profile(
        name=account.name,
        rating=rating.rating,
        deviation=rating.deviation,
        provisional=rating.is_provisional,
        games=games,
        wins=wins,
        season=season,
        change=change,
    )


def _leaderboard(stores: Stores, own: str, request: leaderboards.AskLeaderboard) -> leaderboards.LeaderboardList:
    mode, today = leaderboard_mode(request.mode).name, stores.daily_seeds.today.isoformat()
    day = (request.day or today) if request.window == "daily" else ""
    ruleset = "" if request.rules is None else ranked_ruleset(mode, request.rules)
    found = stores.leaderboards.listed(mode, request.kind, request.window, day, ruleset)
    lines = tuple(
        leaderboards.LeaderboardLine(
            **dict(row), own=row["account"] == own, open=_is_open(row["account"], row["day"], own, today)
        )
        for row in found
    )
    return leaderboards.LeaderboardList(
        mode=mode, kind=request.kind, window=request.window, day=day or None, rules=request.rules, lines=lines
    )


def _entry_part(stores: Stores, own: str, request: leaderboards.AskEntry) -> leaderboards.EntryPart:
    text, owner, day = stores.leaderboards.recording(request.id)
    if not _is_open(owner, day, own, stores.daily_seeds.today.isoformat()):
        raise RoomError("not_open_yet")
    part = text[request.after : request.after + leaderboards.PART_FROM_SERVER]
    return leaderboards.EntryPart(id=request.id, after=request.after, length=len(text), text=part)


def _is_open(owner: str, day: str, own: str, today: str) -> bool:
    """Return whether a game may be watched: one of today's daily only by its player, as others may yet try it."""
    return day != today or owner == own


def _start(stores: Stores, account: str, request: leaderboards.Solo) -> leaderboards.SoloStart:
    mode = leaderboard_mode(request.mode)
    fair_setup(mode, request.rules, 0)  # refuses before a try is recorded
    if not request.daily:
        return leaderboards.SoloStart(mode=mode.name, seed=randbits(64))
    if mode.name not in DAILY_MODES:
        raise RoomError("no_such_day", mode=mode.name)
    day, seed, is_first = stores.daily_seeds.release(account, mode.name)
    return leaderboards.SoloStart(mode=mode.name, seed=seed, day=day.isoformat(), counts=is_first)
