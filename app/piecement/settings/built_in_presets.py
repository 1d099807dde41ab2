"""Built-in presets."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from piecement.input.bindings import PAIR_PRESETS, PRESET_ROWS
from piecement.input.bindings import PRESETS as KEY_PRESETS
from piecement_base.language import N_
from piecement.settings.controls import Controls, Pair
from piecement.settings.gameplay import Gameplay
from piecement.settings.graphics import Graphics
from piecement.settings.section import Section
from piecement_engine import PRESETS as RULE_PRESETS


class BuiltInPreset(NamedTuple):
    """A built-in preset."""

    sentence: str
    """Description for the player."""
    values: Section


_SEED: Final = Graphics(skin="unicode", hud="full")
"""Look of the original game."""

_COLUMNS: Final = ("skin", "palette", "tones", "hard_drop", "lock", "line_clear")
"""Settings in the columns of a look; a dot stands for the value of the original game."""


def _without(*parts: str) -> dict[str, bool]:
    return {f"show_{part}": False for part in parts}


_FIGURES: Final = ("pps", "kpp", "finesse", "combo", "back_to_back", "attack")
_LITTLE_TEXT: Final[Mapping[str, bool | str]] = {
    **_without("stats", "time", "pieces", "mode", "race", *_FIGURES),
    "hud": "custom",
    "legend": False,
    "feats": "none",
}


def _look(sentence: str, columns: str, **others: bool | int | str) -> BuiltInPreset:
    """Return a look with the values of the columns, and other settings."""
    values = zip(_COLUMNS, columns.split(" | "), strict=True)
    return BuiltInPreset(
        sentence, _SEED.with_values(**{name: value for name, value in values if value != "."}, **others)
    )


_GRAPHICS: Final = {
    "Modern": BuiltInPreset(N_("Solid pieces over a dark stack, and little beside the field."), Graphics()),
    "tetrs": _look(N_("Block characters in tetrs colours."), ". | . | . | . | . | ."),
    "Tetro": _look(
        N_("Pastel colours, trail, pulse and stardust, as in tetro-tui."),
        ". | tetro_pastel | tetro_dark | trail | pulse | stardust",
        spawn_preview=True,
    ),
    "Guideline": _look(
        N_("Guideline colours and a coloured beam."),
        ". | guideline | . | colour beam | pulse | inward",
        spawn_preview=True,
    ),
    "Compatible": _look(
        N_("For every terminal: ASCII, 16 colours, 30 fps."),
        "ascii | ansi | . | . | transform | ascii sparks",
        spawn_preview=True,
        fps=30,
    ),
    "Focus+": _look(
        N_("No effects, grey blocks, lock meter, few panels."),
        ". | . | . | none | none | none",
        locked_colour="one",
        lock_meter=True,
        pressed_keys=True,
        **_LITTLE_TEXT,
    ),
    "Minimal": _look(
        N_("A white field and nothing else."),
        ". | white | one_half_dark | . | . | .",
        **_without("next", "hold", "goal", "focus", "messages"),
        **_LITTLE_TEXT,
    ),
    "Braille": _look(
        N_("Dots in amber."), "braille | amber | amber | helix | spiral | braille sparks", spawn_preview=True
    ),
    "Elektronika 60": _look(
        N_("Like 1984: amber, no ghost."), "electronika_60 | amber | amber | . | . | left to right", ghost=False
    ),
    "NES": _look(
        N_("Colours that change with the level; no ghost."),
        ". | nes_levels | nes | none | none | .",
        hud="calm",
        ghost=False,
    ),
    "Colour-blind safe": _look(
        N_("Colours that differ clearly in each kind of colour blindness."), ". | distinct | . | . | . | ."
    ),
    "Ember": _look(
        N_("Glowing pieces on black; burning lines."),
        ". | fahrenheit | white_on_black | trail 2 | pulse | burn outward",
        spawn_preview=True,
    ),
    "Frost": _look(
        N_("Cool colours, a white beam and bursts of confetti."),
        "double | terafox | tetro_dark | white beam | white flash | confetti",
    ),
    "Aurora": _look(
        N_("Bright colours on black, helix and stardust."),
        "half_block | tol_light | white_on_black | helix | spiral | stardust",
        spawn_preview=True,
    ),
    "High contrast": _look(
        N_("Pieces marked by letters, on black."), "contrast | distinct | white_on_black | . | . | .", grid=True
    ),
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
        Gameplay(
            rotation_system="srs_plus",
            randomizer="bag",
            locking="extended_placement",
            timing="guideline",
            scoring="guideline",
            spin_rule="t_three_corner",
            appearance_delay_ms=0.0,
            line_clear_delay_ms=120.0,
        ),
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
