"""Presets: handling and rules that belong together. They apply to the rules that a mode leaves open."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from piecement_engine.rules.rules import Rules
from piecement_engine.rules.timing import MILLISECOND


class Preset(NamedTuple):
    """Values of rules under a name."""

    name: str
    title: str
    """Name for players."""
    sentence: str
    """One-line description."""
    rules: Mapping[str, Any]  # the values of rules are of many types
    """Values in JSON's types, by the names of the rules. All presets have the same names."""


PRESET_RULES: Final = (
    *("rotation_system", "randomizer", "recency_exponent", "rerolls", "bag_copies", "preview_count"),
    *("das_ns", "arr_ns", "das_cut_ns", "double_tap_ns", "shift_before_lock"),
    *("soft_drop_factor", "soft_drop_interval_ns", "soft_drop_delay_ns", "hard_drop_delay_ns"),
    *("line_clear_delay_ns", "appearance_delay_ns"),
    *("initial_hold", "initial_rotation", "initial_move"),
)
"""Names of the rules that presets set."""


def _preset(name: str, title: str, sentence: str, **changes: object) -> Preset:
    """Return the preset that changes some values of the default rules; keyword names in `_ms` are in ms."""
    seed = Rules()
    values = {rule: getattr(seed, rule) for rule in PRESET_RULES}
    for rule, value in changes.items():
        if rule.endswith("_ms") and isinstance(value, int):
            values[f"{rule.removesuffix('_ms')}_ns"] = value * MILLISECOND
        else:
            values[rule] = value
    return Preset(name=name, title=title, sentence=sentence, rules=values)


SEED: Final = _preset("seed", "Tetrs", "As tetrs plays: one piece of preview, and Ocular rotation.")

DEFAULT: Final = _preset("default", "Default", "As tetrs plays, with four pieces of preview.", preview_count=4)

GUIDELINE: Final = _preset(
    "guideline",
    "Guideline",
    "As most games of today play: SRS, a bag of seven, three pieces of preview.",
    rotation_system="srs",
    randomizer="bag",
    preview_count=3,
    soft_drop_factor=20.0,
)

FINESSE: Final = _preset(
    "finesse_plus", "Finesse+", "For quick hands: short DAS, instant ARR and soft drop, six previews.",
    preview_count=6, das_ms=110, arr_ms=0, soft_drop_interval_ms=0, soft_drop_delay_ms=100,
)  # fmt: skip

NES: Final = _preset(
    "nes", "NES", "As on the NES: no kicks, one piece of preview, a slow charge.", rotation_system="classic_right",
    randomizer="reroll", preview_count=1, das_ms=266, arr_ms=100, soft_drop_interval_ms=33, soft_drop_delay_ms=50,
    line_clear_delay_ms=333, appearance_delay_ms=250, initial_hold="off", initial_rotation="off",
)  # fmt: skip

GAME_BOY: Final = _preset(
    "game_boy", "Game Boy", "As on the Game Boy: no kicks, any piece at any time, a very slow charge.",
    rotation_system="classic_left", randomizer="uniform", preview_count=1, das_ms=400, arr_ms=150,
    soft_drop_interval_ms=50, line_clear_delay_ms=1500, appearance_delay_ms=33, initial_hold="off",
    initial_rotation="off",
)  # fmt: skip

ELEKTRONIKA_60: Final = _preset(
    "elektronika_60", "Elektronika 60", "As it all began: no kicks, any piece at any time, nothing hurried.",
    rotation_system="classic_left", randomizer="uniform", preview_count=1, das_ms=350, arr_ms=100,
    soft_drop_interval_ms=100, soft_drop_delay_ms=350, line_clear_delay_ms=400, appearance_delay_ms=0,
    initial_hold="off", initial_rotation="off",
)  # fmt: skip

PRESETS: Final[dict[str, Preset]] = {
    preset.name: preset for preset in (DEFAULT, SEED, GUIDELINE, FINESSE, NES, GAME_BOY, ELEKTRONIKA_60)
}
"""Presets by name, in the order of the menu; the first one is the application's default."""
