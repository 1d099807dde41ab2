"""Process group of a bot program, which ends with the game however the game ends.

On POSIX its session is also a process group, which neither Ctrl+C nor the end of the terminal reaches. A detached shell
waits for the game's end of a pipe to close, which the system does however the game ends, and then kills the group. On
Linux, processes that left the group are found by a variable in their environment. On Windows a job holds them.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from secrets import token_hex
from typing import IO, Final

if sys.platform == "win32":
    from piecement.session.bots.windows_job import Job

_WATCH: Final = """
exec 3<&0
{
    read -r group
    read -r _ || [ -z "$group" ] || kill -s KILL -- "-$group"
    for pause in 0 1 2 4; do
        sleep "$pause"
        for place in $(grep -ls "$1=" /proc/[0-9]*/environ); do
            place=${place#/proc/}
            kill -s KILL "${place%/environ}"
        done
    done
} <&3 &
"""
"""Script of the watching shell, which reads two lines: the number of the group once there is one, and a blank one when
it has ended. The end of input means that the game is gone.

It searches more than once, as the environment of a process is empty for a moment while it loads its program.
"""


class ProcessGroup:
    """Running program with its pipes and descendants."""

    def __init__(self, words: str | Sequence[str], stderr: IO[bytes]) -> None:
        """Start the program. Raises `OSError` or `ValueError` if it cannot be run."""
        self._mark: Final = f"PIECEMENT_BOT_{token_hex(8)}"
        """Environment variable of the program, inherited by all its descendants."""
        self._watch: Final = None if sys.platform == "win32" else _started_watch(self._mark)
        try:
            self.process: Final = subprocess.Popen(  # a command of the player, without a shell
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                env={**os.environ, self._mark: "1"},
                start_new_session=sys.platform != "win32",
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError):
            self._end_watch(b"\n\n")
            raise
        if sys.platform == "win32":
            try:
                self._job: Final = Job(self.process.pid)
            except OSError:
                self.process.kill()
                raise
        elif self._watch is not None:
            with suppress(OSError):
                self._watch.write(b"%d\n" % self.process.pid)
                self._watch.flush()
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
            self._job.end()
            return
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._end_watch(b"\n")

    def _end_watch(self, lines: bytes) -> None:
        """Send the last lines to the watching shell, which kills what left the group."""
        if self._watch is not None:
            with suppress(OSError), self._watch:
                self._watch.write(lines)


def _started_watch(mark: str) -> "IO[bytes] | None":
    """Return a pipe to the shell that kills the program when this process dies, or None if there is no shell.

    It starts before the program, which a kill between the two would leave behind.
    """
    command = ("/bin/sh", "-c", _WATCH, "sh", mark)
    try:
        shell = subprocess.Popen(  # a constant, and the name of a variable
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
    except OSError:
        return None
    shell.wait()
    return shell.stdin
