"""What is common to all messages: frozen, strict, and numbered where they survive a cut connection."""

from typing import Final

from pydantic import BaseModel, ConfigDict

from piecement.online.fields import Count

PROTOCOL: Final = 1
"""The version of this protocol."""
ADDITIONS: Final = 1
"""Number of times that client messages were added to this version; a client sends only those its server knows.

Addition 1 is `Known`, `SendOut`, `Mute` and `Stop`.
"""


class Part(BaseModel):
    """A value within messages."""

    model_config = ConfigDict(strict=True, frozen=True, hide_input_in_errors=True)


class Message(Part):
    """What one side says to the other."""


class Numbered(Message):
    """A message that survives a cut connection: sent again after it, and received once."""

    n: Count = 0
    """Its number, counted from 1 in each direction. The link fills it in, and the next."""
    a: Count = 0
    """The highest number that its sender has received."""
