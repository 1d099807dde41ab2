"""A game in Python for Windows, on a console of Wine that this process writes records to and draws the output of."""

import json
import os
import pty
import signal
import socket
import struct
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ
from typing import Any, Final

import pyte

PATIENCE_S: Final = 180.0
_COLUMNS, _ROWS = 100, 30

Key = tuple[int, int, str, int]
"""Virtual key, scan code, character and state of the modifiers."""

_ENHANCED: Final = 0x100
_CTRL: Final = 0x08
RIGHT: Final[Key] = (0x27, 0x4D, "\0", _ENHANCED)
TAB: Final[Key] = (0x09, 0x0F, "\t", 0)
ENTER: Final[Key] = (0x0D, 0x1C, "\r", 0)
ESCAPE: Final[Key] = (0x1B, 0x01, "\x1b", 0)
SPACE: Final[Key] = (0x20, 0x39, " ", 0)
CTRL_C: Final[Key] = (0x43, 0x2E, "\x03", _CTRL)


def letter(character: str, place: int) -> Key:
    return ord(character.upper()), place, character, 0


class Game:
    """Running game."""

    def __init__(self, python: str, folder: Path, *arguments: str) -> None:
        self.output: Final = folder / "output"
        self.output.write_bytes(b"")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        script = str(Path(__file__).with_name("console.py"))
        words = ["wine", python, script, str(self.output), str(port), "--data-dir", str(folder / "data"), *arguments]
        self._terminal, terminal = pty.openpty()
        ioctl(terminal, TIOCSWINSZ, struct.pack("4H", _ROWS, _COLUMNS, 0, 0))
        self.process: Final = subprocess.Popen(
            words, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True
        )
        os.close(terminal)
        self.said = b""
        threading.Thread(target=self._drain, daemon=True).start()
        self._lines: Final = self._connected(port).makefile("rw")

    def _drain(self) -> None:
        with suppress(OSError):
            while said := os.read(self._terminal, 65536):
                self.said += said

    def _connected(self, port: int) -> socket.socket:
        until = time.monotonic() + PATIENCE_S
        while True:
            with suppress(ConnectionRefusedError):
                return socket.create_connection(("127.0.0.1", port))
            assert self.process.poll() is None, self.said
            assert time.monotonic() < until, self.said
            time.sleep(0.1)

    def _send(self, *records: tuple[int, tuple[Any, ...]]) -> None:
        self._lines.write(json.dumps(records) + "\n")
        self._lines.flush()

    def records(self, *records: tuple[int, tuple[Any, ...]]) -> None:
        self._send(*records)
        assert int(self._lines.readline()) == len(records)

    def down(self, key: Key, repeats: int = 1) -> None:
        self.records((1, (1, repeats, *key)))

    def up(self, key: Key) -> None:
        self.records((1, (0, 1, *key)))

    def tap(self, *keys: Key) -> None:
        for key in keys:
            self.down(key)
            time.sleep(0.05)
            self.up(key)
            time.sleep(0.05)

    def text(self, text: str) -> None:
        """Write text as a terminal that speaks VT does: one record a character, without key codes."""
        self.records(*((1, (1, 1, 0, 0, character, 0)) for character in text))

    def screen(self, columns: int = _COLUMNS, rows: int = _ROWS) -> str:
        screen = pyte.Screen(columns, rows)
        pyte.ByteStream(screen).feed(self.output.read_bytes())
        return "\n".join(line.rstrip() for line in screen.display)

    def shows(self, text: str) -> str:
        """Wait until a text is on the screen."""
        self.wait_for(lambda: text in self.screen(), text)
        return self.screen()

    def wait_for(self, condition: Callable[[], bool], wanted: str) -> None:
        until = time.monotonic() + PATIENCE_S
        while not condition():
            assert self.process.poll() is None or condition(), (wanted, self.process.returncode, self.said[-2000:])
            assert time.monotonic() < until, f"{wanted!r} was not shown:\n{self.screen()}"
            time.sleep(0.2)

    def close_window(self) -> None:
        self._lines.write("close\n")
        self._lines.flush()

    def ended(self) -> int:
        """Wait for the end, and return the exit status."""
        return self.process.wait(PATIENCE_S)

    def quit(self) -> int:
        """Press Ctrl+C, and return the exit status: the key is not released, as the game may have ended by then."""
        self._send((1, (1, 1, *CTRL_C)))
        return self.ended()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self._terminal)
