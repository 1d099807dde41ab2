"""A course: at what steps two games of a mode are compared, and in what."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from piecement_engine import GameView, Mode, Rules
from piecement_engine.frozen_dataclass import frozen_dataclass

_TEN_SECONDS: Final = 10_000_000_000
_STEPS: Final = {"time": _TEN_SECONDS, "pieces": 10, "level": 1}
_LINES: Final = 10
_FEW_LINES: Final = 20
"""Of a goal below this, each line is a step."""


class Split(NamedTuple):
    """Where a game stood at a time."""

    time: int
    """In ns."""
    lines: int
    level: int
    score: int
    pieces: int

    @classmethod
    def of(cls, view: GameView, time_ns: int | None = None) -> Self:
        """Return where a game stands, now or as of a moment just before."""
        time = view.time_ns if time_ns is None else time_ns
        return cls(time, view.lines, view.level, view.score, view.pieces)

    def value(self, name: str) -> int:
        return int(getattr(self, name))


@frozen_dataclass()
class Course:
    """What a game goes along, and what is compared on the way; both are named as results are."""

    along: str
    step: int
    compared: str
    more_is_better: bool
    goal: int | None
    """Where it ends, if it ends by what it goes along."""
    start: int = 0
    """Where it begins."""

    @classmethod
    def of(cls, mode: Mode, rules: Rules) -> Self:
        """Return the course of a mode.

        It goes along what the goal counts: each ten lines, each ten seconds or pieces, a tenth of the points. A game to
        a level goes along lines too, but along levels where these are what is timed, as in a puzzle. What is compared
        is what ranks the games of the mode besides.
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

    def step_of(self, split: Split) -> int:
        """Return the last step that a game has come to."""
        return split.value(self.along) // self.step * self.step

    def split_at(self, step: int, splits: Sequence[Split]) -> Split | None:
        """Return where a game stood when it came to a step, by its splits in order; None if it has not come so far.

        Of times, the last split before counts, as that is where it stood then.
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


def _step(along: str, goal: int | None) -> int:
    if along == "lines":
        return 1 if goal is not None and goal < _FEW_LINES else _LINES
    return _STEPS.get(along) or max(1, (goal or _LINES) // 10)
