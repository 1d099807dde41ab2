"""The game on a pty, as a copy of a process that has done already what takes long when a program starts.

It is the real program from its command line on, with its driver, its signals and what it keeps. Only what is imported
was imported before, and style sheets are parsed. Programs are started in earnest by the tests that give them variables
of their own, and by those of the ends.
"""

import json
import os
import pty
import socket
import subprocess
import sys
import termios
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

from piecement.terminal.environment import colour_system
from tests.terminal import warm_server
from tests.terminal.fake_terminal import ENVIRONMENT
from tests.terminal.pty_program import PtyProgram, environment, set_size

_ALTERING: Final = {"FAIL_IN", "INFER", "KEEP_KEYS", "KEEP_RECORDING", "KEEP_WAYS", "KEY_LOG"}
_COLOURS: Final = {"COLORTERM", "NO_COLOR", "TERM"}
"""Read when the application is made, but where they mean a number of colours that Textual must know earlier."""

_ONE_BY_ONE: Final = Lock()


def can_be_warm(env: Mapping[str, str | None]) -> bool:
    """Tell whether these variables, added to a program's, are read only after everything is imported."""
    return env.keys() <= _ALTERING | _COLOURS and colour_system(environment({**ENVIRONMENT, **env})) is None


class WarmProgram(PtyProgram):
    """A Python program on a pty: `python -m module` or `python file`, with arguments."""

    def _start(
        self, command: Sequence[str], size: tuple[int, int], env: Mapping[str, str | None], cwd: Path | None
    ) -> tuple[int, int]:
        terminal, inside = pty.openpty()
        set_size(inside, size)
        self.attributes_before = termios.tcgetattr(terminal)  # a warm program may take it at once
        order = {"command": list(command[1:]), "env": environment(env), "cwd": str(cwd or Path.cwd())}
        try:
            return _ask(order, [inside]), terminal
        finally:
            os.close(inside)

    def _wait(self, options: int) -> tuple[int, int]:
        pid, status = _ask({"wait": self.pid, "options": options})
        return pid, status


class _Server:
    """The process that programs are copied from."""

    def __init__(self) -> None:
        self._channel, inside = socket.socketpair()
        with inside:
            self._process: Final = subprocess.Popen(
                [sys.executable, warm_server.__file__, str(inside.fileno())],
                env=environment(ENVIRONMENT),
                pass_fds=[inside.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )

    def ask(self, order: Mapping[str, object], files: Sequence[int] = ()) -> Any:  # Any: of JSON
        """Send an order, with files, and return the answer."""
        socket.send_fds(self._channel, [json.dumps(order).encode()], files)
        return json.loads(self._channel.recv(1000))


def _ask(order: Mapping[str, object], files: Sequence[int] = ()) -> Any:  # of JSON
    with _ONE_BY_ONE:
        return _server().ask(order, files)


@cache
def _server() -> _Server:
    """Return the server of this process; it ends with it."""
    return _Server()
