"""Options of modes: what a player can set, and the functions by which modes change their rules accordingly."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from piecement_engine.errors import RuleError
from piecement_engine.json_values import is_whole
from piecement_engine.rules.limits import Limit
from piecement_engine.rules.rules import ModifierValue, Rules

OptionValue = bool | int | str
"""Value of an option: a switch, a number or a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Option:
    """Parts of every kind of option."""

    name: str
    title: str
    """Name that players read."""
    sentence: str
    """One-line description."""
    apply: Callable[[Rules, Any], Rules]  # of the type of `default`
    """Function that returns the rules with a value of the option."""

    def applied(self, rules: Rules, value: OptionValue) -> Rules:
        """Return the rules with a value of the option. Raises `RuleError` if the value is not allowed."""
        if complaint := self._complaint(value):
            raise RuleError(f"{self.name} is {value!r}: {complaint}")
        return self.apply(rules, value)

    def _complaint(self, value: OptionValue) -> str:
        """Return a sentence on the allowed values, or an empty text for one of them."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(_Option):
    """Option with a whole number."""

    default: int
    low: int
    high: int
    step: int = 1
    """Change per key press."""
    unit: str = ""
    titles: Mapping[int, str] = field(default_factory=dict[int, str], hash=False)
    """Texts that players read instead of some numbers, such as `none` for 0."""
    is_practice: bool = False
    """Whether any value but the default makes the game one for practice."""

    def _complaint(self, value: OptionValue) -> str:
        allowed = f"it must be a whole number from {self.low} to {self.high}"
        return "" if is_whole(value, self.low, self.high) else allowed


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(_Option):
    """Option with a fixed set of names."""

    default: str
    choices: Mapping[str, str] = field(hash=False)
    """Titles by name, in order."""

    def _complaint(self, value: OptionValue) -> str:
        is_known = isinstance(value, str) and value in self.choices
        return "" if is_known else f"it must be one of {', '.join(self.choices)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch(_Option):
    """Option that is on or off."""

    default: bool

    def _complaint(self, value: OptionValue) -> str:
        return "" if isinstance(value, bool) else "it is true or false"


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters(_Option):
    """Option with a text of some letters."""

    default: str = ""
    letters: str
    """Allowed letters."""
    most: int
    """Maximum number of letters."""
    empty_title: str = "none"
    """Text that players read instead of no letters."""

    def _complaint(self, value: OptionValue) -> str:
        fits = isinstance(value, str) and len(value) <= self.most and set(value) <= set(self.letters)
        return "" if fits else f"it is up to {self.most} of the letters {self.letters}"


Option = Number | Choice | Switch | Letters
"""Any kind of option."""


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
    """Return the rules without modifiers of a kind."""
    return replace(rules, modifiers=tuple(other for other in rules.modifiers if not isinstance(other, kind)))
