"""The news that the servers of a fleet send each other, the directory that each makes of them, and fleet settings.

A server that is silent for a while counts as gone, and its rooms with it.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import Field, StringConstraints

from piecement_engine.rules.timing import SECOND
from piecement_net.messages.base import Part
from piecement_net.messages.rooms import RoomLine

MOST_ROOMS = 2_000
MOST_WAITING = 2_000

NAME_PATTERN: Final = r"^[!-~]{1,200}$"
"""Pattern of the name of a server."""
Name = Annotated[str, StringConstraints(pattern=NAME_PATTERN)]
Number = Annotated[int, Field(ge=0, le=2**53)]


class WaitingLine(Part):
    """Player waiting for a match at a server."""

    member: Number
    who: Annotated[str, StringConstraints(max_length=300)]
    """Identity of the player across connections and servers."""
    rating: Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]
    waited_ms: Number


class News(Part):
    """State of a server, published each second."""

    name: Name
    address: Name
    number: Number = 0
    """Number of changes of the rooms so far. A receiver that missed one requests the whole list."""
    rooms: Annotated[tuple[RoomLine, ...], Field(max_length=MOST_ROOMS)] | None = None
    """The whole room list, in reply to a request."""
    changed: Annotated[tuple[RoomLine, ...], Field(max_length=MOST_ROOMS)] = ()
    closed: Annotated[tuple[str, ...], Field(max_length=MOST_ROOMS)] = ()
    """Ids of the rooms closed since the previous number; `changed` has the other rooms that changed."""
    waiting: Annotated[tuple[WaitingLine, ...], Field(max_length=MOST_WAITING)] = ()
    """Players waiting for a match there, longest wait first, up to `MOST_WAITING`."""
    has_place: bool = True
    """Whether the server can open a room."""
    queues: bool = True
    """Whether players can queue there."""
    ended: bool = False


class PairedSide(Part):
    """One side of a pairing."""

    server: Name
    member: Number


class QueuePairing(Part):
    """Pairing of two players, sent to their servers and to the host of the match."""

    ticket: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    host: Name
    address: Name
    """Public address of the host."""
    sides: tuple[PairedSide, PairedSide]
    waited_ms: Number
    """Minimum of both waiting times (ms)."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetSettings:
    """Addresses of the broker and of this server."""

    url: str
    """URL of the broker: `nats://HOST[:PORT]`."""
    name: str
    """Name of the server in the fleet. A server restarted under the same name resumes its matches."""
    address: str = ""
    """Public address for clients; by default the first address that the server listens at."""
