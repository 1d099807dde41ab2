"""The win32 input mode, in which a terminal reports each key as a record of Windows: its requests, and its reader.

Microsoft specified the mode with Windows Terminal ("Improved keyboard handling in Conpty"). Each number is a field of
`KEY_EVENT_RECORD`: virtual key, scan code, UTF-16 unit, 1 for down, control state, count. A missing one is 0, a missing
count 1.
"""

import re
from collections.abc import Iterator
from typing import Final

from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.terminal.kitty_protocol import GAME_FLAGS
from piecement.terminal.replies import ModeReport, TerminalReply
from piecement.terminal.windows_keys import KeyRecord

_MODE: Final = 9001

ENABLE: Final = f"\x1b[?{_MODE}h"
"""Request to start the mode; terminals without it ignore the request."""

DISABLE: Final = f"\x1b[?{_MODE}l"
"""Request to end the mode."""

_MISSING: Final = 0

ASK: Final = f"\x1b[?{_MODE}$p"
"""Query for the mode; the reply, if any, is a `ModeReport`."""

CAPABILITIES: Final = KeyboardCapabilities(GAME_FLAGS, win32_input=True)
"""Capabilities in the mode, equal to those of the kitty protocol."""


def is_offered(reply: TerminalReply) -> bool:
    """Return whether a reply shows that the terminal has the mode."""
    return isinstance(reply, ModeReport) and reply.mode == _MODE and reply.setting != _MISSING


_RECORD: Final = re.compile(r"\x1b\[(\d{0,5}(?:;\d{0,5}){0,5})_")
_BEGINNING: Final = re.compile(r"\x1b(?:\[[\d;]{0,40})?\Z")
_LIKELY_BEGINNING: Final = re.compile(r"\x1b\[[\d;]{1,40}\Z")
"""Like `_BEGINNING`, but not matching the text of possible keys."""
_LARGEST_UNIT: Final = 0xFFFF
_MOST_PRESSES: Final = 100
"""Maximum number of presses of one record; a console merges the few unread repeats."""


class RecordReader:
    """Separates records from other input of a terminal."""

    def __init__(self) -> None:
        self.is_requested = False
        """Whether the mode is requested."""
        self.has_read = False
        """Whether a record was ever read, so that the terminal supports the mode."""
        self._rest = ""

    @property
    def has_rest(self) -> bool:
        """Whether text is held back although the mode is inactive, so that it may be plain keys."""
        return bool(self._rest) and not self.is_in_force

    @property
    def is_in_force(self) -> bool:
        """Whether every key arrives as a record."""
        return self.is_requested and self.has_read

    def feed(self, data: str) -> Iterator[KeyRecord | str]:
        """Yield the records and texts of input in order.

        A record may arrive in parts, so a possible beginning is held back; "Esc" and "Alt+[" only while the mode is
        active, as they are records then.
        """
        data, self._rest = self._rest + data, ""
        position = 0
        for match in _RECORD.finditer(data):
            yield from filter(None, [data[position : match.start()]])
            position = match.end()
            self.has_read = True
            yield _record(match[1])
        yield from filter(None, [self._without_beginning(data[position:])])

    def left_over(self) -> str:
        """Return the held-back text if the mode is not active, so that no record can follow."""
        if self.is_in_force:
            return ""
        rest, self._rest = self._rest, ""
        return rest

    def _without_beginning(self, text: str) -> str:
        match = (_BEGINNING if self.is_in_force else _LIKELY_BEGINNING).search(text)
        if match is None:
            return text
        self._rest = match[0]
        return text[: match.start()]


def _record(fields: str) -> KeyRecord:
    given = [int(number or 0) for number in fields.split(";")]
    virtual_key, scan_code, unit, down, state, count = (*given, *(0, 0, 0, 0, 0, 1)[len(given) :])
    character = chr(unit) if 0 < unit <= _LARGEST_UNIT else ""
    return KeyRecord(bool(down), virtual_key, scan_code, character, state, min(max(1, count), _MOST_PRESSES))
