"""Bot program: its command line, and the lines of JSON that it reads and writes."""

import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from os import SEEK_END
from queue import Empty, Queue
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, Final

from piecement.session.bots.process_group import ProcessGroup
from piecement.terminal.environment import is_guest
from piecement_base.language import _
from piecement_base.printable import LONGEST_NAME, one_line
from piecement_engine.bots import ExternalBotError

IS_WINDOWS: Final = sys.platform == "win32"

_FIRST_WORD: Final = re.compile(r'\s*(?:"(?P<quoted>[^"]*)"|(?P<plain>\S+))')


def arguments(command: str, *, windows: bool = IS_WINDOWS) -> str | list[str]:
    """Return a command as `Popen` needs it, without a shell; Windows programs split it themselves.

    Raises `ValueError` for an unclosed quotation.
    """
    return command.strip() if windows else shlex.split(command)


def program_name(command: str, *, windows: bool = IS_WINDOWS) -> str | None:
    """Return the program of a command, or None if the command is empty or malformed."""
    if windows:
        match = _FIRST_WORD.match(command)
        return (match["quoted"] or match["plain"]) if match else None
    try:
        return next(iter(shlex.split(command)), None)
    except ValueError:
        return None


ANSWER_TIMEOUT_S: Final = 10.0
"""Maximum time for a reply (s)."""

_QUIT: Final = '{"type":"quit"}\n'
_EXIT_TIMEOUT_S: Final = 0.5
_STDERR_BYTES: Final = 10_000
"""Number of bytes at the end of the error output in which the last line is searched."""
_LONGEST_LINE: Final = 1_000_000
"""Maximum line length to read at once (characters); longer than any reply, and it bounds the memory."""
_LINES_AHEAD: Final = 64
"""Maximum number of unread lines before the program has to wait."""


def is_program(command: str) -> bool:
    """Return whether a command names an installed program."""
    name = program_name(command)
    return name is not None and shutil.which(name) is not None


class Program:
    """Running bot program, with one thread that writes to it and one that reads from it."""

    def __init__(self, command: str, *, wait_s: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        """Start the program; reads wait up to `wait_s`. Raises `ExternalBotError` if it cannot be run."""
        self.is_awaited = False
        """Whether the last read found no reply, so that another read at once is useless."""
        self._wait_s: Final = wait_s
        self._clock: Final = clock
        self._lines: Queue[str | None] = Queue(_LINES_AHEAD)
        self._is_over = False
        self._stderr: IO[bytes] = TemporaryFile()  # noqa: SIM115  # open as long as the program runs
        try:
            if is_guest():
                raise PermissionError(_("guests cannot start programs"))
            self._group: Final = ProcessGroup(arguments(command), self._stderr)
        except (OSError, ValueError) as error:
            self._stderr.close()
            named = one_line(command, LONGEST_NAME)
            raise ExternalBotError(
                _("the bot {bot!r} cannot be run: {reason}").format(bot=named, reason=one_line(error))
            ) from error
        self._process: Final = self._group.process
        self._outbox: Final[Queue[bytes | None]] = Queue()
        self._takes_no_input = False
        """Whether the program has closed its input."""
        self._reader: Final = Thread(target=self._read, name="bot reader", daemon=True)
        self._writer: Final = Thread(target=self._write, name="bot writer", daemon=True)
        self._reader.start()
        self._writer.start()

    def exchange(self, lines: Iterable[str]) -> Iterator[str | None]:
        """Send lines and yield each reply line, or None while there is none.

        Neither sending nor reading blocks. Raises `ExternalBotError` if the program exits, or does not reply in time,
        as one that does not read its input.
        """
        self._send("".join(f"{line}\n" for line in lines))
        due_s = self._clock() + ANSWER_TIMEOUT_S
        while True:
            line = self._next_line()
            if line is None and self._clock() > due_s:
                raise ExternalBotError(
                    _("the bot has not answered for {count:g} seconds").format(count=ANSWER_TIMEOUT_S)
                )
            yield line

    def close(self) -> None:
        """Request the program to quit and, after a timeout, kill it with all its descendants."""
        self._send(_QUIT)
        self._outbox.put(None)
        self._group.end(_EXIT_TIMEOUT_S)
        self._stderr.close()
        self._stop_reading()

    def _read(self) -> None:
        assert self._process.stdout is not None, "it was started with a pipe"  # noqa: S101  # for the types
        with self._process.stdout as output:
            while not self._is_over and (line := output.readline(_LONGEST_LINE)):
                self._lines.put(line.decode("utf-8", "replace"))
        self._lines.put(None)

    def _write(self) -> None:
        """Write queued lines, blocking until the program reads or ends."""
        assert self._process.stdin is not None, "it was started with a pipe"  # noqa: S101  # for the types
        with suppress(OSError), self._process.stdin as pipe:
            while data := self._outbox.get():
                pipe.write(data)
                pipe.flush()
        self._takes_no_input = True

    def _send(self, text: str) -> None:
        if text:
            self._outbox.put(text.encode())

    def _next_line(self) -> str | None:
        try:
            line = self._lines.get(timeout=self._wait_s) if self._wait_s else self._lines.get_nowait()
        except Empty:
            self.is_awaited = True
            if self._takes_no_input:
                raise self._exit_error() from None
            return None
        self.is_awaited = False
        if line is None:
            raise self._exit_error()
        return line

    def _stop_reading(self) -> None:
        """Set the flag for the reader and make room in its queue, as it may be blocked there."""
        self._is_over = True
        with suppress(Empty):
            while True:
                self._lines.get_nowait()

    def _exit_error(self) -> ExternalBotError:
        """Return the error for the end of the program, with its last error line if there is one."""
        self._stop_reading()
        self._lines.put(None)
        self._group.wait(_EXIT_TIMEOUT_S)
        self._stderr.seek(max(0, self._stderr.seek(0, SEEK_END) - _STDERR_BYTES))
        said = one_line(self._stderr.read().decode("utf-8", "replace").strip().rpartition("\n")[2])
        status = self._process.returncode
        how = (
            _("the bot has closed its input or its output")
            if status is None
            else _("the bot has ended with status {status}").format(status=status)
        )
        return ExternalBotError(how + (f": {said}" if said else ""))
