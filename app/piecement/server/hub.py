"""The hub: what clients send goes into the lobby, and what the lobby wants done is done."""

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from piecement.online.carriers import Carrier
from piecement.online.effects import Effect, Report, Store, ToMember
from piecement.online.errors import OnlineError
from piecement.online.limits import Gate, Limits
from piecement.online.link import ServerLink
from piecement.online.lobby import Lobby
from piecement.online.match_record import MatchRecord
from piecement.online.messages import Bye, Hello, Left, Message, RoundEnd, Start
from piecement.online.round_clock import clock_ns
from piecement.online.sessions import ServerConnection, Sessions
from piecement.server.log import Log
from piecement.server.match_writer import MatchWriter
from piecement.server.reports import Reports
from piecement.storage.errors import StorageError

_TIMERS_S: Final = 0.1
"""How often it is looked for those who have gone silent."""
_LONGEST_WAIT_S: Final = 60.0
_NS_PER_S: Final = 1_000_000_000


def identity_of(session: str, key: str) -> str:
    """Return what is stored of a session, by which it is known after a restart."""
    return sha256(f"{session} {key}".encode()).hexdigest()


@dataclass(eq=False, slots=True)
class _Client:
    """A connection that is open."""

    connection: ServerConnection
    carrier: Carrier


