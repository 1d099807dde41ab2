"""Modes of rules and limits only."""

from typing import Final

from piecement_engine.limits import Limit, Limits
from piecement_engine.modes.changes import limited
from piecement_engine.modes.common_options import lines_goal, start_level, time_limit
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import Choice
from piecement_engine.rules import Rules
from piecement_engine.timing import MILLISECOND, SECOND

FORTY_LINES: Final = Mode(
    name="40_lines",
    title="40-Lines",
    sentence="Clear 40 lines as fast as you can.",
    group="Race",
    rules=Rules(start_level=3, limits=Limits(lines=Limit(40))),
    ranking=("-lines", "time"),
    headline="time",
)

MARATHON: Final = Mode(
    name="marathon",
    title="Marathon",
    sentence="Climb through 19 levels, and score as high as you can.",
    group="Score",
    rules=Rules(level_up=True, limits=Limits(level=Limit(19))),
    ranking=("-level", "-score"),
    headline="score",
)

MASTER: Final = Mode(
    name="master",
    title="Master",
    sentence="Clear 300 lines, from the highest speed on.",
    group="Race",
    rules=Rules(start_level=20, level_up=True, limits=Limits(lines=Limit(300))),
    ranking=("-lines", "time"),
    headline="lines",
)

REGULAR: Final = Mode(
    name="regular",
    title="Long climb",
    sentence="Clear 160 lines while pieces fall faster with every ten, and score as high as you can, as in tetro-tui.",
    group="Score",
    rules=Rules(
        timing="tetro",
        locking="reset_cap",
        level_up=True,
        shift_before_lock=True,
        scoring="tetro",
        limits=Limits(lines=Limit(160)),
    ),
    ranking=("-score", "-lines"),
    headline="score",
)

SWIFT: Final = Mode(
    name="swift",
    title="One speed",
    sentence="Clear 40 lines as fast as you can, at one steady speed, as in tetro-tui.",
    group="Race",
    rules=Rules(
        fall_delay_ns=667 * MILLISECOND,
        lock_delay_ns=500 * MILLISECOND,
        locking="reset_cap",
        shift_before_lock=True,
        limits=Limits(lines=Limit(40)),
    ),
    ranking=("-lines", "time"),
    headline="time",
)

TIME_TRIAL: Final = Mode(
    name="time_trial",
    title="Time Trial",
    sentence="Score as high as you can in three minutes.",
    group="Score",
    rules=Rules(start_level=3, limits=Limits(time=Limit(180 * SECOND))),
    ranking=("-score", "-lines"),
    headline="score",
    options=(time_limit(180, high=3600), start_level(3)),
)

SPRINT: Final = Mode(
    name="sprint",
    title="Sprint",
    sentence="Clear 20, 40 or 100 lines as fast as you can, at the lowest speed.",
    group="Race",
    rules=Rules(limits=Limits(lines=Limit(40))),
    ranking=("-lines", "time"),
    headline="time",
    options=(
        Choice(
            name="lines",
            title="Lines",
            sentence="How many lines win the game.",
            default="40",
            choices={"20": "20 lines", "40": "40 lines", "100": "100 lines"},
            apply=lambda rules, lines: limited(rules, "lines", int(lines)),
        ),
    ),
)

INVISIBLE: Final = Mode(
    name="invisible",
    title="Invisible",
    sentence="Clear 40 lines and remember where the pieces are: once locked, they cannot be seen.",
    rules=Rules(limits=Limits(lines=Limit(40))),
    ranking=("-lines", "time"),
    headline="lines",
    options=(lines_goal(40, high=300, endless=True), start_level()),
    invisible=True,
)
