"""The queue of a whole fleet, as each of its servers knows it from the news of all.

The pairing server is the present one whose name sorts first. All servers receive the same news, so the next one takes
over if it fails, and only the players who waited at the failed server must queue again. If two servers pair at once for
a moment, the servers of the players follow the first pairing that arrives.
"""

from collections.abc import Callable, Mapping
from typing import Final

from piecement_engine.rules.timing import MILLISECOND
from piecement_server.fleet_news import Directory, News, PairedSide, Peer, QueuePairing
from piecement_server.match_queue import RESERVATION_NS, MatchQueue, Waiting

_Key = tuple[str, int]
"""Name of a server and number of its member."""


class FleetQueue:
    """All waiting players, as one server of the fleet knows them."""

    def __init__(self, name: str, directory: Directory, make_ticket: Callable[[], str]) -> None:
        """Create an empty queue. `name` is that of this server; `make_ticket` returns 32 hexadecimal digits."""
        self._name: Final = name
        self._directory: Final = directory
        self._make_ticket: Final = make_ticket
        self._queue: Final = MatchQueue[_Key]()
        self._own: Peer | None = None
        """State of this server as last published, or None before the first time."""
        self._reserved: dict[_Key, int] = {}
        """Time until which a paired player is not paired again (ns)."""

    def published(self, news: News, now_ns: int) -> None:
        """Replace the state of this server by the published one."""
        self._own = Peer(news, now_ns, {})

    def waiting_elsewhere(self, now_ns: int) -> int:
        """Return the number of players waiting at other servers."""
        return sum(len(peer.news.waiting) for peer in self._directory.present(now_ns).values())

    def other_server(self, now_ns: int) -> str:
        """Return the address of another server with an open queue, or empty if there is none."""
        present = self._present(now_ns)
        addresses = (there.news.address for there in present.values() if there is not self._own and there.news.queues)
        return next(addresses, "")

    def is_pairing_server(self, now_ns: int) -> bool:
        """Return whether this server is the pairing one."""
        queueing = [name for name, peer in self._present(now_ns).items() if peer.news.queues]
        return bool(queueing) and min(queueing) == self._name

    def make_pairings(self, now_ns: int) -> list[QueuePairing]:
        """Return new pairings, if this server pairs and a server has capacity for the match."""
        present = self._present(now_ns)
        hosts = [name for name, peer in present.items() if peer.news.has_place]
        if not hosts or not self.is_pairing_server(now_ns):
            return []
        self._reserved = {key: until_ns for key, until_ns in self._reserved.items() if until_ns > now_ns}
        self._queue.clear()
        for name, peer in present.items():
            for line in peer.news.waiting:
                if (name, line.member) not in self._reserved:
                    since_ns = peer.updated_ns - line.waited_ms * MILLISECOND
                    self._queue.add(Waiting((name, line.member), line.who, line.rating, since_ns))
        return [
            self._pairing(pair, {host: present[host].news.address for host in hosts}, now_ns)
            for pair in self._queue.take_pairs(now_ns)
        ]

    def _pairing(
        self, pair: tuple[Waiting[_Key], Waiting[_Key]], hosts: Mapping[str, str], now_ns: int
    ) -> QueuePairing:
        """Return a pairing at one of the hosts, which have their addresses."""
        sides: list[PairedSide] = []
        for waiting in pair:
            server, member = waiting.key
            self._reserved[server, member] = now_ns + RESERVATION_NS
            sides.append(PairedSide(server=server, member=member))
        ticket = self._make_ticket()
        at_home = (side.server for side in sides if side.server in hosts)
        host = next(at_home, list(hosts)[int(ticket, 16) % len(hosts)])
        return QueuePairing(
            ticket=ticket,
            host=host,
            address=hosts[host],
            sides=(sides[0], sides[1]),
            waited_ms=max(0, now_ns - max(waiting.since_ns for waiting in pair)) // MILLISECOND,
        )

    def _present(self, now_ns: int) -> dict[str, Peer]:
        """Return the present servers and this one, in the order of their names."""
        own = {} if self._own is None else {self._name: self._own}
        return dict(sorted({**self._directory.present(now_ns), **own}.items()))
