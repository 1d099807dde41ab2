"""Modes: ways to play, each a value."""

from dataclasses import replace

from piecement_engine.modes import ascent, classic, combo, custom, garbage, puzzle, regular, zen
from piecement_engine.modes.mode import GROUPS, Mode
from piecement_engine.modes.options import CASCADE_OPTION, Choice, Letters, Number, Option, OptionValue, Switch
from piecement_engine.registry import register


def _with_cascade(mode: Mode) -> Mode:
    """Return a mode with the option of cascade added as the last one, unless it always has cascade."""
    return mode if mode.rules.cascade else replace(mode, options=(*mode.options, CASCADE_OPTION))


MODES: dict[str, Mode] = {
    mode.name: _with_cascade(mode)
    for mode in (
        *(regular.FORTY_LINES, regular.SPRINT, regular.SWIFT, garbage.DIG, garbage.CHEESE, regular.MASTER),
        *(regular.TWENTY_G, garbage.SURVIVAL),
        *(regular.MARATHON, regular.REGULAR, regular.TIME_TRIAL, regular.GUIDELINE, regular.JMINOS),
        *(zen.ZEN, puzzle.PUZZLE, combo.COMBO, custom.CUSTOM),
        *(classic.CLASSIC, classic.GAME_BOY_MODE, classic.ELEKTRONIKA, regular.PYTETRIS),
        *(regular.POLYOMINO, regular.CASCADE, regular.INVISIBLE, ascent.ASCENT),
    )
}
"""Modes by name, in the order of the menu."""


def register_mode(mode: Mode, *, replace: bool = False) -> None:
    """Register a mode under its name, at the end of the menu. Raises `RuleError` as `register` does."""
    register(MODES, getattr(mode, "name", None), mode, fits=isinstance(mode, Mode), form="a Mode", replace=replace)


__all__ = ["GROUPS", "MODES", "Choice", "Letters", "Mode", "Number", "Option", "OptionValue", "Switch", "register_mode"]
