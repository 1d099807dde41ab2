"""What terminals answer to questions, read.

Sources: ECMA-48; the manuals of the VT420 and VT510; *XTerm Control Sequences* by Moy, Gildea and Dickey; the kitty
keyboard protocol.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

ASK_BACKGROUND: Final = "\x1b]11;?\x1b\\"
"""Ask for the colour of the ground; answered by `BackgroundColour`, or not at all."""

ASK_CURSOR: Final = "\x1b[6n"
"""Ask where the cursor is; answered by `CursorPosition`.

Nearly all terminals send the same for F3 with Shift, Ctrl or Alt as for the first row: that key is read as an answer.
"""

FENCE: Final = "\x1b[c"
"""Ask what every terminal answers, so that its answer ends the wait for those before; see `DeviceAttributes`."""

ANSWER_WAIT: Final = 1.0
"""Seconds for which a terminal may keep silent before it counts as one that does not answer."""


@dataclass(frozen=True, slots=True)
class TerminalAnswer:
    """What a terminal said that is no key, of a kind which nobody here asks for."""

    key: ClassVar[str] = "<terminal answer>"
    """No key's name: Textual's parser looks at this field of everything that passes through it."""

    text: str
    """As it came, from its ESC to its end; the middle of a very long one may be missing."""


@dataclass(frozen=True, slots=True)
class KeyboardFlags(TerminalAnswer):
    """The flags of the kitty keyboard protocol that are in force."""

    flags: int


@dataclass(frozen=True, slots=True)
class DeviceAttributes(TerminalAnswer):
    """The answer to the fence (primary device attributes), as numbers."""

    attributes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BackgroundColour(TerminalAnswer):
    """The colour of the ground, each part from 0 to 255."""

    red: int
    green: int
    blue: int


@dataclass(frozen=True, slots=True)
class CursorPosition(TerminalAnswer):
    """Where the cursor is; the first row and the first column are 1."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class ModeReport(TerminalAnswer):
    """Whether a private mode of the terminal is set."""

    mode: int
    setting: int
    """0 not known, 1 set, 2 reset, 3 always set, 4 always reset."""


@dataclass(frozen=True, slots=True)
class TerminalName(TerminalAnswer):
    """The name and version that the terminal gives itself."""

    name: str


def read_answer(sequence: str) -> TerminalAnswer | None:
    """Read a whole control sequence or control string; None if it is no answer that is known here."""
    for form, answer in _FORMS.get(sequence[1] + sequence[-1], ()):
        if (match := form.fullmatch(sequence)) is not None:
            return answer(match)
    return None


def _flags(match: re.Match[str]) -> TerminalAnswer:
    return KeyboardFlags(match[0], int(match[1] or 0))


def _attributes(match: re.Match[str]) -> TerminalAnswer:
    return DeviceAttributes(match[0], tuple(int(part) for part in match[1].split(";") if 0 < len(part) < _TOO_LONG))


def _position(match: re.Match[str]) -> TerminalAnswer:
    return CursorPosition(match[0], int(match[1]), int(match[2]))


def _mode(match: re.Match[str]) -> TerminalAnswer:
    return ModeReport(match[0], int(match[1]), int(match[2]))


def _background(match: re.Match[str]) -> TerminalAnswer:
    red, green, blue = (round(int(part, 16) * 255 / (16 ** len(part) - 1)) for part in match.groups())
    return BackgroundColour(match[0], red, green, blue)


def _name(match: re.Match[str]) -> TerminalAnswer:
    return TerminalName(match[0], match[1])


_TOO_LONG: Final = 10
"""Digits of a number that no terminal means."""

_Form = tuple[re.Pattern[str], Callable[[re.Match[str]], TerminalAnswer]]

_BACKGROUND: Final[_Form] = (
    re.compile(
        r"\x1b\]11;rgba?:([\da-f]{1,4})/([\da-f]{1,4})/([\da-f]{1,4})(?:/[\da-f]*)?(?:\x07|\x1b\\?)", re.IGNORECASE
    ),
    _background,
)

_FORMS: Final[dict[str, tuple[_Form, ...]]] = {
    "[u": ((re.compile(r"\x1b\[\?(\d{0,9})[\d;]*u"), _flags),),
    "[c": ((re.compile(r"\x1b\[\?([\d;]*)c"), _attributes),),
    "[R": ((re.compile(r"\x1b\[\??(\d{1,9});(\d{1,9})(?:;\d*)?R"), _position),),
    "[y": ((re.compile(r"\x1b\[\?(\d{1,9});(\d{1,9})\$y"), _mode),),
    "]\x07": (_BACKGROUND,),
    "]\x1b": (_BACKGROUND,),
    "]\\": (_BACKGROUND,),
    "P\\": ((re.compile(r"\x1bP>\|(.*)\x1b\\"), _name),),
}
"""How answers look, by the character after the ESC and by the last one."""
