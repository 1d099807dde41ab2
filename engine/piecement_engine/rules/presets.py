"""Presets: handling and rules that belong together. They apply to the rules that a mode leaves open."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from piecement_engine.rules.rules import Rules


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


_TABLE: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(  # values of any type in TOML
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)
_USUAL: Final = {rule: getattr(Rules(), rule) for rule in PRESET_RULES}

PRESETS: Final[dict[str, Preset]] = {
    name: Preset(name, row["title"], row["sentence"], {**_USUAL, **row.get("rules", {})})
    for name, row in _TABLE.items()
}
"""Presets by name, in the order of the menu; the first one is the application's default."""
