"""Names of effects, effect groups, sound sets and music."""

from enum import StrEnum
from typing import Final


class Effect(StrEnum):
    """Short sound; its value is its name in the lines that the child process reads."""

    MOVE = "move"
    ROTATE = "rotate"
    HOLD = "hold"
    SOFT_DROP = "soft_drop"
    HARD_DROP = "hard_drop"
    LOCK = "lock"
    SINK = "sink"
    SINGLE = "single"
    DOUBLE = "double"
    TRIPLE = "triple"
    TETRA = "tetra"
    SPIN = "spin"
    SPIN_CLEAR = "spin_clear"
    BACK_TO_BACK = "back_to_back"
    COMBO = "combo"
    PERFECT_CLEAR = "perfect_clear"
    ATTACK = "attack"
    GARBAGE_WAITING = "garbage_waiting"
    GARBAGE_RISING = "garbage_rising"
    DANGER = "danger"
    COUNT = "count"
    GO = "go"
    LEVEL_UP = "level_up"
    NEWS = "news"
    WON = "won"
    GAME_OVER = "game_over"
    MENU_STEP = "menu_step"
    MENU_CHOOSE = "menu_choose"
    MENU_BACK = "menu_back"


class EffectGroup(StrEnum):
    """Effects turned on and off together; the value names the setting."""

    MOVES = "moves"
    DROPS = "drops"
    CLEARS = "clears"
    GARBAGE = "garbage"
    WARNINGS = "warnings"
    RESULTS = "results"
    MENUS = "menus"


GROUPS: Final[dict[EffectGroup, tuple[Effect, ...]]] = {
    EffectGroup.MOVES: (Effect.MOVE, Effect.ROTATE, Effect.HOLD),
    EffectGroup.DROPS: (Effect.SOFT_DROP, Effect.HARD_DROP, Effect.LOCK, Effect.SINK),
    EffectGroup.CLEARS: (
        *(Effect.SINGLE, Effect.DOUBLE, Effect.TRIPLE, Effect.TETRA, Effect.SPIN, Effect.SPIN_CLEAR),
        *(Effect.BACK_TO_BACK, Effect.COMBO, Effect.PERFECT_CLEAR),
    ),
    EffectGroup.GARBAGE: (Effect.ATTACK, Effect.GARBAGE_WAITING, Effect.GARBAGE_RISING),
    EffectGroup.WARNINGS: (Effect.DANGER, Effect.COUNT, Effect.GO),
    EffectGroup.RESULTS: (Effect.LEVEL_UP, Effect.NEWS, Effect.WON, Effect.GAME_OVER),
    EffectGroup.MENUS: (Effect.MENU_STEP, Effect.MENU_CHOOSE, Effect.MENU_BACK),
}
"""Effects of each group; each effect has one group."""

GROUP_OF: Final = {effect: group for group, effects in GROUPS.items() for effect in effects}


class SoundSet(StrEnum):
    """Instruments that play all effects."""

    SOFT = "soft"
    SQUARE = "square"
    BELL = "bell"


class Music(StrEnum):
    """Background music."""

    NONE = "none"
    GENERATED = "generated"
    MINUET = "minuet"
    PRELUDE = "prelude"
    ODE = "ode"


COMBO_STEPS: Final = (0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24)
"""Semitones added by each further clear of a combo; the last value applies from then on."""
