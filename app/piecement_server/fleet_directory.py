"""Directory of the other servers of a fleet and of their rooms, made of their news.

A server that is silent for a while counts as gone, and its rooms with it.
"""

from dataclasses import dataclass
from typing import Final

from piecement_engine.rules.timing import SECOND
from piecement_net.messages.parts import RoomLine
from piecement_server.fleet_news import News

PEER_TIMEOUT_NS: Final = 5 * SECOND
"""Silence after which a server counts as gone (ns)."""


@dataclass(slots=True)
class Peer:
    """Server of the fleet."""

    news: News
    updated_ns: int
    rooms: dict[str, RoomLine]
    """Rooms by id."""
    number: int = 0
    """Number of the last known change of its rooms."""


class Directory:
    """Last known state of the other servers."""

    def __init__(self) -> None:
        self._peers: dict[str, Peer] = {}

    def apply(self, news: News, now_ns: int) -> bool:
        """Apply the news of a server; return False if earlier changes of its rooms were missed.

        News without changes has the number of the last change. If a change was missed, the rooms stay.
        """
        known = self._peers.get(news.name)
        if news.ended:
            self._peers.pop(news.name, None)
        elif news.rooms is not None:
            self._peers[news.name] = Peer(news, now_ns, {room.id: room for room in news.rooms}, news.number)
        elif known is None:
            return False
        else:
            known.news, known.updated_ns = news, now_ns
            if news.number != known.number + bool(news.changed or news.closed):
                return False
            known.number = news.number
            known.rooms.update((room.id, room) for room in news.changed)
            for room in news.closed:
                known.rooms.pop(room, None)
        return True

    def present(self, now_ns: int) -> dict[str, Peer]:
        """Return the present servers by name."""
        return {name: peer for name, peer in self._peers.items() if now_ns - peer.updated_ns < PEER_TIMEOUT_NS}

    def lines(self, now_ns: int) -> list[RoomLine]:
        """Return the rooms of all other servers."""
        return [room for peer in self.present(now_ns).values() for room in peer.rooms.values()]

    def has(self, room: str) -> bool:
        """Whether a room belongs to another server, present or not."""
        return any(room in peer.rooms for peer in self._peers.values())

    def address_of(self, room: str, now_ns: int) -> str | None:
        """Return the address of the server of a room, or None if it is unknown."""
        return next((peer.news.address for peer in self.present(now_ns).values() if room in peer.rooms), None)
