"""Options: settings of a mode before a game, each of which changes the rules of the mode."""

from collections.abc import Callable, Mapping
from dataclasses import field

from piecement_engine.errors import RuleError
from piecement_engine.frozen import frozen_dataclass
from piecement_engine.rules import Rules

OptionValue = bool | int | str
"""Value of an option: a switch, a number or a name."""


@frozen_dataclass(kw_only=True)
class _Named:
    name: str
    title: str
    """Name that players read."""
    sentence: str
    """One-line description."""


@frozen_dataclass(kw_only=True)
class Number(_Named):
    """Option with a whole number."""

    default: int
    low: int
    high: int
    step: int = 1
    """Change per key press."""
    unit: str = ""
    """Unit of the number."""
    titles: Mapping[int, str] = field(default_factory=dict[int, str], hash=False)
    """Texts that players read instead of some numbers, such as `none` for 0."""
    is_practice: bool = False
    """Whether any value but the default makes the game one for practice."""
    apply: Callable[[Rules, int], Rules]
    """Function that returns the rules with a value of the option."""

    def applied(self, rules: Rules, value: OptionValue) -> Rules:
        """Return the rules with a value of the option. Raises `RuleError` if the value is not allowed."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise RuleError(f"{self.name} is {value!r}: it is a whole number from {self.low} to {self.high}")
        return self.apply(rules, value)


@frozen_dataclass(kw_only=True)
class Choice(_Named):
    """Option with a fixed set of names."""

    default: str
    choices: Mapping[str, str] = field(hash=False)
    """Titles by name, in order."""
    apply: Callable[[Rules, str], Rules]
    """Function that returns the rules with a value of the option."""

    def applied(self, rules: Rules, value: OptionValue) -> Rules:
        """Return the rules with a value of the option. Raises `RuleError` if the value is not allowed."""
        if not isinstance(value, str) or value not in self.choices:
            raise RuleError(f"{self.name} is {value!r}: it is one of {', '.join(self.choices)}")
        return self.apply(rules, value)


@frozen_dataclass(kw_only=True)
class Switch(_Named):
    """Option that is on or off."""

    default: bool
    apply: Callable[[Rules, bool], Rules]
    """Function that returns the rules with a value of the option."""

    def applied(self, rules: Rules, value: OptionValue) -> Rules:
        """Return the rules with a value of the option. Raises `RuleError` if the value is not allowed."""
        if not isinstance(value, bool):
            raise RuleError(f"{self.name} is {value!r}: it is true or false")
        return self.apply(rules, value)


@frozen_dataclass(kw_only=True)
class Letters(_Named):
    """Option with a text of some letters."""

    default: str = ""
    letters: str
    """Allowed letters."""
    most: int
    """Maximum number of letters."""
    empty_title: str = "none"
    """Text that players read instead of no letters."""
    apply: Callable[[Rules, str], Rules]
    """Function that returns the rules with a value of the option."""

    def applied(self, rules: Rules, value: OptionValue) -> Rules:
        """Return the rules with a value of the option. Raises `RuleError` if the value is not allowed."""
        if not isinstance(value, str) or len(value) > self.most or not set(value) <= set(self.letters):
            raise RuleError(f"{self.name} is {value!r}: it is up to {self.most} of the letters {self.letters}")
        return self.apply(rules, value)


Option = Number | Choice | Switch | Letters
"""Any kind of option."""
