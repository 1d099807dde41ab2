"""What terminals answer to questions, read.

Sources: ECMA-48; the manuals of the VT420 and VT510; *XTerm Control Sequences* by Moy, Gildea and Dickey; the kitty
keyboard protocol.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

ASK_BACKGROUND: Final = "\x1b]11;?\x1b\\"
"""Ask for the colour of the background; answered by `BackgroundColour`, or not at all."""

ASK_CURSOR: Final = "\x1b[6n"
"""Ask where the cursor is; answered by `CursorPosition`.

Nearly all terminals send the same for F3 with Shift, Ctrl or Alt as for the first row: that key is read as an answer.
"""

FENCE: Final = "\x1b[c"
"""Ask what every terminal answers, so that its answer ends the wait for those before; see `DeviceAttributes`."""

ANSWER_WAIT: Final = 1.0
"""Seconds for which a terminal may keep silent before it counts as one that does not answer."""


class KeyboardFlags(NamedTuple):
    """The flags of the kitty keyboard protocol that are in force."""

    flags: int


class DeviceAttributes(NamedTuple):
    """The answer to the fence (primary device attributes), as numbers."""

    attributes: tuple[int, ...]


class BackgroundColour(NamedTuple):
    """The colour of the background, each part from 0 to 255."""

    red: int
    green: int
    blue: int


class CursorPosition(NamedTuple):
    """Where the cursor is; the first row and the first column are 1."""

    row: int
    column: int


class ModeReport(NamedTuple):
    """Whether a private mode of the terminal is set."""

    mode: int
    setting: int
    """0 not supported, 1 set, 2 reset, 3 always set, 4 always reset."""


class TerminalName(NamedTuple):
    """The name and version that the terminal gives itself."""

    name: str


class OtherAnswer(NamedTuple):
    """What a terminal sent that is no key, of a kind which is not asked for."""

    text: str
    """As it came, from its ESC to its end; the middle of a very long one may be missing."""


TerminalAnswer = (
    KeyboardFlags | DeviceAttributes | BackgroundColour | CursorPosition | ModeReport | TerminalName | OtherAnswer
)
"""What a terminal sent that is no key."""


def read_answer(sequence: str) -> TerminalAnswer | None:
    """Read a whole control sequence or control string; None if it is no answer of a known kind."""
    form = _FORMS.get(sequence[1] + sequence[-1])
    if form is None or (match := form[0].fullmatch(sequence)) is None:
        return None
    return form[1](match)


def _attributes(match: re.Match[str]) -> TerminalAnswer:
    return DeviceAttributes(tuple(int(part) for part in match[1].split(";") if 0 < len(part) < _TOO_LONG))


def _background(match: re.Match[str]) -> TerminalAnswer:
    return BackgroundColour(*(round(int(part, 16) * 255 / (16 ** len(part) - 1)) for part in match.groups()))


_TOO_LONG: Final = 10
"""Digits of a number that no terminal means."""

_Form = tuple[re.Pattern[str], Callable[[re.Match[str]], TerminalAnswer]]

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
    "[y": (
        re.compile(r"\x1b\[\?(\d{1,9});(\d{1,9})\$y"),
        lambda match: ModeReport(int(match[1]), int(match[2])),
    ),
    "]\x07": _BACKGROUND,
    "]\x1b": _BACKGROUND,
    "]\\": _BACKGROUND,
    "P\\": (re.compile(r"\x1bP>\|(.*)\x1b\\"), lambda match: TerminalName(match[1])),
}
"""How answers look, by the character after the ESC and by the last one."""
