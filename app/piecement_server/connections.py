"""Connections of clients to a server, and their sessions, which outlive a lost connection."""

from collections.abc import Callable, Iterator
from hmac import compare_digest
from secrets import token_urlsafe
from typing import Final, Literal

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import RESUMABLE, OnlineError
from piecement_net.limits import ServerLimits, TokenBucket
from piecement_net.link import Link
from piecement_net.messages.accounts import Queue
from piecement_net.messages.base import PROTOCOL, PROTOCOLS, Addition, Bye, Message, RoomRequest, StoreRequest
from piecement_net.messages.challenges import Answer
from piecement_net.messages.from_client import Hello, Inputs, Leave, Resume, Say
from piecement_net.messages.from_server import Error, Refused, Welcome
from piecement_net.rate_limits import CostLedger
from piecement_net.wire import FROM_CLIENT, LONGEST_FROM_CLIENT, Decoder, encode, prepare

Arrival = Literal["new", "resumed", "anew"]
"""Kind of arrival: new session, resumed without a gap, or former session with messages lost."""

_RETRY_SECONDS: Final = 10
_RATES: Final = ("messages", "inputs", "chat", "requests")
"""Rates sent to clients."""
_TEMPORARY: Final = frozenset({"full", "too_many_sessions", "too_many_connections", "too_many_tries"})
"""Refusals that are temporary."""


def refusal(error: OnlineError) -> bytes:
    """Return the last message to a client before closing its connection."""
    refused = Refused.of(error)
    return encode(refused.model_copy(update={"retry_after": _RETRY_SECONDS}) if error.code in _TEMPORARY else refused)


def _withdraws(message: Message) -> bool:
    """Return whether a message only ends what an earlier request began.

    It is never refused: the player has left that screen, and would play a match that was called off.
    """
    match message:
        case Leave() | Queue(on=False) | Answer(accept=False):
            return True
        case _:
            return False


class ClientSession(Link):
    """Session of a client, over any number of connections: the server's end of a link, which enforces the limits."""

    def __init__(self, ledger: CostLedger, name: str, key: str, now_ns: int) -> None:
        limits = ledger.limits
        super().__init__(limits, now_ns)
        self._ledger: Final = ledger
        self.name: Final = name
        self.key: Final = key
        """Secret with which the client resumes the session."""
        self.version = PROTOCOL
        """Version of the protocol that the client speaks."""
        self.ended = False
        """Whether the session cannot be resumed."""
        self._messages = TokenBucket(limits.messages, now_ns)
        self._inputs = TokenBucket(limits.inputs, now_ns)
        self._refused: Final = tuple(
            (kinds, TokenBucket(rate, now_ns), OnlineError(code, rate=rate.a_second))
            for kinds, rate, code in (
                (Say, limits.chat, "too_much_chat"),
                (RoomRequest, limits.requests, "too_many_requests"),
                ((StoreRequest, Queue), limits.requests, "too_many_requests"),
            )
        )
        """Messages that are refused beyond a rate, with their rates and errors."""
        self.lost_ns: int | None = None
        """Time at which the connection was lost, or None while there is one."""
        self.connection: ServerConnection | None = None
        self.member: int | None = None
        """Number of its member in the lobby."""
        self.start = 0
        """Number of the last `RoundStart` sent."""
        self.seat_payer: str | None = None
        """Address that pays for reserving the session after a cut connection, or None if it is not reserved."""

    def attach(self, out: bytearray, after: int | None, now_ns: int) -> bool:
        """Continue over a new connection after the client's last number; return whether there is no gap."""
        away_ns = 0 if self.lost_ns is None else now_ns - self.lost_ns
        for bucket in (self._messages, self._inputs):
            bucket.grant(min(away_ns, self._limits.caught_up_ns))
        self.lost_ns = None
        self._attach(out, now_ns)
        if after is None or not self.outbox.acknowledged <= after or not self.outbox.covers(after):
            self._restart()
            return False
        return True

    def welcome(self, welcome: Welcome, after: int, now_ns: int) -> None:
        """Send the first message of a connection, then everything that the client has not received."""
        self._send(prepare(welcome.model_copy(update={"a": self._received})), now_ns)
        self._resend(after)

    def lost_since_ns(self, now_ns: int) -> int:
        """Return when the connection was cut: now, or at the last message if the client has been silent too long."""
        return self._received_ns if now_ns - self._received_ns > self._silence_ns else now_ns

    def detach(self, now_ns: int) -> None:
        self._out = None
        self.lost_ns = now_ns

    def receive(self, message: Message, now_ns: int) -> Message | None:
        """Return a message for the application, or None. Raises `OnlineError`."""
        if not self._messages.take(1, now_ns):
            raise OnlineError("too_many_messages", rate=self._limits.messages.a_second)
        if isinstance(message, Hello):
            raise OnlineError("hello_twice")
        handled = self._handle(message, now_ns)
        if isinstance(handled, Inputs) and not self._inputs.take(len(handled.e), now_ns):
            raise OnlineError("too_many_inputs", rate=self._limits.inputs.a_second)
        self.ended |= isinstance(handled, Bye)
        error = None if handled is None or _withdraws(handled) else self._spend(handled, now_ns)
        if error is None:
            return handled
        self._ledger.refusals[error.code] += 1
        self.send(Error.of(error), now_ns)
        return None

    def _spend(self, message: Message, now_ns: int) -> OnlineError | None:
        """Spend a message of its kind's rate; return the error beyond that rate, or None."""
        for kinds, bucket, error in self._refused:
            if isinstance(message, kinds) and not bucket.take(1, now_ns):
                return error
        return None


