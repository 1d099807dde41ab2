"""Dispatcher between the connections of clients and the lobby. It reads no clock and opens no socket.

Call `settle` after each call, also of the lobby or the match maker: it sends the messages that the call caused. Then
`pop_unsent` returns the connections with bytes to write, and `pop_tasks` the work for the hub.
"""

from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Final

from piecement_net.errors import NOTICES, OnlineError, RoomError
from piecement_net.messages.accounts import Known, Queue, SignUp, UseCode
from piecement_net.messages.base import Bye, Message, StoreRequest
from piecement_net.messages.challenges import Answer, AskPeople, Challenge
from piecement_net.messages.from_client import Hello, Inputs, Join, Open
from piecement_net.messages.from_server import Error, Left, Moved, RoomState, RoundEnd, RoundStart
from piecement_net.messages.leaderboards import Solo, SoloInputs, SoloLeave, SoloStart, SoloVoid, Submit
from piecement_net.rate_limits import network_of
from piecement_net.wire import Prepared, prepare
from piecement_server.challenges import Challenges
from piecement_server.connections import ClientSession, ServerConnection, Sessions
from piecement_server.leaderboards.entries import LeaderboardEntry
from piecement_server.leaderboards.verifier import Uploads
from piecement_server.leaderboards.witness import SoloGames
from piecement_server.log import Log
from piecement_server.match_maker import MatchMaker
from piecement_server.pending_accounts import PendingAccounts
from piecement_server.requests import ACCOUNT_CHANGES, Rated, Request, Response, Verify
from piecement_server.rooms.effects import FindPlace, Report, Send, StoreMatch
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.match_flow import WAITING
from piecement_server.rooms.members import Member
from piecement_server.rooms.room import Room
from piecement_server.store.bans import Ban

HubTask = StoreMatch | Report | Request | FindPlace
"""Work for the hub."""


def identity_of(session: str, key: str) -> str:
    """Return the stored form of a session, which identifies it after a restart."""
    return sha256(f"{session} {key}".encode()).hexdigest()


