"""A client: one player at a server.

The game of the player never waits for the network: keys go to its session, and its inputs are read from there every 50
ms and after each lock. `receive` and `tick` do all the work without waiting; `run` is the loop around them, which
reconnects after a lost connection, at growing intervals: `piecement_net.client_link` resumes the session.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Literal

from piecement.client.fleet_request import FleetRequest
from piecement.client.round import ClientRound, RoundMessage
from piecement.client.solo_stream import SoloStream
from piecement.client.state import ClientState, ConnectionState
from piecement.session.session import Clock
from piecement_engine.rules.versions import RULES_VERSION
from piecement_engine.version import __version__
from piecement_net.address import Address
from piecement_net.carriers import Carrier
from piecement_net.client_link import ClientLink
from piecement_net.errors import RESUMABLE, OnlineError
from piecement_net.messages.accounts import Known
from piecement_net.messages.base import PROTOCOLS, Bye, Message, Numbered
from piecement_net.messages.from_client import Hello, Resume, Watch
from piecement_net.messages.from_server import Left, Moved, Past, Refused, RoomState, RoundEnd, RoundStart, Welcome
from piecement_net.messages.leaderboards import SoloLeave, SoloVoid
from piecement_net.messages.rounds import TargetChoice

TICK_S: Final = 0.05
"""Interval between ticks, which send inputs and do due work (s)."""
_QUIET_ROUND_NS: Final = 250_000_000
"""Interval between batches without input in a round (ns)."""
_ASK_AGAIN_NS: Final = 1_100_000_000
"""Interval between requests for a history (ns). Servers refuse requests beyond a rate, usually one a second."""


Notify = Callable[[str], object]
"""Callback after a change, with the type of its message, or `contact`."""


RegisterServer = Callable[[Address, str, str | None], str | None]
"""Callback with an address, the id of the server there, and the token sent to it, or None.

