"""The classics: the NES, the Game Boy and the Elektronika 60, without kicks and lock delay.

On both consoles T, J and L spawn pointing down (tetris.wiki, "Nintendo Rotation System"). `scoring` has
their points, with sources.
"""

from dataclasses import replace
from typing import Final

from piecement_engine.modes.mode import RETRO
from piecement_engine.modes.options import Choice, Switch, start_level
from piecement_engine.rules.presets import ELEKTRONIKA_60, GAME_BOY, NES, PRESET_RULES, Preset
from piecement_engine.rules.rules import Rules

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
    return Choice(
        name="form",
        title="Form",
        sentence="As on the console, or pointing up, scored by the old level.",
        default="console",
        choices={"console": "as on the console", "plain": "plain"},
        apply=lambda rules, form: (
            replace(rules, spawn_facing="down", scoring=scoring)
            if form == "console"
            else replace(rules, spawn_facing="up", scoring="nes_plain")
        ),
    )


CLASSIC: Final = RETRO(
    name="classic",
    title="Classic",
    sentence="Score high by the rules of the NES, from any level.",
    rules=_console(NES, "nes", randomizer="nes"),
    options=(start_level(0, low=0, high=29), _form("nes")),
    keeps=_KEEPS,
)

GAME_BOY_MODE: Final = RETRO(
    name="game_boy",
    title="Game Boy",
    sentence="Score as high as you can on the Game Boy's small board.",
    rules=_console(GAME_BOY, "game_boy", skyline=18, height=36),
    options=(
        start_level(0, low=0, high=20),
        Switch(
            name="hearts",
            title="Hearts",
            sentence="Every level is as fast as ten levels higher.",
            default=False,
            apply=lambda rules, hearts: replace(rules, timing="game_boy_heart" if hearts else "game_boy"),
        ),
        _form("game_boy"),
    ),
    keeps=_KEEPS,
)

ELEKTRONIKA: Final = RETRO(
    name="elektronika_60",
    title="Elektronika 60",
    sentence="Score high as in 1984, at one speed.",
    rules=_rules(ELEKTRONIKA_60),
    options=(start_level(high=10),),
    keeps=_KEEPS,
)
