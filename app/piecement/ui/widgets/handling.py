"""A game without a goal, to feel in it how keys handle a piece, and how fast a held key really moves it."""

from dataclasses import dataclass
from typing import Any, Final

from piecement.session.plan import Plan
from piecement.session.session import Clock, Session
from piecement_engine import Event, Game, Mode, Rules
from piecement_engine.events import PieceMoved

_MS: Final = 1_000_000
_PIECES: Final = 6
"""So many pieces lock before the field is empty again."""

_SEED: Final = 5
"""The pieces are the same each time, so that nothing differs but the handling."""

_RUN_NS: Final = 1_000 * _MS
"""Steps that are further apart are no run."""


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
        """Return the run that one more step goes on with, or begins."""
        direction = 1 if moved.after.x > moved.before.x else -1
        gap_ns = moved.time_ns - self.last_ns
        if direction != self.direction or not 0 <= gap_ns <= _RUN_NS:
            return Steps(direction, 1, moved.time_ns)
        first_gap_ns = gap_ns if self.first_gap_ns is None else self.first_gap_ns
        return Steps(direction, self.count + 1, moved.time_ns, first_gap_ns, gap_ns if self.count > 1 else None)

    @property
    def text(self) -> str:
        """What a player reads of the run."""
        if self.first_gap_ns is None:
            return "one step" if self.count else ""
        rate = "" if self.gap_ns is None else f", then every {round(self.gap_ns / _MS)} ms"
        return f"{self.count} steps: the second after {round(self.first_gap_ns / _MS)} ms{rate}"


class HandlingGame:
    """A session on a low field that begins anew by itself."""

    def __init__(self, overrides: dict[str, Any], clock: Clock, skyline: int) -> None:  # rules are of many types
        rules = Rules(skyline=skyline, height=skyline + 20)
        self._mode = Mode(name="", title="", sentence="", rules=rules, ranking=(), headline="")
        self._overrides = {**overrides, "preview_count": 1}
        self._clock = clock
        self.steps = Steps()
        """How the piece was last moved sideways."""
        self.session = self._new_session()
        """What is played."""

    def advance(self) -> list[Event]:
        if self.session.is_over or self.session.view.pieces >= _PIECES:
            self.session = self._new_session()
        return self.count_steps(self.session.advance())

    def count_steps(self, events: list[Event]) -> list[Event]:
        """Count the steps in what happened, and return it."""
        for event in events:
            if isinstance(event, PieceMoved):
                self.steps = self.steps.after(event)
        return events

    def _new_session(self) -> Session:
        plan = Plan(self._mode)
        current = Session(plan, Game(self._mode.rules_with(self._overrides), _SEED), self._clock)
        current.resume()
        return current
