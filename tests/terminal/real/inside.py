"""Runs inside a terminal emulator, does what a test asks for over a socket, and reports what came of it.

    python inside.py SOCKET

A request is a line of JSON, and so is each reply: `{"do": "probe"}` tells the state of the terminal, `{"do": "listen"}`
the bytes that keys send until a `z` comes, `{"do": "run", "argv": […]}` the process that was started and then how it
ended. Nothing but the standard library is used, and nothing is printed: what the terminal shows is the game's.
"""

import json
import os
import re
import select
import signal
import socket
import sys
import termios
import time
import tty
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TextIO

TERMINAL: Final = Path("/dev/tty")

ANSWER_S: Final = 10.0
"""How long a terminal may take for an answer; each question ends with one that every terminal answers."""

MODES: Final = (1, 7, 9, 25, 66, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 1049, 2004, 2026, 2027, 2031, 2048)
"""The modes that programs change: cursor keys, wrapping, cursor, mouse, focus, other screen, paste and more."""

SAVE_CURSOR: Final = "\x1b7"
"""For st takes the question about the keyboard for an order to go back to where that was."""

END: Final = b"z"
"""The key that ends a time of listening."""

_MODE: Final = re.compile(rb"\x1b\[\?(\d+);(\d)\$y")
_FLAGS: Final = re.compile(rb"\x1b\[\?(\d+)u")
_CURSOR: Final = re.compile(rb"\x1b\[(\d+);(\d+)R")


@contextmanager
def raw_terminal() -> Generator[int, None, None]:
    """Give the terminal as a file whose keys come at once and unseen."""
    terminal = os.open(TERMINAL, os.O_RDWR | os.O_NOCTTY)
    before = termios.tcgetattr(terminal)
    try:
        tty.setraw(terminal, termios.TCSAFLUSH)
        yield terminal
    finally:
        termios.tcsetattr(terminal, termios.TCSAFLUSH, before)
        os.close(terminal)


def ask(terminal: int, question: str) -> bytes:
    """Return the answers to a question, up to the report of the cursor that is asked for after it."""
    os.write(terminal, (question + "\x1b[6n").encode())
    answer = b""
    end = time.monotonic() + ANSWER_S
    while not _CURSOR.search(answer):
        if not select.select([terminal], [], [], max(0.0, end - time.monotonic()))[0]:
            break
        answer += os.read(terminal, 4096)
    return answer


def probe() -> dict[str, Any]:  # Any: values of JSON, as everywhere here
    """Return the state of the terminal, as far as it tells it."""
    with TERMINAL.open("rb", buffering=0) as terminal:
        *modes, _, _, characters = termios.tcgetattr(terminal)
    with raw_terminal() as terminal:
        first = ask(terminal, SAVE_CURSOR)
        answers = ask(terminal, "".join(f"\x1b[?{mode}$p" for mode in MODES))
        keyboard = ask(terminal, "\x1b[?u")
        last = ask(terminal, "")
    flags = _FLAGS.search(keyboard)
    return {
        "tty": [*modes, [byte if isinstance(byte, int) else byte.decode("latin-1") for byte in characters]],
        "modes": {mode.decode(): int(value) for mode, value in _MODE.findall(answers)},
        "keyboard": int(flags[1]) if flags else None,
        "cursor": _place(last),
        "is_quiet": _place(first) == _place(last),
    }


def listen(replies: TextIO) -> dict[str, Any]:
    """Return the bytes that come until the key that ends it."""
    with raw_terminal() as terminal:
        send(replies, {"listening": True})
        heard = b""
        while not heard.endswith(END):
            heard += os.read(terminal, 1024)
    return {"heard": heard.decode("latin-1")}


def run(replies: TextIO, argv: list[str], cwd: str) -> dict[str, Any]:
    """Run a program in this terminal, and return the status that it ended with: minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        try:
            os.chdir(cwd)
            os.execv(argv[0], argv)
        finally:
            os._exit(127)
    send(replies, {"pid": child})
    _, status = os.waitpid(child, 0)
    return {"status": os.waitstatus_to_exitcode(status)}


def clear() -> dict[str, Any]:
    """Clear the terminal."""
    with TERMINAL.open("w") as terminal:
        terminal.write("\x1b[2J\x1b[H")
    return {}


def send(replies: TextIO, reply: dict[str, Any]) -> None:
    """Reply with a line of JSON."""
    print(json.dumps(reply), file=replies, flush=True)


def outlive(number: int, frame: object) -> None:
    """Do nothing about a signal."""


def main(address: str) -> None:
    """Serve requests until the other side closes."""
    # Handled, not ignored: what is started here begins with the signals of any program, and this outlives the window
    # to tell how that ended.
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM, signal.SIGCONT):
        signal.signal(number, outlive)
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(address)
        with connection.makefile("r") as requests, connection.makefile("w") as replies:
            for line in requests:
                match json.loads(line):
                    case {"do": "probe"}:
                        send(replies, probe())
                    case {"do": "listen"}:
                        send(replies, listen(replies))
                    case {"do": "clear"}:
                        send(replies, clear())
                    case {"do": "run", "argv": argv, "cwd": cwd}:
                        send(replies, run(replies, argv, cwd))
                    case other:
                        send(replies, {"error": f"nobody knows how to do {other}"})


def _place(answer: bytes) -> list[int] | None:
    found = _CURSOR.search(answer)
    return [int(found[1]), int(found[2])] if found else None


if __name__ == "__main__":
    main(sys.argv[1])