class Dispatcher:
    """Dispatcher of all connections of a server."""

    def __init__(self, lobby: Lobby, sessions: Sessions, log: Log, *, has_accounts: bool = False) -> None:
        """Start without connections. With accounts, `pop_tasks` includes `Request`s; responses go to `answered`."""
        self.lobby: Final = lobby
        self._effects: Final = lobby.effects
        self.match_maker: Final = MatchMaker(lobby)
        self._challenges: Final = Challenges(lobby, self.match_maker)
        self._has_accounts: Final = has_accounts
        self.ledger: Final = sessions.ledger
        self._pending: Final = PendingAccounts(lobby, sessions.ledger)
        self.bans: Mapping[str, Ban] = {}
        """Bans in force, by account or address; `enforce` replaces them."""
        self.stored_bytes = 0
        """Number of bytes of rounds and games that were passed on to the stores."""
        self._solos: Final = SoloGames()
        self._uploads: Final = Uploads()
        self._sessions: Final = sessions
        self._log: Final = log
        self._session_of: dict[int, ClientSession] = {}
        """Sessions by member."""
        self._unsent: dict[ServerConnection, None] = {}
        self._tasks: list[HubTask] = []

    def pop_unsent(self) -> list[ServerConnection]:
        unsent, self._unsent = self._unsent, {}
        return list(unsent)

    def pop_tasks(self) -> list[HubTask]:
        tasks, self._tasks = self._tasks, []
        return tasks

    # Connections

    def admit(self, peer: str, now_ns: int) -> None:
        """Count a new connection from an address. Raises `OnlineError` if it is banned or exceeds a limit."""
        if ban := self.bans.get(network_of(peer)):
            raise ban.refusal
        self.ledger.enter(peer, now_ns)

    def connect(self, now_ns: int, peer: str = "") -> ServerConnection:
        """Return a new connection from an address."""
        return ServerConnection(
            self._sessions,
            now_ns,
            peer,
            lambda left: self.lobby.find_absent(identity_of(left.session, left.key)) is not None,
        )

    def connection_of(self, member: int) -> ServerConnection | None:
        """Return the connection of a member, if any."""
        session = self._session_of.get(member)
        return None if session is None else session.connection

    def receive(self, connection: ServerConnection, data: bytes, now_ns: int) -> None:
        """Handle received bytes. After an `OnlineError`, write the pending bytes and close the connection."""
        try:
            for message in connection.receive(data, now_ns):
                session = connection.session
                if session is not None:
                    self._handle(connection, session, message, now_ns)
        finally:
            if connection.out:
                self._unsent[connection] = None

    def check(self, connection: ServerConnection, now_ns: int) -> None:
        """Check a client for silence; call it twice a second. Raises `OnlineError`, as `receive` does."""
        self._unsent[connection] = None
        connection.timers(now_ns)

    def lost(self, connection: ServerConnection, now_ns: int) -> None:
        """Handle the end of a connection, on either side."""
        session = connection.session
        self._unsent.pop(connection, None)
        if session is None or session.connection is not connection:
            return
        connection.lost(now_ns)
        if session.member is None or session.member not in self.lobby.members:
            return
        self.match_maker.leave(session.member)
        self._challenges.leave(session.member, now_ns)
        if solo := self._solos.get(session.member):
            solo.disconnected(now_ns)
        if session.ended:  # by choice, or by breaking the protocol
            self.lobby.run(session.member, Room.leave, now_ns)
        self.lobby.run(session.member, Room.disconnected, now_ns, session.lost_since_ns(now_ns))
        is_seated = self.lobby.members[session.member].room is not None or session.member in self._solos
        if is_seated and self.ledger.hold("seat", [connection.peer]):
            session.seat_payer = connection.peer
        self.settle(now_ns)

    def dismiss(self, member: int, error: OnlineError, now_ns: int) -> None:
        """End the session of a member, whose connection ends at its next check."""
        self.match_maker.leave(member)
        session = self._session_of.get(member)
        if session is not None:
            session.ended = True
            if session.connection is not None:
                session.connection.dismissal = error
        elif member in self.lobby.members:  # a seat from before a restart
            self.lobby.leave(member, now_ns)

    def enforce(self, bans: Mapping[str, Ban], now_ns: int) -> None:
        """Replace the bans, and dismiss all banned members."""
        self.bans = bans
        for member in tuple(self.lobby.members.values()):
            self._check_ban(member, now_ns)
        self.settle(now_ns)

    def _check_ban(self, member: Member, now_ns: int) -> None:
        if ban := self.bans.get(member.account) or self.bans.get(member.peer):
            self.dismiss(member.id, ban.refusal, now_ns)

    # Arrivals and departures

    def _arrive(self, connection: ServerConnection, session: ClientSession, hello: Hello, now_ns: int) -> None:
        """Add a new client as a member, or reconnect a known member."""
        self._release_seat(session)
        identity = identity_of(session.name, session.key)
        number = session.member if session.member is not None else self.lobby.find_absent(identity)
        is_known = number in self.lobby.members
        if number is None or not is_known:
            number = self.lobby.enter(hello.name, bot=hello.bot, identity=identity)
        member = self.lobby.members[number]
        member.peer, member.version = network_of(connection.peer), session.version
        session.member, self._session_of[number] = number, session
        if is_known:
            if solo := self._solos.get(number):
                solo.reconnected(now_ns)
            self.lobby.run(number, Room.reconnected, now_ns, anew=connection.arrival != "resumed")
            self.settle(now_ns)
            if member.account and connection.arrival != "resumed":
                self._request(member, Rated())
        elif self._has_accounts and not hello.bot:
            self._pending.begin(number)
            self._request(member, hello)
        self._check_ban(member, now_ns)
        self._log.info("client", arrival=connection.arrival, member=number, name=hello.name, bot=hello.bot)

    def _forget(self, session: ClientSession, now_ns: int) -> None:
        """Remove the member of an expired session, unless it has returned with another one."""
        self._release_seat(session)
        member = session.member
        if member is None or self._session_of.get(member) is not session:
            return
        del self._session_of[member]
        self._pending.forget(member)
        self.match_maker.leave(member)
        self._solos.pop(member, None)
        self._uploads.pop(member, None)
        if member in self.lobby.members:
            self.lobby.leave(member, now_ns)

    def _release_seat(self, session: ClientSession) -> None:
        if session.seat_payer is not None:
            self.ledger.release("seat", [session.seat_payer])
            session.seat_payer = None

    # Messages of members

    def _handle(self, connection: ServerConnection, session: ClientSession, message: Message, now_ns: int) -> None:
        """Handle a message of a client: its arrival, or a request of a member, which may be held."""
        is_outdated = isinstance(message, Inputs) and message.a < session.start  # sent before the round was announced
        if isinstance(message, Hello):
            self._arrive(connection, session, message, now_ns)
        elif session.member is not None and not isinstance(message, Bye) and not is_outdated:
            member = self.lobby.members[session.member]
            member.rtt_ns, member.unacknowledged_ns = session.rtt_ns or 0, session.outbox.oldest_ns
            if self._pending.is_pending(member.id):
                self._pending.hold(member.id, connection.peer, message)
            else:
                self._carry_out(member, message, now_ns)
            self.settle(now_ns)

    def _carry_out(self, member: Member, message: Message, now_ns: int) -> None:
        """Charge and dispatch a request of a member; a refusal is sent as an `Error`."""
        try:
            self._charge(member, message, now_ns)
            self._dispatch(member, message, now_ns)
        except RoomError as error:
            self._effects.refuse(member.id, error)

    def _charge(self, member: Member, message: Message, now_ns: int) -> None:
        """Spend what a message costs. Raises `RoomError` if a share is used up."""
        payers = member.payers
        is_yes = (isinstance(message, Queue) and message.on) or (isinstance(message, Answer) and message.accept)
        will_be_stored = is_yes or isinstance(message, Open | Challenge | Solo | Submit)  # its size is counted later
        if will_be_stored and not self.ledger.spend("stored_byte", payers, now_ns, 0):
            self._log.warning("too much stored", account=member.account)
            raise RoomError("too_much_stored")
        if isinstance(message, Challenge) and not self.ledger.spend("challenge", payers, now_ns):
            raise RoomError("too_many_challenges")
        if isinstance(message, Join) and message.key and not self.ledger.spend("room_key", payers, now_ns):
            raise RoomError("too_many_keys")

    def _dispatch(self, member: Member, message: Message, now_ns: int) -> None:
        """Dispatch a request to the stores, the queue, the leaderboards or the lobby. Raises `RoomError`."""
        match message:
            case StoreRequest():
                self._request_store(member, message, now_ns)
            case Queue():
                self.match_maker.receive(member, message, now_ns)
            case SoloInputs():
                self._end_solo(member, self._solos.receive(member.id, message, now_ns), now_ns)
            case SoloLeave():
                self._solos.pop(member.id, None)
            case Submit():
                self._submit(member, message, now_ns)
            case AskPeople() | Challenge() | Answer():
                self._challenges.receive(member, message, now_ns)
            case Open():
                self.match_maker.leave(member.id)
                self.lobby.receive(member.id, message, now_ns)
            case _:
                self.lobby.receive(member.id, message, now_ns)
                if member.room is not None:
                    self.match_maker.leave(member.id)

    def placed(self, member: int, message: Open, address: str | None, now_ns: int) -> None:
        """Open a room for which a place was found: here, or at the address of another server of the fleet."""
        opener = self.lobby.members.get(member)
        if self.connection_of(member) is None or opener is None:
            return
        if address is None:
            self._carry_out(opener, message.model_copy(update={"here": True}), now_ns)
        else:
            self._effects.send(member, Moved(address=address))

    # Leaderboards

    def _submit(self, member: Member, part: Submit, now_ns: int) -> None:
        """Add a part of an upload, and verify the recording with its last part."""
        if not member.account:
            raise RoomError("needs_account")
        text = self._uploads.add(member.id, part)
        if text is not None:
            if not self.ledger.spend("submission", member.payers, now_ns):
                raise RoomError("verifier_busy")
            self._count_stored([member], len(text), now_ns)
            self._request(member, Verify(text))

    def _end_solo(self, member: Member, outcome: LeaderboardEntry | SoloVoid | None, now_ns: int) -> None:
        """Request the leaderboard entry of an ended game, or send the reason for having none."""
        if isinstance(outcome, SoloVoid):
            self._effects.send(member.id, outcome)
        elif outcome is not None:
            self._count_stored([member], len(outcome.recording), now_ns)
            self._request(member, outcome)

    # Accounts

    def _request_store(self, member: Member, message: Message, now_ns: int) -> None:
        """Pass a request to the stores, unless it is refused or over a limit."""
        if not self._has_accounts or member.bot:
            raise RoomError("no_accounts")
        if isinstance(message, UseCode) and not self.ledger.spend("code", [member.peer], now_ns):
            raise RoomError("too_many_codes")
        if isinstance(message, SignUp) and not self.ledger.spend("sign_up", [member.peer], now_ns):
            raise RoomError("too_many_accounts")
        if not self.ledger.spend("question", member.payers, now_ns):
            raise RoomError("too_many_questions")
        if isinstance(message, Known) and member.account:
            self._request(member, Rated())
            return
        if isinstance(message, ACCOUNT_CHANGES):
            if self.lobby.takes_part(member.id):
                raise RoomError("account_in_match")
            self._pending.begin(member.id)
            self.match_maker.stop(member.id)
            self._challenges.stop(member.id, now_ns)
        self._request(member, message)

    def _request(self, member: Member, message: Message | Rated | Verify | LeaderboardEntry) -> None:
        """Pass a request to the stores; the response goes to `answered`."""
        self._tasks.append(Request(member.id, member.account, message))

    def answered(self, request: Request, response: Response, now_ns: int) -> None:
        """Apply the response to a request, then handle the messages held meanwhile."""
        member = self.lobby.members.get(request.member)
        if member is None:
            self._pending.forget(request.member)
            return
        self._pending.apply(member, request, response, now_ns)
        self._check_ban(member, now_ns)
        for start in response.messages:
            if isinstance(start, SoloStart) and isinstance(request.message, Solo):
                self._solos.begin(member.id, request.message, start, now_ns)
        if not (request.again and response.is_unavailable):  # the error was sent already
            for reply in response.messages:
                self._effects.send(member.id, reply)
        if response.deleted_account:
            for other in self.lobby.members.values():
                if other.account == response.deleted_account:  # that member continues as a guest
                    other.account = ""
                    for reply in response.messages:
                        self._effects.send(other.id, reply)
        self.settle(now_ns)
        for message in self._pending.end(request):
            connection = self.connection_of(member.id)
            if connection is not None and connection.session is not None and connection.dismissal is None:
                self._handle(connection, connection.session, message, now_ns)

    def rated(self, accounts: Collection[str]) -> None:
        """Request the new ratings of present members after a rated match."""
        for member in self.lobby.members.values():
            if member.id in self._session_of and member.account in accounts:
                self._request(member, Rated())

    # Timers

    def advance(self, now_ns: int) -> None:
        """Do all due work except that of rooms, which the lobby advances. Call it every 100 ms."""
        if (greeting := self._pending.take_due(now_ns)) is not None:
            self._tasks.append(greeting)
        self.match_maker.advance(now_ns)
        self._challenges.advance(now_ns)
        for number, void in self._solos.advance(now_ns):
            self._effects.send(number, void)
        for session in self._sessions.expired(now_ns):
            self._forget(session, now_ns)
        self.settle(now_ns)

    # Effects

    def settle(self, now_ns: int) -> None:
        """Send the messages of the effects so far, and collect the other effects as tasks."""
        last: Message | None = None
        prepared: Prepared | None = None
        for effect in self._effects.pop():
            if isinstance(effect, StoreMatch) and effect.record.round is not None:
                self._count_stored(self.lobby.players(effect.room), effect.record.round.size, now_ns)
            if not isinstance(effect, Send):
                self._tasks.append(effect)
                continue
            message = effect.message
            if prepared is None or message is not last:  # members often receive the same message in a row
                last, prepared = message, prepare(message)
            self._send(effect.member, message, prepared, now_ns)

    def _send(self, member: int, message: Message, prepared: Prepared, now_ns: int) -> None:
        session = self._session_of.get(member)
        if session is None:  # a seat from before a restart, whose player has not returned
            return
        session.send(prepared, now_ns)
        if isinstance(message, Error) and message.code not in NOTICES:
            self.ledger.refusals[message.code] += 1
        elif isinstance(message, RoundStart):
            session.start = session.outbox.last
            session.set_in_round(True, now_ns)
        elif isinstance(message, RoundEnd | Left) or (isinstance(message, RoomState) and message.state == WAITING):
            session.set_in_round(False, now_ns)
        if session.connection is not None:
            self._unsent[session.connection] = None

    def _count_stored(self, members: Collection[Member], size: int, now_ns: int) -> None:
        """Count bytes that are stored: each member pays a part of them."""
        self.stored_bytes += size
        for member in members:
            self.ledger.spend("stored_byte", member.payers, now_ns, size // len(members), on_credit=True)
