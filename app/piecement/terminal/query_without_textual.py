"""Terminal queries without Textual on POSIX, for programs that show nothing."""

import os
import select
import termios
import time
import tty
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import Final

from piecement.terminal.replies import ASK_DEVICE, DeviceAttributes, OtherReply, TerminalReply, read_reply
from piecement.terminal.scanner import ChunkKind, Scanner

_READ_SIZE: Final = 1024


def query_terminal(queries: str, seconds: float = 1.0, path: str = "/dev/tty") -> str:
    """Return all that the terminal sends after queries, up to its device attributes, which it always sends.

    Return an empty text if there is no terminal.
    """
    try:
        terminal = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return ""
    try:
        before = termios.tcgetattr(terminal)
    except termios.error:
        os.close(terminal)
        return ""
    try:
        tty.setcbreak(terminal, termios.TCSANOW)
        with suppress(BlockingIOError):  # a terminal that does not read sends no reply
            os.write(terminal, f"{queries}{ASK_DEVICE}".encode())
            return _received(terminal, time.monotonic() + seconds)
        return ""
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)  # at once: the other options wait until all output is sent
        termios.tcflush(terminal, termios.TCIFLUSH)
        os.close(terminal)


def replies_in(received: str) -> list[TerminalReply]:
    """Return the replies in the input of a terminal, without its keys."""
    chunks = Scanner(escape_wait=0.0).feed(received, 0.0)
    sequences = (text for kind, text in chunks if kind in {ChunkKind.SEQUENCE, ChunkKind.STRING})
    return [read_reply(text) or OtherReply(text) for text in sequences]


def _received(terminal: int, deadline: float) -> str:
    """Return the input up to the device attributes, or up to the deadline."""
    decode, received = getincrementaldecoder("utf-8")(errors="replace").decode, ""
    while (left := deadline - time.monotonic()) > 0 and select.select([terminal], [], [], left)[0]:
        if not (data := os.read(terminal, _READ_SIZE)):
            break
        received += decode(data)
        if any(isinstance(reply, DeviceAttributes) for reply in replies_in(received)):
            break
    return received
