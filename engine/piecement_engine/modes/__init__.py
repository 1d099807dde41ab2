"""Modes: ways to play, each a value."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from piecement_engine.errors import RuleError, cut_repr, unknown_name
from piecement_engine.json_values import as_object
from piecement_engine.modes import ascent, cheese, combo, custom, garbage, golf, grades, puzzle, rule_modes, zen
from piecement_engine.modes.mode import GROUPS, UNSET, Mode
from piecement_engine.modes.options import Choice, Letters, Number, Option, OptionValue, Switch
from piecement_engine.modes.tables import switch
from piecement_engine.registry import Registry, register
from piecement_engine.rules.rules import Rules

_CASCADE = switch("cascade", lambda rules, cascade: dataclasses.replace(rules, cascade=cascade))
"""Last option of every mode that does not always have cascade. It fits anywhere: no other option depends on it."""

MODES: dict[str, Mode] = Registry(
    "mode",
    {
        mode.name: mode if mode.rules.cascade else dataclasses.replace(mode, options=(*mode.options, _CASCADE))
        for mode in (
            *(rule_modes.FORTY_LINES, rule_modes.SPRINT, rule_modes.SWIFT, cheese.DIG, cheese.CHEESE),
            *(rule_modes.MASTER, rule_modes.TWENTY_G, garbage.SURVIVAL),
            *(rule_modes.MARATHON, rule_modes.REGULAR, rule_modes.TIME_TRIAL, rule_modes.GUIDELINE, rule_modes.JMINOS),
            *(zen.ZEN, puzzle.PUZZLE, golf.GOLF, combo.COMBO, custom.CUSTOM),
            *(rule_modes.CLASSIC, rule_modes.GAME_BOY_MODE, rule_modes.ELEKTRONIKA, rule_modes.PYTETRIS, grades.GRADED),
            *(rule_modes.POLYOMINO, rule_modes.CASCADE, rule_modes.INVISIBLE, ascent.ASCENT),
        )
    },
)
"""Modes by name, in the order of the menu."""


def register_mode(mode: Mode, *, replace: bool = False) -> None:
    """Register a mode under its name, at the end of the menu. Raises `RuleError` as `register` does."""
    register(MODES, getattr(mode, "name", None), mode, fits=isinstance(mode, Mode), form="a Mode", replace=replace)


def rules_of(
    mode: str | Mode | Rules, *, options: Mapping[str, OptionValue] = UNSET, rules: Mapping[str, Any] = UNSET
) -> Rules:
    """Return the rules of a mode.

    Args:
        mode: The name of a mode, a mode, or rules.
        options: The options of the mode that differ from its defaults.
        rules: Rules by name that differ from those of the mode; the mode must not fix them.

    Raises:
        RuleError: If there is no such mode, option or rule, or the mode fixes the rule.

    >>> rules_of("20g", options={"lines": 40}, rules={"preview_count": 5}).limits.lines.value
    40
    """
    as_object(options, f"the options are {cut_repr(options)}: they are values by name")
    as_object(rules, f"the rules are {cut_repr(rules)}: they are values by name")
    if isinstance(mode, Rules):
        if options:
            raise RuleError("options are those of a mode: give the mode or its name")
        return Rules.from_dict(rules, mode)
    found = MODES.get(mode) if isinstance(mode, str) else mode
    if not isinstance(found, Mode):
        raise RuleError(unknown_name("mode", mode, MODES))
    fixed = found.fixed(options)
    for name in rules:
        if name in fixed:
            raise RuleError(f"{name} is fixed by the mode {found.name!r}: change its options, or give Rules")
    return found.rules_with(rules, options)


__all__ = [
    "GROUPS", "MODES", "Choice", "Letters", "Mode", "Number", "Option", "OptionValue", "Switch", "register_mode",
    "rules_of",
]  # fmt: skip
