"""Built-in presets of settings, by section and name."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from piecement.input.key_presets import PAIR_PRESETS, PRESET_ROWS
from piecement.input.key_presets import PRESETS as KEY_PRESETS
from piecement.settings.controls import Controls, Pair
from piecement.settings.graphics import Graphics
from piecement.settings.handling_and_rules import Gameplay
from piecement.settings.section import Section
from piecement_base.ranking import RANKED_RULES
from piecement_engine import PRESETS as RULE_PRESETS


class BuiltInPreset(NamedTuple):
    """Values of a section of the settings that one name stands for."""

    sentence: str
    """Description for the player."""
    values: Section


PRESET_TABLES: Final[Mapping[str, Mapping[str, Any]]] = tomllib.loads(  # values of settings are of many types
    Path(__file__).with_name("presets.toml").read_text("utf-8")
)
"""Presets of `graphics` and `gameplay`, and the tables of `styles`."""

PRESET_COMMANDS: Final[Mapping[str, Mapping[str, str]]] = PRESET_TABLES["commands"]
"""Keys of commands that presets of keys set, by preset and setting."""

_SENTENCES: Final = {row["preset"]: row["sentence"] for row in PRESET_ROWS if row["sentence"]}


def _look(sentence: str, **values: Any) -> BuiltInPreset:  # values of settings are of many types
    return BuiltInPreset(sentence, Graphics(**values))


def _rules(sentence: str = "", engine: str = "", ranked: str = "", **values: Any) -> BuiltInPreset:  # likewise
    """Return the preset of the engine with that name, or the ranked rules of that name, or else these values."""
    if engine:
        preset = RULE_PRESETS[engine]
        return BuiltInPreset(preset.sentence, Gameplay.of_rules(preset.rules))
    return BuiltInPreset(sentence, Gameplay.of_rules(RANKED_RULES[ranked].changes) if ranked else Gameplay(**values))


BUILT_IN_PRESETS: Final[Mapping[str, Mapping[str, BuiltInPreset]]] = {
    "graphics": {name: _look(**table) for name, table in PRESET_TABLES["graphics"].items()},
    "controls": {
        name: BuiltInPreset(_SENTENCES[name], Controls(keys=bindings.table())) for name, bindings in KEY_PRESETS.items()
    },
    "pair": {
        name: BuiltInPreset(_SENTENCES[name], Pair(left=left.table(), right=right.table()))
        for name, (left, right) in PAIR_PRESETS.items()
    },
    "gameplay": {name: _rules(**table) for name, table in PRESET_TABLES["gameplay"].items()},
}
"""Presets of each section that has any, by name; the first one is the default."""
