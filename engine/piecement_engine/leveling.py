"""Leveling: when the level rises."""

from collections.abc import Callable
from typing import Final, NamedTuple


class Progress(NamedTuple):
    """Where a game stands when rows have just gone."""

    start_level: int
    level: int
    lines_before: int
    lines: int
    """All lines, those that have just gone included."""
    goal_points: int
    """What counts towards a variable goal: the `goal_points` of all locks."""
    score: int


Leveling = Callable[[Progress], int]
"""Returns the level from now on."""


def ten_lines(progress: Progress) -> int:
    """Each tenth line of the game raises the level (tetrs, guideline with a fixed goal)."""
    return progress.level + progress.lines // 10 - progress.lines_before // 10


def variable_goal(progress: Progress) -> int:
    """Each level takes five goal points times its number (guideline)."""
    level = progress.start_level
    left = progress.goal_points
    while left >= 5 * max(level, 1):
        left -= 5 * max(level, 1)
        level += 1
    return level


def nes(progress: Progress) -> int:
    """The first rise comes after min(10 s + 10, max(100, 10 s - 50)) lines for a start at level s, then each ten."""
    start = progress.start_level
    first = min(10 * start + 10, max(100, 10 * start - 50))
    return start if progress.lines < first else start + 1 + (progress.lines - first) // 10


def game_boy(progress: Progress) -> int:
    """The level is a tenth of the lines, but never below the start."""
    return max(progress.start_level, progress.lines // 10)


def twenty_lines(progress: Progress) -> int:
    """Each twentieth line raises the level (the Java seed)."""
    return progress.start_level + progress.lines // 20


def five_hundred_points(progress: Progress) -> int:
    """Each 500 points beyond the first 500 raise the level, up to 6 (pytetris)."""
    return max(progress.start_level, min(6, 1 + max(0, progress.score - 1) // 500))


LEVELINGS: Final[dict[str, Leveling]] = {
    "ten_lines": ten_lines,
    "variable_goal": variable_goal,
    "nes": nes,
    "game_boy": game_boy,
    "twenty_lines": twenty_lines,
    "five_hundred_points": five_hundred_points,
}
"""The rules by name."""


def register_leveling(name: str, leveling: Leveling) -> None:
    """Make a rule of one's own known to rules and recordings."""
    LEVELINGS[name] = leveling
