"""Modes that need rules and limits only: modern ones, those with pieces of one to ten cells, and the classics.

The classics are the NES, the Game Boy and the Elektronika 60, without kicks and lock delay. On both consoles T, J and L
spawn pointing down (tetris.wiki, "Nintendo Rotation System"). `scoring` has their points, with sources.
"""

from dataclasses import replace
from typing import Final

from piecement_engine.board.piece_sets import DEFAULT_PIECES
from piecement_engine.board.polyominoes import HIGHEST_RANK
from piecement_engine.modes.garbage import with_start_rows
from piecement_engine.modes.mode import Mode
from piecement_engine.modes.options import Choice, Option, limited
from piecement_engine.modes.tables import choice, lines_goal, mode, number, start_level, switch, time_limit
from piecement_engine.rules.limits import Limit, Limits
from piecement_engine.rules.presets import PRESET_RULES, PRESETS
from piecement_engine.rules.rules import Rules

FORTY_LINES: Final[Mode] = mode("40_lines")

MARATHON: Final[Mode] = mode("marathon")

MASTER: Final[Mode] = mode("master")

REGULAR: Final[Mode] = mode("regular")

SWIFT: Final[Mode] = mode("swift")

TIME_TRIAL: Final[Mode] = mode("time_trial", options=(time_limit(180, high=3600), start_level(3)))

SPRINT: Final[Mode] = mode(
    "sprint", options=(choice("sprint.lines", lambda rules, lines: limited(rules, "lines", int(lines))),)
)

INVISIBLE: Final[Mode] = mode("invisible", options=(lines_goal(40, high=300), start_level()))


_USUAL: Final = Rules()
_USUAL_RANK: Final = 4


def _with_rank(rules: Rules, rank: int) -> Rules:
    """Return rules with all pieces of `rank` cells, on a board of matching size."""
    pieces = DEFAULT_PIECES if rank == _USUAL_RANK else str(rank)
    width = max(10, (5 * rank + 1) // 2)
    scaled_fall = rules.scaled_fall or rank != _USUAL_RANK
    return replace(rules, pieces=pieces, width=width, skyline=2 * width, height=4 * width, scaled_fall=scaled_fall)


def _with_smaller_ones(rules: Rules, smaller: bool) -> Rules:
    if not smaller:
        return rules
    rank = _USUAL_RANK if rules.pieces == DEFAULT_PIECES else int(rules.pieces)
    return replace(rules, pieces=f"1-{rank}", randomizer="rank_bag")


def _with_board(rules: Rules, board: str) -> Rules:
    if board == "scaled":
        return rules
    return replace(rules, width=_USUAL.width, skyline=_USUAL.skyline, height=_USUAL.height)


def _rank_options(default: int) -> tuple[Option, ...]:
    """Return the options of the rank, of smaller pieces and of the board, in this order: the last two need the rank."""
    rank = number("rank", _with_rank, default=default, high=HIGHEST_RANK)
    return rank, switch("mixed", _with_smaller_ones), choice("board", _with_board)


POLYOMINO: Final[Mode] = mode(
    "polyomino",
    _with_rank(Rules(), 5),
    options=(*_rank_options(5), lines_goal(40, high=1000), start_level()),
)


_LINES_A_LEVEL: Final = 10


def _with_guideline_goal(rules: Rules, goal: str) -> Rules:
    """Return rules with fixed levels of ten lines, or variable ones of goal points, and the same number of levels."""
    levels = _levels(rules)
    if goal == "fixed":
        return replace(rules, leveling="ten_lines", limits=_fixed_goal(levels))
    return replace(rules, leveling="variable_goal", limits=_variable_goal(levels))


def _with_guideline_levels(rules: Rules, levels: int) -> Rules:
    limits = _fixed_goal(levels) if rules.leveling == "ten_lines" else _variable_goal(levels)
    return replace(rules, limits=limits)


def _fixed_goal(levels: int) -> Limits:
    return Limits(lines=Limit(_LINES_A_LEVEL * levels) if levels else None)


def _variable_goal(levels: int) -> Limits:
    return Limits(level=Limit(levels) if levels else None)


def _levels(rules: Rules) -> int:
    """Return the number of levels that win the game; 0 is endless."""
    limits = rules.limits
    if limits.lines is not None:
        return limits.lines.value // _LINES_A_LEVEL
    return limits.level.value if limits.level is not None else 0


GUIDELINE: Final[Mode] = mode(
    "guideline",
    options=(
        *_rank_options(4),
        choice("guideline.goal", _with_guideline_goal),
        number("guideline.levels", _with_guideline_levels),
        start_level(high=15),
    ),
)


TWENTY_G: Final[Mode] = mode("20g", options=(lines_goal(320, high=1000, step=20, low=1, titles={}),))


CASCADE: Final[Mode] = mode(
    "cascade",
    options=(
        start_level(),
        lines_goal(0, high=1000),
        switch("cascade.twists", lambda rules, twists: replace(rules, spin_rule="all_twists") if twists else rules),
    ),
)


JMINOS: Final[Mode] = mode("jminos", options=(*_rank_options(4), lines_goal(200, high=1000), start_level()))


PYTETRIS: Final[Mode] = mode("pytetris", options=(start_level(high=6), number("pytetris.start_lines", with_start_rows)))


_KEEPS: Final = frozenset(PRESET_RULES)
"""These modes fix all handling, which is part of the games."""


def _form(scoring: str) -> Choice:
    """Return the option to play as on the console, by its score rule, or a plain form."""
    return choice(
        "form",
        lambda rules, form: (
            replace(rules, spawn_facing="down", scoring=scoring)
            if form == "console"
            else replace(rules, spawn_facing="up", scoring="nes_plain")
        ),
    )


CLASSIC: Final[Mode] = mode(
    "classic",
    Rules.from_dict(PRESETS["nes"].rules),
    options=(start_level(0, low=0, high=29), _form("nes")),
    keeps=_KEEPS,
)

GAME_BOY_MODE: Final[Mode] = mode(
    "game_boy",
    Rules.from_dict(PRESETS["game_boy"].rules),
    options=(
        start_level(0, low=0, high=20),
        switch(
            "game_boy.hearts", lambda rules, hearts: replace(rules, timing="game_boy_heart" if hearts else "game_boy")
        ),
        _form("game_boy"),
    ),
    keeps=_KEEPS,
)

ELEKTRONIKA: Final[Mode] = mode(
    "elektronika_60", Rules.from_dict(PRESETS["elektronika_60"].rules), options=(start_level(high=10),), keeps=_KEEPS
)
