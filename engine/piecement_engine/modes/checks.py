"""Checks: what the fields of modifiers can be."""

from piecement_engine.errors import RuleError
from piecement_engine.modifiers import ModifierValue


def check_whole(modifier: ModifierValue, name: str, least: int, most: int) -> None:
    """Raise `RuleError` unless a field of a modifier is a whole number in a range."""
    value: object = getattr(modifier, name)
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise RuleError(f"{name} of {modifier.kind} is {value!r}: it is a whole number from {least} to {most}")


def check_switch(modifier: ModifierValue, name: str) -> None:
    """Raise `RuleError` unless a field of a modifier is true or false."""
    value: object = getattr(modifier, name)
    if not isinstance(value, bool):
        raise RuleError(f"{name} of {modifier.kind} is {value!r}: it is true or false")