class Sessions:
    """All sessions, by name. `ServerConnection` finds or creates them."""

    def __init__(
        self,
        limits: ServerLimits,
        server: str,
        *,
        motd: str = "",
        server_id: str = "",
        secret: Callable[[], str] = lambda: token_urlsafe(24),
    ) -> None:
        self.ledger: Final = CostLedger(limits)
        self.by_name: Final[dict[str, ClientSession]] = {}
        self._server = server
        self._motd = motd
        self._server_id = server_id
        self._secret = secret

    def expired(self, now_ns: int) -> list[ClientSession]:
        """Remove and return the sessions that were not resumed in time."""
        gone = [
            session
            for session in self.by_name.values()
            if session.lost_ns is not None
            and (session.ended or session.seat_payer is None or now_ns - session.lost_ns > self.ledger.limits.seat_ns)
        ]
        for session in gone:
            del self.by_name[session.name]
        return gone

    def greet(self, hello: Hello, connection: "ServerConnection", now_ns: int) -> tuple[ClientSession, Arrival]:
        """Handle the first message of a connection. Raises `OnlineError`."""
        versions = set(PROTOCOLS).intersection(hello.v)
        if not versions:
            raise OnlineError("protocol", ours=PROTOCOLS[-1], theirs=", ".join(map(str, hello.v)))
        session = self._find(hello.resume)
        after = hello.resume.a if session is not None and hello.resume else None
        is_new = False
        if session is not None:
            if session.connection is not None:  # whose next call raises that it is replaced
                session.detach(now_ns)
        elif hello.resume and hello.resume.session not in self.by_name and connection.was_here(hello.resume):
            session = self._new(now_ns, hello.resume.session, hello.resume.key)
        else:
            session = self._new(now_ns, self._secret(), self._secret())
            is_new = True
        session.version = max(versions)
        has_all = session.attach(connection.out, after, now_ns)
        arrival: Arrival = "new" if is_new else "resumed" if has_all else "anew"
        session.connection = connection
        session.welcome(self._welcome(session, arrival, now_ns), after or 0, now_ns)
        return session, arrival

    def _find(self, resume: Resume | None) -> ClientSession | None:
        session = self.by_name.get(resume.session) if resume else None
        if session is None or resume is None or session.ended or not compare_digest(session.key, resume.key):
            return None
        return session

    def _new(self, now_ns: int, name: str, key: str) -> ClientSession:
        if len(self.by_name) >= self.ledger.limits.sessions:
            raise OnlineError("too_many_sessions", most=self.ledger.limits.sessions)
        session = ClientSession(self.ledger, name, key, now_ns)
        self.by_name[session.name] = session
        return session

    def _welcome(self, session: ClientSession, arrival: Arrival, now_ns: int) -> Welcome:
        return Welcome(
            v=session.version,
            session=session.name,
            key=session.key,
            server=self._server,
            now=now_ns,
            resumed=arrival == "resumed",
            motd=self._motd,
            id=self._server_id,
            additions=max(Addition),
            limits={
                "bytes": LONGEST_FROM_CLIENT,
                **{name: getattr(self.ledger.limits, name).a_second for name in _RATES},
            },
        )


