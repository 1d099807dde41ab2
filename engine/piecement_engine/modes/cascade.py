"""Cascade: blocks left hanging after a clear sink, by the rules of the Java seed."""

from typing import Final

from piecement_engine.modes.common_options import lines_goal, start_level
from piecement_engine.modes.mode import Mode
from piecement_engine.rules import Rules

CASCADE: Final = Mode(
    name="cascade",
    title="Cascade",
    sentence="Blocks left hanging sink and may clear again: build long chains.",
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
