"""How much one side takes from the other: all numbers, and what counts against them."""

from collections import deque
from dataclasses import dataclass
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final

from piecement.online.errors import OnlineError

SECOND_NS: Final = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """So many a second, and so many at once."""

    a_second: int
    at_once: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLimits:
    """What a server allows; times in ns."""

    hello_ns: int = 5 * SECOND_NS
    """How long the first message may take."""
    silence_ns: int = 30 * SECOND_NS
    round_silence_ns: int = 6 * SECOND_NS
    """How long nothing may be heard, outside and in a round."""
    ping_ns: int = 10 * SECOND_NS
    round_ping_ns: int = 2 * SECOND_NS
    """How often is asked whether the other side is there."""
    seat_ns: int = 60 * SECOND_NS
    """How long a session is kept for who has gone."""

    messages: Rate = Rate(a_second=40, at_once=240)
    """At once: what a player sends while the network stalls for as long as a round may be silent."""
    inputs: Rate = Rate(a_second=120, at_once=720)
    chat: Rate = Rate(a_second=1, at_once=5)
    requests: Rate = Rate(a_second=1, at_once=5)
    """What concerns rooms."""
    caught_up_ns: int = 10 * SECOND_NS
    """For how long a cut connection may be caught up with, beyond what comes at once."""

    connections: int = 2000
    connections_an_address: int = 8
    tries_an_address: Rate = Rate(a_second=2, at_once=16)
    sessions: int = 4000
    rooms_an_address: int = 4

    unsent_bytes: int = 256 * 1024
    unsent_ns: int = 5 * SECOND_NS
    """How much may wait for a slow reader, and how long."""
    slowest: int = 32 * 1024
    """How many bytes a second the slowest reader reads: what is long may wait for longer."""


FROM_A_SERVER: Final = Rate(a_second=200, at_once=4000)
"""How many messages a client takes: a resumed session brings two thousand."""
ATTACKS_OF_A_ROUND: Final = 50_000
"""What a client remembers of a round: eight players who send one each second, for an hour and a half."""
BYTES_FROM_A_SERVER: Final = Rate(a_second=512 * 1024, at_once=8 * 1024 * 1024)


class Bucket:
    """Tokens that come at a steady rate, up to so many; each thing that is counted takes some."""

    __slots__ = ("_left", "_most", "_rate", "_then_ns")

    def __init__(self, rate: Rate, now_ns: int) -> None:
        self._rate = rate.a_second
        self._most = rate.at_once * SECOND_NS
        self._left = self._most
        self._then_ns = now_ns

    def take(self, count: int, now_ns: int) -> bool:
        """Take so many tokens; return False, and take none, where there are not enough."""
        self._left = max(self._left, min(self._most, self._left + (now_ns - self._then_ns) * self._rate))
        self._then_ns = now_ns
        if count * SECOND_NS > self._left:
            return False
        self._left -= count * SECOND_NS
        return True

    def grant(self, for_ns: int) -> None:
        """Add what comes in so long a time to what may be there at once."""
        self._left = min(self._left, self._most) + for_ns * self._rate


class SendGauge:
    """How much of what was written waits for its reader, and for how long."""

    __slots__ = ("_limits", "_marks", "_written")

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._written = 0
        self._marks: deque[tuple[int, int]] = deque()
        """The sum of bytes up to the end of each piece that may wait, and until when it may."""

    def wrote(self, count: int, buffered: int, now_ns: int) -> None:
        """Note that bytes were written, of which so many wait in all, and check that.

        Raises `OnlineError` where too much waited before: a single message may be longer than that.
        """
        self._written += count
        if buffered:
            limits = self._limits
            self._marks.append((self._written, now_ns + limits.unsent_ns + count * SECOND_NS // limits.slowest))
        if buffered - count > self._limits.unsent_bytes:
            raise OnlineError("slow_reader", bytes=buffered)
        self.check(buffered, now_ns)

    def check(self, buffered: int, now_ns: int) -> None:
        """Raise `OnlineError` where something waits for too long."""
        sent = self._written - buffered
        while self._marks and self._marks[0][0] <= sent:
            self._marks.popleft()
        if self._marks and now_ns > self._marks[0][1]:
            raise OnlineError("slow_reader", bytes=buffered)


def network_of(address: str) -> str:
    """Return what counts as one address: all that one subscriber has of the newer kind."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((parsed, 64), strict=False))
