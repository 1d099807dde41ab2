"""Guideline: a marathon by the rules of most modern games."""

from dataclasses import replace
from typing import Final

from piecement_engine.limits import Limit, Limits
from piecement_engine.modes.common_options import start_level
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import Choice, Number
from piecement_engine.modes.polyomino import BOARD, SMALLER_ONES, rank_option
from piecement_engine.rules import Rules

_LINES_A_LEVEL: Final = 10


def _with_goal(rules: Rules, goal: str) -> Rules:
    """Return rules with fixed levels of ten lines, or variable ones of goal points, and the same number of levels."""
    levels = _levels(rules)
    if goal == "fixed":
        return replace(rules, leveling="ten_lines", limits=_fixed(levels))
    return replace(rules, leveling="variable_goal", limits=_variable(levels))


def _with_levels(rules: Rules, levels: int) -> Rules:
    limits = _fixed(levels) if rules.leveling == "ten_lines" else _variable(levels)
    return replace(rules, limits=limits)


def _fixed(levels: int) -> Limits:
    return Limits(lines=Limit(_LINES_A_LEVEL * levels) if levels else None)


def _variable(levels: int) -> Limits:
    return Limits(level=Limit(levels) if levels else None)


def _levels(rules: Rules) -> int:
    """Return the number of levels that win the game; 0 is endless."""
    limits = rules.limits
    if limits.lines is not None:
        return limits.lines.value // _LINES_A_LEVEL
    return limits.level.value if limits.level is not None else 0


GUIDELINE: Final = Mode(
    name="guideline",
    title="Modern",
    sentence="Clear 150 lines through 15 levels by the rules of most modern games.",
    group="Score",
    rules=Rules(
        rotation_system="srs",
        randomizer="bag",
        preview_count=5,
        level_up=True,
        timing="guideline",
        locking="extended_placement",
        scoring="guideline",
        spin_rule="t_three_corner",
        limits=_fixed(15),
    ),
    ranking=("-score", "-lines"),
    headline="score",
    options=(
        rank_option(4),
        SMALLER_ONES,
        BOARD,
        Choice(
            name="goal",
            title="Goal",
            sentence="What a level takes: ten lines, or five times its number in goal points.",
            default="fixed",
            choices={"fixed": "ten lines", "variable": "variable"},
            apply=_with_goal,
        ),
        Number(
            name="levels",
            title="Levels",
            sentence="How many levels win the game.",
            default=15,
            low=0,
            high=30,
            step=5,
            titles={0: "endless"},
            apply=_with_levels,
        ),
        start_level(high=15),
    ),
    keeps=frozenset({"hold", "leveling"}),
)
