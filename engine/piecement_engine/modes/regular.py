"""The modes that need rules and limits only."""

from typing import Final

from piecement_engine.limits import Limit, Limits
from piecement_engine.modes.mode import Mode
from piecement_engine.rules import Rules

FORTY_LINES: Final = Mode(
    name="40_lines",
    title="40-Lines",
    sentence="Clear 40 lines as fast as you can.",
    rules=Rules(start_level=3, limits=Limits(lines=Limit(40))),
    ranking=("-lines", "time"),
    headline="time",
)

MARATHON: Final = Mode(
    name="marathon",
    title="Marathon",
    sentence="Climb through 19 levels, and score as high as you can.",
    rules=Rules(level_up=True, limits=Limits(level=Limit(19))),
    ranking=("-level", "-score"),
    headline="score",
)