class Hub:
    """A server but for what it listens at: `serve` is given each connection."""

    def __init__(
        self,
        lobby: Lobby,
        sessions: Sessions,
        writer: MatchWriter,
        reports: Reports,
        log: Log,
        *,
        limits: Limits,
        clock: Callable[[], int] = clock_ns,
    ) -> None:
        self.lobby: Final = lobby
        self.begun_ns: Final = clock()
        self.rounds = 0
        """How many rounds have ended here."""
        self._sessions: Final = sessions
        self._writer: Final = writer
        self._reports: Final = reports
        self._log: Final = log
        self._gate: Final = Gate(limits)
        self._clock: Final = clock
        self._clients: set[_Client] = set()
        self._by_session: dict[str, _Client] = {}
        self._links: dict[int, ServerLink] = {}
        """The sessions by member."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._timer_ns = 0

    @property
    def connections(self) -> int:
        return len(self._clients)

    def restore(self, matches: Iterable[MatchRecord]) -> None:
        """Go on with matches of a server before this one."""
        for match in matches:
            self.lobby.restore(match, self._clock())
            self._log.info("match restored", match=match.id, room=match.room, rounds=match.rounds)
        self._schedule()

    # Connections

    async def serve(self, carrier: Carrier) -> None:
        """Serve a connection until it ends."""
        try:
            self._gate.enter(carrier.peer, self._clock())
        except OnlineError as error:
            self._log.warning("connection refused", peer=carrier.peer, code=error.code)
            return
        client = _Client(ServerConnection(self._sessions, self._clock()), carrier)
        self._clients.add(client)
        try:
            await self._read(client)
        except OnlineError as error:
            self._log.info("connection ended", peer=carrier.peer, code=error.code, text=error.sentence)
        finally:
            self._gate.leave(carrier.peer)
            self._clients.discard(client)
            self._lost(client)
            self._flush(client)

    async def _read(self, client: _Client) -> None:
        while data := await client.carrier.receive():
            for message in client.connection.receive(data, self._clock()):
                self._handle(client, message)
            self._flush(client)

    def _handle(self, client: _Client, message: Message) -> None:
        link = client.connection.link
        if link is None:
            raise RuntimeError("a message came before the session")
        now_ns = self._clock()
        if isinstance(message, Hello):
            self._arrive(client, link, message, now_ns)
        elif isinstance(link.user, int) and not isinstance(message, Bye):
            member = self.lobby.member(link.user)
            member.rtt_ns = link.rtt_ns or 0
            self._do(self.lobby.receive(link.user, message, now_ns))
            link.seated = member.room is not None

    def _arrive(self, client: _Client, link: ServerLink, hello: Hello, now_ns: int) -> None:
        """Find out who has come."""
        self._by_session[link.session] = client
        identity = identity_of(link.session, link.key)
        known = link.user if isinstance(link.user, int) else self._former_member(hello)
        if known is None or not self.lobby.has(known):
            link.user = self.lobby.enter(hello.name, bot=hello.bot, identity=identity)
            self._links[link.user] = link
        else:
            link.user = known
            self._links[known] = link
            self.lobby.member(known).identity = identity
            link.seated = self.lobby.member(known).room is not None
            self._do(self.lobby.came_back(known, now_ns, anew=client.connection.arrival != "resumed"))
        self._log.info("client", arrival=client.connection.arrival, member=link.user, name=hello.name, bot=hello.bot)

    def _former_member(self, hello: Hello) -> int | None:
        """Return who comes back to a seat that a server before this one gave, or None."""
        if hello.resume is None:
            return None
        return self.lobby.find(identity_of(hello.resume.session, hello.resume.key))

    def _lost(self, client: _Client) -> None:
        now_ns, link = self._clock(), client.connection.link
        client.connection.lost(now_ns)
        if link is None or self._by_session.get(link.session) is not client:
            return
        del self._by_session[link.session]
        if isinstance(link.user, int):
            self._do(self.lobby.went_away(link.user, now_ns))

    def _flush(self, client: _Client) -> None:
        data = client.connection.data_to_send()
        if not data:
            return
        try:
            client.carrier.send(data)
        except OnlineError as error:
            self._log.info("connection ended", peer=client.carrier.peer, code=error.code)
            client.carrier.close()

    # What is to be done

    def _do(self, effects: Iterable[Effect]) -> None:
        now_ns = self._clock()
        sent: set[_Client] = set()
        for effect in effects:
            match effect:
                case ToMember():
                    client = self._send(effect, now_ns)
                    if client is not None:
                        sent.add(client)
                case Store():
                    self._begin(self._put(effect))
                case Report():
                    path = self._reports.add(effect.kind, effect.text)
                    self._log.warning("report", kind=effect.kind, path=path)
        for client in sent:
            self._flush(client)
        self._schedule()

    def _send(self, effect: ToMember, now_ns: int) -> _Client | None:
        """Send a message; return the connection that it is to be written to, if there is one."""
        link = self._links.get(effect.member)
        if link is None:  # who had a seat before a restart, and has not come back
            return None
        link.send(effect.message, now_ns)
        match effect.message:
            case Start():
                link.set_in_round(True, now_ns)
            case RoundEnd() | Left():
                link.set_in_round(False, now_ns)
            case _:
                pass
        return self._by_session.get(link.session)

    async def _put(self, effect: Store) -> None:
        """Store a match, and have its room go on."""
        record = effect.record
        try:
            name = await self._writer.put(record)
        except StorageError as error:
            name = None
            self._log.error("match not stored", match=record.id, round=record.rounds, text=str(error))
        if record.round is not None:
            self.rounds += 1
            self._log.info("round ended", room=effect.room, match=record.id, round=record.rounds, record=name)
            self._do(self.lobby.stored(effect.room, name, self._clock()))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:  # what a task takes
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # As time goes by

    async def keep_time(self) -> None:
        """Look for those who have gone silent, for ever."""
        while True:
            await asyncio.sleep(_TIMERS_S)
            now_ns = self._clock()
            for client in list(self._clients):
                self._look_after(client, now_ns)
            for link in self._sessions.expired(now_ns):
                self._forget(link, now_ns)

    def _look_after(self, client: _Client, now_ns: int) -> None:
        try:
            client.connection.timers(now_ns)
            client.carrier.send(client.connection.data_to_send())
        except OnlineError as error:
            self._log.info("connection ended", peer=client.carrier.peer, code=error.code)
            self._flush(client)
            client.carrier.close()

    def _forget(self, link: ServerLink, now_ns: int) -> None:
        if isinstance(link.user, int) and self._links.get(link.user) is link:
            del self._links[link.user]
            if self.lobby.has(link.user):
                self._do(self.lobby.leave(link.user, now_ns))

    def _schedule(self) -> None:
        """Have the lobby go on when it has something to do."""
        due_ns = self.lobby.due_ns
        if self._timer is not None:
            if self._timer_ns <= due_ns:
                return
            self._timer.cancel()
        self._timer_ns = due_ns
        wait_s = min(max(0, due_ns - self._clock()) / _NS_PER_S, _LONGEST_WAIT_S)
        self._timer = asyncio.get_running_loop().call_later(wait_s, self._advance)

    def _advance(self) -> None:
        self._timer = None
        self._do(self.lobby.advance(self._clock()))

    # The end

    async def drain(self, patience_s: float) -> None:
        """Let nobody open or join rooms, wait for the matches that are played to end, but not for ever, and close."""
        self._log.info("draining", rooms=len(self.lobby.rooms), patience_s=patience_s)
        self._do(self.lobby.drain(self._clock()))
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while self.lobby.rooms:
                    await asyncio.sleep(_TIMERS_S)
        self._do(self.lobby.close(self._clock()))
        while self._tasks:
            await asyncio.wait(self._tasks)
        if self._timer is not None:
            self._timer.cancel()
