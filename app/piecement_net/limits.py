"""Limits of a server and of a client, and the counters that enforce them on one connection. This module reads no clock.

What an address or an account may use, over all its connections, is in `rate_limits`.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import OnlineError


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """Rate per second, and maximum at once."""

    a_second: int
    at_once: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLimits:
    """Limits of a server; times in ns."""

    hello_ns: int = 5 * SECOND
    """Time limit for the first message."""
    silence_ns: int = 30 * SECOND
    """Maximum silence of the other side outside a round."""
    round_silence_ns: int = 6 * SECOND
    """Maximum silence of the other side in a round."""
    ping_ns: int = 10 * SECOND
    """Interval between pings outside a round."""
    round_ping_ns: int = 2 * SECOND
    """Interval between pings in a round."""
    seat_ns: int = 60 * SECOND
    """Time for which the session of an absent client is reserved."""

    messages: Rate = Rate(a_second=40, at_once=240)
    """At once: the messages of a player during the longest silence in a round."""
    inputs: Rate = Rate(a_second=120, at_once=720)
    chat: Rate = Rate(a_second=1, at_once=5)
    requests: Rate = Rate(a_second=1, at_once=5)
    """Requests about rooms."""
    caught_up_ns: int = 10 * SECOND
    """Longest cut whose messages and inputs are accepted in addition to the maximum at once."""

    rooms: int = 200
    connections: int = 2000
    connections_an_address: int = 8
    tries_an_address: Rate = Rate(a_second=2, at_once=16)
    sessions: int = 4000
    rooms_an_address: int = 4
    stored_bytes: int = 256 * 1024 * 1024
    """Bytes of rounds and games that one address, and one account, may store; they come back within 30 days."""
    rated_within_address: bool = False
    """Whether matches of two players at one address are rated."""

    unsent_bytes: int = 256 * 1024
    """Maximum number of unsent bytes for a slow reader."""
    unsent_ns: int = 5 * SECOND
    """Maximum age of unsent bytes."""
    slowest: int = 32 * 1024
    """Rate of the slowest allowed reader (bytes/s): long messages may wait for longer."""


FROM_A_SERVER: Final = Rate(a_second=200, at_once=4000)
"""Rate of messages that a client accepts: a resumed session brings two thousand."""
BYTES_FROM_A_SERVER: Final = Rate(a_second=512 * 1024, at_once=8 * 1024 * 1024)
ATTACKS_OF_A_ROUND: Final = 50_000
"""Maximum number of attacks in a round: eight players who send one each second, for an hour and a half."""


class TokenBucket:
    """Token bucket: tokens accumulate at a steady rate up to a maximum, and each counted thing takes some."""

    __slots__ = ("_most", "_rate", "_then_ns", "_tokens")

    def __init__(self, rate: Rate, now_ns: int) -> None:
        self._rate = rate.a_second
        self._most = rate.at_once * SECOND
        self._tokens = self._most
        self._then_ns = now_ns

    def take(self, count: int, now_ns: int) -> bool:
        """Take tokens; return False, and take none, if there are too few."""
        self._tokens = max(self._tokens, min(self._most, self._tokens + (now_ns - self._then_ns) * self._rate))
        self._then_ns = now_ns
        if count * SECOND > self._tokens:
            return False
        self._tokens -= count * SECOND
        return True

    def grant(self, for_ns: int) -> None:
        """Add the tokens of a time beyond the maximum."""
        self._tokens = min(self._tokens, self._most) + for_ns * self._rate


class SendGauge:
    """Gauge of a send buffer: amount and age of the unsent bytes."""

    __slots__ = ("_limits", "_marks", "_written")

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._written = 0
        self._marks: deque[tuple[int, int]] = deque()
        """Running total of bytes at the end of each waiting piece, and its deadline."""

    def wrote(self, count: int, buffered: int, now_ns: int) -> None:
        """Add written bytes, given the size of the whole buffer, and check it.

        Raises `OnlineError` if too much waited before: a single message may be longer than the limit.
        """
        self._written += count
        if buffered:
            limits = self._limits
            self._marks.append((self._written, now_ns + limits.unsent_ns + count * SECOND // limits.slowest))
        if buffered - count > self._limits.unsent_bytes:
            raise OnlineError("slow_reader", bytes=buffered)
        self.check(buffered, now_ns)

    def check(self, buffered: int, now_ns: int) -> None:
        """Raise `OnlineError` if some bytes have waited for too long."""
        sent = self._written - buffered
        while self._marks and self._marks[0][0] <= sent:
            self._marks.popleft()
        if self._marks and now_ns > self._marks[0][1]:
            raise OnlineError("slow_reader", bytes=buffered)