Returns the stored token to send instead, or None.
"""

Connect = Callable[[Address], Awaitable[Carrier]]
"""Function that opens a connection. Raises `OnlineError` if that fails."""


_HistoryState = Literal["known", "expected", "requested"]
"""History of a round that was running before the client knew of it: the next message holds an expected one."""


class Client:
    """Player, watcher or bot on a server."""

    def __init__(
        self,
        address: Address,
        name: str,
        *,
        clock: Clock,
        notify: Notify,
        connect: Connect,
        bot: bool = False,
        resume: Resume | None = None,
        token: str | None = None,
        register_server: RegisterServer = lambda _address, _id, _token: None,
        on_played: Callable[[], object] = lambda: None,
    ) -> None:
        """Prepare to connect; `resume` is the session of an earlier run of the program, `token` the account.

        The client calls `register_server` with the id of each server, and `on_played` after news of a running round.
        """
        self.address = address
        self.state: Final = ClientState(str(address))
        self._clock: Final = clock
        self._notify: Final = notify
        self._connect: Final = connect
        self._hello = Hello(
            v=PROTOCOLS,
            client=__version__,
            engine=__version__,
            rules_version=RULES_VERSION,
            name=name,
            bot=bot,
            token=token,
        )
        self._register_server: Final = register_server
        self._on_played: Final = on_played
        self._link = ClientLink(self._hello, clock(), resume=resume)
        self._carrier: Carrier | None = None
        self._sent_ns = 0
        self._history: _HistoryState = "known"
        self._history_asked_ns = 0
        """Time of the last request for it (ns)."""
        self._sent_locks = self._sent_inputs = 0
        self.solo: SoloStream | None = None
        """Game that the server witnesses."""
        self._request: Final = FleetRequest()
        self._session = ""
        """Session on the server. A restarted server that does not know the room starts another one."""

    @property
    def resume(self) -> Resume | None:
        """Session for another run of the program to resume."""
        return self._link.resume

    @property
    def token(self) -> str | None:
        """Token that identifies the player to the server, or None without an account."""
        return self._hello.token

    def send(self, message: Numbered) -> None:
        """Send a message now, or after the next connection."""
        if self._request.note(message):
            self._send_now(message)

    def _send_now(self, message: Numbered) -> None:
        self._link.send(message.known_to(self.state.additions), self._clock())
        self._flush()

    def close(self) -> None:
        """Leave the server for good."""
        self._link.leave()
        self._flush()
        if self._carrier is not None:
            self._carrier.close()

    async def run(self) -> None:
        """Connect and reconnect until the server or the player ends it."""
        while not self._link.ended:
            try:
                carrier = await self._connect(self.address)
            except OnlineError as error:
                self._lose_connection(error.sentence)
                if error.code not in RESUMABLE:
                    break
            else:
                await self._use_connection(carrier)
            self._switch_server()
            if not self._link.ended:
                await self._wait_to_reconnect()
        self._set_contact(ConnectionState.ENDED)

    def _switch_server(self) -> None:
        """Switch to the server that the last one named, if any."""
        if (address := self._request.take_address()) is None:
            return
        self.address = address
        self._link = ClientLink(self._hello, self._clock())
        self.state.leave_room()
        self.state.address, self.state.rooms = str(self.address), None

    def _arrive(self, welcome: Welcome) -> None:
        """Apply a welcome, to a new session or a resumed one."""
        state = self.state
        state.contact, state.sentence = ConnectionState.CONNECTED, welcome.motd
        if not welcome.resumed:
            state.queued = state.challenge = None
            if state.room is not None and welcome.session != self._session:
                state.lost_room = state.room.name
            state.leave_room()
            self._apply_identity(welcome)
        self._session = welcome.session

    def _apply_identity(self, welcome: Welcome) -> None:
        """Store the id and additions of the server; send the token stored for another of its addresses, if any."""
        state = self.state
        state.version, state.server_id, state.additions = welcome.v, welcome.id, welcome.additions
        if not welcome.id or self._hello.bot:
            return
        token = self._register_server(self.address, welcome.id, self._hello.token)
        if self._hello.token is None and token is not None:
            self._hello = self._hello.model_copy(update={"token": token})
            self._link.hello = self._hello
            self._link.send(Known(token=token), self._clock())

    def begin(self) -> None:
        """Greet the server over a connection that has just opened."""
        self._link.connect(self._clock())
        self._flush()

    async def _use_connection(self, carrier: Carrier) -> None:
        """Use a connection until it closes."""
        self._carrier = carrier
        self.begin()
        ticking = asyncio.create_task(self._tick_on())
        try:
            while not self._link.ended and (data := await carrier.receive()):
                self.receive(data)
        except OnlineError as error:
            self._lose_connection(error.sentence)
        else:
            is_mute = self.address.kind == "tcp" and not self._link.welcomed and not self._link.ended
            self._lose_connection(OnlineError("no_tcp", address=self.address).sentence if is_mute else "")
        finally:
            ticking.cancel()
            await asyncio.wait((ticking,))  # unlike awaiting it, this does not raise its cancellation here
            carrier.close()
        if self._link.ended:
            await carrier.wait_closed()

    async def _tick_on(self) -> None:
        carrier = self._carrier
        while True:
            await asyncio.sleep(TICK_S)
            try:
                self.tick()
            except OnlineError as error:
                self.state.sentence = error.sentence
                if carrier is not None:
                    carrier.close()
                return

    async def _wait_to_reconnect(self) -> None:
        """Wait for the time of the next connection attempt; the game of the player continues meanwhile."""
        while not self._link.ended and self._clock() < self._link.retry_ns:
            await asyncio.sleep(TICK_S)
            self._advance_round()

    def receive(self, data: bytes) -> None:
        """Handle received bytes. Raises `OnlineError` and ends the session if they break the protocol."""
        try:
            for message in self._link.receive(data, self._clock()):
                self._handle(message)
        finally:  # also sends the reason of an abort
            self._flush()

    def _handle(self, message: Message) -> None:
        try:
            self._apply(message)
        except Exception as error:  # a server can at worst end the connection
            cause = error if isinstance(error, OnlineError) else OnlineError("bad_round", why=error)
            self._link.abort(cause)
            raise cause from error

    def tick(self) -> None:
        """Do due work. Raises `OnlineError` if the server is silent for too long."""
        self._advance_round()
        now_ns = self._clock()
        self._link.timers(now_ns)
        rtt_ns = self._link.rtt_ns
        self.state.rtt_ms = None if rtt_ns is None else round(rtt_ns / 1e6)
        if self._history == "requested" and now_ns - self._history_asked_ns >= _ASK_AGAIN_NS and self._link.welcomed:
            self._request_history()  # the server may have refused the request
        self._send_solo(now_ns)
        self.send_played()

    def _send_solo(self, now_ns: int) -> None:
        """Send the inputs of a witnessed game, or stop witnessing it once it is unranked."""
        solo = self.solo
        if solo is None:
            return
        if solo.session.unranked:
            self.solo = None
            self._link.send(SoloLeave(), now_ns)
        else:
            while batch := solo.next_batch(now_ns):
                self._link.send(batch, now_ns)
            if solo.is_done:
                self.solo = None

    def send_played(self) -> None:
        """Send the inputs since the last batch, or an empty batch after a while."""
        current, now_ns = self.state.round, self._clock()
        if current is None or current.own is None or not current.is_running or self._history != "known":
            self._flush()
            return
        own = current.own
        played = len(own.inputs_since(self._sent_inputs))
        if played or own.is_over or own.view.pieces != self._sent_locks or now_ns - self._sent_ns >= _QUIET_ROUND_NS:
            self._sent_ns, self._sent_locks = now_ns, own.view.pieces
            self._sent_inputs += played
            if batch := current.batch():
                self._link.send(batch, now_ns)
        self._flush()

    def choose_target(self, to: TargetChoice) -> bool:
        """Choose whom the player attacks; return whether that was possible."""
        current = self.state.round
        if current is None or not current.is_running or self._history != "known":
            return False
        message = current.choose(to)
        if message is not None:
            self.send(message)
        return message is not None

    def _advance_round(self) -> None:
        if self.state.round is not None and self._history == "known":
            self.state.round.advance()

    def _follow_history(self, message: Message) -> None:
        """Note whether a message has the history of the round, and request one that was lost with a connection."""
        awaited = self._history == "requested" and isinstance(message, Welcome)
        if isinstance(message, Past | RoundEnd | Left) or (isinstance(message, Welcome) and not message.resumed):
            self._history = "known"
        elif awaited or self._history == "expected":
            self._request_history()

    def _request_history(self) -> None:
        self._history, self._history_asked_ns = "requested", self._clock()
        self._link.send(Watch(), self._history_asked_ns)

    def _apply(self, message: Message) -> None:
        self._follow_history(message)
        state, now_ns = self.state, self._clock()
        match message:
            case Welcome():
                self._arrive(message)
            case Refused() | Bye():
                state.sentence = message.sentence
            case RoundStart():
                you = state.room.you if state.room else None
                state.round = ClientRound(message, you, self._clock, message.at - self._link.clock.offset_ns)
                if not state.round.has_same_rules:
                    raise OnlineError("other_rules")
                self._history = "expected" if self._link.clock.server_ns(now_ns) > message.at else "known"
                state.begin_round()
                self._sent_locks = self._sent_inputs = 0
                self._link.set_in_round(True, now_ns)
            case _ if isinstance(message, RoundMessage):
                if state.round is not None:
                    for report in state.round.apply(message):
                        self._link.send(report, now_ns)
                    self._on_played()
            case RoundEnd():
                self._end_round(message.lost)
            case Left():
                self._end_round()
            case RoomState() if message.state in {"waiting", "pause"}:
                if state.round is not None and state.round_end is None:
                    self._end_round()  # without a result: the host ended it, or the countdown was cancelled
            case SoloVoid():
                self.solo = None
            case _:
                pass
        self._follow_request(message)
        state.apply(message)
        if message.t != "tick":
            self._notify(message.t)

    def _follow_request(self, message: Message) -> None:
        """Follow a requested room or match to its server, if the servers are a fleet."""
        if isinstance(message, Moved):
            self._request.move(message, self.address, self._clock())
            self._link.leave()
        elif (request := self._request.follow(message)) is not None:
            self._send_now(request)

    def _end_round(self, lost: Sequence[tuple[int, int]] = ()) -> None:
        self._link.set_in_round(False, self._clock())
        if self.state.round is not None:
            self.state.round.finish(lost)

    def _lose_connection(self, sentence: str) -> None:
        self._carrier = None
        self._link.lost(self._clock())
        self.state.sentence = sentence or self.state.sentence
        if not self._link.ended:
            self._set_contact(ConnectionState.LOST if self._session else ConnectionState.UNANSWERED)

    def _set_contact(self, contact: ConnectionState) -> None:
        self.state.contact = contact
        self._notify("contact")

    def _flush(self) -> None:
        data = self._link.data_to_send()
        if data and self._carrier is not None:
            self._carrier.send(data)
