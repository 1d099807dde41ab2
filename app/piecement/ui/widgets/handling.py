"""A game without an end, to try how keys move a piece, and to measure how fast a held key does."""

from dataclasses import dataclass
from typing import Any, Final

from piecement.language import _
from piecement.session.plan import Plan
from piecement.session.session import Clock, Session
from piecement.terminal.clock import MS
from piecement_engine import Event, Game, Mode, Rules
from piecement_engine.events import PieceMoved

_PIECES: Final = 6
"""Number of locks before the field is cleared."""

_SEED: Final = 5
"""The same pieces each time, so that only the handling differs."""

_RUN_NS: Final = 1_000 * MS
"""The longest time between two steps of a run."""


@dataclass(frozen=True, slots=True)
class Steps:
    """A run of steps to one side."""

    direction: int = 0
    count: int = 0
    last_ns: int = 0
    first_gap_ns: int | None = None
    """From the first step to the second: the shift delay, if the key was held."""
    gap_ns: int | None = None
    """From the last but one to the last: the repeat rate, if it was held so long."""

    def after(self, moved: PieceMoved) -> "Steps":
        """Return the run after one more step, which continues it or begins another."""
        direction = 1 if moved.after.x > moved.before.x else -1
        gap_ns = moved.time_ns - self.last_ns
        if direction != self.direction or not 0 <= gap_ns <= _RUN_NS:
            return Steps(direction, 1, moved.time_ns)
        first_gap_ns = gap_ns if self.first_gap_ns is None else self.first_gap_ns
        return Steps(direction, self.count + 1, moved.time_ns, first_gap_ns, gap_ns if self.count > 1 else None)

    @property
    def text(self) -> str:
        if self.first_gap_ns is None:
            return _("one step") if self.count else ""
        rate = "" if self.gap_ns is None else _(", then every {gap} ms").format(gap=round(self.gap_ns / MS))
        return _("{count} steps: the second after {gap} ms{rate}").format(
            count=self.count, gap=round(self.first_gap_ns / MS), rate=rate
        )


class HandlingGame:
    """Sessions on a low field, one after another."""

    def __init__(self, overrides: dict[str, Any], clock: Clock, skyline: int) -> None:  # rules are of many types
        rules = Rules(skyline=skyline, height=skyline + 20)
        self._mode = Mode(name="", title="", sentence="", rules=rules, ranking=(), headline="")
        self._overrides = {**overrides, "preview_count": 1}
        self._clock = clock
        self.steps = Steps()
        """The last run of steps to one side."""
        self.session = self._new_session()

    def advance(self) -> list[Event]:
        if self.session.is_over or self.session.view.pieces >= _PIECES:
            self.session = self._new_session()
        return self.count_steps(self.session.advance())

    def count_steps(self, events: list[Event]) -> list[Event]:
        """Count the steps among events, and return the events."""
        for event in events:
            if isinstance(event, PieceMoved):
                self.steps = self.steps.after(event)
        return events

    def _new_session(self) -> Session:
        plan = Plan(self._mode)
        current = Session(plan, Game(self._mode.rules_with(self._overrides), _SEED), self._clock)
        current.resume()
        return current
