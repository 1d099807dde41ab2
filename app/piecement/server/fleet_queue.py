"""Queue of a fleet: all servers know all waiting players, and one of them pairs. Pure: times in ns.

The pairing server is the present one with the first name. The others always know the same, so that the next one takes
over after its death, and only the players who waited at the dead server must queue again. If two servers pair at once
for a moment, the servers of the players follow the first pairing that arrives.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from piecement.online.directory import Directory
from piecement.online.match_queue import MatchQueue, Waiting
from piecement.server.fleet_news import News, PairedSide, Pairing, WaitingLine
from piecement.server.match_maker import PROMISED_NS
from piecement_engine.timing import MILLISECOND

_Key = tuple[str, int]
"""Name of a server and number of its member."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """Last published state of a server."""

    address: str
    has_place: bool
    queues: bool
    waiting: tuple[WaitingLine, ...]
    heard_ns: int


class FleetQueue:
    """All waiting players, as one server of the fleet knows them."""

    def __init__(self, name: str, directory: Directory, make_ticket: Callable[[], str]) -> None:
        """Create an empty queue. `name` is the server's own; `make_ticket` returns 32 hexadecimal digits."""
        self._name: Final = name
        self._directory: Final = directory
        self._make_ticket: Final = make_ticket
        self._queue: Final = MatchQueue[_Key]()
        self._standings: dict[str, _Standing] = {}
        self._promised: dict[_Key, int] = {}
        """Time until which a paired player is left to the host of the match (ns)."""

    def heard(self, news: News, now_ns: int) -> None:
        """Update the state of a server, this one included, which the directory does not list."""
        if news.ended:
            self._standings.pop(news.name, None)
        else:
            self._standings[news.name] = _Standing(news.address, news.has_place, news.queues, news.waiting, now_ns)

    def others(self, now_ns: int) -> int:
        """Return the number of players waiting at other servers."""
        present = self._present(now_ns)
        return sum(len(standing.waiting) for name, standing in present.items() if name != self._name)

    def elsewhere(self, now_ns: int) -> str:
        """Return the address of another server with an open queue, or empty if there is none."""
        present = self._present(now_ns)
        return next((there.address for name, there in present.items() if name != self._name and there.queues), "")

    def is_holder(self, now_ns: int) -> bool:
        """Whether this server is the one that pairs."""
        queueing = [name for name, standing in self._present(now_ns).items() if standing.queues]
        return bool(queueing) and min(queueing) == self._name

    def pairings(self, now_ns: int) -> list[Pairing]:
        """Return new pairings, if this server pairs and a server has capacity for the match."""
        present = self._present(now_ns)
        hosts = [name for name, standing in present.items() if standing.has_place]
        if not hosts or not self.is_holder(now_ns):
            return []
        self._promised = {key: until_ns for key, until_ns in self._promised.items() if until_ns > now_ns}
        self._queue.hold(
            Waiting((name, line.member), line.who, line.rating, standing.heard_ns - line.waited_ms * MILLISECOND)
            for name, standing in present.items()
            for line in standing.waiting
            if (name, line.member) not in self._promised
        )
        return [self._pairing(pair, hosts, now_ns) for pair in self._queue.pairs(now_ns)]

    def _pairing(self, pair: tuple[Waiting[_Key], Waiting[_Key]], hosts: list[str], now_ns: int) -> Pairing:
        sides: list[PairedSide] = []
        for waiting in pair:
            server, member = waiting.key
            self._promised[server, member] = now_ns + PROMISED_NS
            sides.append(PairedSide(server=server, member=member))
        ticket = self._make_ticket()
        at_home = (side.server for side in sides if side.server in hosts)
        host = next(at_home, hosts[int(ticket, 16) % len(hosts)])
        return Pairing(
            ticket=ticket,
            host=host,
            address=self._standings[host].address,
            sides=(sides[0], sides[1]),
            waited_ms=max(0, now_ns - max(waiting.since_ns for waiting in pair)) // MILLISECOND,
        )

    def _present(self, now_ns: int) -> dict[str, _Standing]:
        """Return the states of the present servers, in the order of their names."""
        names = {self._name, *self._directory.names(now_ns)}
        return {name: self._standings[name] for name in sorted(names & self._standings.keys())}
