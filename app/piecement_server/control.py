"""Commands of the operator to a running server: each one is a line, and its answer a list of rows.

`piecement.cli.commands.control` sends them.
"""

import re
import traceback
from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from inspect import signature
from ipaddress import ip_network
from typing import Any, Final

from piecement_base.errors import StorageError
from piecement_net.clean_texts import LONGEST_VALUE
from piecement_net.control_socket import Status
from piecement_net.errors import CodedError, OnlineError, RoomError
from piecement_net.limits import ServerLimits
from piecement_net.messages.from_server import Error
from piecement_net.network_clock import clock_ns
from piecement_net.rate_limits import network_of
from piecement_server.hub import Hub
from piecement_server.log import Log
from piecement_server.rooms.members import Member
from piecement_server.status import rooms_of
from piecement_server.store.bans import Ban

Rows = list[dict[str, Any]]  # cells have values of any JSON type

_WORD: Final = re.compile(r'\s*(?:"([^"]*)"|(\S+))')
_SPAN: Final = re.compile(r"([0-9]{1,5})([mhdw])")
_UNITS: Final = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_WHOLE_ADDRESS: Final = {4: {32}, 6: {64, 128}}
"""Lengths of prefixes of what counts as one address, by version of the protocol."""


class ServerControl:
    """Commands of the operator to a server. Methods raise `RoomError` for a refused command, and `StorageError`."""

    def __init__(
        self, hub: Hub, log: Log, drain: Callable[[], None], read_limits: Callable[[], ServerLimits] | None = None
    ) -> None:
        """Command a hub. `drain` begins its end; `read_limits` reads the file of limits again, if there is one."""
        self._hub: Final = hub
        self._log: Final = log
        self._drain: Final = drain
        self._read_limits: Final = read_limits

    async def answer(self, line: str) -> Status:
        """Carry out a command; return its rows, or the fields of an `Error` if it is refused."""
        try:
            answer: Status = {"rows": await self._run(line)}
        except CodedError as error:
            answer = Error.of(error).model_dump(include={"code", "text", "values"})
        except StorageError as error:
            answer = {"code": "", "text": str(error), "values": {}}
        except Exception as error:  # any failure: the server has clients
            self._log.error("command failed", command=line, error=traceback.format_exception(error))
            answer = {"code": "", "text": f"{type(error).__name__}: {error}", "values": {}}
        self._hub.settle()
        self._log.audit("command", command=line, refused=answer.get("text", ""))
        return answer

    async def _run(self, line: str) -> Rows:
        name, _, rest = line.strip().partition(" ")
        if name not in COMMANDS:
            raise RoomError("no_command", name=name, known=", ".join(COMMANDS))
        return await COMMANDS[name](self, *_split(name, arguments_of(name), rest))

    async def people(self) -> Rows:
        """List all people, with numbers and addresses."""
        return [_person_row(member) for member in self._hub.lobby.members.values()]

    async def rooms(self) -> Rows:
        """List all rooms, with private ones."""
        return rooms_of(self._hub)

    async def say(self, text: str) -> Rows:
        """Send a line to everyone."""
        return self._notify(self._hub.lobby.members.values(), text)

    async def message(self, name: str, text: str) -> Rows:
        """Send a line to one person."""
        return self._notify([self._find(name)], text)

    async def kick(self, name: str) -> Rows:
        """End the connection of a person, who may come back."""
        member = self._find(name)
        self._hub.dispatcher.dismiss(member.id, OnlineError("kicked_by_operator"), clock_ns())
        return [_person_row(member)]

    async def ban(self, who: str, until: str, reason: str) -> Rows:
        """Refuse an account or an address until a time: 30m, 12h, 7d, 4w or 2026-12-24T18:00 (UTC)."""
        until_ms = _until_ms(until)
        key, is_account = await self._key(who)
        await self._hub.stores.run(
            lambda stores: stores.bans.add(key, until_ms, reason[:LONGEST_VALUE], is_account=is_account)
        )
        await self._hub.check_database()
        return [_ban_row(self._hub.dispatcher.bans[key])]

    async def unban(self, who: str) -> Rows:
        """End a ban."""
        await self._hub.check_database()
        names = {who, _address(who)}
        ban = next((ban for ban in self._hub.dispatcher.bans.values() if names & {ban.who, ban.name}), None)
        if ban is None:
            raise RoomError("no_ban", name=who)
        await self._hub.stores.run(lambda stores: stores.bans.remove(ban.who))
        await self._hub.check_database()
        return [_ban_row(ban)]

    async def bans(self) -> Rows:
        """List all bans."""
        await self._hub.check_database()
        return [_ban_row(ban) for ban in self._hub.dispatcher.bans.values()]

    async def close(self, room: str) -> Rows:
        """Close a room; its match does not count."""
        closed = [row for row in rooms_of(self._hub) if row["id"] == room]
        self._hub.lobby.end_room(room, RoomError("closed_by_operator"), clock_ns())
        return closed

    async def drain(self) -> Rows:
        """Begin no more matches, and exit when the present ones are over."""
        self._drain()
        return rooms_of(self._hub)

    async def reload(self) -> Rows:
        """Read the file of limits again."""
        if self._read_limits is None:
            raise RoomError("no_limits_file")
        before, limits = asdict(self._hub.ledger.limits), self._read_limits()
        self._hub.ledger.change_limits(limits)
        changed = {name: value for name, value in asdict(limits).items() if value != before[name]}
        return [{"limit": name, "before": before[name], "now": value} for name, value in changed.items()]

    def _notify(self, members: Iterable[Member], text: str) -> Rows:
        present = [member for member in members if member.present]
        for member in present:
            self._hub.lobby.effects.refuse(member.id, RoomError("operator_says", text=text))
        return [_person_row(member) for member in present]

    def _find(self, who: str) -> Member:
        """Return a member by number, as `#12`, or by name."""
        members = self._hub.lobby.members
        found = [member for member in members.values() if who in {f"#{member.id}", member.name}]
        if not found:
            raise RoomError("nobody_here", name=who)
        if len(found) > 1:
            raise RoomError("several_here", name=who, count=len(found), number=f"#{found[0].id}")
        return found[0]

    async def _key(self, who: str) -> tuple[str, bool]:
        """Return the key of a ban, and whether it is an account: that of a name, or of a member by number."""
        if address := _address(who):
            return address, False
        if who.startswith("#"):
            member = self._find(who)
            if member.account or member.peer:
                return member.account or member.peer, bool(member.account)
        account = await self._hub.stores.run(lambda stores: stores.accounts.by_name(who))
        if account is None:
            raise RoomError("no_account_called", name=who)
        return account.id, True


