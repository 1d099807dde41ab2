"""Asks a POSIX terminal without Textual, for a program that shows nothing."""

import os
import select
import termios
import time
import tty
from codecs import getincrementaldecoder
from typing import Final

from piecement.keyboard.answers import FENCE, DeviceAttributes, KeyboardFlags, TerminalAnswer, read_answer
from piecement.keyboard.events import KeyboardCapabilities
from piecement.keyboard.kitty import ASK, POP, PUSH
from piecement.keyboard.scanner import Kind, Scanner

_READ_SIZE: Final = 1024


def ask_keyboard(seconds: float = 1.0, path: str = "/dev/tty") -> KeyboardCapabilities | None:
    """Return what the terminal of this process says of its keyboard, None where there is none or it keeps silent."""
    answers = ask_terminal(f"{PUSH}{ASK}{POP}", seconds, path)
    if not any(isinstance(answer, DeviceAttributes) for answer in answers):
        return None
    flags = [answer.flags for answer in answers if isinstance(answer, KeyboardFlags)]
    return KeyboardCapabilities(flags[-1] if flags else None)


def ask_terminal(questions: str, seconds: float = 1.0, path: str = "/dev/tty") -> list[TerminalAnswer]:
    """Return what the terminal of this process answers to some questions, with the answer to the fence at the end.

    That last one is missing where it keeps silent, and all where there is no terminal.
    """
    try:
        terminal = os.open(path, os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return []
    try:
        return _asked(terminal, questions, seconds)
    finally:
        os.close(terminal)


def _asked(terminal: int, questions: str, seconds: float) -> list[TerminalAnswer]:
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSANOW)
        os.write(terminal, f"{questions}{FENCE}".encode())
        return _answers(terminal, time.monotonic() + seconds)
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)


def _answers(terminal: int, deadline: float) -> list[TerminalAnswer]:
    """Return what comes until the answer to the fence; keys among it are lost."""
    scanner, decode = Scanner(escape_wait=0.0), getincrementaldecoder("utf-8")(errors="replace").decode
    answers: list[TerminalAnswer] = []
    while (left := deadline - time.monotonic()) > 0 and select.select([terminal], [], [], left)[0]:
        if not (data := os.read(terminal, _READ_SIZE)):
            break
        for kind, text in scanner.feed(decode(data), time.monotonic()):
            if kind in {Kind.SEQUENCE, Kind.STRING}:
                answers.append(read_answer(text) or TerminalAnswer(text))
        if any(isinstance(answer, DeviceAttributes) for answer in answers):
            break
    return answers
