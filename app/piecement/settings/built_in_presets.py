"""Built-in presets."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from piecement.input.bindings import PAIR_PRESETS, PRESET_ROWS
from piecement.input.bindings import PRESETS as KEY_PRESETS
from piecement.settings.controls import Controls, Pair
from piecement.settings.gameplay import Gameplay
from piecement.settings.graphics import Graphics
from piecement.settings.section import Section
from piecement_base.language import N_
from piecement_base.ranking import RANKED_RULES
from piecement_engine import PRESETS as RULE_PRESETS


class BuiltInPreset(NamedTuple):
    """A built-in preset."""

    sentence: str
    """Description for the player."""
    values: Section


_LOOKS: Final = csv.DictReader(Path(__file__).with_name("looks.csv").read_text("utf-8").splitlines())


def _look(row: Mapping[str, str]) -> BuiltInPreset:
    """Return the look of a row: what it changes of that of the original game."""
    columns = {name: row[name] for name in Graphics.names() if row.get(name)}
    others = dict(word.split("=") for word in row["others"].split())
    return BuiltInPreset(row["sentence"], Graphics(skin="unicode", hud="full").with_values(**columns, **others))


_GRAPHICS: Final = {
    "Modern": BuiltInPreset(N_("Solid pieces over a dark stack, and little beside the field."), Graphics()),
    **{row["preset"]: _look(row) for row in _LOOKS},
}
_SENTENCES: Final = {row["preset"]: row["sentence"] for row in PRESET_ROWS if row["sentence"]}

PRESET_COMMANDS: Final[Mapping[str, Mapping[str, str]]] = {
    "PyTetris": {"computer.pause_key": "p", "sound.mute_key": "s", "computer.retry_key": "r", "computer.watch_key": "a"}
}
"""Keys of commands that presets of keys set, by preset and setting."""


def _of_engine(name: str) -> BuiltInPreset:
    preset = RULE_PRESETS[name]
    return BuiltInPreset(preset.sentence, Gameplay.of_rules(preset.rules))


_GAMEPLAY: Final = {
    "Piecement": BuiltInPreset(N_("Ocular rotation, recency pieces, five previews, hold."), Gameplay()),
    "Guideline": BuiltInPreset(
        N_("SRS+, 7-bag, five previews, hold; guideline speed, lock and points."),
        Gameplay.of_rules(RANKED_RULES["guideline"].changes),
    ),
    "Classic": BuiltInPreset(
        N_("NES rules: no kicks, no hold, one preview, a slow auto shift."),
        Gameplay(
            das_ms=266.0,
            arr_ms=100.0,
            soft_drop_by="interval",
            soft_drop_interval_ms=33.0,
            rotation_system="classic_right",
            randomizer="reroll",
            preview_count=1,
            hold="off",
            initial_hold="off",
            initial_rotation="off",
            locking="classic",
            timing="nes",
            scoring="nes",
            spin_rule="none",
            appearance_delay_ms=250.0,
            line_clear_delay_ms=333.0,
        ),
    ),
    "tetrs": _of_engine("seed"),
    "tetrs, 4 previews": _of_engine("default"),
    "SRS, 3 previews": _of_engine("guideline"),
    **{RULE_PRESETS[name].title: _of_engine(name) for name in ("finesse_plus", "nes", "game_boy", "elektronika_60")},
}

BUILT_IN_PRESETS: Final[Mapping[str, Mapping[str, BuiltInPreset]]] = {
    "graphics": _GRAPHICS,
    "controls": {
        name: BuiltInPreset(_SENTENCES[name], Controls(keys=bindings.table())) for name, bindings in KEY_PRESETS.items()
    },
    "pair": {
        name: BuiltInPreset(_SENTENCES[name], Pair(left=left.table(), right=right.table()))
        for name, (left, right) in PAIR_PRESETS.items()
    },
    "gameplay": _GAMEPLAY,
}
"""Presets of each section that has any, by name; the first one is the default."""
