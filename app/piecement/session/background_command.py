"""A command that runs in the background during play: its process group, its output and its end.

It has no terminal and no standard input, and its output goes to a file, so that it never waits for the game, nor the
game for it.
"""

import os
import re
import signal
import subprocess
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import suppress
from io import IncrementalNewlineDecoder
from pathlib import Path
from tempfile import mkstemp
from typing import Final

from piecement_base.printable import one_line

IS_SUPPORTED: Final = sys.platform != "win32"
"""Whether the system has process groups that signals are sent to."""

_SHELL_SIGNAL: Final = 128
"""Exit status of a shell for a signal, without its number."""

_CHUNK: Final = 65536
_LAST_BYTES: Final = 8192
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_LINE_END: Final = re.compile(r"\r\n?")


def as_printable(text: str) -> str:
    """Return output as lines, with control characters other than tabs as carets and letters, such as `^[`."""
    return _CONTROL.sub(lambda found: _caret(ord(found[0])), _LINE_END.sub("\n", text))


def _caret(code: int) -> str:
    return f"^{chr(code ^ 0x40)}" if code < 0x80 else f"\\x{code:02x}"


class BackgroundCommand:
    """A command of the shell that has begun; the file with its output is open as long as the program runs."""

    def __init__(self, command: str) -> None:
        self.command: Final = command
        self._output, path = mkstemp()
        Path(path).unlink()
        self._process: Final = subprocess.Popen(  # noqa: S602  # a command line of the player
            command,
            shell=True,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._decoder: Final = IncrementalNewlineDecoder(getincrementaldecoder("utf-8")("replace"), translate=True)
        self._read = 0
        """Number of bytes of output that were read."""

    @property
    def status(self) -> int | None:
        """Exit status as a shell has it, or None while the command runs."""
        status = self._process.poll()
        return _SHELL_SIGNAL - status if status is not None and status < 0 else status

    def last_lines(self, count: int) -> list[str]:
        """Return the last lines of output that are not empty, with printable characters only."""
        size = os.fstat(self._output).st_size
        tail = os.pread(self._output, _LAST_BYTES, max(0, size - _LAST_BYTES)).decode("utf-8", "replace")
        return [line for line in map(one_line, as_printable(tail).splitlines()) if line][-count:]

    def new_output(self) -> Iterator[str]:
        """Yield the output since the last call, printable."""
        has_ended = self.status is not None
        while chunk := os.pread(self._output, _CHUNK, self._read):
            self._read += len(chunk)
            yield as_printable(self._decoder.decode(chunk))
        if has_ended and (rest := self._decoder.decode(b"", final=True)):
            yield as_printable(rest)

    def wait(self, seconds: float) -> int | None:
        """Return the exit status once the command has ended, or None after some seconds."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self.status

    def send(self, number: int) -> None:
        """Send a signal to the command and all that it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    def end(self) -> int:
        """End the command at once, and return its exit status."""
        self.send(signal.SIGKILL)
        self._process.wait()
        return self.status or 0
