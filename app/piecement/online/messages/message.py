"""Base of all messages: frozen, strict, and numbered if they survive a cut connection."""

from typing import Final

from pydantic import BaseModel, ConfigDict

from piecement.online.fields import Count

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
    """Base of all messages."""


class Numbered(Message):
    """Message that survives a cut connection: sent again after it, and received once."""

    n: Count = 0
    """Number of the message, counted from 1 in each direction; the link sets it and `a`."""
    a: Count = 0
    """Highest number that the sender has received."""
