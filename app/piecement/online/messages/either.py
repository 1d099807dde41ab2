"""What either side says, outside rooms and rounds."""

from typing import Literal

from piecement.online.fields import ClockNs, Count, Word
from piecement.online.messages.message import Message
from piecement.online.messages.reason import Reason


class Ping(Message):
    """Asks for a `Pong`."""

    t: Literal["ping"] = "ping"
    c: ClockNs
    """The sender's clock."""
    a: Count = 0


class Pong(Message):
    """Answers a `Ping`."""

    t: Literal["pong"] = "pong"
    c: ClockNs
    """That of the ping."""
    s: ClockNs
    """The sender's clock."""
    a: Count = 0


class Bye(Reason):
    """Ends the session: nobody comes back to it."""

    t: Literal["bye"] = "bye"
    code: Word = "bye"