class ServerConnection:
    """One connection to a client: bytes in, messages of its session out."""

    def __init__(
        self, sessions: Sessions, now_ns: int, peer: str = "", was_here: Callable[[Resume], bool] = lambda _: False
    ) -> None:
        """Wait for hello; `was_here` returns whether a session belongs to a previous run of the server."""
        self.peer: Final = peer
        """Address of the client, or empty if there is none."""
        self.was_here: Final = was_here
        self._sessions = sessions
        self._decoder = Decoder(FROM_CLIENT)
        self._began_ns = now_ns
        self.out: Final = bytearray()
        """Bytes to send; `data_to_send` takes them."""
        self.session: ClientSession | None = None
        """Session, after hello."""
        self.arrival: Arrival = "new"
        self.dismissal: OnlineError | None = None
        """Error that ends the connection at the next call, or None."""

    def receive(self, data: bytes, now_ns: int) -> Iterator[Message]:
        """Yield the messages for the application, the first of them `Hello`; iterate over all.

        Raises `OnlineError` for a violation, after the messages before it. Then send the remaining bytes, which hold
        the reason, and close.
        """
        try:
            for message in self._decoder.feed(data):
                if (handled := self._receive(message, now_ns)) is not None:
                    yield handled
        except OnlineError as error:
            self._refuse(error)
            raise

    def timers(self, now_ns: int) -> None:
        """Do due work; call it twice a second or so. Raises `OnlineError`, as `receive` does."""
        try:
            self._check_over()
            if self.session is not None:
                self.session.timers(now_ns)
            elif now_ns - self._began_ns > self._sessions.ledger.limits.hello_ns:
                raise OnlineError("slow_hello", seconds=self._sessions.ledger.limits.hello_ns // SECOND)
        except OnlineError as error:
            self._refuse(error)
            raise

    def data_to_send(self) -> bytes:
        """Return the bytes to send now, once."""
        data = bytes(self.out)
        self.out.clear()
        return data

    def lost(self, now_ns: int) -> None:
        """Handle the end of the connection, on either side."""
        if self.session is not None and self.session.connection is self:
            self.session.connection = None
            self.session.detach(now_ns)

    def _receive(self, message: Message, now_ns: int) -> Message | None:
        self._check_over()
        if self.session is not None:
            return self.session.receive(message, now_ns)
        if not isinstance(message, Hello):
            raise OnlineError("hello_first", type=type(message).__name__.lower())
        self.session, self.arrival = self._sessions.greet(message, self, now_ns)
        return message

    def _check_over(self) -> None:
        """Raise `OnlineError` if the client is dismissed, or has returned over another connection."""
        if self.dismissal is not None:
            raise self.dismissal
        if self.session is not None and self.session.connection is not self:
            raise OnlineError("replaced")

    def _refuse(self, error: OnlineError) -> None:
        if self.session is not None and self.session.connection is self:
            self.session.ended |= error.code not in RESUMABLE
        self.out.extend(refusal(error))
