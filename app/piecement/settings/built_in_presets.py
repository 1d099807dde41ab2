"""Built-in presets."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from piecement.input.bindings import PAIR_PRESETS
from piecement.input.bindings import PRESETS as KEY_PRESETS
from piecement.language import _
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


def _without(*parts: str) -> dict[str, bool]:
    return {f"show_{part}": False for part in parts}


_FIGURES: Final = ("pps", "kpp", "finesse", "combo", "back_to_back", "attack")
_LITTLE_TEXT: Final = _SEED.with_values(
    hud="custom", legend=False, **_without("stats", "time", "pieces", "mode", "race", *_FIGURES)
)

_GRAPHICS: Final = {
    "Modern": BuiltInPreset(_("Solid pieces over a dark stack, and little beside the field."), Graphics()),
    "tetrs": BuiltInPreset(_("Block characters in tetrs colours."), _SEED),
    "Tetro": BuiltInPreset(
        _("Pastel colours, trail, pulse and stardust, as in tetro-tui."),
        _SEED.with_values(
            palette="tetro_pastel",
            tones="tetro_dark",
            hard_drop="trail",
            lock="pulse",
            line_clear="stardust",
            spawn_preview=True,
        ),
    ),
    "Guideline": BuiltInPreset(
        _("Guideline colours and a coloured beam."),
        _SEED.with_values(
            palette="guideline", hard_drop="colour beam", lock="pulse", line_clear="inward", spawn_preview=True
        ),
    ),
    "Compatible": BuiltInPreset(
        _("For every terminal: ASCII, 16 colours, 30 fps."),
        _SEED.with_values(
            skin="ascii", palette="ansi", lock="transform", line_clear="ascii sparks", spawn_preview=True, fps=30
        ),
    ),
    "Focus+": BuiltInPreset(
        _("No effects, grey blocks, lock meter, few panels."),
        _LITTLE_TEXT.with_values(
            locked_colour="one",
            hard_drop="none",
            lock="none",
            line_clear="none",
            feats="none",
            lock_meter=True,
            pressed_keys=True,
        ),
    ),
    "Minimal": BuiltInPreset(
        _("A white field and nothing else."),
        _LITTLE_TEXT.with_values(
            palette="white",
            tones="one_half_dark",
            feats="none",
            **_without("next", "hold", "goal", "focus", "messages"),
        ),
    ),
    "Braille": BuiltInPreset(
        _("Dots in amber."),
        _SEED.with_values(
            skin="braille",
            palette="amber",
            tones="amber",
            hard_drop="helix",
            lock="spiral",
            line_clear="braille sparks",
            spawn_preview=True,
        ),
    ),
    "Elektronika 60": BuiltInPreset(
        _("Like 1984: amber, no ghost."),
        _SEED.with_values(
            skin="electronika_60", palette="amber", tones="amber", ghost=False, line_clear="left to right"
        ),
    ),
    "NES": BuiltInPreset(
        _("Colours that change with the level; no ghost."),
        _SEED.with_values(hud="calm", palette="nes_levels", tones="nes", ghost=False, hard_drop="none", lock="none"),
    ),
    "Colour-blind safe": BuiltInPreset(
        _("Okabe-Ito colours: safe for colour-blind players."), _SEED.with_values(palette="okabe_ito")
    ),
    "Ember": BuiltInPreset(
        _("Glowing pieces on black; burning lines."),
        _SEED.with_values(
            palette="fahrenheit",
            tones="white_on_black",
            hard_drop="trail 2",
            lock="pulse",
            line_clear="burn outward",
            spawn_preview=True,
        ),
    ),
    "Frost": BuiltInPreset(
        _("Cool colours, a white beam and bursts of confetti."),
        _SEED.with_values(
            skin="double",
            palette="terafox",
            tones="tetro_dark",
            hard_drop="white beam",
            lock="white flash",
            line_clear="confetti",
        ),
    ),
    "Aurora": BuiltInPreset(
        _("Bright colours on black, helix and stardust."),
        _SEED.with_values(
            skin="half_block",
            palette="tol_light",
            tones="white_on_black",
            hard_drop="helix",
            lock="spiral",
            line_clear="stardust",
            spawn_preview=True,
        ),
    ),
    "High contrast": BuiltInPreset(
        _("Pieces marked by letters, on black."),
        _SEED.with_values(skin="contrast", palette="okabe_ito", tones="white_on_black", grid=True),
    ),
}
_KEY_SENTENCES: Final = {
    "Guideline": _("Arrows move, Space drops; Z, X and A rotate; C or Shift holds."),
    "Classic": _("Arrows move and drop softly; X and Z rotate."),
    "tetrs": _("Arrows move and drop; A and D rotate."),
    "tetrs, with hold": _("Arrows move and drop; A, D and S rotate; Space holds."),
    "Control+": _("Arrows, A, D, S and Space; Q and E teleport, W drops without locking."),
    "Vim": _("H, J, K, L move and drop; A, D and S rotate."),
    "Terminal finesse": _("Both hands on the home row, with teleport keys: for terminals without key releases."),
    "Polyomino": _("As Guideline, and S rotates by 0°; for pieces of any size."),
    "PyTetris": _("Up rotates, Space drops; P pauses, S mutes, R restarts, A lets the bot play."),
    "Java": _("Arrows move; with Shift they rotate. Space drops, C holds."),
}

PRESET_COMMANDS: Final[Mapping[str, Mapping[str, str]]] = {
    "PyTetris": {"computer.pause_key": "p", "sound.mute_key": "s", "computer.retry_key": "r", "computer.watch_key": "a"}
}
"""Keys of commands that presets of keys set, by preset and setting."""

_PAIR_SENTENCES: Final = {
    "Default": _("Left: W, A, S, D with Q and E. Right: the arrows with N and M."),
    "Letters": _("Left: W, A, S, D with Q and E. Right: I, J, K, L with U and O. No Shift, no arrows."),
    "Number pad": _("Left: W, A, S, D with J and K. Right: the number pad."),
}


def _of_engine(name: str) -> BuiltInPreset:
    preset = RULE_PRESETS[name]
    return BuiltInPreset(_(preset.sentence), Gameplay.of_rules(preset.rules))


_GAMEPLAY: Final = {
    "Piecement": BuiltInPreset(_("Ocular rotation, recency pieces, five previews, hold."), Gameplay()),
    "Guideline": BuiltInPreset(
        _("SRS+, 7-bag, five previews, hold; guideline speed, lock and points."),
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
        _("NES rules: no kicks, no hold, one preview, a slow auto shift."),
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
        name: BuiltInPreset(_KEY_SENTENCES[name], Controls(keys=bindings.table()))
        for name, bindings in KEY_PRESETS.items()
    },
    "pair": {
        name: BuiltInPreset(_PAIR_SENTENCES[name], Pair(left=left.table(), right=right.table()))
        for name, (left, right) in PAIR_PRESETS.items()
    },
    "gameplay": _GAMEPLAY,
}
"""Presets of each section that has any, by name; the first one is the default."""
