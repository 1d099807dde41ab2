"""A program of the player's own that plays: a process beside the game, spoken to in lines of JSON."""

import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from os import SEEK_END
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, Final

from piecement.computer.command_line import arguments, program_name
from piecement_engine.bots import ExternalBotError

PATIENCE_S: Final = 10.0
"""How long a program may take for an answer."""

_FAREWELL: Final = '{"type":"quit"}\n'
_LEAVE_S: Final = 0.5
_LONGEST_COMPLAINT: Final = 200
_LAST_BYTES: Final = 10_000
"""Where the last complaint is looked for: a program may have complained all the time."""
_LONGEST_LINE: Final = 1_000_000
"""The characters of a line that are read at once; no answer is as long, and no program is to fill the memory."""
_LINES_AHEAD: Final = 64
"""How many lines a program may be ahead of the game, before it has to wait."""


def is_program(command: str) -> bool:
    """Return whether a command names something that can be run."""
    name = program_name(command)
    return name is not None and shutil.which(name) is not None


class Program:
    """A running program. What it writes is read by a thread that does nothing but wait for it."""

    def __init__(self, command: str, *, wait_s: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        """Start it. An answer is waited for in steps of `wait_s`. Raises `ExternalBotError` if it cannot be run."""
        self.is_awaited = False
        """Whether the last look found no answer, so that there is no use in looking again at once."""
        self._command: Final = command
        self._wait_s: Final = wait_s
        self._clock: Final = clock
        self._lines: Queue[str | None] = Queue(_LINES_AHEAD)
        self._is_over = False
        self._complaints: IO[bytes] = TemporaryFile()  # noqa: SIM115  # open as long as the program runs
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the player's own command, without a shell
                arguments(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                encoding="utf-8",
                errors="replace",
                bufsize=1,
            )
        except (OSError, ValueError) as error:
            self._complaints.close()
            raise ExternalBotError(f"the bot {command!r} cannot be run: {error}") from error
        self._reader: Final = Thread(target=self._read, name="bot reader", daemon=True)
        self._reader.start()

    def exchange(self, lines: Iterable[str]) -> Iterator[str | None]:
        """Send lines, and yield those that come back; None while there is none."""
        self._send(lines)
        due_s = self._clock() + PATIENCE_S
        while True:
            line = self._next_line()
            if line is None and self._clock() > due_s:
                raise ExternalBotError(f"the bot has not answered for {PATIENCE_S:g} seconds")
            yield line

    def close(self) -> None:
        """End it: it is asked to leave, and made to if it does not."""
        with suppress(OSError, ValueError):
            self._input.write(_FAREWELL)
        with suppress(OSError, ValueError):
            self._input.close()
        try:
            self._process.wait(_LEAVE_S if self._process.poll() is None else 0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._complaints.close()
        self._stop_reading()

    @property
    def _input(self) -> IO[str]:
        assert self._process.stdin is not None, "it was started with a pipe"  # noqa: S101  # for the types
        return self._process.stdin

    def _read(self) -> None:
        assert self._process.stdout is not None, "it was started with a pipe"  # noqa: S101  # as above
        with self._process.stdout as output:
            while not self._is_over and (line := output.readline(_LONGEST_LINE)):
                self._lines.put(line)
        self._lines.put(None)

    def _send(self, lines: Iterable[str]) -> None:
        try:
            self._input.write("".join(f"{line}\n" for line in lines))
            self._input.flush()
        except (OSError, ValueError) as error:
            raise self._end() from error

    def _next_line(self) -> str | None:
        try:
            line = self._lines.get(timeout=self._wait_s) if self._wait_s else self._lines.get_nowait()
        except Empty:
            self.is_awaited = True
            return None
        self.is_awaited = False
        if line is None:
            raise self._end()
        return line

    def _stop_reading(self) -> None:
        """Have the reader, which may wait for room, see that it is over."""
        self._is_over = True
        with suppress(Empty):
            while True:
                self._lines.get_nowait()

    def _end(self) -> ExternalBotError:
        """Return how it ended, in the words of its last line of complaint if there is one."""
        self._stop_reading()
        self._lines.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_LEAVE_S)
        self._complaints.seek(max(0, self._complaints.seek(0, SEEK_END) - _LAST_BYTES))
        said = self._complaints.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        status = self._process.returncode
        how = "closed its output" if status is None else f"ended with status {status}"
        return ExternalBotError(f"the bot has {how}" + (f": {said[:_LONGEST_COMPLAINT]}" if said else ""))
