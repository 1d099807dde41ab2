"""The tally: what a game counts."""

from collections.abc import Sequence
from typing import Self

from piecement_engine.leveling import LEVELINGS, Progress
from piecement_engine.notices import Accolade, Spin
from piecement_engine.pieces import Shape, new_tuple
from piecement_engine.rules import Rules
from piecement_engine.scoring import SCORINGS, Lock, goal_points
from piecement_engine.setup import Start


class Tally:
    """Score, lines, level and pieces of one game."""

    __slots__ = (
        "_goal_points",
        "_rules",
        "back_to_back",
        "combo",
        "level",
        "lines",
        "locked",
        "score",
        "scoring",
    )

    def __init__(self, rules: Rules, shapes: Sequence[Shape], start: Start) -> None:
        self._rules = rules
        self.scoring = SCORINGS[rules.scoring]
        self.level = rules.start_level if start.level is None else start.level
        self.score = start.score
        self.lines = start.lines
        self.combo: int = start.combo
        self.back_to_back: int = start.back_to_back
        self.locked: dict[Shape, int] = dict.fromkeys(shapes, 0)
        """How many pieces of each shape have locked."""
        self._goal_points = 0

    @property
    def pieces(self) -> int:
        """How many pieces have locked."""
        return sum(self.locked.values())

    def reached(self, name: str) -> int:
        """Return what counts towards the limit of a name; a level counts once it is passed."""
        return self.level - 1 if name == "level" else int(getattr(self, name))

    def award(self, time_ns: int, shape: Shape, spin: Spin, lines: int, perfect_clear: bool) -> Accolade | None:
        """Give the points for a lock, or for a link of a cascade; return what to tell of it, if anything."""
        if not lines and self.scoring.only_clears:
            self.combo = 0
            return None
        lock = new_tuple(Lock, (lines, spin, perfect_clear, self.level, self.combo, self.back_to_back))
        points, combo, back_to_back = self.scoring.award(lock)
        self.combo = combo
        self.back_to_back = back_to_back
        self.score += points
        if not lines and not points:
            return None
        if self._rules.leveling == "variable_goal":
            self._goal_points += goal_points(lock)
        return Accolade(time_ns, points, shape, spin, lines, perfect_clear, combo, back_to_back)

    def count_lines(self, lines: int, level: int) -> int:
        """Count cleared lines; return the level that the rules give from now on, after `level`."""
        before = self.lines
        self.lines += lines
        rules = self._rules
        if not rules.level_up:
            return level
        return LEVELINGS[rules.leveling](
            Progress(rules.start_level, level, before, self.lines, self._goal_points, self.score)
        )

    def copy(self) -> Self:
        """Return a tally that goes on alone from the same counts."""
        other = object.__new__(type(self))
        for name in Tally.__slots__:
            setattr(other, name, getattr(self, name))
        other.locked = self.locked.copy()
        return other
