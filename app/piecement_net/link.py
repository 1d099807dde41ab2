"""A link, which survives cuts of its connection: the common part of both ends, and its outbox.

Numbered messages have a number and acknowledge those of the other side. After a cut connection, both sides keep the
unacknowledged messages, and send them again once the client has come back with the key of its session: each message
arrives once, and in order. Pings distinguish a dead connection from a silent one.

The ends are `ClientLink` in `client_link`, and `ClientSession` in `piecement_server.connections`.
"""

from collections import deque
from collections.abc import Iterator
from typing import Final

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import OnlineError
from piecement_net.limits import ServerLimits
from piecement_net.messages.base import Message, Numbered, Ping, Pong
from piecement_net.wire import Prepared, prepare

MAX_UNACKNOWLEDGED: Final = 2048
MAX_UNACKNOWLEDGED_BYTES: Final = 256 * 1024


class Outbox:
    """Messages to send again after a cut, numbered from 1. New ones displace the oldest."""

    def __init__(self) -> None:
        self._messages: deque[tuple[Prepared, int]] = deque()
        """Messages, each with the time of its first sending."""
        self._bytes = 0
        self.last = 0
        """Number of the last message."""
        self.acknowledged = 0
        """Number up to which the other side has all messages."""

    def add(self, message: Prepared, now_ns: int) -> int:
        """Add a message, and return its number."""
        self._messages.append((message, now_ns))
        self._bytes += len(message.rest)
        self.last += 1
        while len(self._messages) > MAX_UNACKNOWLEDGED or self._bytes > MAX_UNACKNOWLEDGED_BYTES:
            self._drop()
        return self.last

    def acknowledge(self, number: int) -> None:
        """Drop the messages up to a number, from `acknowledged` to `last`."""
        self.acknowledged = number
        while self._first <= number:
            self._drop()

    def after(self, number: int) -> Iterator[tuple[int, Prepared]]:
        """Yield the messages after a covered number, with their numbers."""
        for at, (message, _) in enumerate(self._messages, self._first):
            if at > number:
                yield at, message

    def covers(self, number: int) -> bool:
        """Whether all messages after a number are still here."""
        return self._first - 1 <= number <= self.last

    @property
    def oldest_ns(self) -> int | None:
        """Time of the first sending of the oldest message, or None."""
        return self._messages[0][1] if self._messages else None

    @property
    def has_gap(self) -> bool:
        """Whether a message was displaced before it was acknowledged."""
        return not self.covers(self.acknowledged)

    @property
    def _first(self) -> int:
        return self.last - len(self._messages) + 1

    def _drop(self) -> None:
        self._bytes -= len(self._messages.popleft()[0].rest)


_ACKNOWLEDGE_AFTER: Final = 64
"""Number of unanswered messages after which a ping acknowledges them."""
_PINGS: Final = 16


class Link:
    """Common part of both ends. A subclass attaches each new connection, and resends after the other side's number."""

    def __init__(self, limits: ServerLimits, now_ns: int) -> None:
        self._limits: Final = limits
        self.outbox = Outbox()
        self._received = 0
        self._confirmed = 0
        """Number up to which the other side's messages have been acknowledged."""
        self._out: bytearray | None = None
        self._received_ns = now_ns
        self._pinged_ns = now_ns
        self._pings: deque[int] = deque(maxlen=_PINGS)
        """Clock readings in the unanswered pings."""
        self._rtts: deque[int] = deque(maxlen=_PINGS)
        self._in_round = False

    @property
    def rtt_ns(self) -> int | None:
        """Shortest round trip among the last replies (ns), or None before the first."""
        return min(self._rtts, default=None)

    @property
    def _silence_ns(self) -> int:
        """Maximum silence of the other side (ns)."""
        return self._limits.round_silence_ns if self._in_round else self._limits.silence_ns

    def send(self, message: Message | Prepared, now_ns: int) -> None:
        """Send a message. Without a connection, a numbered one is sent after the next resume."""
        self._send(message if isinstance(message, Prepared) else prepare(message), now_ns)

    def set_in_round(self, in_round: bool, now_ns: int) -> None:
        """Set whether a round is running, in which a dead connection is noticed sooner."""
        if in_round != self._in_round:
            self._in_round = in_round
            self._received_ns = now_ns
            self._ping(now_ns)

    def timers(self, now_ns: int) -> None:
        """Do due work; call it every 100 ms or so. Raises `OnlineError` if the other side is gone."""
        if self._out is None:
            return
        limits, silence_ns = self._limits, self._silence_ns
        if now_ns - self._received_ns > silence_ns:
            raise OnlineError("silent", seconds=silence_ns // SECOND)
        if self.outbox.has_gap:
            raise OnlineError("unacknowledged", count=self.outbox.last - self.outbox.acknowledged)
        if now_ns - self._pinged_ns >= (limits.round_ping_ns if self._in_round else limits.ping_ns):
            self._ping(now_ns)

    def _attach(self, out: bytearray, now_ns: int) -> None:
        self._out = out
        self._received_ns = now_ns
        self._pings.clear()
        self._rtts.clear()

    def _restart(self) -> None:
        """Restart the numbers: unacknowledged messages are lost."""
        self.outbox = Outbox()
        self._received = self._confirmed = 0

    def _resend(self, after: int) -> None:
        self.outbox.acknowledge(after)
        for number, message in self.outbox.after(after):
            self._write(message, number)

    def _send(self, message: Prepared, now_ns: int) -> None:
        self._write(message, self.outbox.add(message, now_ns) if message.numbered else 0)

    def _write(self, message: Prepared, number: int) -> None:
        if self._out is not None:
            self._out += message.line(number, self._received)
            if message.numbered:
                self._confirmed = self._received

    def _handle(self, message: Message, now_ns: int) -> Message | None:
        """Return a message for the application, or None. Raises `OnlineError`."""
        self._received_ns = now_ns
        if isinstance(message, Numbered):
            self._number(message, now_ns)
            return message
        match message:
            case Ping():
                self._acknowledge(message.a)
                self._send(prepare(Pong(c=message.c, s=now_ns, a=self._received)), now_ns)
                return None
            case Pong():
                self._acknowledge(message.a)
                if message.c in self._pings:
                    self._pings.remove(message.c)
                    self._handle_pong(message, now_ns)
                return None
            case _:
                return message

    def _number(self, message: Numbered, now_ns: int) -> None:
        if message.n != self._received + 1:
            raise OnlineError("wrong_number", expected=self._received + 1, number=message.n)
        self._acknowledge(message.a)
        self._received = message.n
        if self._received - self._confirmed >= _ACKNOWLEDGE_AFTER:
            self._ping(now_ns)

    def _acknowledge(self, number: int) -> None:
        box = self.outbox
        if not box.acknowledged <= number <= box.last:
            raise OnlineError("wrong_acknowledgement", number=number, first=box.acknowledged, last=box.last)
        box.acknowledge(number)

    def _handle_pong(self, pong: Pong, now_ns: int) -> None:
        self._rtts.append(now_ns - pong.c)

    def _ping(self, now_ns: int) -> None:
        self._pinged_ns = now_ns
        self._confirmed = self._received
        self._pings.append(now_ns)
        self._send(prepare(Ping(c=now_ns, a=self._received)), now_ns)
