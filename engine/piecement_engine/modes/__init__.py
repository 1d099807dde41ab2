"""Modes: ways to play, each a value."""

from dataclasses import replace

from piecement_engine.modes import garbage, practice, puzzle, regular, wells
from piecement_engine.modes.mode import GROUPS, Choice, Letters, Mode, Number, Option, OptionValue, Switch
from piecement_engine.registry import Registry, register

_CASCADE = Switch(
    name="cascade",
    title="Cascade",
    sentence="Blocks left hanging after a clear sink, and may clear again.",
    default=False,
    apply=lambda rules, cascade: replace(rules, cascade=cascade),
)
"""Last option of every mode that does not always have cascade. It fits anywhere: no other option depends on it."""

MODES: dict[str, Mode] = Registry(
    "mode",
    {
        mode.name: mode if mode.rules.cascade else replace(mode, options=(*mode.options, _CASCADE))
        for mode in (
            *(regular.FORTY_LINES, regular.SPRINT, regular.SWIFT, garbage.DIG, garbage.CHEESE, regular.MASTER),
            *(regular.TWENTY_G, garbage.SURVIVAL),
            *(regular.MARATHON, regular.REGULAR, regular.TIME_TRIAL, regular.GUIDELINE, regular.JMINOS),
            *(practice.ZEN, puzzle.PUZZLE, wells.COMBO, practice.CUSTOM),
            *(regular.CLASSIC, regular.GAME_BOY_MODE, regular.ELEKTRONIKA, regular.PYTETRIS),
            *(regular.POLYOMINO, regular.CASCADE, regular.INVISIBLE, wells.ASCENT),
        )
    },
)
"""Modes by name, in the order of the menu."""


def register_mode(mode: Mode, *, replace: bool = False) -> None:
    """Register a mode under its name, at the end of the menu. Raises `RuleError` as `register` does."""
    register(MODES, getattr(mode, "name", None), mode, fits=isinstance(mode, Mode), form="a Mode", replace=replace)


__all__ = ["GROUPS", "MODES", "Choice", "Letters", "Mode", "Number", "Option", "OptionValue", "Switch", "register_mode"]
