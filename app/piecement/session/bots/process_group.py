"""Process group: a program and its descendants, started in a new session and killed together.

On POSIX the session is also a process group, which neither Ctrl+C nor the end of the terminal reaches. A watching shell
waits for the game's end of a pipe to close, which the system does however the game ends, and then kills the group. On
Linux, processes that left the group are found by a variable in their environment. On Windows `taskkill` kills the tree
of processes.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, Final

_WATCH: Final = """
read -r _ && exit
kill -s KILL -- "-$1"
for place in $(grep -ls "$2=" /proc/[0-9]*/environ); do
    place=${place#/proc/}
    kill -s KILL "${place%/environ}"
done
"""
"""Script of the watching shell: a line means that nothing is left to do, the end of input that the game is gone."""

_IS_OVER: Final = b"\n"


class ProcessGroup:
    """Running program with its pipes and descendants."""

    def __init__(self, words: str | Sequence[str], stderr: IO[bytes]) -> None:
        """Start the program. Raises `OSError` or `ValueError` if it cannot be run."""
        self._mark: Final = f"PIECEMENT_BOT_{token_hex(8)}"
        """Environment variable of the program, inherited by all its descendants."""
        self.process: Final = _started(words, stderr, self._mark)
        self._watch: Final = None if sys.platform == "win32" else _watched(self.process.pid, self._mark)
        self._has_ended = False

    def wait(self, seconds: float) -> None:
        """Wait for the program to exit by itself and kill its descendants if it does."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
            self._end_all()

    def end(self, seconds: float) -> None:
        """Wait for the program to exit by itself, then kill it and all its descendants."""
        self.wait(seconds)
        self._end_all()
        self.process.wait()

    def _end_all(self) -> None:
        """Kill the whole group, but only once, as its number may be reused later."""
        if self._has_ended:
            return
        self._has_ended = True
        if sys.platform == "win32":
            _end_tree(self.process)
            return
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        for environment in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                if self._mark.encode() in environment.read_bytes():
                    os.kill(int(environment.parent.name), signal.SIGKILL)
        if self._watch is not None:
            with suppress(OSError, subprocess.TimeoutExpired):
                self._watch.communicate(_IS_OVER, timeout=1)


def _started(words: str | Sequence[str], stderr: IO[bytes], mark: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(  # the player's own command, without a shell
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, mark: "1"},
        start_new_session=sys.platform != "win32",
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


def _watched(group: int, mark: str) -> "subprocess.Popen[bytes] | None":
    """Return the shell that kills the group when this process dies, or None if there is no shell."""
    command = ("/bin/sh", "-c", _WATCH, "sh", str(group), mark)
    try:
        return subprocess.Popen(  # a constant, and a number
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return None


def _end_tree(process: "subprocess.Popen[bytes]") -> None:
    command = ("taskkill", "/T", "/F", "/PID", str(process.pid))
    with suppress(OSError):
        subprocess.run(command, capture_output=True, check=False)  # a constant, and a number
    with suppress(OSError):
        process.kill()
