"""The rooms of the other servers of a fleet, as they tell of them. Pure: what was heard and times in.

A server that has not been heard of for a while is gone, and its rooms with it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from piecement.online.messages import RoomLine
from piecement_engine.timing import SECOND

GONE_NS: Final = 5 * SECOND
"""How long a server may say nothing."""


@dataclass(slots=True)
class Neighbour:
    """Another server of the fleet."""

    address: str
    """Where its clients connect."""
    rooms: dict[str, RoomLine]
    """Its rooms by id."""
    heard_ns: int
    number: int
    """How often its rooms have changed, as far as was heard."""


class Directory:
    """What is known of the other servers."""

    def __init__(self) -> None:
        self._neighbours: dict[str, Neighbour] = {}

    def heard(self, name: str, address: str, rooms: Iterable[RoomLine], now_ns: int, *, number: int = 0) -> None:
        """Note all rooms of a server."""
        self._neighbours[name] = Neighbour(address, {room.id: room for room in rooms}, now_ns, number)

    def changed(
        self, name: str, changed: Iterable[RoomLine], closed: Iterable[str], now_ns: int, *, number: int = 0
    ) -> bool:
        """Note what became of a server's rooms; return whether all was heard that was before the change of a number.

        The number of what changes nothing is the one of the last change. Where something was missed, the server is
        known to be there, if it was known before, and nothing else is noted.
        """
        known = self._neighbours.get(name)
        if known is None:
            return False
        known.heard_ns = now_ns
        changes, gone = tuple(changed), tuple(closed)
        if number != known.number + bool(changes or gone):
            return False
        known.number = number
        known.rooms.update((room.id, room) for room in changes)
        for room in gone:
            known.rooms.pop(room, None)
        return True

    def left(self, name: str) -> None:
        """Note that a server has ended."""
        self._neighbours.pop(name, None)

    def names(self, now_ns: int) -> list[str]:
        """Return what those are called that are there."""
        return [name for name, neighbour in self._neighbours.items() if _is_present(neighbour, now_ns)]

    def lines(self, now_ns: int) -> list[RoomLine]:
        """Return the rooms of all others."""
        return [room for neighbour in self._present(now_ns) for room in neighbour.rooms.values()]

    def has(self, room: str) -> bool:
        """Return whether a room is at another server, be it there or not."""
        return any(room in neighbour.rooms for neighbour in self._neighbours.values())

    def address_of(self, room: str, now_ns: int) -> str | None:
        """Return where a room is, or None where nobody has it."""
        return next((there.address for there in self._present(now_ns) if room in there.rooms), None)

    def _present(self, now_ns: int) -> Iterator[Neighbour]:
        return (neighbour for neighbour in self._neighbours.values() if _is_present(neighbour, now_ns))


def _is_present(neighbour: Neighbour, now_ns: int) -> bool:
    return now_ns - neighbour.heard_ns < GONE_NS
