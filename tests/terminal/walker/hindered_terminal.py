"""A terminal that is slow, or at the end of a slow line."""

from collections import deque
from dataclasses import dataclass
from random import Random
from time import monotonic, sleep
from typing import Any, Final

from tests.terminal.walker.watched_terminal import WatchedTerminal

_SLOW_S: Final = 5.0
"""Time for which a slow line is slow (s). A whole frame takes two seconds on it; later, keys show at once."""
_PIECE_GAP_S: Final = 0.02
"""Delay between two pieces of a reply (s)."""


@dataclass(frozen=True, slots=True)
class Line:
    """Line between the program and its terminal."""

    name: str
    answers_by_s: float | None = 0.0
    """Maximum delay of a reply (s); None for a terminal that never replies."""
    in_pieces: bool = False
    """Whether replies come byte by byte."""
    bytes_a_second: int = 0
    """Bytes of output read per second at first; 0 for no limit."""
    blocked_s: float = 0.0
    """Time before any output is read (s)."""


LINES: Final = (
    Line("at once"),
    Line("late", answers_by_s=0.5),
    Line("in pieces", answers_by_s=0.5, in_pieces=True),
    Line("never", answers_by_s=None),
    Line("slow", answers_by_s=0.15, bytes_a_second=3000),
    Line("blocked", blocked_s=6.0),
)


class HinderedTerminal(WatchedTerminal):
    """A terminal at the end of a line."""

    def __init__(self, line: Line, dice: Random, *given: Any, **named: Any) -> None:  # Any: handed on
        self._line = line
        self._dice = dice
        self._answers = deque[tuple[float, str]]()
        """Replies still to be sent, each with its time."""
        self._begun_s = self._read_s = monotonic()
        super().__init__(*given, **named)

    def _answer(self, text: str) -> None:
        if self._line.answers_by_s is None:
            return
        due_s = monotonic() + self._dice.uniform(0, self._line.answers_by_s)
        if self._answers:
            due_s = max(due_s, self._answers[-1][0])
        parts = text if self._line.in_pieces else [text]
        self._answers.extend((due_s + place * _PIECE_GAP_S, part) for place, part in enumerate(parts))

    def _play(self, seconds: float) -> bool:
        now_s = monotonic()
        while self._answers and self._answers[0][0] <= now_s:
            self.send(self._answers.popleft()[1])
        if now_s < self._begun_s + self._line.blocked_s:
            sleep(seconds)
            return False
        if not self._line.bytes_a_second or now_s > self._begun_s + _SLOW_S:
            return super()._play(seconds)
        sleep(seconds)
        most = int((monotonic() - self._read_s) * self._line.bytes_a_second)
        self._read_s += most / self._line.bytes_a_second
        return most > 0 and self._take_in(self.program.read(0, most))

    def drain(self) -> None:
        """Take in all that the program has written, however slow the line."""
        while super()._play(0):
            pass
