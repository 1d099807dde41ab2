"""Programs that a test runs to their end: the command line, and a few lines of Python."""

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Final

Said = Callable[..., tuple[int, str, str]]
"""Type of the fixture `said`, which runs a command and returns its status, its output and its errors."""

_PATH: Final = os.pathsep.join(path for path in sys.path if path)


def environment(**changes: str) -> dict[str, str]:
    """Return an environment in which another process imports the same modules as this one."""
    return {**os.environ, "PYTHONPATH": _PATH, **changes}


def run(*arguments: str, stdin: str = "", **changes: str) -> "subprocess.CompletedProcess[str]":
    """Run the command line with pipes for input and output, and with changes of the environment."""
    return subprocess.run(
        [sys.executable, "-m", "piecement", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=environment(**changes),
    )


def run_in_bytes(*arguments: str, stdin: bytes = b"", **changes: str) -> "subprocess.CompletedProcess[bytes]":
    """Run the command line with pipes of bytes, and with changes of the environment."""
    return subprocess.run(
        [sys.executable, "-m", "piecement", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env=environment(**changes),
    )


def output_of(code: str, *arguments: str, **changes: str) -> str:
    """Return what lines of Python print, which must not fail."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment(**changes)).stdout
