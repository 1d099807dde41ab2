"""Win32 input mode of a terminal: every press and release as `CSI Vk ; Sc ; Uc ; Kd ; Cs ; Rc _`.

Specified by Microsoft with Windows Terminal ("Improved keyboard handling in Conpty"). Each number is a field of
`KEY_EVENT_RECORD`: virtual key, scan code, UTF-16 unit, 1 for down, control state, count. A missing one is 0, a missing
count 1.
"""

from typing import Final

from piecement.terminal.answers import ModeReport, TerminalAnswer
from piecement.terminal.key_events import KeyboardCapabilities
from piecement.terminal.kitty import GAME_FLAGS

ENABLE: Final = "\x1b[?9001h"
"""Request to start the mode; terminals without it ignore the request."""

DISABLE: Final = "\x1b[?9001l"
"""Request to end the mode."""

_MODE: Final = 9001
_MISSING: Final = 0

ASK: Final = f"\x1b[?{_MODE}$p"
"""Query for the mode; the reply, if any, is a `ModeReport`."""

CAPABILITIES: Final = KeyboardCapabilities(GAME_FLAGS, win32_input=True)
"""Capabilities in the mode, equal to those of the kitty protocol."""


def is_offered(answer: TerminalAnswer) -> bool:
    """Return whether a reply shows that the terminal has the mode."""
    return isinstance(answer, ModeReport) and answer.mode == _MODE and answer.setting != _MISSING
