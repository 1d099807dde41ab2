"""The counts of a game: level, score, lines and bonuses, and the rules by which they rise."""

from collections.abc import Sequence
from typing import Final, Self

from piecement_engine.board.pieces import Shape
from piecement_engine.events import Accolade, Spin
from piecement_engine.game.setup import Start
from piecement_engine.native import mypyc_attr
from piecement_engine.quick import copied, new_tuple
from piecement_engine.rules.leveling import LEVELINGS, LevelFacts
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.scoring import SCORINGS, Lock, goal_points

_FIELDS: Final = (
    *("_rules", "_scoring", "_only_clears", "hard_drop_points", "soft_drop_points"),
    *("level", "score", "lines", "combo", "back_to_back"),
    *("bonuses", "bonus_points", "locked", "_goal_points", "soft_rows", "piece_soft_rows", "level_shift"),
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Progress:
    """The counts of one game, and the rules by which they rise."""

    __slots__ = _FIELDS

    def __init__(self, rules: Rules, shapes: Sequence[Shape], start: Start) -> None:
        self._rules = rules
        self._scoring = SCORINGS[rules.scoring]
        self.hard_drop_points = self._scoring.hard_drop_points
        """Points per row of a hard drop."""
        self.soft_drop_points = self._scoring.soft_drop_points
        """Points per row of a soft drop."""
        self._only_clears = self._scoring.only_clears
        self.level = rules.start_level if start.level is None else start.level
        self.score = start.score
        self.lines = start.lines
        self.combo: int = start.combo
        self.back_to_back: int = start.back_to_back
        self.bonuses = 0
        """Number of locks and links of cascades that earned points."""
        self.bonus_points = 0
        """Points of all these bonuses."""
        self.locked: dict[Shape, int] = dict.fromkeys(shapes, 0)
        """Number of locked pieces of each shape."""
        self._goal_points = 0
        self.soft_rows = 0
        """Rows of soft drop of the piece in play, since the last press of soft drop."""
        self.piece_soft_rows = 0
        """Rows of soft drop of the piece in play, by all presses."""
        self.level_shift = 0
        """Levels added by the player, for practice."""

    @property
    def pieces(self) -> int:
        """Number of locked pieces."""
        return sum(self.locked.values())

    def award(self, time_ns: int, shape: Shape, spin: Spin, lines: int, perfect_clear: bool) -> Accolade | None:
        """Add the points of a lock or a link of a cascade; return the event, if any."""
        if not lines and self._only_clears:
            self.combo = 0
            return None
        level = self.level
        if lines and self._scoring.by_level_after:
            level = max(level, self._level_with(lines, level))
        counts = (lines, spin, perfect_clear, level, self.combo, self.back_to_back, self.piece_soft_rows)
        lock = new_tuple(Lock, counts)
        points, combo, back_to_back = self._scoring.award(lock)
        self.combo = combo
        self.back_to_back = back_to_back
        self.score += points
        if not lines and not points:
            return None
        self.bonuses += 1
        self.bonus_points += points
        if self._rules.leveling == "variable_goal":
            self._goal_points += goal_points(lock)
        return Accolade(time_ns, points, shape, spin, lines, perfect_clear, combo, back_to_back)

    def end_soft_drop(self) -> None:
        """Add the points of a soft drop that led to a lock, if the rules do not give them row by row."""
        soft_drop_score = self._scoring.soft_drop_score
        if soft_drop_score is not None:
            self.score = soft_drop_score(self.score, self.soft_rows)
        self.soft_rows = 0

    def count_lines(self, lines: int, level: int) -> int:
        """Count cleared lines; return the level that follows `level`."""
        after = self._level_with(lines, level)
        self.lines += lines
        return after

    def _level_with(self, lines: int, level: int) -> int:
        """Return the level that follows `level` with more lines cleared."""
        rules = self._rules
        if not rules.level_up:
            return level
        shift, after = self.level_shift, self.lines + lines
        facts = LevelFacts(rules.start_level, level - shift, self.lines, after, self._goal_points, self.score)
        return LEVELINGS[rules.leveling](facts) + shift

    def copy(self) -> Self:
        other = copied(self, _FIELDS)
        other.locked = self.locked.copy()
        return other
