"""Base of all messages: frozen, strict, and numbered if they survive a cut connection."""

from typing import Final, Literal, Unpack

from pydantic import BaseModel, ConfigDict

from piecement.online.fields import Count

Side = Literal["client", "server", "either"]

PROTOCOL: Final = 1
"""Version of this protocol."""
ADDITIONS: Final = 1
"""Number of times that client messages were added to this version; a client sends only those its server knows.

Addition 1 is `Known`, `SendOut`, `Mute` and `Stop`.
"""


class Part(BaseModel):
    """Value within messages."""

    model_config = ConfigDict(strict=True, frozen=True, hide_input_in_errors=True)


class Message(Part):
    """Base of all messages. The class keyword `by` names the side that may send it, which declares it altogether."""

    def __init_subclass__(
        cls, *, by: Literal["client", "server", "either"] | None = None, **config: Unpack[ConfigDict]
    ) -> None:
        super().__init_subclass__(**config)
        if by in {"client", "either"}:
            BY_CLIENT.append(cls)
        if by in {"server", "either"}:
            BY_SERVER.append(cls)


BY_CLIENT: Final[list[type[Message]]] = []
"""Messages that a client may send."""
BY_SERVER: Final[list[type[Message]]] = []
"""Messages that a server may send."""


class Numbered(Message):
    """Message that survives a cut connection: sent again after it, and received once."""

    n: Count = 0
    """Number of the message, counted from 1 in each direction; the link sets it and `a`."""
    a: Count = 0
    """Highest number that the sender has received."""


class RoomRequest(Numbered):
    """Request about rooms, whose rate is limited."""


class StoreRequest(Numbered):
    """Request that the stores of the server answer; its rate is limited."""
