"""Rules that are ranked together: the fields of `Rules` outside handling."""

import json
from collections.abc import Collection, Mapping
from typing import Any, Final, NamedTuple, Self

from piecement.session.plan import variant_key
from piecement_engine import Mode, Rules
from piecement_engine.modes import OptionValue
from piecement_engine.rules.rules import as_version_1

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
    canonical = json.dumps(ranked, sort_keys=True, separators=(",", ":"))
    import hashlib  # with OpenSSL, which the first frame does not wait for

    return hashlib.blake2s(canonical.encode(), digest_size=8).hexdigest()


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
