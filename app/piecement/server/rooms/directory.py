"""Directory of the rooms on the other servers of a fleet. Pure: news and times in.

A server that is silent for a while counts as gone, and its rooms with it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from piecement.net.messages.base import RoomLine
from piecement_engine.rules.timing import SECOND

PEER_TIMEOUT_NS: Final = 5 * SECOND
"""Silence after which a server counts as gone (ns)."""


@dataclass(slots=True)
class Peer:
    """Another server of the fleet."""

    address: str
    """Address for its clients."""
    rooms: dict[str, RoomLine]
    """Rooms by id."""
    updated_ns: int
    number: int
    """Number of the last known change of its rooms."""


class Directory:
    """Last known state of the other servers."""

    def __init__(self) -> None:
        self._peers: dict[str, Peer] = {}

    def update(self, name: str, address: str, rooms: Iterable[RoomLine], now_ns: int, *, number: int = 0) -> None:
        """Store the whole room list of a server."""
        self._peers[name] = Peer(address, {room.id: room for room in rooms}, now_ns, number)

    def apply_changes(
        self, name: str, changed: Iterable[RoomLine], closed: Iterable[str], now_ns: int, *, number: int = 0
    ) -> bool:
        """Apply changes to the rooms of a server; return False if earlier changes were missed.

        News without changes has the number of the last change. If a change was missed, only the time of the news is
        stored.
        """
        known = self._peers.get(name)
        if known is None:
            return False
        known.updated_ns = now_ns
        changes, gone = tuple(changed), tuple(closed)
        if number != known.number + bool(changes or gone):
            return False
        known.number = number
        known.rooms.update((room.id, room) for room in changes)
        for room in gone:
            known.rooms.pop(room, None)
        return True

    def remove(self, name: str) -> None:
        """Remove a server that has ended."""
        self._peers.pop(name, None)

    def names(self, now_ns: int) -> list[str]:
        """Return the names of the present servers."""
        return [name for name, peer in self._peers.items() if _is_present(peer, now_ns)]

    def lines(self, now_ns: int) -> list[RoomLine]:
        """Return the rooms of all other servers."""
        return [room for peer in self._present(now_ns) for room in peer.rooms.values()]

    def has(self, room: str) -> bool:
        """Whether a room belongs to another server, present or not."""
        return any(room in peer.rooms for peer in self._peers.values())

    def address_of(self, room: str, now_ns: int) -> str | None:
        """Return the address of the server of a room, or None if it is unknown."""
        return next((there.address for there in self._present(now_ns) if room in there.rooms), None)

    def _present(self, now_ns: int) -> Iterator[Peer]:
        return (peer for peer in self._peers.values() if _is_present(peer, now_ns))


def _is_present(peer: Peer, now_ns: int) -> bool:
    return now_ns - peer.updated_ns < PEER_TIMEOUT_NS
