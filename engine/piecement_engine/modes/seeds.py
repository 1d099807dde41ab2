"""Games that play by the rules of other programs, as far as those are known: Java's cascade, jminos and pytetris."""

from typing import Final

from piecement_engine.limits import Limit, Limits
from piecement_engine.modes.changes import modified, unmodified
from piecement_engine.modes.common_options import lines_goal, start_level
from piecement_engine.modes.garbage import StartRows
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import Number
from piecement_engine.modes.polyomino import BOARD, SMALLER_ONES, rank_option
from piecement_engine.rules import Rules
from piecement_engine.timing import MILLISECOND, SECOND

_FRAME: Final = SECOND // 30
"""Of pytetris."""

CASCADE: Final = Mode(
    name="cascade",
    title="Cascade",
    sentence="What a clear leaves hanging sinks and may clear again: chain as many links as you can.",
    rules=Rules(
        rotation_system="srs",
        randomizer="bag",
        hold="unlimited",
        level_up=True,
        leveling="twenty_lines",
        timing="java",
        locking="separate_delays",
        scoring="guideline",
        spin_rule="t_three_corner",
        cascade=True,
    ),
    ranking=("-score", "-lines"),
    headline="score",
    options=(start_level(), lines_goal(0, high=1000, endless=True)),
)

JMINOS: Final = Mode(
    name="jminos",
    title="Jminos",
    sentence="Clear 200 lines with pieces that find room for any turn, by the rules of jminos.",
    rules=Rules(
        rotation_system="auto",
        randomizer="bag",
        hold="unlimited",
        safe_hold=True,
        level_up=True,
        locking="forced",
        scoring="jminos",
        spin_rule="immobile",
        limits=Limits(lines=Limit(200)),
    ),
    ranking=("-lines", "-score"),
    headline="score",
    options=(rank_option(4), SMALLER_ONES, BOARD, lines_goal(200, high=1000, endless=True), start_level()),
)


def _with_start_lines(rules: Rules, lines: int) -> Rules:
    return modified(rules, StartRows(lines)) if lines else unmodified(rules, StartRows)


PYTETRIS: Final = Mode(
    name="pytetris",
    title="Pytetris",
    sentence="Score as high as you can by the simple rules of pytetris, over lines that lie there already.",
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
            sentence="How many lines of chance blocks lie there at the start.",
            default=0,
            low=0,
            high=10,
            unit="lines",
            apply=_with_start_lines,
        ),
    ),
    keeps=frozenset({"preview_count"}),
)
