"""Splits of a game: its figures at steps towards the goal, by which a race compares two games."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from piecement_base.formatting import clock_text, count_text, difference_text, grouped
from piecement_engine import GameView, Mode, Result, Rules
from piecement_engine.rules.timing import SECOND

_STEPS: Final = {"time": 10 * SECOND, "lines": 10, "pieces": 10, "level": 1}
_FEW_LINES: Final = 20
"""Goal below which each line is a step."""


class Split(NamedTuple):
    """Figures of a game at a time."""

    time: int
    """Game time (ns)."""
    lines: int
    level: int
    score: int
    pieces: int

    @classmethod
    def of(cls, view: GameView | Result, time_ns: int | None = None) -> Self:
        """Return the figures of a game or its result, optionally with a slightly earlier time."""
        time = view.time_ns if time_ns is None else time_ns
        return cls(time, view.lines, view.level, view.score, view.pieces)

    def value(self, name: str) -> int:
        return int(getattr(self, name))


@dataclass(frozen=True, slots=True)
class SplitSchedule:
    """Figure that sets the steps of a comparison, and the compared figure; both are names of results."""

    along: str
    step: int
    compared: str
    more_is_better: bool
    goal: int | None
    """Goal in the step figure, or None if the game does not end by it."""
    start: int = 0
    """Start value of the step figure."""

    @classmethod
    def of(cls, mode: Mode, rules: Rules) -> Self:
        """Return the schedule of a mode.

        Its steps follow the goal: every ten lines, ten seconds or pieces, or a tenth of the points. Games to a level
        also have steps in lines, but steps in levels if their time is compared, as in a puzzle. The compared figure is
        the next one in the mode's ranking.
        """
        name, goal = next(((name, limit.value) for name, limit in rules.limits.given() if limit.win), ("lines", None))
        ranking = [key for key in mode.ranking if key.removeprefix("-") != name]
        compared = ranking[0] if ranking else "-score"
        if name == "level" and compared != "time":
            name, goal = "lines", None
        better = compared.startswith("-")
        start = int(name == "level")
        goal = None if goal is None else goal + start
        return cls(name, _step(name, goal), compared.removeprefix("-"), better, goal, start)

    def split_at(self, step: int, splits: Sequence[Split]) -> Split | None:
        """Return the figures of a game at a step, from its ordered splits, or None if it has not come so far.

        For time steps this is the last split before, which holds until then.
        """

        def along(split: Split) -> int:
            return split.value(self.along)

        if self.along != "time":
            index = bisect_left(splits, step, key=along)
            return splits[index] if index < len(splits) else None
        index = bisect_right(splits, step, key=along) - 1
        return splits[index] if index >= 0 and along(splits[-1]) >= step else None

    def is_ahead(self, mine: int, theirs: int) -> bool:
        """Return whether one figure is better than another."""
        return mine > theirs if self.more_is_better else mine < theirs

    def target_text(self, result: Result) -> str:
        """Return what is to beat of a result; of a lost game in which time is compared, the progress that it made."""
        final = Split.of(result)
        if self.more_is_better or has_won(result):
            return self.figure_text(final.value(self.compared))
        return self.step_text(final.value(self.along))

    def figure_text(self, value: int) -> str:
        return clock_text(value) if self.compared == "time" else grouped(value)

    def difference_text(self, mine: int, theirs: int) -> str:
        return difference_text(mine, theirs) if self.compared == "time" else grouped(mine - theirs, "+")

    def step_text(self, step: int) -> str:
        return clock_text(step) if self.along == "time" else count_text(self.along, step)


def has_won(result: Result) -> bool:
    return result.end is not None and result.end.won


def _step(along: str, goal: int | None) -> int:
    if along == "lines" and goal is not None and goal < _FEW_LINES:
        return 1
    return _STEPS.get(along) or max(1, (goal or 0) // 10)
