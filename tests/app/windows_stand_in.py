"""Windows as far as a module sees it while it is imported: what it has, and what it lacks."""

import os
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import ModuleType
from typing import Any, Final
from unittest.mock import MagicMock, patch

LACKING: Final = ("termios", "tty", "fcntl", "pty", "pwd", "grp", "resource", "readline", "curses")
"""The modules of the standard library that are for POSIX only."""

_SIGNALS: Final = frozenset({"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"})
"""All that the `signal` of Windows has of these names, beside two of its own."""

_CALLS: Final = (
    *("O_NOCTTY", "O_NONBLOCK", "fork", "forkpty", "getpgid", "getuid", "killpg", "mkfifo", "openpty", "setsid"),
    *("sysconf", "tcgetpgrp", "tcsetpgrp", "ttyname", "uname", "wait", "fchmod", "geteuid", "setpgid"),
)
"""Names of `os` that Windows lacks."""


@contextmanager
def windows(kernel: object = None) -> Generator[None, None, None]:
    """Make this process look like Windows, with a kernel to call."""
    import ctypes  # to be altered

    missing = [(signal, name) for name in dir(signal) if name.startswith("SIG") and name not in _SIGNALS]
    missing += [(os, name) for name in _CALLS if hasattr(os, name)]
    removed: list[tuple[ModuleType, str, Any]] = [(owner, name, getattr(owner, name)) for owner, name in missing]
    stubs: dict[str, Any] = dict.fromkeys(LACKING) | {"msvcrt": _msvcrt()}
    for owner, name, _ in removed:
        delattr(owner, name)
    try:
        with (
            patch.dict(sys.modules, stubs),
            patch.object(sys, "platform", "win32"),
            patch.object(ctypes, "WinDLL", MagicMock(return_value=kernel or MagicMock()), create=True),
            patch.object(ctypes, "WINFUNCTYPE", ctypes.CFUNCTYPE, create=True),
        ):
            yield
    finally:
        for owner, name, value in removed:
            setattr(owner, name, value)


def _msvcrt() -> ModuleType:
    module = ModuleType("msvcrt")
    module.__dict__.update(LK_NBLCK=2, locking=MagicMock(), get_osfhandle=MagicMock(return_value=0))
    return module
