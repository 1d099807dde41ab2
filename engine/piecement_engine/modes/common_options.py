"""Options shared by several modes."""

from dataclasses import replace
from typing import Final

from piecement_engine.modes.changes import limited
from piecement_engine.modes.options import Number, Switch
from piecement_engine.timing import SECOND

NO_GOAL: Final = {0: "endless"}
"""Text that players read for a goal of 0."""


CASCADE_OPTION: Final = Switch(
    name="cascade",
    title="Cascade",
    sentence="Blocks left hanging after a clear sink, and may clear again.",
    default=False,
    apply=lambda rules, cascade: replace(rules, cascade=cascade),
)
"""Fits into any mode: no other option depends on it."""


def start_level(default: int = 1, *, low: int = 1, high: int = 20) -> Number:
    return Number(
        name="start_level",
        title="Start level",
        sentence="The level that the game starts at.",
        default=default,
        low=low,
        high=high,
        apply=lambda rules, level: replace(rules, start_level=level),
    )


def lines_goal(default: int, *, high: int, step: int = 10, endless: bool = False) -> Number:
    """Return the option of the lines that win the game; 0 is endless, if `endless` allows it."""
    return Number(
        name="lines",
        title="Lines",
        sentence="How many lines win the game.",
        default=default,
        low=0 if endless else 1,
        high=high,
        step=step,
        unit="lines",
        titles=NO_GOAL if endless else {},
        apply=lambda rules, lines: limited(rules, "lines", lines or None),
    )


def time_limit(default_s: int, *, high: int) -> Number:
    return Number(
        name="seconds",
        title="Time",
        sentence="How long the game lasts.",
        default=default_s,
        low=30,
        high=high,
        step=30,
        unit="s",
        apply=lambda rules, seconds: limited(rules, "time", seconds * SECOND),
    )
