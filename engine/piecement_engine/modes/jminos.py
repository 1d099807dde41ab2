"""Jminos: a marathon by the known rules of jminos."""

from typing import Final

from piecement_engine.limits import Limit, Limits
from piecement_engine.modes.common_options import lines_goal, start_level
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.polyomino import BOARD, SMALLER_ONES, rank_option
from piecement_engine.rules import Rules

JMINOS: Final = Mode(
    name="jminos",
    title="Forgiving",
    sentence="Clear 200 lines with pieces of any size that rotate almost anywhere, by the rules of jminos.",
    group="Score",
    rules=Rules(
        rotation_system="auto",
        randomizer="bag",
        hold="unlimited",
        safe_hold=True,
        initial_hold="tapped",
        initial_rotation="tapped",
        initial_move="charged",
        press_order="drops_last",
        level_up=True,
        scaled_fall=True,
        locking="forced",
        scoring="jminos",
        spin_rule="immobile",
        limits=Limits(lines=Limit(200)),
    ),
    ranking=("-lines", "-score"),
    headline="score",
    options=(rank_option(4), SMALLER_ONES, BOARD, lines_goal(200, high=1000, endless=True), start_level()),
)
