"""Dispatcher between the connections of clients and the lobby. It reads no clock and opens no socket.

Call `settle` after each call, even of the lobby or the match maker: it sends the messages that the call caused. Then
`pop_unsent` returns the connections with bytes to write, and `pop_tasks` the work for the hub.
"""

from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import Final

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import NOTICES, OnlineError, RoomError
from piecement_net.limits import network_of
from piecement_net.messages.accounts import Known, Profile, Queue, SignUp, UseCode
from piecement_net.messages.base import Bye, Message, StoreRequest
from piecement_net.messages.challenges import Answer, AskPeople, Challenge
from piecement_net.messages.from_client import Hello, Inputs, Join, Open
from piecement_net.messages.from_server import Error, Left, Moved, RoomState, RoundEnd, RoundStart
from piecement_net.messages.leaderboards import Solo, SoloInputs, SoloLeave, SoloStart, SoloVoid, Submit
from piecement_net.wire import Prepared, prepare
from piecement_server.challenges import Challenges
from piecement_server.connections import ClientSession, ServerConnection, Sessions
from piecement_server.leaderboards.entries import LeaderboardEntry, fair_setup, leaderboard_mode
from piecement_server.leaderboards.verifier import Uploads, Verify
from piecement_server.leaderboards.witness import SoloGames, Witness
from piecement_server.log import Log
from piecement_server.match_maker import MatchMaker
from piecement_server.requests import ACCOUNT_CHANGES, Rated, Request, Response, guest_name
from piecement_server.rooms.effects import FindPlace, Report, Send, StoreMatch
from piecement_server.rooms.lobby import Lobby
from piecement_server.rooms.match_flow import WAITING
from piecement_server.rooms.members import Member
from piecement_server.rooms.room import Room
from piecement_server.store.bans import Ban

_RETRY_EVERY_NS: Final = 5 * SECOND
"""Interval between retries of account requests that could not be answered (ns)."""

HubTask = StoreMatch | Report | Request | FindPlace
"""Work for the hub."""


def identity_of(session: str, key: str) -> str:
    """Return the stored form of a session, which identifies it after a restart."""
    return sha256(f"{session} {key}".encode()).hexdigest()


