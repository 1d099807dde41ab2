"""The client's end of a link, over any number of connections.

The loop that connects again, at the times of `ClientLink.retry_ns`, is `run` in `piecement.client.client`.
"""

from collections.abc import Iterator
from typing import Final

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import RESUMABLE, OnlineError
from piecement_net.limits import BYTES_FROM_A_SERVER, FROM_A_SERVER, ServerLimits, TokenBucket
from piecement_net.link import Link
from piecement_net.messages.base import Bye, Message, Pong
from piecement_net.messages.from_client import Hello, Resume
from piecement_net.messages.from_server import Refused, Welcome
from piecement_net.network_clock import ENOUGH, ClockOffset
from piecement_net.wire import FROM_SERVER, Decoder, Prepared, encode

_BURST_NS: Final = SECOND // 20
"""Interval between the first pings, which measure the server's clock (ns)."""
_FIRST_RETRY_NS: Final = SECOND // 10
"""Delay before the first attempt to connect again (ns); each further one is twice as long."""
_LONGEST_RETRY_NS: Final = 2 * SECOND


class ClientLink(Link):
    """Client's end, over any number of connections. It does not trust the server either."""

    def __init__(self, hello: Hello, now_ns: int, resume: Resume | None = None) -> None:
        """Prepare the hello of each connection; `resume` is the session of an earlier run of the program."""
        super().__init__(ServerLimits(), now_ns)
        self.hello = hello
        """First message of each connection."""
        self.resume = resume
        """Session for another run of the program to resume, or None."""
        self._knows_numbers = False
        """Whether this run of the program has the message numbers of the session."""
        self.ended = False
        """Whether the server refused or the session is over, so that reconnecting is of no use."""
        self.clock: Final = ClockOffset()
        """Offset of the server's clock."""
        self.retry_ns = now_ns
        """Time of the next connection attempt (ns)."""
        self._retries = 0
        self._greeted_ns = now_ns
        self.welcomed = False
        """Whether the server has welcomed the client on this connection."""
        self._burst = 0
        """Number of pings still to be sent at short intervals."""
        self._decoder = Decoder(FROM_SERVER)
        self._messages = TokenBucket(FROM_A_SERVER, now_ns)
        self._bytes = TokenBucket(BYTES_FROM_A_SERVER, now_ns)

    def connect(self, now_ns: int) -> None:
        """Start using a connection that has just opened."""
        self._attach(bytearray(), now_ns)
        self._greeted_ns = now_ns
        self.welcomed = False
        self._decoder = Decoder(FROM_SERVER)
        has_numbers = self._knows_numbers and not self.outbox.has_gap
        resume = self.resume and self.resume.model_copy(update={"a": self._received if has_numbers else None})
        self._knows_numbers = has_numbers
        self._direct(self.hello.model_copy(update={"resume": resume}))

    def lost(self, now_ns: int) -> None:
        """Handle a connection that closed, or could not be opened."""
        self._out = None
        self.retry_ns = now_ns + min(_FIRST_RETRY_NS << min(self._retries, 10), _LONGEST_RETRY_NS)
        self._retries += 1

    def leave(self) -> None:
        """End the session with a goodbye."""
        self._direct(Bye())
        self.resume = None
        self.ended = True

    def data_to_send(self) -> bytes:
        """Return the bytes to send now, once."""
        if not self._out:
            return b""
        data = bytes(self._out)
        self._out.clear()
        return data

    def receive(self, data: bytes, now_ns: int) -> Iterator[Message]:
        """Yield the messages for the application, `Welcome` and `Refused` among them; iterate over all.

        Raises `OnlineError` if the server breaks the protocol, after the messages before that.
        """
        try:
            if not self._bytes.take(len(data), now_ns):
                raise OnlineError("too_many_bytes", rate=BYTES_FROM_A_SERVER.a_second)
            for message in self._decoder.feed(data):
                if (handled := self._accept(message, now_ns)) is not None:
                    yield handled
        except OnlineError as error:
            self.abort(error)
            raise

    def abort(self, error: OnlineError) -> None:
        """Send the reason for leaving this server; close the connection afterwards."""
        self._direct(Bye.of(error))
        self.ended = True

    def set_in_round(self, in_round: bool, now_ns: int) -> None:
        super().set_in_round(in_round, now_ns)
        self._burst = ENOUGH if in_round else self._burst

    def timers(self, now_ns: int) -> None:
        super().timers(now_ns)
        if self.welcomed and self._burst and now_ns - self._pinged_ns >= _BURST_NS:
            self._burst -= 1
            self._ping(now_ns)

    def _accept(self, message: Message, now_ns: int) -> Message | None:
        if not self._messages.take(1, now_ns):
            raise OnlineError("too_many_messages", rate=FROM_A_SERVER.a_second)
        match message:
            case Refused():
                self.ended = message.retry_after is None and message.code not in RESUMABLE
                return message
            case Bye():
                self.ended = True
                return message
            case Welcome():
                self._welcome(message, now_ns)
                return message
            case _ if not self.welcomed:
                raise OnlineError("welcome_first", type=type(message).__name__.lower())
            case _:
                return self._handle(message, now_ns)

    def _welcome(self, welcome: Welcome, now_ns: int) -> None:
        if self.welcomed:
            raise OnlineError("welcome_twice")
        if not welcome.resumed:
            self._restart()
            self.clock.clear()
        elif not self._knows_numbers or self.resume is None or self.resume.session != welcome.session:
            raise OnlineError("nothing_to_resume")
        self.clock.add(self._greeted_ns, welcome.now, now_ns)
        self.welcomed = self._knows_numbers = True
        self._acknowledge(welcome.a)
        self._resend(welcome.a)
        self.resume = Resume(session=welcome.session, key=welcome.key)
        self._retries, self._burst = 0, ENOUGH

    def _send(self, message: Prepared, now_ns: int) -> None:
        if self.welcomed or self._out is None:
            super()._send(message, now_ns)
        elif message.numbered:  # sent after the welcome
            self.outbox.add(message, now_ns)

    def _ping(self, now_ns: int) -> None:
        if self.welcomed:  # until then, received numbers may belong to another session
            super()._ping(now_ns)

    def _direct(self, message: Message) -> None:
        if self._out is not None:
            self._out += encode(message)

    def _handle_pong(self, pong: Pong, now_ns: int) -> None:
        super()._handle_pong(pong, now_ns)
        self.clock.add(pong.c, pong.s, now_ns)
