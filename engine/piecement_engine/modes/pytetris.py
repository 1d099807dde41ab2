"""Pytetris: simple rules, six levels, and garbage at the start."""

from typing import Final

from piecement_engine.modes.changes import modified, unmodified
from piecement_engine.modes.common_options import start_level
from piecement_engine.modes.garbage_rows import StartRows
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import Number
from piecement_engine.rules import Rules
from piecement_engine.timing import MILLISECOND, SECOND

_FRAME: Final = SECOND // 30


def _with_start_lines(rules: Rules, lines: int) -> Rules:
    return modified(rules, StartRows(lines)) if lines else unmodified(rules, StartRows)


PYTETRIS: Final = Mode(
    name="pytetris",
    title="Simple",
    sentence="Score as high as you can by the simple rules of pytetris, over lines that lie there already.",
    group="Retro",
    rules=Rules(
        rotation_system="classic_right",
        randomizer="bag",
        hold="off",
        initial_rotation="off",
        level_up=True,
        leveling="five_hundred_points",
        timing="pytetris",
        das_ns=5 * _FRAME,
        arr_ns=5 * _FRAME,
        soft_drop_interval_ns=100 * MILLISECOND,
        line_clear_delay_ns=16 * _FRAME,
        appearance_delay_ns=0,
        locking="classic",
        scoring="pytetris",
        spin_rule="none",
    ),
    ranking=("-score", "-lines"),
    headline="score",
    options=(
        start_level(high=6),
        Number(
            name="start_lines",
            title="Start lines",
            sentence="How many lines of random blocks there are at the start.",
            default=0,
            low=0,
            high=10,
            unit="lines",
            apply=_with_start_lines,
        ),
    ),
    keeps=frozenset({"preview_count"}),
)
