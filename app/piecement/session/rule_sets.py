"""Sets of rules: ranked ones, and named ones of a player, with their draft.

The mode of a player's rules is named by the name and a digest of the rules, so that games by other rules are never
ranked together.
"""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, Self

from piecement_base.language import N_, _
from piecement_base.plan import Origin, variant_key
from piecement.terminal.clock import SECOND_NS
from piecement_engine import MODES, MODIFIERS, Game, Limit, Mode, Recording, RuleError, Rules
from piecement_engine.errors import cut
from piecement_engine.frozen import frozen_dataclass
from piecement_engine.json_values import as_object, read_json
from piecement_engine.modes import OptionValue
from piecement_engine.rules.rules import RULE_NAMES, ModifierValue, as_version_1

HANDLING: Final = frozenset(
    {
        *("das_ns", "arr_ns", "das_cut_ns", "double_tap_ns", "shift_before_lock"),
        *("soft_drop_factor", "soft_drop_interval_ns", "soft_drop_delay_ns", "no_soft_drop_lock"),
        *("hard_drop_delay_ns", "hard_drop_guard_ns"),
    }
)
"""Rules of the keys."""

UNRANKED_RULES: Final = HANDLING | {"initial_hold", "initial_rotation", "initial_move"}
"""Rules that never split a leaderboard."""

NEEDS: Final[Mapping[str, tuple[str, Collection[object]]]] = {
    "recency_exponent": ("randomizer", ("recency", "recency_with_repeats")),
    "bag_copies": ("randomizer", ("bag", "rank_bag")),
    "rerolls": ("randomizer", ("reroll",)),
    "safe_hold": ("hold", ("once", "unlimited")),
    "ground_time_max_ns": ("locking", ("ground_time",)),
    "lock_resets": ("locking", ("extended_placement",)),
    "lock_cap_factor": ("locking", ("reset_cap",)),
    "forced_lock_delay_ns": ("locking", ("forced",)),
    "turn_lock_delay_ns": ("locking", ("separate_delays",)),
    "cascade_delay_ns": ("cascade", (True,)),
}
"""Rules that count only with some values of another."""


def ruleset_of(rules: Rules) -> str:
    """Return a hash that is equal for rules that are ranked together, even if defaults change later."""
    idle = (name for name, (other, values) in NEEDS.items() if getattr(rules, other) not in values)
    ignored = {*UNRANKED_RULES, *idle}
    ranked = {name: value for name, value in as_version_1(rules).items() if name not in ignored}
    return _hash(ranked)


def rules_hash(rules: Rules) -> str:
    """Return a hash that is equal for equal rules only, even if defaults change later."""
    return _hash(as_version_1(rules))


def _hash(values: Mapping[str, Any]) -> str:  # the values of rules are of many types
    from hashlib import blake2s  # with OpenSSL, which the first frame does not wait for

    canonical = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return blake2s(canonical.encode(), digest_size=8).hexdigest()


class Leaderboard(NamedTuple):
    """A mode, its options and the rules of games that are ranked together."""

    mode: str
    variant: str = ""
    """The options that differ from the mode's defaults."""
    ruleset: str = ""
    """The hash of the rules; empty for games of which it is unknown."""

    @classmethod
    def of(cls, mode: Mode, options: Mapping[str, OptionValue], overrides: Mapping[str, Any]) -> Self:
        """Return the leaderboard of a game; the overrides are the rules of the player, as in `Mode.rules_with`."""
        return cls(mode.name, variant_key(mode.name, options), ruleset_of(mode.rules_with(overrides, options)))


LONGEST_NAME: Final = 24
_LONGEST_LINE: Final = 20_000
_DIGITS: Final = 6
_EXAMPLE: Final = '{"name":"Slow","rules":{"start_level":1}}'
_MODE_NAME: Final = re.compile(rf"(.{{1,{LONGEST_NAME}}}) #[0-9a-f]{{{_DIGITS}}}")


@frozen_dataclass()
class OwnRules:
    """Rules with a name. Raises `RuleError` for an invalid name."""

    name: str
    rules: Rules

    def __post_init__(self) -> None:
        if not (1 <= len(self.name) <= LONGEST_NAME and self.name.isprintable() and self.name == self.name.strip()):
            raise RuleError(
                _("the name of the rules is {name!r}: it has 1 to {most} letters").format(
                    name=cut(self.name), most=LONGEST_NAME
                )
            )

    @property
    def digest(self) -> str:
        """Digest that identifies the rules regardless of their name."""
        canonical = json.dumps(self.rules.to_dict(), sort_keys=True, separators=(",", ":"))
        from hashlib import sha256  # with OpenSSL, which the first frame does not wait for

        return sha256(canonical.encode()).hexdigest()[:_DIGITS]

    def line(self) -> str:
        """Return the line of text that `read` reads."""
        return json.dumps({"name": self.name, "rules": self.rules.to_dict()}, separators=(",", ":"))

    @classmethod
    def read(cls, line: str) -> Self:
        """Return the rules of a line. Raises `RuleError` for any other text."""
        complaint = _("that is no line of rules: it is like {example}").format(example=_EXAMPLE)
        if len(line) > _LONGEST_LINE:
            raise RuleError(
                _("the line has {count} letters: a line of rules has at most {most}").format(
                    count=len(line), most=_LONGEST_LINE
                )
            )
        try:
            given = as_object(read_json(line.strip()), complaint)
        except (ValueError, RecursionError) as error:
            raise error if isinstance(error, RuleError) else RuleError(complaint) from None
        name = given.get("name", "")
        rules = Rules.from_dict(as_object(given.get("rules", {}), complaint))
        return cls(name if isinstance(name, str) else "", rules)

    def mode(self) -> Mode:
        return _mode(f"{self.name} #{self.digest}", self.name, self.rules)


