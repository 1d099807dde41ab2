"""Reset of a terminal whose game was killed, for `piecement doctor --restore`."""

import os
import sys
from typing import Final

from piecement.cli.usage import UsageError
from piecement_base.language import _

if sys.platform != "win32":
    import termios
    import tty

_MODES_OFF: Final = (1000, 1002, 1003, 1006, 1015, 1016, 1004, 2004, 2026, 2048, 9001)
"""Terminal modes to switch off: mouse tracking, focus, paste, frames, sizes, and Windows key events."""
_MODES_ON: Final = (7, 25)
"""Terminal modes to switch on: line wrap and a visible cursor."""
_KITTY_DEPTH: Final = 99
"""Number of keyboard flags to pop, more than any program pushes."""

_SEQUENCE: Final = (
    "".join(f"\x1b[?{mode}l" for mode in _MODES_OFF)
    + f"\x1b[<{_KITTY_DEPTH}u"  # the flags of the alternate screen, so before leaving it
    + "\x1b[0m\x1b[H\x1b[J\x1b[?1049l"  # a terminal without another screen is at least cleared
    + "".join(f"\x1b[?{mode}h" for mode in _MODES_ON)
    + "\x1b[0m"
)
"""Sequence that undoes every request of a game to its terminal."""


def reset_terminal() -> None:
    """Undo what a game requested, and restore line editing, echo and line ends as `stty sane` does.

    Raises `UsageError` if this process has no terminal.
    """
    if sys.platform == "win32":
        sys.stdout.write(_SEQUENCE)
        sys.stdout.flush()
    else:
        try:
            terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
        except OSError:
            raise UsageError(_("there is no terminal to reset: run this in the affected terminal.")) from None
        try:
            os.write(terminal, _SEQUENCE.encode())
            modes = termios.tcgetattr(terminal)
            modes[tty.IFLAG] |= termios.ICRNL | termios.IXON
            modes[tty.IFLAG] &= ~(termios.INLCR | termios.IGNCR | termios.IXOFF)
            modes[tty.OFLAG] |= termios.OPOST | termios.ONLCR
            modes[tty.LFLAG] |= (
                termios.ISIG | termios.ICANON | termios.IEXTEN | termios.ECHO | termios.ECHOE | termios.ECHOK
            )
            modes[tty.LFLAG] &= ~(termios.ECHONL | termios.NOFLSH)
            termios.tcsetattr(terminal, termios.TCSAFLUSH, modes)  # discards what a mouse sent meanwhile
        finally:
            os.close(terminal)
