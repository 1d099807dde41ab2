"""Modes: ways to play, each a value."""

from dataclasses import replace

from piecement_engine.modes.ascent import ASCENT
from piecement_engine.modes.cheese import CHEESE, DIG
from piecement_engine.modes.classic import CLASSIC, ELEKTRONIKA, GAME_BOY_MODE
from piecement_engine.modes.combo import COMBO
from piecement_engine.modes.custom import CUSTOM
from piecement_engine.modes.garbage import SURVIVAL
from piecement_engine.modes.mode import GROUPS, Mode
from piecement_engine.modes.options import CASCADE_OPTION, Choice, Letters, Number, Option, OptionValue, Switch
from piecement_engine.modes.polyomino import POLYOMINO
from piecement_engine.modes.puzzle import PUZZLE
from piecement_engine.modes.regular import (
    CASCADE,
    FORTY_LINES,
    GUIDELINE,
    INVISIBLE,
    JMINOS,
    MARATHON,
    MASTER,
    PYTETRIS,
    REGULAR,
    SPRINT,
    SWIFT,
    TIME_TRIAL,
    TWENTY_G,
)
from piecement_engine.modes.zen import ZEN
from piecement_engine.registry import register


def _with_cascade(mode: Mode) -> Mode:
    """Return a mode with the option of cascade added as the last one, unless it always has cascade."""
    return mode if mode.rules.cascade else replace(mode, options=(*mode.options, CASCADE_OPTION))


MODES: dict[str, Mode] = {
    mode.name: _with_cascade(mode)
    for mode in (
        *(FORTY_LINES, SPRINT, SWIFT, DIG, CHEESE, MASTER, TWENTY_G, SURVIVAL),
        *(MARATHON, REGULAR, TIME_TRIAL, GUIDELINE, JMINOS),
        *(ZEN, PUZZLE, COMBO, CUSTOM),
        *(CLASSIC, GAME_BOY_MODE, ELEKTRONIKA, PYTETRIS),
        *(POLYOMINO, CASCADE, INVISIBLE, ASCENT),
    )
}
"""Modes by name, in the order of the menu."""


def register_mode(mode: Mode, *, replace: bool = False) -> None:
    """Register a mode under its name, at the end of the menu. Raises `RuleError` as `register` does."""
    register(MODES, getattr(mode, "name", None), mode, fits=isinstance(mode, Mode), form="a Mode", replace=replace)


__all__ = ["GROUPS", "MODES", "Choice", "Letters", "Mode", "Number", "Option", "OptionValue", "Switch", "register_mode"]
