"""A terminal that answers what it is asked and counts what it is sent, but draws nothing: it costs next to no time."""

import re
import select
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from types import TracebackType
from typing import Final, Self

from tests.terminal.key_codes import RELEASE, encode_key
from tests.terminal.pty_program import PtyProgram

SIZE: Final = (80, 24)

_ANSWERS: Final = {b"\x1b[?2026$p": "\x1b[?2026;2$y", b"\x1b[?2048$p": "\x1b[?2048;0$y", b"\x1b[c": "\x1b[?62;4;22c"}
_FLAGS: Final = 31
_FLAGS_ASKED: Final = b"\x1b[?u"
_FRAME_START: Final = b"\x1b[?2026h"
_FRAME_END: Final = b"\x1b[?2026l"
_QUESTION: Final = re.compile(b"|".join(map(re.escape, (*_ANSWERS, _FLAGS_ASKED))))
_ENVIRONMENT: Final = {
    "TERM": "xterm-256color",
    "COLORTERM": "truecolor",
    "NO_COLOR": None,
    "TERM_PROGRAM": None,
    "PYTHONDONTWRITEBYTECODE": None,  # an installed program is compiled
}


class LeanTerminal:
    """A program on a pty whose terminal speaks the kitty protocol."""

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str | None] | None = None) -> None:
        self.started_ns = time.monotonic_ns()
        self.output = bytearray()
        """All that the program wrote since it was last forgotten."""
        self._answered = 0
        self.program = PtyProgram(command, SIZE, {**_ENVIRONMENT, **(env or {})}, folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.program.close()

    def forget(self) -> None:
        """Forget what was written."""
        self.output.clear()
        self._answered = 0

    def play(self, seconds: float) -> bytes:
        """Read once, waiting no longer than some seconds, answer what was asked, and return what was read."""
        data = self.program.read(seconds)
        self.output += data
        for match in _QUESTION.finditer(self.output, self._answered):
            self._answered = match.end()
            self.program.write(_ANSWERS.get(match[0], f"\x1b[?{_FLAGS}u").encode())
        return data

    def play_for(self, seconds: float) -> None:
        """Play the terminal for a time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.play(left)

    def await_bytes(self, seen: Callable[[bytes], object], seconds: float = 10.0) -> int:
        """Return when something was read that is what is looked for (monotonic ns)."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if seen(self.play(left)):
                return time.monotonic_ns()
        raise TimeoutError(f"nothing of the kind came within {seconds} s: {bytes(self.output[-400:])!r}")

    def await_text(self, *texts: str, seconds: float = 10.0) -> int:
        """Return when one of some texts was written (monotonic ns)."""
        wanted = [text.encode() for text in texts]
        return self.await_bytes(lambda _: any(text in self.output for text in wanted), seconds)

    def press(self, key: str) -> int:
        """Press a key, and return when (monotonic ns)."""
        return self.write(encode_key(key, _FLAGS).encode())

    def write(self, data: bytes) -> int:
        """Write what a terminal sends, and return when (monotonic ns)."""
        sent_ns = time.monotonic_ns()
        self.program.write(data)
        return sent_ns

    def release(self, key: str) -> None:
        """Let a key go."""
        self.program.write(encode_key(key, _FLAGS, RELEASE).encode())

    @property
    def frames(self) -> int:
        """How many frames were written."""
        return self.output.count(_FRAME_END)

    @property
    def bytes_per_frame(self) -> float:
        """The median of what was written for a frame."""
        frames = bytes(self.output).split(_FRAME_START)[1:]
        return median(len(frame) + len(_FRAME_START) for frame in frames) if frames else 0.0

    @property
    def cpu_seconds(self) -> float:
        """The CPU time of the program's threads so far."""
        tasks = Path(f"/proc/{self.program.pid}/task")
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9

    @property
    def resident_mb(self) -> float:
        """The memory that the program has resident, in units of a million bytes."""
        status = Path(f"/proc/{self.program.pid}/status").read_text(encoding="ascii", errors="replace")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) * 1024 / 1e6 if found else 0.0


def is_quiet(terminal: LeanTerminal, seconds: float = 0.3) -> bool:
    """Tell whether nothing is written for a time."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if terminal.play(left):
            return False
    return True


def can_measure() -> bool:
    """Tell whether this system tells what a process takes, and has ptys."""
    return hasattr(select, "select") and Path("/proc/self/schedstat").exists()