class Dispatcher:
    """Dispatcher of all connections of a server."""

    def __init__(
        self,
        lobby: Lobby,
        sessions: Sessions,
        log: Log,
        *,
        has_accounts: bool = False,
        match_maker: MatchMaker | None = None,
    ) -> None:
        """Start without connections. With accounts, `pop_tasks` includes `Request`s; responses go to `answered`."""
        self.lobby: Final = lobby
        self._effects: Final = lobby.effects
        self.match_maker: Final = match_maker or MatchMaker(lobby)
        self._challenges: Final = Challenges(lobby, self.match_maker)
        self._has_accounts: Final = has_accounts
        self._held: dict[int, list[tuple[str, Message]]] = {}
        """Messages of members whose account is being looked up, with their payers."""
        self._unknown: dict[int, Hello] = {}
        """Greetings of members who arrived while the accounts were unavailable; their accounts are looked up later."""
        self._retried_ns = 0
        self.ledger: Final = sessions.ledger
        self.bans: Mapping[str, Ban] = {}
        """Bans in force, by account or address; `enforce` replaces them."""
        self.stored_bytes = 0
        """Number of bytes of rounds and games that were passed on to the stores."""
        self._payers_of_rooms: Final[dict[str, tuple[str, str]]] = {}
        self._solos: Final = SoloGames()
        self._uploads: Final = Uploads()
        self._sessions: Final = sessions
        self._log: Final = log
        self._links: dict[int, ClientSession] = {}
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

    def enforce(self, bans: Mapping[str, Ban], now_ns: int) -> None:
        """Replace the bans, and dismiss all banned members."""
        self.bans = bans
        for member in tuple(self.lobby.members.values()):
            self._check_ban(member, now_ns)
        self.settle(now_ns)

    def _check_ban(self, member: Member, now_ns: int) -> None:
        if ban := self.bans.get(member.account) or self.bans.get(member.peer):
            self.dismiss(member.id, ban.refusal, now_ns)

    def dismiss(self, member: int, error: OnlineError, now_ns: int) -> None:
        """End the session of a member, whose connection ends at its next check."""
        self.match_maker.leave(member)
        link = self._links.get(member)
        if link is not None:
            link.ended = True
            if link.connection is not None:
                link.connection.dismissal = error
        elif member in self.lobby.members:  # a seat from before a restart
            self.lobby.leave(member, now_ns)

    def connect(self, now_ns: int, peer: str = "") -> ServerConnection:
        """Return a new connection from an address."""
        return ServerConnection(
            self._sessions,
            now_ns,
            peer,
            lambda left: self.lobby.find_absent(identity_of(left.session, left.key)) is not None,
        )

    def receive(self, connection: ServerConnection, data: bytes, now_ns: int) -> None:
        """Handle received bytes. After an `OnlineError`, write the pending bytes and close the connection."""
        try:
            for message in connection.receive(data, now_ns):
                link = connection.link
                if link is not None:
                    self._handle(connection, link, message, now_ns)
        finally:
            if connection.out:
                self._unsent[connection] = None

    def check(self, connection: ServerConnection, now_ns: int) -> None:
        """Check a client for silence; call it twice a second. Raises `OnlineError`, as `receive` does."""
        self._unsent[connection] = None
        connection.timers(now_ns)

    def lost(self, connection: ServerConnection, now_ns: int) -> None:
        """Handle the end of a connection, on either side."""
        link = connection.link
        self._unsent.pop(connection, None)
        if link is None or link.connection is not connection:
            return
        connection.lost(now_ns)
        if link.member is not None and link.member in self.lobby.members:
            self.match_maker.leave(link.member)
            self._challenges.leave(link.member, now_ns)
            if solo := self._solos.get(link.member):
                solo.disconnected(now_ns)
            if link.ended:  # by choice, or by breaking the protocol
                self.lobby.run(link.member, Room.leave, now_ns)
            self.lobby.run(link.member, Room.disconnected, now_ns, link.lost_since_ns(now_ns))
            is_seated = self.lobby.members[link.member].room is not None or link.member in self._solos
            link.seated = is_seated and self.ledger.hold("seat", [connection.peer])
            if link.seated:
                link.seat_payer = connection.peer
            self.settle(now_ns)

    def _handle(self, connection: ServerConnection, link: ClientSession, message: Message, now_ns: int) -> None:
        is_outdated = isinstance(message, Inputs) and message.a < link.start  # of an earlier round
        if isinstance(message, Hello):
            self._arrive(connection, link, message, now_ns)
        elif link.member is not None and not isinstance(message, Bye) and not is_outdated:
            member = self.lobby.members[link.member]
            member.rtt_ns, member.unacknowledged_ns = link.rtt_ns or 0, link.outbox.oldest_ns
            if member.id in self._held:
                payer = connection.peer or f"member {member.id}"
                if not self.ledger.hold("held_message", [payer]):
                    raise OnlineError("too_many_messages", rate=self.ledger.limits.messages.a_second)
                self._held[member.id].append((payer, message))
            else:
                self._pass_on(member, message, now_ns)
            self.settle(now_ns)

    def _pop_held(self, member: int) -> list[Message]:
        held = self._held.pop(member, [])
        for payer, _ in held:
            self.ledger.release("held_message", [payer])
        return [message for _, message in held]

    def _pass_on(self, member: Member, message: Message, now_ns: int) -> None:
        """Handle a message of a member; a refusal is sent as an `Error`."""
        try:
            self._charge(member, message, now_ns)
            self._dispatch(member, message, now_ns)
        except RoomError as error:
            self._effects.refuse(member.id, error)

    def _charge(self, member: Member, message: Message, now_ns: int) -> None:
        """Spend what a message costs. Raises `RoomError` if a share is used up."""
        payers = member.payers
        match message:
            case Queue(on=True) | Open() | Solo() | Submit() | Challenge() | Answer(accept=True) if not (
                self.ledger.spend("stored_byte", payers, now_ns, 0)
            ):
                self._log.warning("too much stored", account=member.account)
                raise RoomError("too_much_stored")
            case Challenge() if not self.ledger.spend("challenge", payers, now_ns):
                raise RoomError("too_many_challenges")
            case Join() if message.key and not self.ledger.spend("room_key", payers, now_ns):
                raise RoomError("too_many_keys")
            case _:
                pass

    def _dispatch(self, member: Member, message: Message, now_ns: int) -> None:
        """Dispatch a message to the stores, the queue, the leaderboards or the lobby. Raises `RoomError`."""
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
                self._open(member, message, now_ns)
            case _:
                self.lobby.receive(member.id, message, now_ns)
                if member.room is not None:
                    self.match_maker.leave(member.id)

    def _count_stored(self, members: Collection[Member], size: int, now_ns: int) -> None:
        """Count what is stored: each member pays a part of it."""
        self.stored_bytes += size
        for member in members:
            self.ledger.spend("stored_byte", member.payers, now_ns, size // len(members), on_credit=True)

    def _open(self, member: Member, message: Open, now_ns: int) -> None:
        """Open a room, for which the member's address and account pay while it exists."""
        for room in [room for room in self._payers_of_rooms if not self.lobby.has_room(room)]:
            self.ledger.release("room", self._payers_of_rooms.pop(room))
        payers, before = member.payers, member.room
        if not self.ledger.hold("room", payers):
            raise RoomError("too_many_own_rooms")
        try:
            self.lobby.receive(member.id, message, now_ns)
        finally:
            if member.room is None or member.room == before:
                self.ledger.release("room", payers)
            else:
                self._payers_of_rooms[member.room] = payers

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
            self._tasks.append(Request(member.id, member.account, Verify(text)))

    def _end_solo(self, member: Member, outcome: LeaderboardEntry | SoloVoid | None, now_ns: int) -> None:
        """Request the leaderboard entry of an ended game, or send the reason for having none."""
        if isinstance(outcome, SoloVoid):
            self._effects.send(member.id, outcome)
        elif outcome is not None:
            self._count_stored([member], len(outcome.recording), now_ns)
            self._tasks.append(Request(member.id, member.account, outcome))

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
            self._tasks.append(Request(member.id, member.account, Rated()))
            return
        if isinstance(message, ACCOUNT_CHANGES):
            if self.lobby.takes_part(member.id):
                raise RoomError("account_in_match")
            self._held[member.id] = []  # no match may begin meanwhile
            self.match_maker.stop(member.id)
            self._challenges.stop(member.id, now_ns)
        self._tasks.append(Request(member.id, member.account, message))

    def answered(self, request: Request, response: Response, now_ns: int) -> None:
        """Apply the response to a request, then handle the messages held meanwhile."""
        member = self.lobby.members.get(request.member)
        if member is None:
            self._pop_held(request.member)
            return
        self._recognize(member, request, response, now_ns)
        self._check_ban(member, now_ns)
        for start in response.messages:
            if isinstance(start, SoloStart) and isinstance(request.message, Solo):
                setup = fair_setup(leaderboard_mode(start.mode), request.message.rules, start.seed)
                self._solos[member.id] = Witness(setup, now_ns, start)
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
        for message in self._pop_held(member.id):
            connection = self.connection_of(member.id)
            if connection is not None and connection.link is not None and connection.dismissal is None:
                self._handle(connection, connection.link, message, now_ns)

    def connection_of(self, member: int) -> ServerConnection | None:
        """Return the connection of a member, if any."""
        link = self._links.get(member)
        return None if link is None else link.connection

    def rated(self, accounts: Collection[str]) -> None:
        """Request the new ratings of present members after a rated match."""
        for member in self.lobby.members.values():
            if member.id in self._links and member.account in accounts:
                self._tasks.append(Request(member.id, member.account, Rated()))

    def _recognize(self, member: Member, request: Request, response: Response, now_ns: int) -> None:
        """Apply the account in a response to its member, unless the member has changed it since."""
        is_greeting = isinstance(request.message, Hello)
        if isinstance(request.message, Hello) and not member.account and response.is_unavailable:
            self._unknown[member.id] = request.message
            self._retried_ns = now_ns
            if member.room is None:
                member.rename(guest_name(request.message.name))
        if response.is_unavailable or (is_greeting and member.account):
            return
        self._retried_ns = 0  # the accounts can be reached again
        if is_greeting or isinstance(request.message, ACCOUNT_CHANGES):
            self._unknown.pop(member.id, None)
            member.account = response.account
        elif response.account != member.account:
            return
        for profile in response.messages:
            if isinstance(profile, Profile):
                member.rating, member.deviation = profile.rating, profile.deviation
        if response.name and member.room is None:
            member.rename(response.name)

    def _retry_account(self, now_ns: int) -> None:
        """Repeat one account request that could not be answered, unless the member plays a match."""
        if not self._unknown or now_ns < self._retried_ns + _RETRY_EVERY_NS:
            return
        self._retried_ns = now_ns
        for number, hello in self._unknown.items():
            if not self.lobby.takes_part(number) and number not in self._held:
                del self._unknown[number]
                self._tasks.append(Request(number, "", hello, again=True))
                return

    def _arrive(self, connection: ServerConnection, link: ClientSession, hello: Hello, now_ns: int) -> None:
        """Add a new client as a member, or reconnect a known member."""
        peer = network_of(connection.peer)
        self._release_seat(link)
        identity = identity_of(link.session, link.key)
        known = link.member if link.member is not None else self.lobby.find_absent(identity)
        if known is None or known not in self.lobby.members:
            link.member = self.lobby.enter(
                hello.name, bot=hello.bot, version=link.version, identity=identity, peer=peer
            )
            self._links[link.member] = link
            if self._has_accounts and not hello.bot:
                self._held[link.member] = []
                self._tasks.append(Request(link.member, "", hello))
        else:
            member = self.lobby.members[known]
            member.peer, member.version = peer, link.version
            link.member, self._links[known] = known, link
            if solo := self._solos.get(known):
                solo.reconnected(now_ns)
            self.lobby.run(known, Room.reconnected, now_ns, anew=connection.arrival != "resumed")
            self.settle(now_ns)
            if member.account and connection.arrival != "resumed":
                self._tasks.append(Request(known, member.account, Rated()))
        self._check_ban(self.lobby.members[link.member], now_ns)
        self._log.info("client", arrival=connection.arrival, member=link.member, name=hello.name, bot=hello.bot)

    def _release_seat(self, link: ClientSession) -> None:
        self.ledger.release("seat", [link.seat_payer])
        link.seat_payer = ""

    # Timers

    def advance(self, now_ns: int) -> None:
        """Do all due work except that of rooms, which the lobby advances. Call it every 100 ms."""
        self._retry_account(now_ns)
        self.match_maker.advance(now_ns)
        self._challenges.advance(now_ns)
        for number, void in self._solos.advance(now_ns):
            self._effects.send(number, void)
        for link in self._sessions.expired(now_ns):
            self._release_seat(link)
            if link.member is not None and self._links.get(link.member) is link:
                del self._links[link.member]
                self._pop_held(link.member)
                self._unknown.pop(link.member, None)
                self.match_maker.leave(link.member)
                self._solos.pop(link.member, None)
                self._uploads.pop(link.member, None)
                if link.member in self.lobby.members:
                    self.lobby.leave(link.member, now_ns)
        self.settle(now_ns)

    def placed(self, member: int, message: Open, address: str | None, now_ns: int) -> None:
        """Open a room here, or send the member to the address of another server of the fleet."""
        opener = self.lobby.members.get(member)
        if self.connection_of(member) is None or opener is None:
            return
        if address is None:
            self._pass_on(opener, message.model_copy(update={"here": True}), now_ns)
        else:
            self._effects.send(member, Moved(address=address))

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
        link = self._links.get(member)
        if link is None:  # a seat from before a restart, whose player has not returned
            return
        link.send(prepared, now_ns)
        if isinstance(message, Error) and message.code not in NOTICES:
            self.ledger.refusals[message.code] += 1
        elif isinstance(message, RoundStart):
            link.start = link.outbox.last
            link.set_in_round(True, now_ns)
        elif isinstance(message, RoundEnd | Left) or (isinstance(message, RoomState) and message.state == WAITING):
            link.set_in_round(False, now_ns)
        if link.connection is not None:
            self._unsent[link.connection] = None
