"""Wire format: each message is a JSON object on its own line, beginning with its type.

A line that the other side may not send is refused as a whole, with one sentence. Default values are left
out, so that defaults are part of the protocol. `piecement_net.messages.base` lists the versions of the protocol and its
additions; `piecement_server.connections` chooses the version of a connection.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from piecement_base.printable import one_line
from piecement_net.clean_texts import MIXED
from piecement_net.errors import OnlineError
from piecement_net.messages import FromClient, FromServer
from piecement_net.messages.base import Message, Numbered
from piecement_net.messages.fields import MOST_PLAYERS

LONGEST_FROM_CLIENT: Final = 16 * 1024
LONGEST_FROM_SERVER: Final = 2 * MOST_PLAYERS * LONGEST_FROM_CLIENT
"""Maximum length of a line (bytes): a tick may hold the allowance of all players after a common cut."""
LONGEST_HISTORY: Final = 2 * 1024 * 1024
"""Maximum length of a history (bytes): an hour of eight players."""

_PAST: Final = b'{"t":"past",'
_LONGEST_WHY: Final = 120
_TYPE: Final = {"t"}
_NUMBERS: Final = {"t", "n", "a"}


class WireSide(NamedTuple):
    """Messages and limits of one side."""

    messages: TypeAdapter[Message]
    longest: int
    """Maximum length of a line (bytes), except for histories."""
    longest_history: int
    is_server: bool
    """Whether unknown fields are ignored: a server may be newer."""


FROM_CLIENT: Final = WireSide(TypeAdapter(FromClient), LONGEST_FROM_CLIENT, LONGEST_FROM_CLIENT, is_server=False)
FROM_SERVER: Final = WireSide(TypeAdapter(FromServer), LONGEST_FROM_SERVER, LONGEST_HISTORY, is_server=True)


class Decoder:
    """Decoder of one side's messages, from bytes in pieces of any size."""

    def __init__(self, side: WireSide) -> None:
        self._side = side
        self._buffer = bytearray()
        self._searched = 0
        """Length of the buffer that is known to hold no line end."""

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield the messages completed by these bytes. Raises `OnlineError` at the first invalid one."""
        self._buffer += data
        while (end := self._buffer.find(b"\n", self._searched)) >= 0:
            line = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            self._searched = 0
            yield decode(line, self._side)
        self._searched = len(self._buffer)
        _check_length(self._buffer, self._side)


def decode(line: bytes, side: WireSide) -> Message:
    """Decode the message in a line. Raises `OnlineError` if this side may not send it."""
    _check_length(line, side)
    try:
        return side.messages.validate_json(line, extra="ignore" if side.is_server else "forbid")
    except ValidationError as error:
        raise _refusal(error.errors(include_url=False, include_input=False)[0]) from None
    except Exception as error:  # whatever the other side sends is refused with a sentence
        raise OnlineError("not_json", why=one_line(error, _LONGEST_WHY)) from None


class Prepared(NamedTuple):
    """Message encoded without its number, to be sent to several members."""

    type: bytes
    rest: bytes
    numbered: bool

    def line(self, number: int, acknowledged: int) -> bytes:
        """Return the line with a number, and the number of the last message received."""
        if not self.numbered:
            return b'{"t":"%b"%b\n' % (self.type, self.rest)
        return b'{"t":"%b","n":%d,"a":%d%b\n' % (self.type, number, acknowledged, self.rest)


def prepare(message: Message) -> Prepared:
    """Encode a message without its number."""
    numbered = isinstance(message, Numbered)
    excluded = _NUMBERS if numbered else _TYPE
    rest = message.__pydantic_serializer__.to_json(message, exclude=excluded, exclude_defaults=True)
    return Prepared(message.t.encode(), b"," + rest[1:] if len(rest) > 2 else b"}", numbered)


def encode(message: Message) -> bytes:
    """Return the line of a message, with its own number."""
    if isinstance(message, Numbered):
        return prepare(message).line(message.n, message.a)
    return prepare(message).line(0, 0)


def _check_length(line: bytes | bytearray, side: WireSide) -> None:
    if len(line) > side.longest:
        most = side.longest_history if line.startswith(_PAST) else side.longest
        if len(line) > most:
            raise OnlineError("too_long", length=most + 1, most=most)


def _refusal(error: ErrorDetails) -> OnlineError:
    place, kind = error["loc"], error["type"]
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return OnlineError("unknown_type", type=repr(error.get("ctx", {}).get("tag", ""))[:_LONGEST_WHY])
    if kind == MIXED:
        return OnlineError(kind, **error.get("ctx", {}))
    why = one_line(error["msg"].removeprefix("Value error, "), _LONGEST_WHY)
    if not place:
        return OnlineError("not_json", why=why)
    names = [str(part) for part in place[1:] if isinstance(part, int) or part.isidentifier()]
    return OnlineError("bad_field", type=place[0], field=one_line(".".join(names), 60) or "field", why=why)
