"""Options of modes, those that several modes share, and the changes of rules that they make."""

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, Final

from piecement_engine.errors import RuleError
from piecement_engine.frozen import frozen_dataclass
from piecement_engine.rules.goals import Limit
from piecement_engine.rules.rules import ModifierValue, Rules
from piecement_engine.rules.timing import SECOND

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


NO_GOAL: Final = {0: "endless"}
"""Text that players read for a goal of 0."""


CASCADE_OPTION: Final = Switch(
    name="cascade",
    title="Cascade",
    sentence="Blocks left hanging after a clear sink, and may clear again.",
    default=False,
    apply=lambda rules, cascade: replace(rules, cascade=cascade),
)
"""Fits into any mode: no other option depends on it."""


def start_level(default: int = 1, *, low: int = 1, high: int = 20) -> Number:
    return Number(
        name="start_level",
        title="Start level",
        sentence="The level that the game starts at.",
        default=default,
        low=low,
        high=high,
        apply=lambda rules, level: replace(rules, start_level=level),
    )


def lines_goal(default: int, *, high: int, step: int = 10, endless: bool = False) -> Number:
    """Return the option of the lines that win the game; 0 is endless, if `endless` allows it."""
    return Number(
        name="lines",
        title="Lines",
        sentence="How many lines win the game.",
        default=default,
        low=0 if endless else 1,
        high=high,
        step=step,
        unit="lines",
        titles=NO_GOAL if endless else {},
        apply=lambda rules, lines: limited(rules, "lines", lines or None),
    )


def time_limit(default_s: int, *, high: int) -> Number:
    return Number(
        name="seconds",
        title="Time",
        sentence="How long the game lasts.",
        default=default_s,
        low=30,
        high=high,
        step=30,
        unit="s",
        apply=lambda rules, seconds: limited(rules, "time", seconds * SECOND),
    )
