"""News that the servers of a fleet tell one another, and settings of a fleet."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from piecement.net.messages.base import RoomLine

MOST_ROOMS = 2_000
MOST_WAITING = 2_000

Name = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
Number = Annotated[int, Field(ge=0, le=2**53)]
_Who = Annotated[str, StringConstraints(max_length=300)]


class _NewsPart(BaseModel):
    model_config = ConfigDict(frozen=True)


class WaitingLine(_NewsPart):
    """Player waiting for a match at a server."""

    member: Number
    who: _Who
    """Identity of the player across connections and servers."""
    rating: Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]
    waited_ms: Number


class News(_NewsPart):
    """State of a server, published each second."""

    name: Name
    address: Name
    number: Number = 0
    """Number of changes of the rooms so far. A receiver that missed one requests the whole list."""
    rooms: Annotated[tuple[RoomLine, ...], Field(max_length=MOST_ROOMS)] | None = None
    """The whole room list, in reply to a request."""
    changed: Annotated[tuple[RoomLine, ...], Field(max_length=MOST_ROOMS)] = ()
    closed: Annotated[tuple[str, ...], Field(max_length=MOST_ROOMS)] = ()
    """Ids of the rooms closed since the previous number, as `changed` has the rooms that changed."""
    waiting: Annotated[tuple[WaitingLine, ...], Field(max_length=MOST_WAITING)] = ()
    """Players waiting for a match there, longest wait first, up to `MOST_WAITING`."""
    has_place: bool = True
    """Whether the server can open a room."""
    queues: bool = True
    """Whether players can queue there."""
    ended: bool = False


class PairedSide(_NewsPart):
    """One side of a pairing."""

    server: Name
    member: Number


class QueuePairing(_NewsPart):
    """Pairing of two players, sent to their servers and to the host of the match."""

    ticket: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    host: Name
    address: Name
    """Public address of the host."""
    sides: tuple[PairedSide, PairedSide]
    waited_ms: Number
    """Minimum of both waiting times (ms)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetSettings:
    """Addresses of the broker and of this server."""

    url: str
    """URL of the broker: `nats://HOST[:PORT]`."""
    name: str
    """Name of the server in the fleet. A server restarted under the same name resumes its matches."""
    address: str = ""
    """Public address for clients; by default the first address that the server listens at."""
