"""Versions of the protocol, the bases of messages and of the values in them, and the messages of either side."""

from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self, Unpack

from pydantic import BaseModel, ConfigDict, Field

from piecement_net.clean_texts import Sentence
from piecement_net.errors import CodedError, error_sentence
from piecement_net.messages import fields

Side = Literal["client", "server", "either"]

PROTOCOL: Final = 1
"""First version of this protocol, which all programs know."""
TOURNAMENTS: Final = 2
"""Version with tournaments, rooms of up to 16 players and a chat of the watchers."""
PROTOCOLS: Final = (PROTOCOL, TOURNAMENTS)
"""Known versions. A client names its own in `Hello`, and the server replies with the highest that both know."""


class Addition(IntEnum):
    """Additions to the protocol since its first version, in order. A server reports their number to its clients."""

    HOSTS = 1
    """Rooms have hosts."""
    SETTINGS = 2
    """Settings follow the account, and clients request leaderboards by rules."""
    TEAMS = 3
    """Rooms have teams, and players choose whom to attack."""
    CHALLENGES = 4
    """Players see who else is at the server, and challenge each other."""


class Part(BaseModel):
    """Value within messages.

    A server refuses fields that it does not know, so each field that a client's message has gained is marked by the
    addition that it came with: `Annotated[bool, Addition.TEAMS]`.
    """

    model_config = ConfigDict(strict=True, frozen=True, hide_input_in_errors=True)

    def known_to(self, additions: int) -> Self:
        """Return a copy with the default of each field that a server with that many additions does not know."""
        known: dict[str, Any] = {}
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if any(isinstance(mark, Addition) and mark > additions for mark in field.metadata):
                known[name] = field.default
            elif isinstance(value, Part):
                known[name] = value.known_to(additions)
        return self.model_copy(update=known) if known else self


class Message(Part):
    """Base of all messages. Class keywords declare one: `by` names the side that may send it, and `t` its type.

    `since` is the `Addition` that it came with. A client sends only messages that its server knows, and a server an
    added one only in reply to an added one.
    """

    if TYPE_CHECKING:
        t: ClassVar[str]
    since: ClassVar[int] = 0

    def __init_subclass__(
        cls, *, by: Side | None = None, t: str = "", since: int = 0, **config: Unpack[ConfigDict]
    ) -> None:
        super().__init_subclass__(**config)
        cls.since = since
        if t:
            only: Any = Literal  # a type made at run time, which no type checker takes
            cls.__annotations__["t"], cls.t = only[t], t
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

    n: fields.Count = 0
    """Number of the message, counted from 1 in each direction; the link sets it and `a`."""
    a: fields.Count = 0
    """Highest number that the sender has received."""


class RoomRequest(Numbered):
    """Request about rooms, whose rate is limited."""


class StoreRequest(Numbered):
    """Request that the stores of the server answer; its rate is limited."""


class Reason(Message):
    """Message with a reason, by a code of `SENTENCES`; the receiver shows it in its own language."""

    code: fields.Word
    text: Sentence = ""
    """The same in English, for logs and for receivers that do not know the code."""
    values: fields.Values = Field(default={})
    """Values of the sentence."""

    @classmethod
    def of(cls, error: CodedError) -> Self:
        """Return a message with the code and values of an error."""
        return cls(code=error.code, text=error.english, values=error.values)

    @property
    def sentence(self) -> str:
        """Sentence for players."""
        return error_sentence(self.code, self.values, self.text)


class Ping(Message, by="either", t="ping"):
    """Request for a `Pong`."""

    c: fields.ClockNs
    """Clock of the sender."""
    a: fields.Count = 0


class Pong(Message, by="either", t="pong"):
    """Reply to a `Ping`."""

    c: fields.ClockNs
    """Clock reading in the ping."""
    s: fields.ClockNs
    """Clock of the sender."""
    a: fields.Count = 0


class Bye(Reason, by="either", t="bye"):
    """End of the session, which cannot be resumed."""

    code: fields.Word = "bye"
