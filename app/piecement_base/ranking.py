"""The ranking of games: rules that are ranked together, the order within a mode, and the rules that servers rank."""

import json
import tomllib
from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2s
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from piecement_base.modes import mode_ranking, variant_key
from piecement_engine import Mode, Result, Rules
from piecement_engine.modes import OptionValue
from piecement_engine.modes.mode import RESULTS
from piecement_engine.rules.versions import as_version_1

HANDLING: Final = frozenset(
    {
        *("das_ns", "arr_ns", "das_cut_ns", "double_tap_ns", "shift_before_lock"),
        *("soft_drop_factor", "soft_drop_interval_ns", "soft_drop_delay_ns", "no_soft_drop_lock"),
        *("hard_drop_delay_ns", "hard_drop_guard_ns"),
    }
)
"""Names of the rules of handling."""

UNRANKED_RULES: Final = HANDLING | {"initial_hold", "initial_rotation", "initial_move"}
"""Names of the rules that never split a leaderboard."""

NEEDED_VALUES: Final[Mapping[str, tuple[str, Collection[object]]]] = {
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
"""Rules that only have an effect with some values of another rule: its name and those values."""


def ruleset_of(rules: Rules) -> str:
    """Return a hash that is equal for rules that are ranked together, even if defaults change later."""
    idle = (name for name, (other, values) in NEEDED_VALUES.items() if getattr(rules, other) not in values)
    ignored = {*UNRANKED_RULES, *idle}
    ranked = {name: value for name, value in as_version_1(rules).items() if name not in ignored}
    return _hash(ranked)


def rules_hash(rules: Rules) -> str:
    """Return a hash that is equal for equal rules only, even if defaults change later."""
    return _hash(as_version_1(rules))


def _hash(values: Mapping[str, Any]) -> str:  # the values of rules are of many types
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


class RankedRules(NamedTuple):
    """Rules that servers rank, on leaderboards of their own."""

    title: str
    changes: Mapping[str, Any]  # the values of rules are of many types
    """The rules that differ from the engine's defaults, as in `Mode.rules_with`."""


RANKED_RULES: Final[Mapping[str, RankedRules]] = {
    style: RankedRules(**row)
    for style, row in tomllib.loads(Path(__file__).with_name("ranked_rules.toml").read_text("utf-8")).items()
}
"""Ranked rules by the name of their style."""

_KEYS: Final = 3


def ranking_keys(mode: str) -> tuple[str, ...]:
    """Return the results that rank games of a mode, with a `-` if more is better."""
    return tuple(key for key in mode_ranking(mode).ranking if key.removeprefix("-") in RESULTS)[:_KEYS]


def results_of(result: Result) -> dict[str, int]:
    """Return the results of a game by their names in rankings; the time in ns."""
    return {name: int(getattr(result, "time_ns" if name == "time" else name)) for name in RESULTS}


def rank_keys(ranking: Sequence[str], results: Mapping[str, int], goals: Mapping[str, int]) -> tuple[int, int, int]:
    """Return the sort keys of a game by the `ranking_keys` of its mode, lower is better.

    A result beyond a goal does not count: of two games to 40 lines the faster one is better, even if it cleared fewer.
    """
    keys = [_key(name, results, goals) for name in ranking]
    first, second, third = [*keys, 0, 0, 0][:_KEYS]
    return first, second, third


def _key(name: str, results: Mapping[str, int], goals: Mapping[str, int]) -> int:
    if not name.startswith("-"):
        return results[name]
    result = name.removeprefix("-")
    value = results[result]
    return -min(value, goals.get(result, value))


def goals_of(rules: Rules) -> dict[str, int]:
    """Return the results that win a game by its limits; the level of a limit must be exceeded."""
    return {name: limit.value + (name == "level") for name, limit in rules.limits.given() if limit.win}
