"""A window of a terminal emulator, and the programs that run in it."""

import json
import select
import socket
import sys
import time
from pathlib import Path
from typing import Any, Final, Self

from tests.patience import PATIENCE_S
from tests.programs import environment
from tests.terminal.real.desktop import START_S, Desktop, UnusableError, end, wait_until
from tests.terminal.real.emulators import Emulator

INSIDE: Final = str(Path(__file__).with_name("inside.py"))


class EmulatorWindow:
    """A window in which programs run, one after the other."""

    def __init__(self, desktop: Desktop, emulator: Emulator, folder: Path) -> None:
        """Open it; what the emulator writes goes to a folder. Raise `UnusableError` where it does not open."""
        self.desktop: Final = desktop
        self.emulator: Final = emulator
        self.folder: Final = folder
        address = folder / "socket"
        with socket.socket(socket.AF_UNIX) as door:
            door.bind(str(address))
            door.listen(1)
            door.settimeout(START_S)
            # Not in the environment of the emulator, which may be a Python program of another version.
            python_path = f"PYTHONPATH={environment()['PYTHONPATH']}"
            command = emulator.command(folder, ["env", python_path, sys.executable, INSIDE, str(address)])
            try:
                self._process, self.window = desktop.opened(command, emulator.variables(folder))
                self._connection: Final = door.accept()[0]
            except (AssertionError, TimeoutError) as error:
                raise UnusableError(f"{emulator.title} does not start here: {error}") from None
        address.unlink()
        self._replies = b""
        self.is_idle = True
        """Whether nothing runs in it that was started by `start` and not waited for."""

    def __enter__(self) -> Self:
        """Return the window."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the emulator."""
        self.end()

    def end(self) -> None:
        """End the emulator, whatever runs in it."""
        self.leave()
        end(self._process)
        self.expect_gone()

    def leave(self) -> None:
        """End what runs inside."""
        self._connection.close()

    def expect_gone(self) -> None:
        """Wait until the emulator has ended, and another window has the keyboard."""
        wait_until(lambda: not self.is_open, "for the emulator to end")
        wait_until(lambda: self.desktop.active() != self.window, "for the window to close")

    @property
    def is_open(self) -> bool:
        """True while the emulator runs."""
        return self._process.poll() is None

    def focus(self) -> None:
        """Give it the focus."""
        self.desktop.focus(self.window)

    def close(self) -> None:
        """Close it as a player does: Alt+F4 goes to the window manager."""
        self.desktop.press("alt+F4")

    def probe(self) -> dict[str, Any]:  # Any: values of JSON
        """Return the state of the terminal."""
        return self.ask(do="probe")

    def heard(self) -> str:
        """Return the bytes that a program gets for some keys and a click."""
        self.request(do="listen")
        self.reply()
        self.desktop.click(self.window, 200, 200)
        self.desktop.press("Left", "a", "Escape", "ctrl+a", "shift+Tab", "z")
        return str(self.reply()["heard"])

    def start(self, argv: list[str], cwd: Path) -> None:
        """Run a program in it."""
        self.is_idle = False
        self.request(do="run", argv=argv, cwd=str(cwd))
        self.reply()

    def status(self, seconds: float = PATIENCE_S) -> int:
        """Return the exit status of that program: minus the number of a signal that ended it."""
        status = int(self.reply(seconds)["status"])
        self.is_idle = True
        return status

    def request(self, **request: Any) -> None:  # values of JSON
        """Ask what runs inside for something."""
        self._connection.sendall(json.dumps(request).encode() + b"\n")

    def reply(self, seconds: float = PATIENCE_S) -> dict[str, Any]:  # values of JSON
        """Return the next reply from inside."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._replies:
            ready, _, _ = select.select([self._connection], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"no reply from inside {self.emulator.name}"
            received = self._connection.recv(65536)
            assert received, f"what runs inside {self.emulator.name} has ended"
            self._replies += received
        line, _, self._replies = self._replies.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)  # values of JSON
        return answer

    def ask(self, **request: Any) -> dict[str, Any]:  # values of JSON
        """Ask for something, and return the reply."""
        self.request(**request)
        return self.reply()
