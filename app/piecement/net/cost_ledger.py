"""Cost ledger of a server: shares of everything costly, per address and per account. Pure.

A cost is either spent, and comes back with time, or held until it is released. Every request of a client passes this
ledger first, so that one payer, over any number of connections, cannot take the share of the others.
"""

from collections.abc import Iterable, Mapping
from enum import Enum, auto
from typing import Final, NamedTuple

from piecement.net.errors import OnlineError
from piecement.net.limits import ServerLimits, network_of
from piecement_engine.rules.timing import SECOND

_MINUTE_NS: Final = 60 * SECOND
_FEW: Final = 64


class Cost(Enum):
    """Kinds of cost."""

    SOCKET = auto()
    """Open socket, from its accept on, whatever is sent over it."""
    TRY = auto()
    """New connection."""
    CONNECTION = auto()
    """Open connection."""
    SEAT = auto()
    """Session reserved for a client whose connection is lost."""
    ROOM = auto()
    """Open room."""
    HELD_MESSAGE = auto()
    """Message held until the account of its sender is known."""
    QUESTION = auto()
    """Request that needs the database."""
    ROOM_KEY = auto()
    """Guess of a room key."""
    CODE = auto()
    """Guess of an account code."""
    SIGN_UP = auto()
    """New account."""
    SUBMISSION = auto()
    """Recording to verify."""
    LOG_LINE = auto()
    """Line of the log, paid by its event."""


class Share(NamedTuple):
    """Maximum share of one payer."""

    most: int
    """Maximum number at once, spent or held."""
    each_ns: int = 0
    """Time after which one more may be spent (ns), or 0 if the cost is held."""


def shares_of(limits: ServerLimits) -> Mapping[Cost, Share]:
    return {
        Cost.SOCKET: Share(4 * limits.connections_an_address),
        Cost.TRY: Share(limits.tries_an_address.at_once, SECOND // limits.tries_an_address.a_second),
        Cost.CONNECTION: Share(limits.connections_an_address),
        Cost.SEAT: Share(limits.connections_an_address),
        Cost.ROOM: Share(limits.rooms_an_address),
        Cost.HELD_MESSAGE: Share(16 * limits.connections_an_address),
        Cost.QUESTION: Share(60, SECOND // 4),
        Cost.ROOM_KEY: Share(10, _MINUTE_NS // 2),
        Cost.CODE: Share(5, _MINUTE_NS),
        Cost.SIGN_UP: Share(10, 10 * _MINUTE_NS),
        Cost.SUBMISSION: Share(5, _MINUTE_NS // 2),
        Cost.LOG_LINE: Share(20, 3 * SECOND),
    }


class CostLedger:
    """Costs in use, by payer: addresses of clients, ids of accounts, events of the log.

    A payer that is empty, such as the address of a unix socket, pays nothing.

    >>> ledger = CostLedger(ServerLimits())
    >>> [ledger.spend(Cost.CODE, ["192.0.2.1"], now_ns=0) for _ in range(6)]
    [True, True, True, True, True, False]
    >>> ledger.spend(Cost.CODE, ["192.0.2.2"], now_ns=0)
    True
    """

    def __init__(self, limits: ServerLimits) -> None:
        self._limits: Final = limits
        self._shares: Final = shares_of(limits)
        self._connections = 0
        self._held: Final[dict[tuple[Cost, str], int]] = {}
        self._spent_until: Final[dict[tuple[Cost, str], int]] = {}
        """Time at which everything that a payer has spent is back (ns)."""
        self._forget_at = _FEW

    def spend(self, cost: Cost, payers: Iterable[str], now_ns: int) -> bool:
        """Spend one unit of each payer's share, or nothing and return False if a share is used up."""
        most, each_ns = self._shares[cost]
        until_ns = {key: max(self._spent_until.get(key, 0), now_ns) + each_ns for key in _keys(cost, payers)}
        if any(until - now_ns > most * each_ns for until in until_ns.values()):
            return False
        self._spent_until.update(until_ns)
        if len(self._spent_until) >= self._forget_at:
            for key in [key for key, until in self._spent_until.items() if until <= now_ns]:
                del self._spent_until[key]
            self._forget_at = max(_FEW, 2 * len(self._spent_until))
        return True

    def hold(self, cost: Cost, payers: Iterable[str]) -> bool:
        """Hold one unit for each payer until `release`, or nothing and return False if a share is used up."""
        keys = _keys(cost, payers)
        if any(self._held.get(key, 0) >= self._shares[cost].most for key in keys):
            return False
        for key in keys:
            self._held[key] = self._held.get(key, 0) + 1
        return True

    def release(self, cost: Cost, payers: Iterable[str]) -> None:
        """Release one unit of each payer."""
        for key in _keys(cost, payers):
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]

    def enter(self, address: str, now_ns: int) -> None:
        """Count a new connection. Raises `OnlineError` if it exceeds a limit, and then does not count it."""
        limits = self._limits
        if self._connections >= limits.connections:
            raise OnlineError("full", most=limits.connections)
        if not self.spend(Cost.TRY, [address], now_ns):
            raise OnlineError("too_many_tries", rate=limits.tries_an_address.a_second)
        if not self.hold(Cost.CONNECTION, [address]):
            raise OnlineError("too_many_connections", most=limits.connections_an_address)
        self._connections += 1

    def leave(self, address: str) -> None:
        """Count the end of a connection."""
        self._connections -= 1
        self.release(Cost.CONNECTION, [address])


def _keys(cost: Cost, payers: Iterable[str]) -> set[tuple[Cost, str]]:
    return {(cost, network_of(payer)) for payer in payers if payer}
