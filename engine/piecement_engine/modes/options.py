"""Options: what a player can set in a mode before a game, and how each changes the rules of the mode."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from piecement_engine.errors import RuleError
from piecement_engine.rules import Rules

OptionValue = bool | int | str
"""What an option can be set to: a switch, a number or a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    name: str
    title: str
    """What a player calls it."""
    sentence: str
    """What it does, in one line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Number(_Named):
    """An option that is a whole number."""

    default: int
    low: int
    high: int
    step: int = 1
    """How far one press of a key goes."""
    unit: str = ""
    """What it counts."""
    titles: Mapping[int, str] = field(default_factory=dict[int, str], hash=False)
    """What a player reads instead of some numbers, such as `none` for 0."""
    is_practice: bool = False
    """Whether a game is for practice with any value but the default."""
    apply: Callable[[Rules, int], Rules]
    """Returns rules in which the option has a value."""

    def applied(self, rules: Rules, value: OptionValue) -> Rules:
        """Return rules in which the option has a value. Raises `RuleError` for one that it cannot have."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise RuleError(f"{self.name} is {value!r}: it is a whole number from {self.low} to {self.high}")
        return self.apply(rules, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(_Named):
    """An option that is one of some names."""

    default: str
    choices: Mapping[str, str] = field(hash=False)
    """The names in order, with their titles."""
    apply: Callable[[Rules, str], Rules]
    """Returns rules in which the option has a value."""

    def applied(self, rules: Rules, value: OptionValue) -> Rules:
        """Return rules in which the option has a value. Raises `RuleError` for one that it cannot have."""
        if not isinstance(value, str) or value not in self.choices:
            raise RuleError(f"{self.name} is {value!r}: it is one of {', '.join(self.choices)}")
        return self.apply(rules, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch(_Named):
    """An option that is on or off."""

    default: bool
    apply: Callable[[Rules, bool], Rules]
    """Returns rules in which the option has a value."""

    def applied(self, rules: Rules, value: OptionValue) -> Rules:
        """Return rules in which the option has a value. Raises `RuleError` for one that it cannot have."""
        if not isinstance(value, bool):
            raise RuleError(f"{self.name} is {value!r}: it is true or false")
        return self.apply(rules, value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters(_Named):
    """An option that is a text of some letters."""

    default: str = ""
    letters: str
    """Those that it is made of."""
    most: int
    """How many there are at most."""
    empty_title: str = "none"
    """What a player reads instead of no letters."""
    apply: Callable[[Rules, str], Rules]
    """Returns rules in which the option has a value."""

    def applied(self, rules: Rules, value: OptionValue) -> Rules:
        """Return rules in which the option has a value. Raises `RuleError` for one that it cannot have."""
        if not isinstance(value, str) or len(value) > self.most or not set(value) <= set(self.letters):
            raise RuleError(f"{self.name} is {value!r}: it is up to {self.most} of the letters {self.letters}")
        return self.apply(rules, value)


Option = Number | Choice | Switch | Letters
"""What a player may set about a mode."""
