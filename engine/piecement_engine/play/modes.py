"""The rules of a mode by its name."""

from collections.abc import Mapping
from typing import Any, Final

from piecement_engine.errors import RuleError, cut, suggestion
from piecement_engine.modes import MODES, Mode, OptionValue
from piecement_engine.rules.rules import Rules

NOTHING: Final[Mapping[str, Any]] = {}  # the values of rules and options are of many types
"""No overrides."""


def rules_of(
    mode: str | Mode | Rules, *, options: Mapping[str, OptionValue] = NOTHING, rules: Mapping[str, Any] = NOTHING
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
    if isinstance(mode, Rules):
        if options:
            raise RuleError("options are those of a mode: give the mode or its name")
        return Rules.from_dict(rules, mode)
    found = MODES.get(mode) if isinstance(mode, str) else mode
    if not isinstance(found, Mode):
        raise RuleError(f"unknown mode {cut(repr(mode))}{suggestion(mode, MODES)}: modes are {', '.join(MODES)}")
    fixed = found.fixed(options)
    for name in rules:
        if name in fixed:
            raise RuleError(f"{name} is fixed by the mode {found.name!r}: change its options, or give Rules")
    return found.rules_with(rules, options)
