"""Asks a POSIX terminal for its keyboard protocol without Textual, for a program that shows nothing."""

import os
import re
import select
import termios
import time
import tty
from typing import Final

from piecement.keyboard.events import KeyboardCapabilities
from piecement.keyboard.kitty import ASK, FENCE, POP, PUSH, read_answer

_ANSWER: Final = re.compile(r"\x1b\[\?[\d;]*[uc]")
_READ_SIZE: Final = 1024


def ask_keyboard(seconds: float = 1.0, path: str = "/dev/tty") -> KeyboardCapabilities | None:
    """Return what the terminal of this process says of its keyboard, None where there is none or it keeps silent."""
    try:
        terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return None
    try:
        return _asked(terminal, seconds)
    finally:
        os.close(terminal)


def _asked(terminal: int, seconds: float) -> KeyboardCapabilities | None:
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSANOW)
        os.write(terminal, f"{PUSH}{ASK}{POP}{FENCE}".encode())
        return _answer(terminal, time.monotonic() + seconds)
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


def _answer(terminal: int, deadline: float) -> KeyboardCapabilities | None:
    """Return what the terminal answered to the question for its flags before it answered to the fence."""
    text, flags = "", None
    while (left := deadline - time.monotonic()) > 0:
        if not select.select([terminal], [], [], left)[0]:
            break
        text += os.read(terminal, _READ_SIZE).decode("latin-1")
        for found in _ANSWER.findall(text):
            answer = read_answer(found)
            if answer is not None and answer.flags is None:
                return KeyboardCapabilities(flags)
            flags = answer.flags if answer is not None else flags
    return None
