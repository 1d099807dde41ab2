"""Modes: rules with a name, a goal and a ranking."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from piecement_engine.errors import RuleError, cut_repr
from piecement_engine.modes.options import Number, Option, OptionValue
from piecement_engine.rules.rules import Rules

MODES_OWN: Final = frozenset(
    {
        *("pieces", "width", "height", "skyline", "spawn_facing", "press_order", "cascade"),
        *("start_level", "level_up", "leveling", "fall_delay_ns", "scaled_fall", "lock_delay_ns"),
        *("limits", "garbage", "modifiers"),
    }
)
"""Rules that belong to every mode: no preset or setting of the player changes them."""

GROUPS: Final = ("Race", "Score", "Practice", "Retro", "Odd")
"""Groups of modes, in the order of the menu."""

RESULTS: Final = ("time", "score", "lines", "level", "pieces")
"""Results that can rank games."""

UNSET: Final[Mapping[str, Any]] = {}  # the values of rules and options are of many types
"""No overrides, or no options."""


@dataclass(frozen=True, slots=True)
class Mode:
    """A way to play, declared as a value. Raises `RuleError` if a field has an impossible value."""

    name: str
    """Name in recordings and on the command line."""
    title: str
    """Name that players read."""
    sentence: str
    """One-line description."""
    rules: Rules
    """Rules with every option at its default."""
    ranking: tuple[str, ...]
    """Order of its games, best first: names in `RESULTS`, with a `-` if more is better, such as `("-lines", "time")`.

    Won games come before all others."""
    headline: str
    """The main result; empty in modes without a ranking."""
    group: str = GROUPS[-1]
    """Group in the menu: one of `GROUPS`, or another one after these."""
    options: tuple[Option, ...] = ()
    """Options of the player."""
    keeps: frozenset[str] = frozenset()
    """Rules that the mode fixes although they have their default values."""
    invisible: bool = False
    """Whether to hide locked blocks while the game is running."""
    bot: str = "survive"
    """Name of the bot that plays it for the player."""

    def __post_init__(self) -> None:
        for name in ("name", "title", "sentence", "headline", "group"):
            if not isinstance(getattr(self, name), str):
                raise RuleError(f"the {name} of a mode is {cut_repr(getattr(self, name))}: it is a text")
        if not isinstance(self.rules, Rules):
            raise RuleError(f"the rules of {self.name!r} are {cut_repr(self.rules)}: they are a Rules value")
        if not isinstance(self.ranking, tuple):
            raise RuleError(f"the ranking of {self.name!r} is {self.ranking!r}: it is a tuple like ('-lines', 'time')")
        for result in (*self.ranking, *([self.headline] if self.ranking else [])):
            if not isinstance(result, str) or result.removeprefix("-") not in RESULTS:
                raise RuleError(f"{self.name!r} is ranked by {result!r}: results are {', '.join(RESULTS)}")
        if not isinstance(self.options, tuple) or not all(isinstance(option, Option) for option in self.options):
            raise RuleError(f"the options of {self.name!r} are {self.options!r}: they are a tuple of options")

    def __hash__(self) -> int:
        return hash(self.name)

    def rules_with(self, overrides: Mapping[str, Any] = UNSET, options: Mapping[str, OptionValue] = UNSET) -> Rules:
        """Return the rules of a game.

        Args:
            overrides: Rules by name; rules that the mode fixes are ignored.
            options: Values of options by name; omitted options have their defaults.

        Raises:
            RuleError: If an option or rule is unknown, or cannot have its value.
        """
        rules = self._with_options(options)
        fixed = self._fixed_by(rules)
        return Rules.from_dict({name: value for name, value in overrides.items() if name not in fixed}, rules)

    def fixed(self, options: Mapping[str, OptionValue] = UNSET) -> frozenset[str]:
        """Return the names of the rules that the mode fixes, with some options set. Raises as `rules_with` does."""
        return self._fixed_by(self._with_options(options))

    def is_practice(self, options: Mapping[str, OptionValue]) -> bool:
        """Return whether a game with these options is for practice."""
        practice = [option for option in self.options if isinstance(option, Number) and option.is_practice]
        return any(options.get(option.name, option.default) != option.default for option in practice)

    def _with_options(self, options: Mapping[str, OptionValue]) -> Rules:
        known = [option.name for option in self.options]
        for name in options:
            if name not in known:
                allowed = f"options are {', '.join(known)}" if known else "it has none"
                raise RuleError(f"unknown option {name!r} of the mode {self.name!r}: {allowed}")
        rules = self.rules
        for option in self.options:
            if option.name in options:
                rules = option.applied(rules, options[option.name])
        return rules

    def _fixed_by(self, rules: Rules) -> frozenset[str]:
        return MODES_OWN | self.keeps | rules.to_dict().keys()
