"""Versions of the rules: their defaults and names as they were, for old recordings.

When a default of `Rules` changes, or a new rule has a default that plays otherwise than before: raise `RULES_VERSION`,
and add the former default for each earlier version to `FORMER_DEFAULTS`. When a name gets another meaning: give the
former meaning a new name, and add both to `FORMER_NAMES`. Then every old recording replays as it did.
"""

from collections.abc import Mapping
from typing import Any, Final, cast

from piecement_engine.errors import RuleError
from piecement_engine.json_values import as_object, is_whole
from piecement_engine.rules.rules import FORMER_VALUES, Rules

RULES_VERSION: Final = 3
"""Version of the present defaults."""

FORMER_DEFAULTS: Final[Mapping[int, Mapping[str, Any]]] = {  # values of any JSON type
    1: {"randomizer": "recency_with_repeats"}
}
"""Defaults of each earlier version that have changed since, in JSON's types."""

_Names = Mapping[str, Mapping[str, str]]

_BEFORE_3: Final[_Names] = {"locking": {"classic": "landing"}, **FORMER_VALUES}

FORMER_NAMES: Final[Mapping[int, _Names]] = {
    1: {"randomizer": {"recency": "recency_with_repeats"}, "scoring": {"nes": "nes_plain"}, **_BEFORE_3},
    2: _BEFORE_3,
}
"""Values that were renamed since each earlier version, as old and new name, by rule."""


def default_rules(version: object) -> Rules:
    """Return the defaults of a version. Raises `RuleError` if it is unknown."""
    if not is_whole(version, 1, RULES_VERSION):
        raise RuleError(f"the rules are of version {version!r}: this program knows those up to {RULES_VERSION}")
    return Rules.from_dict(FORMER_DEFAULTS.get(version, {}))


def rules_from_dict(version: object, given: object) -> Rules:
    """Return the rules of a JSON object that a version wrote. Raises `RuleError` for invalid rules."""
    base = default_rules(version)
    written = dict(as_object(given, "rules is not an object of rule names and values"))
    for name, renamed in FORMER_NAMES.get(cast("int", version), {}).items():  # `default_rules` has checked it
        if isinstance(value := written.get(name), str):
            written[name] = renamed.get(value, value)
    return Rules.from_dict(written, base)


rules_of, rules_written_by = default_rules, rules_from_dict
"""Former names, for one release."""


_FIRST: Final = default_rules(1)


def as_version_1(rules: Rules) -> dict[str, Any]:  # of any JSON type
    """Return the differences from the first defaults, in the names of version 1: a key that never changes.

    A name that meant something else in version 1 is followed by the version since which it has its present meaning.
    """
    written = rules.to_dict(_FIRST)
    for name, renamed in FORMER_NAMES[1].items():
        value: Any = written.get(name)  # of any JSON type
        if value in renamed.values():
            written[name] = next(former for former, now in renamed.items() if now == value)
        elif value in renamed:
            last = max(version for version, names in FORMER_NAMES.items() if value in names.get(name, ()))
            written[name] = f"{value} {last + 1}"
    return written
