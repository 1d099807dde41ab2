"""Log of a server: one JSON object per line, with time, level, event and facts."""

import json
import sys
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, TextIO

from piecement.online.cost_ledger import Cost, CostLedger
from piecement.online.round_clock import clock_ns
from piecement.online.server_limits import ServerLimits

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
        if level <= _THROTTLED and not self._ledger.spend(Cost.LOG_LINE, [event], self._clock()):
            self._left_out[event] += 1
            return
        if left_out := self._left_out.pop(event, 0):
            facts["left_out"] = left_out
        time = self._now().isoformat(timespec="milliseconds")
        line = {"time": time, "level": LEVELS[level], "event": event, **facts}
        try:
            self._stream.write(f"{json.dumps(line, default=str)}\n")
            self._stream.flush()
        except OSError:  # a full disk or a closed pipe must not stop play
            pass
