"""Changes: rules made from other rules, for modes and their options."""

from dataclasses import replace
from typing import Any

from piecement_engine.limits import Limit
from piecement_engine.modifiers import ModifierValue
from piecement_engine.rules import Rules


def limited(rules: Rules, name: str, value: int | None) -> Rules:
    """Return the rules with a limit that wins the game; None removes the limit of this name."""
    limit = None if value is None else Limit(value)
    return replace(rules, limits=replace(rules.limits, **{name: limit}))


def with_fields(rules: Rules, kind: type[ModifierValue], **fields: Any) -> Rules:  # fields are of many types
    """Return the rules with some fields of their modifier of a kind changed, or with a new one of that kind."""
    present = next((modifier for modifier in rules.modifiers if isinstance(modifier, kind)), kind())
    return modified(rules, replace(present, **fields))


def modified(rules: Rules, modifier: ModifierValue) -> Rules:
    """Return the rules with a modifier, which replaces one of the same kind."""
    others = (other for other in rules.modifiers if other.kind != modifier.kind)
    return replace(rules, modifiers=(*others, modifier))


def unmodified(rules: Rules, kind: type[ModifierValue]) -> Rules:
    return replace(rules, modifiers=tuple(other for other in rules.modifiers if not isinstance(other, kind)))
