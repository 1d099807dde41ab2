"""Scoring: the points for a lock, and how combos and back-to-backs go on after it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from piecement_engine.notices import Spin


class Lock(NamedTuple):
    """What a score rule knows of a lock."""

    lines: int
    """How many rows it fills."""
    spin: Spin
    perfect_clear: bool
    """Whether the board is empty once the rows are gone."""
    level: int
    combo: int
    """Clears in a row before this lock."""
    back_to_back: int
    """Special clears in a row before this lock."""


class Award(NamedTuple):
    """What a lock earns, and where the two counts stand after it."""

    points: int
    combo: int
    back_to_back: int


@dataclass(frozen=True, slots=True)
class ScoreRule:
    """A way to keep score."""

    award: Callable[[Lock], Award]
    """Judges a lock, with or without full rows."""
    soft_drop_points: int = 0
    """Points for each row that a piece is soft dropped."""
    hard_drop_points: int = 0
    """Points for each row that a piece is hard dropped."""


def tetrs_award(lock: Lock) -> Award:
    """10 (lines + combo - 1)^2 x max(1, back-to-back) x 4 for a spin x 100 for a perfect clear (tetrs v0.2.0).

    Combo and back-to-back are those after the clear. Special are quads and more, spins and perfect clears.
    """
    lines, spin, perfect_clear, _, combo, back_to_back = lock
    if not lines:
        return Award(0, 0, back_to_back)
    spun = spin is not Spin.NONE
    combo += 1
    back_to_back = back_to_back + 1 if lines >= 4 or spun or perfect_clear else 0
    points = 10 * (lines + combo - 1) ** 2 * max(1, back_to_back)
    return Award(points * (4 if spun else 1) * (100 if perfect_clear else 1), combo, back_to_back)


SCORINGS: dict[str, ScoreRule] = {"tetrs": ScoreRule(tetrs_award)}
"""The score rules by name."""


def register_scoring(name: str, rule: ScoreRule) -> None:
    """Make a score rule of one's own known to rules and recordings."""
    SCORINGS[name] = rule
