"""Rate limits of clients: the share of each address and each account in every costly resource.

A cost is either spent, and comes back with time, or held until it is released. Every request of a client is charged
first, so that one payer, over any number of connections, cannot use up the shares of other payers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network
from typing import Final, Literal, NamedTuple

from piecement_engine.rules.timing import SECOND
from piecement_net.errors import OnlineError
from piecement_net.limits import ServerLimits
from piecement_net.loop_shares import LoopShares

_MINUTE_NS: Final = 60 * SECOND
_MONTH_NS: Final = 30 * 24 * 60 * _MINUTE_NS
_FEW: Final = 64
"""Minimum number of spent costs for which those that are back are forgotten."""


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return the unit that counts as one address: for IPv6, the whole network of a subscriber."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv4Address):
        return str(parsed)
    return str(parsed.ipv4_mapped or ip_network((parsed, 64), strict=False))


Cost = Literal[
    "socket", "accept", "try", "connection", "frame", "seat", "held_message", "question",
    "challenge", "room_key", "code", "sign_up", "submission", "stored_byte", "log_line",
]  # fmt: skip
"""Kind of cost; `shares_of` explains each."""


class Share(NamedTuple):
    """Maximum share of one payer."""

    most: int
    """Maximum number at once, spent or held."""
    each_ns: int = 0
    """Time after which one more may be spent (ns), or 0 if the cost is held."""


def shares_of(limits: ServerLimits) -> Mapping[Cost, Share]:
    """Return the share of each payer in each kind of cost."""
    return {
        # open socket, from its accept on, whatever is sent over it
        "socket": Share(4 * limits.connections_an_address),
        # socket that is accepted, to be used or refused with a sentence
        "accept": Share(2 * limits.tries_an_address.at_once, SECOND // (2 * limits.tries_an_address.a_second)),
        # new connection
        "try": Share(limits.tries_an_address.at_once, SECOND // limits.tries_an_address.a_second),
        "connection": Share(limits.connections_an_address),
        # WebSocket frame, of whatever kind and size
        "frame": Share(
            limits.connections_an_address * limits.messages.at_once,
            SECOND // (2 * limits.connections_an_address * limits.messages.a_second),
        ),
        # session reserved for a client whose connection is lost
        "seat": Share(limits.connections_an_address),
        # message held until the account of its sender is known
        "held_message": Share(16 * limits.connections_an_address),
        # request that needs the database
        "question": Share(60, SECOND // 4),
        "challenge": Share(5, _MINUTE_NS // 3),
        # guess of a room key
        "room_key": Share(10, _MINUTE_NS // 2),
        # guess of an account code
        "code": Share(5, _MINUTE_NS),
        # new account
        "sign_up": Share(10, 10 * _MINUTE_NS),
        # recording to verify
        "submission": Share(5, _MINUTE_NS // 2),
        # byte of a round or a game in the database
        "stored_byte": Share(limits.stored_bytes, _MONTH_NS // limits.stored_bytes),
        # line of the log, paid by its event
        "log_line": Share(10, 6 * SECOND),
    }


class CostLedger:
    """Costs in use, by payer: addresses of clients, ids of accounts, events of the log.

    A payer that is empty, such as the address of a unix socket, pays nothing.

    >>> ledger = CostLedger(ServerLimits())
    >>> [ledger.spend("code", ["192.0.2.1"], now_ns=0) for _ in range(6)]
    [True, True, True, True, True, False]
    >>> ledger.spend("code", ["192.0.2.2"], now_ns=0)
    True
    """

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self.refusals: Final[Counter[str]] = Counter()
        """Number of refused or ended connections, and of errors in reply to requests, by code."""
        self._shares = shares_of(limits)
        self.loop_shares: Final = LoopShares()
        """Time that the input of each address takes."""
        self._connections = 0
        self._held: Final[dict[tuple[Cost, str], int]] = {}
        self._spent_until: Final[dict[tuple[Cost, str], int]] = {}
        """Time at which everything that a payer has spent is back (ns)."""
        self._forget_at = _FEW
        """Number of spent costs at which those that are back are forgotten."""

    def change_limits(self, limits: ServerLimits) -> None:
        """Replace the limits. Costs in use stay, and existing sessions keep their rates."""
        self.limits, self._shares = limits, shares_of(limits)

    def spend(self, cost: Cost, payers: Iterable[str], now_ns: int, count: int = 1, *, on_credit: bool = False) -> bool:
        """Spend units of each payer's share, or nothing and return False if a share is used up.

        A cost that cannot be refused is spent on credit: nothing more can then be spent until it is back.
        """
        most, each_ns = self._shares[cost]
        until_ns = {key: max(self._spent_until.get(key, 0), now_ns) + count * each_ns for key in _keys(cost, payers)}
        if not on_credit and any(until - now_ns > most * each_ns for until in until_ns.values()):
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
        limits = self.limits
        if self._connections >= limits.connections:
            raise OnlineError("full", most=limits.connections)
        if not self.spend("try", [address], now_ns):
            raise OnlineError("too_many_tries", rate=limits.tries_an_address.a_second)
        if not self.hold("connection", [address]):
            raise OnlineError("too_many_connections", most=limits.connections_an_address)
        self._connections += 1

    def leave(self, address: str) -> None:
        """Count the end of a connection."""
        self._connections -= 1
        self.release("connection", [address])


def _keys(cost: Cost, payers: Iterable[str]) -> set[tuple[Cost, str]]:
    return {(cost, network_of(payer)) for payer in payers if payer}
