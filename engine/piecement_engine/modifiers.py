"""Modifiers as values: the behaviour of a mode beyond its rules, as rules and recordings store it (see `hooks`)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

from piecement_engine.errors import RuleError


@dataclass(frozen=True, slots=True)
class ModifierValue:
    """A modifier in rules: its kind, and its fields in JSON's types."""

    kind: ClassVar[str] = ""

    def check_whole(self, name: str, least: int, most: int) -> None:
        """Raise `RuleError` unless a field is a whole number in a range."""
        value: object = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise RuleError(f"{name} of {self.kind} is {value!r}: it is a whole number from {least} to {most}")

    def check_switch(self, name: str) -> None:
        """Raise `RuleError` unless a field is true or false."""
        value: object = getattr(self, name)
        if not isinstance(value, bool):
            raise RuleError(f"{name} of {self.kind} is {value!r}: it is true or false")

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the modifier in JSON's types."""
        return {"kind": self.kind, **asdict(self)}


MODIFIERS: dict[str, type[ModifierValue]] = {}
"""Modifiers by kind."""


def modifier_from_dict(given: Mapping[str, Any]) -> ModifierValue:  # as above
    """Return the modifier that `to_dict` wrote so. Raises `RuleError` for anything else."""
    fields = dict(given)
    kind = fields.pop("kind", None)
    if not isinstance(kind, str) or kind not in MODIFIERS:
        raise RuleError(f"unknown modifier {kind!r}: modifiers are {', '.join(MODIFIERS)}")
    try:
        return MODIFIERS[kind](**fields)
    except TypeError as error:
        raise RuleError(f"the modifier {kind!r} cannot be made of {fields!r}: {error}") from error
