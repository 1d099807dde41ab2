r"""The win32 input mode of a terminal: every press and release as `CSI Vk ; Sc ; Uc ; Kd ; Cs ; Rc _`.

Specified by Microsoft with Windows Terminal ("Improved keyboard handling in Conpty"). Each number is a field of
`KEY_EVENT_RECORD`: virtual key, scan code, UTF-16 unit, 1 for down, control state, count. One that is left out is
0, the count 1.
"""

from typing import Final

from piecement.terminal.answers import ModeReport, TerminalAnswer
from piecement.terminal.key_events import KeyboardCapabilities
from piecement.terminal.kitty import GAME_FLAGS

ENABLE: Final = "\x1b[?9001h"
"""Ask a terminal for the mode; others ignore it."""

DISABLE: Final = "\x1b[?9001l"
"""End the mode."""

_MODE: Final = 9001
_MISSING: Final = 0

ASK: Final = f"\x1b[?{_MODE}$p"
"""Ask whether the terminal has the mode; answered by a `ModeReport`, or not at all."""

CAPABILITIES: Final = KeyboardCapabilities(GAME_FLAGS, win32_input=True)
"""What is reported in the mode: as much as by the kitty protocol."""


def is_offered(answer: TerminalAnswer) -> bool:
    """Return whether an answer says that the terminal has the mode."""
    return isinstance(answer, ModeReport) and answer.mode == _MODE and answer.setting != _MISSING
