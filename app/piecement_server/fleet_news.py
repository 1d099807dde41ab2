"""News and pairings that the servers of a fleet send each other."""

from typing import Annotated

from pydantic import Field, StringConstraints

from piecement_net.messages.base import Part
from piecement_net.messages.parts import RoomLine

MOST_ROOMS = 2_000
MOST_WAITING = 2_000

Name = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
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
