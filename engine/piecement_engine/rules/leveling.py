"""Leveling: rules that say when the level rises."""

from collections.abc import Callable
from typing import Final, NamedTuple

from piecement_engine.registry import Registry


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
