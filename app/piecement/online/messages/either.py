"""Messages of either side, outside rooms and rounds."""

from typing import Literal

from piecement.online.fields import ClockNs, Count, Word
from piecement.online.messages.message import Message
from piecement.online.messages.reason import Reason


class Ping(Message, by="either"):
    """Request for a `Pong`."""

    t: Literal["ping"] = "ping"
    c: ClockNs
    """Clock of the sender."""
    a: Count = 0


class Pong(Message, by="either"):
    """Reply to a `Ping`."""

    t: Literal["pong"] = "pong"
    c: ClockNs
    """Clock reading in the ping."""
    s: ClockNs
    """Clock of the sender."""
    a: Count = 0


class Bye(Reason, by="either"):
    """End of the session, which cannot be resumed."""

    t: Literal["bye"] = "bye"
    code: Word = "bye"
