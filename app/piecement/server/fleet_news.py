"""What the servers of a fleet tell one another."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from piecement.online.messages import RoomLine

MOST_ROOMS = 2_000
MOST_WAITING = 2_000

Name = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,200}$")]
Number = Annotated[int, Field(ge=0, le=2**53)]
_Who = Annotated[str, StringConstraints(max_length=300)]


class _NewsPart(BaseModel):
    model_config = ConfigDict(frozen=True)


class WaitingLine(_NewsPart):
    """Somebody who waits for a match at a server."""

    member: Number
    who: _Who
    """Who it is, over all connections and servers."""
    rating: Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]
    waited_ms: Number


class News(_NewsPart):
    """What a server says of itself, each second."""

    name: Name
    address: Name
    number: Number = 0
    """How often its rooms have changed. Who has missed a change asks for all of them."""
    rooms: Annotated[tuple[RoomLine, ...], Field(max_length=MOST_ROOMS)] | None = None
    """All of them, where somebody has asked."""
    changed: Annotated[tuple[RoomLine, ...], Field(max_length=MOST_ROOMS)] = ()
    closed: Annotated[tuple[str, ...], Field(max_length=MOST_ROOMS)] = ()
    """What became of the rooms since the news of the number before."""
    waiting: Annotated[tuple[WaitingLine, ...], Field(max_length=MOST_WAITING)] = ()
    """Who waits for a match there; the first ones, where too many do."""
    has_place: bool = True
    """Whether a room can be opened there."""
    queues: bool = True
    """Whether one can wait for a match there."""
    ended: bool = False


class PairedSide(_NewsPart):
    """One of two who are to play each other."""

    server: Name
    member: Number


class Pairing(_NewsPart):
    """Says who are to play each other, and where; to the servers at which they wait, and to where they play."""

    ticket: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
    host: Name
    address: Name
    """Where clients connect to the host."""
    sides: tuple[PairedSide, PairedSide]
    waited_ms: Number
    """How long both have waited at least."""
