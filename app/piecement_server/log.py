"""The log of a server, one JSON object a line, and reports of incidents."""

import json
import logging
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partialmethod
from pathlib import Path
from typing import Final, TextIO

from piecement_net.limits import ServerLimits
from piecement_net.network_clock import clock_ns
from piecement_net.rate_limits import CostLedger

LEVELS: Final = ("error", "warning", "info", "debug")
"""Levels, most severe first."""

_THROTTLED: Final = LEVELS.index("warning")
"""Level up to which repeated events are throttled: strangers could fill the disk."""


class Log:
    """Writes lines of a level and of more severe ones."""

    def __init__(
        self,
        level: str = "warning",
        stream: TextIO | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        clock: Callable[[], int] = clock_ns,
    ) -> None:
        self._most: Final = LEVELS.index(level)
        self._stream: Final = stream or sys.stderr
        self._now: Final = now
        self._clock: Final = clock
        self._ledger: Final = CostLedger(ServerLimits())
        self._left_out: Final[Counter[str]] = Counter()
        """Number of lines of each event that were left out since its last one."""

    def _write(self, level: int, event: str, **facts: object) -> None:
        if level > self._most:
            return
        if level <= _THROTTLED and not self._ledger.spend("log_line", [event], self._clock()):
            self._left_out[event] += 1
            return
        if left_out := self._left_out.pop(event, 0):
            facts["left_out"] = left_out
        self._write_line(LEVELS[level], event, **facts)

    def _write_line(self, level: str, event: str, **facts: object) -> None:
        time = self._now().isoformat(timespec="milliseconds")
        line = {"time": time, "level": level, "event": event, **facts}
        with suppress(OSError):  # a full disk or a closed pipe must not stop play
            self._stream.write(f"{json.dumps(line, default=str)}\n")
            self._stream.flush()

    error = partialmethod(_write, 0)
    warning = partialmethod(_write, 1)
    info = partialmethod(_write, 2)
    debug = partialmethod(_write, 3)
    audit = partialmethod(_write_line, "audit")
    """Writes what the operator did, at every level."""

    @contextmanager
    def collecting(self) -> Generator[None]:
        """Write the warnings and errors of all Python loggers, those of packages too, for the duration of the block."""
        root, handler = logging.getLogger(), _Collector(self)
        root.addHandler(handler)
        try:
            yield
        finally:
            root.removeHandler(handler)


class _Collector(logging.Handler):
    """Passes records of Python loggers on, each as the event of its package."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log: Final = log

    def emit(self, record: logging.LogRecord) -> None:
        write = self._log.error if record.levelno >= logging.ERROR else self._log.warning
        failure = record.exc_info[1] if record.exc_info else None
        error = {} if failure is None else {"error": traceback.format_exception(failure)}
        write(record.name.partition(".")[0], text=record.getMessage(), **error)


MOST_FILES: Final = 20
"""Maximum number of reports of a kind."""
LONGEST: Final = 1024 * 1024
"""Maximum length of a report (characters)."""


class Reports:
    """The newest reports of each kind."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def add(self, kind: str, text: str) -> Path | None:
        """Write a report and delete the oldest ones; return its path, or None if it cannot be written."""
        before = sorted(self._folder.glob(f"{kind}-*.json"))
        last = before[-1].stem.rpartition("-")[2] if before else ""
        path = self._folder / f"{kind}-{int(last) + 1 if last.isdecimal() else 1:06}.json"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text[:LONGEST].encode(errors="replace"))
        except OSError:
            return None
        for old in [*before, path][:-MOST_FILES]:
            with suppress(OSError):
                old.unlink()
        return path
