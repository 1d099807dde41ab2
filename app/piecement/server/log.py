"""The log of a server: one JSON object a line, with the time, the level, what happened and to whom."""

import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, TextIO

LEVELS: Final = ("error", "warning", "info", "debug")
"""The levels, the gravest first."""


class Log:
    """Writes lines of a level and of graver ones."""

    def __init__(
        self,
        level: str = "warning",
        stream: TextIO | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._most: Final = LEVELS.index(level)
        self._stream: Final = stream or sys.stderr
        self._now: Final = now

    def error(self, event: str, **facts: object) -> None:
        self._write(0, event, facts)

    def warning(self, event: str, **facts: object) -> None:
        self._write(1, event, facts)

    def info(self, event: str, **facts: object) -> None:
        self._write(2, event, facts)

    def debug(self, event: str, **facts: object) -> None:
        self._write(3, event, facts)

    def _write(self, level: int, event: str, facts: dict[str, object]) -> None:
        if level > self._most:
            return
        time = self._now().isoformat(timespec="milliseconds")
        line = {"time": time, "level": LEVELS[level], "event": event, **facts}
        try:
            self._stream.write(f"{json.dumps(line, default=str)}\n")
            self._stream.flush()
        except OSError:  # the disk of the log is full, or nobody reads it: play goes on
            pass
