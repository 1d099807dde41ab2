"""Sound effects: their names, table and groups, and the names of the sets that play them."""

from enum import StrEnum
from typing import Final

from piecement_base.tables import read_table


class Effect(StrEnum):
    """Short sound; its value is its name in the lines that the child process reads."""

    MOVE = "move"
    ROTATE = "rotate"
    HOLD = "hold"
    SOFT_DROP = "soft_drop"
    HARD_DROP = "hard_drop"
    LOCK = "lock"
    SINK = "sink"
    PIECE_I = "piece_i"
    PIECE_J = "piece_j"
    PIECE_L = "piece_l"
    PIECE_O = "piece_o"
    PIECE_S = "piece_s"
    PIECE_T = "piece_t"
    PIECE_Z = "piece_z"
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


EFFECT_ROWS: Final = {Effect(row["effect"]): row for row in read_table(__file__, "effects.csv")}
"""Group, title, sight, loudness and tones of each effect."""

GROUP_OF: Final = {effect: row["group"] for effect, row in EFFECT_ROWS.items()}
"""Group of each effect, by the name of its setting."""
GROUPS: Final = {
    group: tuple(effect for effect, own in GROUP_OF.items() if own == group) for group in GROUP_OF.values()
}
"""Effects of each group, which are turned on and off together."""


class SoundSet(StrEnum):
    """Instruments that play all effects."""

    SOFT = "soft"
    SQUARE = "square"
    BELL = "bell"
