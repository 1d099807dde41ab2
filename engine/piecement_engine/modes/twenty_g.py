"""20G: the highest speed from the first piece, with an ever shorter lock delay."""

from typing import Final

from piecement_engine.limits import Limit, Limits
from piecement_engine.modes.common_options import lines_goal
from piecement_engine.modes.mode import Mode
from piecement_engine.rules import Rules

TWENTY_G: Final = Mode(
    name="20g",
    title="20G",
    sentence="Clear 320 lines: pieces fall at once, and lock sooner with every line.",
    group="Race",
    rules=Rules(
        timing="tetro_master",
        locking="reset_cap",
        level_up=True,
        shift_before_lock=True,
        limits=Limits(lines=Limit(320)),
    ),
    ranking=("-lines", "time"),
    headline="lines",
    options=(lines_goal(320, high=1000, step=20),),
    unlocked_by="marathon",
)
