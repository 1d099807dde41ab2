"""`piecement doctor --restore`: the terminal as a shell expects it, after a game was killed and could not tidy up."""

import os
import sys
from typing import Final

from piecement.cli.usage import UsageError
from piecement.language import _

_MODES_OFF: Final = (1000, 1002, 1003, 1006, 1015, 1016, 1004, 2004, 2026, 2048, 9001)
"""The mouse in all its ways, focus, paste, frames, sizes, and the key events of Windows."""
_MODES_ON: Final = (7, 25)
"""Lines that wrap, and a cursor that is seen."""
_KITTY_DEPTH: Final = 99
"""More keyboard flags than any program lays on one another."""

RESTORING: Final = (
    "".join(f"\x1b[?{mode}l" for mode in _MODES_OFF)
    + f"\x1b[<{_KITTY_DEPTH}u"  # those of the alternate screen, so before it is left
    + "\x1b[0m\x1b[H\x1b[J\x1b[?1049l"  # what has no other screen is cleared at least
    + "".join(f"\x1b[?{mode}h" for mode in _MODES_ON)
    + "\x1b[0m"
)
"""Undoes all that a game asks of its terminal."""


def restore_terminal() -> None:
    """Have the terminal of this process be as a shell expects it. Raises `UsageError` where there is none."""
    if sys.platform == "win32":
        sys.stdout.write(RESTORING)
        sys.stdout.flush()
        return
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY)
    except OSError:
        raise UsageError(_("there is no terminal to restore.")) from None
    try:
        os.write(terminal, RESTORING.encode())
        _make_sane(terminal)
    finally:
        os.close(terminal)


def _make_sane(terminal: int) -> None:
    """Have lines be edited, seen as they are typed, and ended by Enter, as `stty sane` does."""
    if sys.platform == "win32":  # which no type checker knows from the call
        return
    import termios  # noqa: PLC0415 - POSIX only
    import tty  # noqa: PLC0415 - as above

    modes = termios.tcgetattr(terminal)
    modes[tty.IFLAG] |= termios.ICRNL | termios.IXON
    modes[tty.IFLAG] &= ~(termios.INLCR | termios.IGNCR | termios.IXOFF)
    modes[tty.OFLAG] |= termios.OPOST | termios.ONLCR
    modes[tty.LFLAG] |= termios.ISIG | termios.ICANON | termios.IEXTEN | termios.ECHO | termios.ECHOE | termios.ECHOK
    modes[tty.LFLAG] &= ~(termios.ECHONL | termios.NOFLSH)
    termios.tcsetattr(terminal, termios.TCSAFLUSH, modes)  # what a mouse sent meanwhile was not typed
