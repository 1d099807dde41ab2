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


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another server of the fleet."""

    address: str
    """Where its clients connect."""
    rooms: dict[str, RoomLine]
    """Its rooms by id."""
    heard_ns: int


class Directory:
    """What is known of the other servers."""

    def __init__(self) -> None:
        self._neighbours: dict[str, Neighbour] = {}

    def heard(self, name: str, address: str, rooms: Iterable[RoomLine], now_ns: int) -> None:
        """Note what a server says of itself."""
        self._neighbours[name] = Neighbour(address, {room.id: room for room in rooms}, now_ns)

    def alive(self, name: str, now_ns: int) -> bool:
        """Note that a server says that nothing has changed; return whether it is known."""
        known = self._neighbours.get(name)
        if known is not None:
            self._neighbours[name] = Neighbour(known.address, known.rooms, now_ns)
        return known is not None

    def left(self, name: str) -> None:
        """Note that a server has ended."""
        self._neighbours.pop(name, None)

    def lines(self, now_ns: int) -> list[RoomLine]:
        """Return the rooms of all others."""
        return [room for neighbour in self._present(now_ns) for room in neighbour.rooms.values()]

    def address_of(self, room: str, now_ns: int) -> str | None:
        """Return where a room is, or None where nobody has it."""
        return next((there.address for there in self._present(now_ns) if room in there.rooms), None)

    def _present(self, now_ns: int) -> Iterator[Neighbour]:
        return (neighbour for neighbour in self._neighbours.values() if now_ns - neighbour.heard_ns < GONE_NS)
