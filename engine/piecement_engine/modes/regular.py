"""Modes that need rules and limits only: today's, those with pieces of one to ten cells, and the classics.

The classics are the NES, the Game Boy and the Elektronika 60, without kicks and lock delay. On both consoles T, J and L
spawn pointing down (tetris.wiki, "Nintendo Rotation System"). `scoring` has their points, with sources.
"""

from dataclasses import replace
from typing import Final

from piecement_engine.board.piece_sets import DEFAULT_PIECES, HIGHEST_RANK, size_for_rank
from piecement_engine.modes.garbage import with_start_rows
from piecement_engine.modes.mode import ODD, RACE, RETRO, SCORE, Choice, Mode, Number, limited
from piecement_engine.modes.option_table import choice, lines_goal, number, start_level, switch, time_limit
from piecement_engine.rules.goals import Limit, Limits
from piecement_engine.rules.presets import ELEKTRONIKA_60, GAME_BOY, NES, PRESET_RULES, Preset
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.timing import MILLISECOND, SECOND

FORTY_LINES: Final[Mode] = RACE(
    name="40_lines",
    title="40 Lines",
    sentence="Clear 40 lines as fast as you can.",
    rules=Rules(start_level=3, limits=Limits(lines=Limit(40))),
)

MARATHON: Final[Mode] = SCORE(
    name="marathon",
    title="Marathon",
    sentence="Climb through 19 levels, and score as high as you can.",
    rules=Rules(level_up=True, limits=Limits(level=Limit(19))),
    ranking=("-level", "-score"),
)

MASTER: Final[Mode] = RACE(
    name="master",
    title="Master",
    sentence="Clear 300 lines, from the highest speed on.",
    rules=Rules(start_level=20, level_up=True, limits=Limits(lines=Limit(300))),
    headline="lines",
)

REGULAR: Final[Mode] = SCORE(
    name="regular",
    title="Long climb",
    sentence="Clear 160 lines for points; every ten lines are faster, as in tetro-tui.",
    rules=Rules(
        timing="tetro",
        locking="reset_cap",
        level_up=True,
        shift_before_lock=True,
        scoring="tetro",
        limits=Limits(lines=Limit(160)),
    ),
)

SWIFT: Final[Mode] = RACE(
    name="swift",
    title="One speed",
    sentence="Clear 40 lines fast, at one speed, as in tetro-tui.",
    rules=Rules(
        fall_delay_ns=667 * MILLISECOND,
        lock_delay_ns=500 * MILLISECOND,
        locking="reset_cap",
        shift_before_lock=True,
        limits=Limits(lines=Limit(40)),
    ),
)

TIME_TRIAL: Final[Mode] = SCORE(
    name="time_trial",
    title="Time Trial",
    sentence="Score as high as you can in three minutes.",
    rules=Rules(start_level=3, limits=Limits(time=Limit(180 * SECOND))),
    options=(time_limit(180, high=3600), start_level(3)),
)

SPRINT: Final[Mode] = RACE(
    name="sprint",
    title="Sprint",
    sentence="Clear 20, 40 or 100 lines fast, at the lowest speed.",
    rules=Rules(limits=Limits(lines=Limit(40))),
    options=(choice("sprint.lines", lambda rules, lines: limited(rules, "lines", int(lines))),),
)

INVISIBLE: Final[Mode] = ODD(
    name="invisible",
    title="Invisible",
    sentence="Clear 40 lines from memory: locked pieces cannot be seen.",
    rules=Rules(limits=Limits(lines=Limit(40))),
    options=(lines_goal(40, high=300), start_level()),
    invisible=True,
)


_USUAL: Final = Rules()
_USUAL_RANK: Final = 4


def with_rank(rules: Rules, rank: int) -> Rules:
    """Return rules with all pieces of `rank` cells, on a board of matching size."""
    pieces = DEFAULT_PIECES if rank == _USUAL_RANK else str(rank)
    width, skyline, height = size_for_rank(rank)
    scaled_fall = rules.scaled_fall or rank != _USUAL_RANK
    return replace(rules, pieces=pieces, width=width, skyline=skyline, height=height, scaled_fall=scaled_fall)


def _with_smaller_ones(rules: Rules, smaller: bool) -> Rules:
    if not smaller:
        return rules
    rank = _USUAL_RANK if rules.pieces == DEFAULT_PIECES else int(rules.pieces)
    return replace(rules, pieces=f"1-{rank}", randomizer="rank_bag")


