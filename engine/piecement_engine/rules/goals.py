"""Goals: when the level rises, and what ends a game by itself."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

from piecement_engine.errors import RuleError, cut
from piecement_engine.explained import explained
from piecement_engine.json_values import as_object
from piecement_engine.registry import Registry, is_whole


class LevelFacts(NamedTuple):
    """Counts of a game right after a clear: the argument of a leveling rule."""

    start_level: int
    level: int
    lines_before: int
    lines: int
    """Number of all lines, the clear included."""
    goal_points: int
    """Sum of the `goal_points` of all locks, which count towards a variable goal."""
    score: int


Leveling = Callable[[LevelFacts], int]
"""Function that returns the level after a clear."""


def ten_lines(facts: LevelFacts) -> int:
    """Each tenth line of the game raises the level (tetrs, guideline with a fixed goal)."""
    return facts.level + facts.lines // 10 - facts.lines_before // 10


def variable_goal(facts: LevelFacts) -> int:
    """Each level takes five goal points times its number (guideline)."""
    level = facts.start_level
    left = facts.goal_points
    while left >= 5 * max(level, 1):
        left -= 5 * max(level, 1)
        level += 1
    return level


def nes(facts: LevelFacts) -> int:
    """The first rise is after min(10 s + 10, max(100, 10 s - 50)) lines with start level s, then every ten lines.

    Source: tetris.wiki, "Tetris (NES, Nintendo)".
    """
    start = facts.start_level
    first = min(10 * start + 10, max(100, 10 * start - 50))
    return start if facts.lines < first else start + 1 + (facts.lines - first) // 10


def game_boy(facts: LevelFacts) -> int:
    """The level is a tenth of the lines, but never below the start level."""
    return max(facts.start_level, facts.lines // 10)


def twenty_lines(facts: LevelFacts) -> int:
    """Each twentieth line raises the level (the Java game by smk291)."""
    return facts.start_level + facts.lines // 20


def five_hundred_points(facts: LevelFacts) -> int:
    """Each 500 points beyond the first 500 raise the level, up to 6 (pytetris)."""
    return max(facts.start_level, min(6, 1 + max(0, facts.score - 1) // 500))


LEVELINGS: Final[dict[str, Leveling]] = Registry(
    "leveling",
    {
        "ten_lines": ten_lines,
        "variable_goal": variable_goal,
        "nes": nes,
        "game_boy": game_boy,
        "twenty_lines": twenty_lines,
        "five_hundred_points": five_hundred_points,
    },
)
"""Leveling rules by name."""


@explained
@dataclass(frozen=True, slots=True, repr=False)
class Limit:
    """Value that ends the game when it is reached."""

    value: int
    win: bool = True
    """Whether reaching it wins the game, rather than losing it."""

    def __post_init__(self) -> None:
        if not is_whole(self.value, 0):
            raise RuleError(f"the value of a limit is {self.value!r}: it must be a whole number of at least 0")
        if not isinstance(self.win, bool):
            raise RuleError(f"the win of a limit is {self.win!r}: it is true or false")


@explained
@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Limits:
    """Limits of a game, checked in this order after each event."""

    time: Limit | None = None
    """Exact game time of the end (ns)."""
    pieces: Limit | None = None
    """Number of locked pieces."""
    lines: Limit | None = None
    """Number of cleared lines."""
    level: Limit | None = None
    """Level that must be exceeded."""
    score: Limit | None = None
    """Number of points."""

    def __post_init__(self) -> None:
        for name in LIMIT_NAMES:
            limit: object = getattr(self, name)
            if limit is not None and not isinstance(limit, Limit):
                meant = f"; did you mean Limit({limit})?" if isinstance(limit, int) else ""
                raise RuleError(f"the {name} limit is {cut(repr(limit))}: it is a Limit or None{meant}")

    def given(self) -> Iterator[tuple[str, Limit]]:
        """Yield the name and limit of each limit that is set, in order."""
        for name in LIMIT_NAMES:
            limit: Limit | None = getattr(self, name)
            if limit is not None:
                yield name, limit

    def to_dict(self) -> dict[str, dict[str, int]]:
        """Return the limits that are set, as in `{"lines": {"win": true, "value": 40}}`."""
        return {name: {"win": limit.win, "value": limit.value} for name, limit in self.given()}

    @classmethod
    def from_dict(cls, given: object) -> Self:
        """Return the limits from the output of `to_dict`. Raises `RuleError` for anything else."""
        complaint = f'limits is {given!r}: it is like {{"lines": {{"win": true, "value": 40}}}}'
        limits: dict[str, Limit] = {}
        for name, entry in as_object(given, complaint).items():
            if name not in LIMIT_NAMES:
                raise RuleError(f"unknown limit {name!r}: limits are {', '.join(LIMIT_NAMES)}")
            complaint = f'the {name} limit is {entry!r}: it is like {{"win": true, "value": 40}}'
            values = as_object(entry, complaint)
            if "value" not in values:
                raise RuleError(complaint)
            limits[name] = Limit(values["value"], values.get("win", True))
        return cls(**limits)


LIMIT_NAMES = ("time", "pieces", "lines", "level", "score")
"""Names of the limits, in the order of the checks."""
