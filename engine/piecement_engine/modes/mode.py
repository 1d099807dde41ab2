"""A mode: rules with a name, a goal, a ranking, and options."""

from collections.abc import Mapping
from typing import Any, Final

from piecement_engine.errors import RuleError, cut
from piecement_engine.frozen_dataclass import frozen_dataclass
from piecement_engine.modes.options import Number, Option, OptionValue
from piecement_engine.rules import Rules

MODES_OWN: Final = frozenset(
    {
        *("pieces", "width", "height", "skyline", "spawn_facing", "press_order", "cascade"),
        *("start_level", "level_up", "leveling", "fall_delay_ns", "scaled_fall", "lock_delay_ns"),
        *("limits", "garbage", "modifiers"),
    }
)
"""The rules that are every mode's own: no preset or setting of the player changes them."""

GROUPS: Final = ("Race", "Score", "Practice", "Retro", "Odd")
"""What modes are for, in the order of the menu."""

RESULTS: Final = ("time", "score", "lines", "level", "pieces")
"""The results that can rank games."""

_NOTHING: Final[Mapping[str, Any]] = {}  # the values of rules and options are of many types


@frozen_dataclass()
class Mode:
    """A way to play, declared as a value. Raises `RuleError` for what cannot be one."""

    name: str
    """Its name in recordings and on the command line."""
    title: str
    """What a player reads."""
    sentence: str
    """What it is about, in one line."""
    rules: Rules
    """How it is played with every option at its default."""
    ranking: tuple[str, ...]
    """Order of its games, best first: names in `RESULTS`, with a `-` if more is better, such as `("-lines", "time")`.

    Games that are won come before the others."""
    headline: str
    """The result that a player looks at first; none in modes without a ranking."""
    group: str = GROUPS[-1]
    """What it is for: one of `GROUPS`, or another that comes after them."""
    options: tuple[Option, ...] = ()
    """What a player may set."""
    keeps: frozenset[str] = frozenset()
    """Rules that it fixes although they have their default values."""
    unlocked_by: str | None = None
    """The name of the mode that must have been won first."""
    invisible: bool = False
    """Whether locked blocks are not to be shown while the game goes on."""

    def __post_init__(self) -> None:
        for name in ("name", "title", "sentence", "headline", "group"):
            if not isinstance(getattr(self, name), str):
                raise RuleError(f"the {name} of a mode is {cut(repr(getattr(self, name)))}: it is a text")
        if not isinstance(self.rules, Rules):
            raise RuleError(f"the rules of {self.name!r} are {cut(repr(self.rules))}: they are a Rules value")
        if not isinstance(self.ranking, tuple):
            raise RuleError(f"the ranking of {self.name!r} is {self.ranking!r}: it is a tuple like ('-lines', 'time')")
        for result in (*self.ranking, *([self.headline] if self.ranking else [])):
            if not isinstance(result, str) or result.removeprefix("-") not in RESULTS:
                raise RuleError(f"{self.name!r} is ranked by {result!r}: results are {', '.join(RESULTS)}")
        if not isinstance(self.options, tuple) or not all(isinstance(option, Option) for option in self.options):
            raise RuleError(f"the options of {self.name!r} are {self.options!r}: they are a tuple of options")

    def __hash__(self) -> int:
        return hash(self.name)

    def rules_with(
        self, overrides: Mapping[str, Any] = _NOTHING, options: Mapping[str, OptionValue] = _NOTHING
    ) -> Rules:
        """Return the rules of a game with some options set; `overrides` are rules for what the mode leaves open.

        Raises `RuleError` for an option or a rule that does not exist, or a value that it cannot have.
        """
        rules = self._with_options(options)
        fixed = self._fixed_by(rules)
        return Rules.from_dict({name: value for name, value in overrides.items() if name not in fixed}, rules)

    def fixed(self, options: Mapping[str, OptionValue] = _NOTHING) -> frozenset[str]:
        """Return the names of the rules that it fixes: its own, and those that it sets. Raises as `rules_with` does."""
        return self._fixed_by(self._with_options(options))

    def is_practice(self, options: Mapping[str, OptionValue]) -> bool:
        """Return whether a game with some options set is for practice."""
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