def mode_of_name(name: str, rules: Rules) -> Mode | None:
    """Return the mode of own rules with a full name, or None if the name is not of that form."""
    found = _MODE_NAME.fullmatch(name)
    return _mode(name, found[1], rules) if found else None


def mode_of(recording: Recording) -> Mode:
    """Return the mode to play a recorded game again; one that this version lacks becomes a mode of own rules."""
    name, rules = origin_of(recording).mode, recording.setup.rules
    return MODES.get(name) or mode_of_name(name, rules) or OwnRules(OWN_RULES, rules).mode()


OWN_RULES: Final = "Own rules"
"""Name of rules that equal those of no mode and of no style."""


def origin_of(recording: Recording) -> Origin:
    """Return the origin of a recording; one without a mode gets a mode of equal rules, or one of own rules."""
    origin = Origin.from_dict(recording.about)
    return origin if origin.mode else replace(origin, mode=_mode_by_rules(recording.setup.rules))


@lru_cache(maxsize=16)
def _mode_by_rules(rules: Rules) -> str:
    ruleset = ruleset_of(rules)
    equal = (name for name, mode in MODES.items() if ruleset_of(mode.rules) == ruleset)
    return next(equal, None) or OwnRules(OWN_RULES, rules).mode().name


def _mode(name: str, title: str, rules: Rules) -> Mode:
    return Mode(
        name=name,
        title=title,
        sentence=N_("Rules of your own."),
        group=N_("Own rules"),
        rules=rules,
        ranking=("-score", "time"),
        headline="score",
        keeps=frozenset(RULE_NAMES) - HANDLING,
    )


class RuleDraft:
    """Rules being edited. Each change raises `RuleError` if it is invalid and then changes nothing."""

    def __init__(self, own: OwnRules, mode: str = "") -> None:
        self.own = own
        self.mode: str = mode or _nearest_mode(own.rules)
        """Name of the mode that the rules are changed from."""

    @property
    def first(self) -> "RuleDraft":
        """Draft with the unchanged rules of the mode."""
        return RuleDraft(OwnRules(self.own.name, MODES[self.mode].rules), self.mode)

    @property
    def rules(self) -> Rules:
        return self.own.rules

    def begin_with(self, mode: str) -> None:
        """Copy the rules of a mode."""
        self._set(MODES[mode].rules)
        self.mode = mode

    def rename(self, name: str) -> None:
        self.own = OwnRules(name.strip(), self.rules)

    def set_rule(self, name: str, value: Any) -> None:  # the values of rules are of many types
        self._set(replace(self.rules, **{name: value}))

    def set_limit(self, name: str, value: int, *, loses: bool) -> None:
        """Set a limit that ends the game (s for the time); 0 for none."""
        scale = SECOND_NS if name == "time" else 1
        limit = Limit(value * scale, win=not loses) if value else None
        self._set(replace(self.rules, limits=replace(self.rules.limits, **{name: limit})))

    def limit(self, name: str) -> tuple[int, bool]:
        """Return the arguments of `set_limit` for a limit."""
        limit: Limit | None = getattr(self.rules.limits, name)
        if limit is None:
            return 0, False
        return limit.value // (SECOND_NS if name == "time" else 1), not limit.win

    def modifier(self, kind: str) -> ModifierValue | None:
        """Return the modifier of a kind, or None if the rules lack it."""
        return next((one for one in self.rules.modifiers if one.kind == kind), None)

    def set_modifier(self, kind: str, **changed: Any) -> None:  # the values of rules are of many types
        """Set fields of a modifier, adding it if needed."""
        before = self.modifier(kind)
        after = replace(before or MODIFIERS[kind](), **changed)
        others = [after if one is before else one for one in self.rules.modifiers]
        self._set(replace(self.rules, modifiers=(*others, *([] if before else [after]))))

    def drop_modifier(self, kind: str) -> None:
        self._set(replace(self.rules, modifiers=tuple(one for one in self.rules.modifiers if one.kind != kind)))

    def read(self, line: str) -> None:
        """Replace the rules and the name by those of a line."""
        self.own = OwnRules.read(line)
        self.mode = _nearest_mode(self.own.rules)

    def check(self) -> None:
        """Raise `RuleError` if no game is possible by these rules, as may be after `read`."""
        _check(self.rules)

    def _set(self, rules: Rules) -> None:
        _check(rules)
        self.own = replace(self.own, rules=rules)


def _nearest_mode(rules: Rules) -> str:
    """Return the name of the mode with the fewest other rules."""
    return min(
        MODES, key=lambda mode: sum(getattr(rules, name) != getattr(MODES[mode].rules, name) for name in RULE_NAMES)
    )


def _check(rules: Rules) -> None:
    if rules.garbage is not None:
        raise RuleError(_("garbage is of matches only: rules of your own are for one player"))
    Game(rules, 0)  # raises if a modifier does not fit the rules