def _with_board(rules: Rules, board: str) -> Rules:
    if board == "scaled":
        return rules
    return replace(rules, width=_USUAL.width, skyline=_USUAL.skyline, height=_USUAL.height)


def rank_option(default: int) -> Number:
    return number("rank", with_rank, default=default, high=HIGHEST_RANK)


SMALLER_ONES: Final = switch("mixed", _with_smaller_ones)
"""Must come after the option of the rank."""

BOARD: Final = choice("board", _with_board)
"""Must come after the option of the rank."""

POLYOMINO: Final[Mode] = ODD(
    name="polyomino",
    title="Any size",
    sentence="Clear 40 lines with pieces of one to ten cells.",
    rules=with_rank(Rules(rotation_system="auto", randomizer="bag", level_up=True, limits=Limits(lines=Limit(40))), 5),
    options=(rank_option(5), SMALLER_ONES, BOARD, lines_goal(40, high=1000), start_level()),
)


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


GUIDELINE: Final[Mode] = SCORE(
    name="guideline",
    title="Modern",
    sentence="Clear 150 lines in 15 levels, by the Guideline rules.",
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
    options=(
        rank_option(4),
        SMALLER_ONES,
        BOARD,
        choice("guideline.goal", _with_goal),
        number("guideline.levels", _with_levels),
        start_level(high=15),
    ),
    keeps=frozenset({"hold", "leveling"}),
)


TWENTY_G: Final[Mode] = RACE(
    name="20g",
    title="20G",
    sentence="Clear 320 lines: pieces fall at once, and lock sooner with every line.",
    rules=Rules(
        timing="tetro_master",
        locking="reset_cap",
        level_up=True,
        shift_before_lock=True,
        limits=Limits(lines=Limit(320)),
    ),
    headline="lines",
    options=(lines_goal(320, high=1000, step=20, low=1, titles={}),),
)


CASCADE: Final[Mode] = SCORE(
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
    group="Odd",
    options=(
        start_level(),
        lines_goal(0, high=1000),
        switch("cascade.twists", lambda rules, twists: replace(rules, spin_rule="all_twists") if twists else rules),
    ),
)


JMINOS: Final[Mode] = SCORE(
    name="jminos",
    title="Forgiving",
    sentence="Clear 200 lines by jminos' rules, with pieces of any size.",
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
    options=(rank_option(4), SMALLER_ONES, BOARD, lines_goal(200, high=1000), start_level()),
)


_FRAME: Final = SECOND // 30


PYTETRIS: Final[Mode] = RETRO(
    name="pytetris",
    title="Simple",
    sentence="Score high by the rules of pytetris, above lines of garbage.",
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
    options=(
        start_level(high=6),
        number("pytetris.start_lines", with_start_rows),
    ),
    keeps=frozenset({"preview_count"}),
    bot="pytetris",
)


_KEEPS: Final = frozenset(PRESET_RULES)
"""These modes fix all handling, which is part of the games."""


def _rules(preset: Preset, **changes: object) -> Rules:
    """Return the rules of a classic: a preset without hold and spins, with some changes."""
    return Rules.from_dict({**preset.rules, "hold": "off", "spin_rule": "none", "locking": "classic", **changes})


def _console(preset: Preset, name: str, **changes: object) -> Rules:
    """Return the rules of a console, whose levels, speeds and points have its name."""
    levels = {"start_level": 0, "level_up": True, "leveling": name, "timing": name, "scoring": name}
    return _rules(preset, spawn_facing="down", **levels, **changes)


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


CLASSIC: Final[Mode] = RETRO(
    name="classic",
    title="Classic",
    sentence="Score high by the rules of the NES, from any level.",
    rules=_console(NES, "nes", randomizer="nes"),
    options=(start_level(0, low=0, high=29), _form("nes")),
    keeps=_KEEPS,
)

GAME_BOY_MODE: Final[Mode] = RETRO(
    name="game_boy",
    title="Game Boy",
    sentence="Score as high as you can on the Game Boy's small board.",
    rules=_console(GAME_BOY, "game_boy", skyline=18, height=36),
    options=(
        start_level(0, low=0, high=20),
        switch(
            "game_boy.hearts", lambda rules, hearts: replace(rules, timing="game_boy_heart" if hearts else "game_boy")
        ),
        _form("game_boy"),
    ),
    keeps=_KEEPS,
)

ELEKTRONIKA: Final[Mode] = RETRO(
    name="elektronika_60",
    title="Elektronika 60",
    sentence="Score high as in 1984, at one speed.",
    rules=_rules(ELEKTRONIKA_60),
    options=(start_level(high=10),),
    keeps=_KEEPS,
)