def _until_ms(text: str) -> int:
    """Return the time of a span from now, or of a date and time in UTC unless it has a time zone."""
    now = datetime.now(UTC)
    try:
        span = _SPAN.fullmatch(text)
        until = now + timedelta(**{_UNITS[span[2]]: int(span[1])}) if span else datetime.fromisoformat(text)
        until = (until if until.tzinfo else until.replace(tzinfo=UTC)).astimezone(UTC)
        if until <= now:
            raise ValueError
    except (ValueError, OverflowError):
        raise RoomError("bad_time", text=text) from None
    return round(until.timestamp() * 1000)


def _split(name: str, arguments: tuple[str, ...], rest: str) -> list[str]:
    """Return the arguments of a command: words, which may be quoted, and as the last one all that is left."""
    given: list[str] = []
    for _ in arguments[:-1]:
        word = _WORD.match(rest)
        if word is None:
            break
        given.append(word[2] if word[1] is None else word[1])
        rest = rest[word.end() :]
    rest = rest.strip()
    if rest:
        quoted = _WORD.fullmatch(rest)
        given.append(quoted[1] or rest if quoted else rest)
    if len(given) != len(arguments):
        raise RoomError("command_usage", usage=" ".join((name, *arguments)))
    return given


def _address(text: str) -> str:
    """Return an address as limits count it, or an empty text if it is none."""
    try:
        network = ip_network(text.partition("%")[0], strict=False)
    except ValueError:
        return ""
    return network_of(str(network.network_address)) if network.prefixlen in _WHOLE_ADDRESS[network.version] else ""


def _person_row(member: Member) -> dict[str, Any]:
    return {
        "number": f"#{member.id}",
        "name": member.name,
        "account": bool(member.account),
        "bot": member.bot,
        "address": member.peer,
        "room": member.room or "",
        "present": member.present,
    }


def _ban_row(ban: Ban) -> dict[str, Any]:
    return {"name": ban.name, "until": ban.until, "reason": ban.reason}


COMMANDS: Final = {
    command.__name__: command
    for command in (
        *(ServerControl.people, ServerControl.rooms, ServerControl.say, ServerControl.message, ServerControl.kick),
        *(ServerControl.ban, ServerControl.unban, ServerControl.bans),
        *(ServerControl.close, ServerControl.drain, ServerControl.reload),
    )
}
"""Commands by name."""


def arguments_of(name: str) -> tuple[str, ...]:
    """Return the names of the arguments of a command; the last one takes the rest of the line.

    NAME is a name or a number as `#12`; WHO also an address.
    """
    return tuple(argument.upper() for argument in signature(COMMANDS[name]).parameters if argument != "self")
