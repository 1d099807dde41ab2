"""Replies of terminals to queries.

Sources: ECMA-48; the manuals of the VT420 and VT510; *XTerm Control Sequences* by Moy, Gildea and Dickey; the kitty
keyboard protocol.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

ASK_BACKGROUND: Final = "\x1b]11;?\x1b\\"
"""Query for the background colour; the reply, if any, is a `BackgroundColour`."""

ASK_CURSOR: Final = "\x1b[6n"
"""Query for the cursor position; the reply is a `CursorPosition`.

Nearly all terminals send the same for F3 with Shift, Ctrl or Alt as for a cursor in the first row: that key is read as
a reply.
"""

ASK_DEVICE: Final = "\x1b[c"
"""Query that every terminal answers, so that its reply ends the wait for those before; see `DeviceAttributes`."""

REPLY_WAIT: Final = 1.0
"""Time without a reply after which a terminal counts as silent (s)."""


class KeyboardFlags(NamedTuple):
    """Active flags of the kitty keyboard protocol."""

    flags: int


class DeviceAttributes(NamedTuple):
    """Primary device attributes, as numbers.

    The reply to `ASK_DEVICE`, which is sent last because every terminal answers it.
    """

    attributes: tuple[int, ...]


class BackgroundColour(NamedTuple):
    """Background colour, with channels from 0 to 255."""

    red: int
    green: int
    blue: int


class CursorPosition(NamedTuple):
    """Cursor position; the first row and column are 1."""

    row: int
    column: int


class ModeReport(NamedTuple):
    """State of a private mode of the terminal."""

    mode: int
    setting: int
    """0 not supported, 1 set, 2 reset, 3 always set, 4 always reset."""


class TerminalName(NamedTuple):
    """Name and version that the terminal reports for itself."""

    name: str


class OtherReply(NamedTuple):
    """Input that is neither a key nor a known kind of reply."""

    text: str
    """Original text from its ESC to its end; the middle of a very long one may be missing."""


TerminalReply = (
    KeyboardFlags | DeviceAttributes | BackgroundColour | CursorPosition | ModeReport | TerminalName | OtherReply
)
"""Any input of a terminal that is not a key."""


def read_reply(sequence: str) -> TerminalReply | None:
    """Return the reply in a complete control sequence or control string, or None if it is of no known kind."""
    form = _FORMS.get(sequence[1] + sequence[-1])
    if form is None or (match := form[0].fullmatch(sequence)) is None:
        return None
    return form[1](match)


def _attributes(match: re.Match[str]) -> TerminalReply:
    return DeviceAttributes(tuple(int(part) for part in match[1].split(";") if 0 < len(part) < _TOO_LONG))


def _background(match: re.Match[str]) -> TerminalReply:
    return BackgroundColour(*(round(int(part, 16) * 255 / (16 ** len(part) - 1)) for part in match.groups()))


_TOO_LONG: Final = 10
"""Number of digits that no terminal uses."""

_Form = tuple[re.Pattern[str], Callable[[re.Match[str]], TerminalReply]]

_BACKGROUND: Final[_Form] = (
    re.compile(
        r"\x1b\]11;rgba?:([\da-f]{1,4})/([\da-f]{1,4})/([\da-f]{1,4})(?:/[\da-f]*)?(?:\x07|\x1b\\?)", re.IGNORECASE
    ),
    _background,
)

_FORMS: Final[dict[str, _Form]] = {
    "[u": (re.compile(r"\x1b\[\?(\d{0,9})[\d;]*u"), lambda match: KeyboardFlags(int(match[1] or 0))),
    "[c": (re.compile(r"\x1b\[\?([\d;]*)c"), _attributes),
    "[R": (
        re.compile(r"\x1b\[\??(\d{1,9});(\d{1,9})(?:;\d*)?R"),
        lambda match: CursorPosition(int(match[1]), int(match[2])),
    ),
    "[y": (re.compile(r"\x1b\[\?(\d{1,9});(\d{1,9})\$y"), lambda match: ModeReport(int(match[1]), int(match[2]))),
    "]\x07": _BACKGROUND,
    "]\x1b": _BACKGROUND,
    "]\\": _BACKGROUND,
    "P\\": (re.compile(r"\x1bP>\|(.*)\x1b\\"), lambda match: TerminalName(match[1])),
}
"""Pattern and reader of each reply, by the character after ESC and the last character."""
