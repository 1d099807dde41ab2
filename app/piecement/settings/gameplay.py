"""Handling and rules: what the modes leave open to the player."""

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Final, Self

from piecement.settings.rule_names import (
    HOLDS,
    INITIAL_ACTIONS,
    INITIAL_MOVES,
    LOCKINGS_NAMED,
    RANDOMIZERS_NAMED,
    ROTATIONS,
    SCORINGS_NAMED,
    SPINS_NAMED,
    TIMINGS_NAMED,
)
from piecement.settings.section import Section, setting
from piecement.settings.setting_spec import Choices, Group, OnlyWith, Range, Unranked

_LOCKS_SOFTLY: Final = Choices(
    {"auto": "Automatic", "on": "On", "off": "Off"},
    {
        "auto": "On where key releases are not reported, off elsewhere.",
        "on": "A soft drop never locks a piece that lies on the ground.",
        "off": "A fresh press of soft drop locks a piece that lies on the ground.",
    },
)
_SOFT_DROPS: Final = Choices(
    {"factor": "Factor", "interval": "Fixed time"},
    {"factor": "So many times as fast as the fall.", "interval": "The same time for each row at every speed."},
)

_HANDLING: Final = Group("Handling")
_DROPS: Final = Group("Drops")
_PIECES: Final = Group("Pieces")
_ENTRY: Final = Group("As a piece comes in")
_LOCKING: Final = Group("Locking")
_SPEED: Final = Group("Speed")
_POINTS: Final = Group("Points")

_NOTHING: Final[Mapping[float, str]] = {}
_AT_ONCE: Final = {0.0: "at once"}
_NONE: Final = {0.0: "none"}


def _ms(step: float, words: Mapping[float, str] = _NOTHING, unit: str = "ms") -> Range:
    return Range(0, 10_000, step, unit, words)


def _with(name: str, *values: str) -> OnlyWith:
    return OnlyWith(name, values)


class Gameplay(Section):
    """Handling and rules: what the modes leave open. The defaults are the seed's, with more preview."""

    das_ms: Annotated[float, _ms(1), _HANDLING] = setting(
        default=167.0,
        title="Delayed auto shift",
        sentence="DAS: how long to hold a direction before the piece runs.",
    )
    arr_ms: Annotated[float, _ms(1, _AT_ONCE), _HANDLING] = setting(
        default=33.0, title="Auto repeat rate", sentence="ARR: the time between two steps of a running piece."
    )
    das_cut_ms: Annotated[float, _ms(1, _NONE), _HANDLING] = setting(
        default=0.0, title="Auto shift cut", sentence="How long a new piece or a turn holds up a running piece."
    )
    double_tap_ms: Annotated[float, _ms(5, {0: "never"}), _HANDLING] = setting(
        default=0.0,
        title="Double tap to wall",
        sentence="Within what time a second tap of a direction goes to the wall.",
    )
    shift_before_lock: Annotated[bool, _HANDLING] = setting(
        default=False,
        title="Shift before lock",
        sentence="Let a held direction move the piece just before a lock that would come first.",
    )

    soft_drop_by: Annotated[str, _SOFT_DROPS, _DROPS] = setting(
        default="factor", title="Soft drop by", sentence="What the speed of a soft drop is given by."
    )
    soft_drop_factor: Annotated[float, Range(0, 10_000, 0.25, "×"), _DROPS, _with("soft_drop_by", "factor")] = setting(
        default=15.0, title="Soft drop factor", sentence="How many times as fast a piece drops softly as it falls."
    )
    soft_drop_interval_ms: Annotated[float, _ms(1, _AT_ONCE, "ms a row"), _DROPS, _with("soft_drop_by", "interval")] = (
        setting(
            default=33.0,
            title="Soft drop time",
            sentence="The time from row to row in a soft drop, unless the fall is faster.",
        )
    )
    soft_drop_delay_ms: Annotated[float, _ms(5, _NONE), _DROPS] = setting(
        default=0.0, title="Soft drop delay", sentence="How long soft drop is held before it goes on by itself."
    )
    no_soft_drop_lock: Annotated[str, _LOCKS_SOFTLY, _DROPS] = setting(
        default="auto",
        title="No soft drop lock",
        sentence="Whether soft drop never locks a piece on the ground.",
    )
    hard_drop_delay_ms: Annotated[float, _ms(0.1), _DROPS] = setting(
        default=0.1, title="Hard drop delay", sentence="The time from a hard drop to its lock."
    )
    hard_drop_guard_ms: Annotated[float, _ms(5, _NONE), _DROPS] = setting(
        default=0.0,
        title="Hard drop guard",
        sentence="How long after a piece came in a hard drop counts as an accident and does nothing.",
    )

    rotation_system: Annotated[str, ROTATIONS, _PIECES] = setting(
        default="ocular", title="Rotation", sentence="How pieces turn, and what they do where they do not fit."
    )
    randomizer: Annotated[str, RANDOMIZERS_NAMED, _PIECES] = setting(
        default="recency", title="Randomizer", sentence="How the next piece is drawn."
    )
    recency_exponent: Annotated[
        float, Range(0, 10, 0.1, "power"), _PIECES, _with("randomizer", "recency", "recency_with_repeats")
    ] = setting(
        default=2.5, title="Recency", sentence="How much likelier a piece gets that has not come for long; 0 is not."
    )
    bag_copies: Annotated[int, Range(1, 100, 1, "each"), _PIECES, _with("randomizer", "bag", "rank_bag")] = setting(
        default=1, title="Copies in the bag", sentence="How many of each piece a full bag holds."
    )
    rerolls: Annotated[int, Range(0, 100, 1, "times"), _PIECES, _with("randomizer", "reroll")] = setting(
        default=1, title="Rerolls", sentence="How often a piece that would repeat is drawn again."
    )
    preview_count: Annotated[int, Range(0, 9, 1, "pieces", {0: "none"}), _PIECES] = setting(
        default=4, title="Preview", sentence="How many of the next pieces are shown."
    )

    hold: Annotated[str, HOLDS, _ENTRY, Unranked()] = setting(
        default="once", title="Hold", sentence="How often the piece may be swapped with the one in hold."
    )
    safe_hold: Annotated[bool, _ENTRY, Unranked(), _with("hold", "once", "unlimited")] = setting(
        default=False, title="Safe hold", sentence="Refuse a swap that would lose the game."
    )
    initial_hold: Annotated[str, INITIAL_ACTIONS, _ENTRY, _with("hold", "once", "unlimited")] = setting(
        default="held", title="Initial hold", sentence="What swaps a piece as it comes in."
    )
    initial_rotation: Annotated[str, INITIAL_ACTIONS, _ENTRY] = setting(
        default="held", title="Initial rotation", sentence="What turns a piece as it comes in."
    )
    initial_move: Annotated[str, INITIAL_MOVES, _ENTRY] = setting(
        default="held", title="Initial move", sentence="What moves a piece as it comes in."
    )
    appearance_delay_ms: Annotated[float, _ms(5), _ENTRY] = setting(
        default=50.0, title="Appearance delay", sentence="ARE: the time from a lock to the next piece."
    )

    locking: Annotated[str, LOCKINGS_NAMED, _LOCKING, Unranked()] = setting(
        default="ground_time", title="Lock-down", sentence="When a piece on the ground locks."
    )
    ground_time_max_ms: Annotated[float, _ms(10), _LOCKING, Unranked(), _with("locking", "ground_time")] = setting(
        default=2250.0, title="Ground time", sentence="How long a piece may lie on the ground at a height."
    )
    lock_resets: Annotated[
        int, Range(0, 1000, 1, "moves"), _LOCKING, Unranked(), _with("locking", "extended_placement")
    ] = setting(default=15, title="Lock resets", sentence="How many moves and turns restart the lock delay.")
    lock_cap_factor: Annotated[
        float, Range(0, 1000, 0.5, "delays"), _LOCKING, Unranked(), _with("locking", "reset_cap")
    ] = setting(default=8.0, title="Lock cap", sentence="How many lock delays a piece may be kept at a height.")
    forced_lock_delay_ms: Annotated[float, _ms(10), _LOCKING, Unranked(), _with("locking", "forced")] = setting(
        default=5000.0, title="Forced lock", sentence="How long a piece may be on the ground in all."
    )
    turn_lock_delay_ms: Annotated[float, _ms(10), _LOCKING, Unranked(), _with("locking", "separate_delays")] = setting(
        default=250.0, title="Turn delay", sentence="How long a piece on the ground can still be turned."
    )

    timing: Annotated[str, TIMINGS_NAMED, _SPEED, Unranked()] = setting(
        default="tetrs", title="Speed curve", sentence="How fast pieces fall and lock at each level."
    )
    line_clear_delay_ms: Annotated[float, _ms(5), _SPEED] = setting(
        default=200.0, title="Line clear delay", sentence="How long full lines stay before they go."
    )
    cascade_delay_ms: Annotated[float, _ms(10), _SPEED, Unranked()] = setting(
        default=200.0, title="Cascade delay", sentence="In modes where blocks sink: how long a row of sinking takes."
    )

    scoring: Annotated[str, SCORINGS_NAMED, _POINTS, Unranked()] = setting(
        default="tetrs", title="Scoring", sentence="What earns points."
    )
    spin_rule: Annotated[str, SPINS_NAMED, _POINTS, Unranked()] = setting(
        default="cannot_move_up", title="Spins", sentence="Which locks count as spins."
    )

    def overrides(self, *, key_releases: bool) -> dict[str, Any]:  # Any: the values of rule fields are of many types
        """Return the fields of `Rules` as the player has set them, for what a mode leaves open."""
        values: dict[str, Any] = {rule_of(name): _in_ns(name, value) for name, value in vars(self).items()}  # as above
        if values.pop("soft_drop_by") == "factor":
            values["soft_drop_interval_ns"] = None
        lock = self.no_soft_drop_lock
        values["no_soft_drop_lock"] = not key_releases if lock == "auto" else lock == "on"
        return values

    @classmethod
    def of_rules(cls, rules: Mapping[str, Any]) -> Self:  # as above
        """Return the settings that make some rules, given in the types of JSON; the rest is as by default."""
        values: dict[str, Any] = {}  # as above
        for name in cls.names():
            value = rules.get(rule_of(name))
            if value is not None:
                values[name] = value / _NS_PER_MS if name.endswith(_IN_MS) else value
        if "soft_drop_interval_ms" in values:
            values["soft_drop_by"] = "interval"
        return cls(**values)

    def unranked_reasons(self, fixed: Collection[str] = ()) -> tuple[str, ...]:
        """Return the titles of what keeps a game from being ranked; what a mode fixes does not matter."""
        return tuple(spec.title for spec in self.specs() if rule_of(spec.name) not in fixed and spec.is_unranked(self))


_IN_MS: Final = "_ms"
_NS_PER_MS: Final = 1_000_000


def rule_of(name: str) -> str:
    """Return the rule that a setting is about; rules count in ns what settings count in ms."""
    return f"{name.removesuffix(_IN_MS)}_ns" if name.endswith(_IN_MS) else name


def _in_ns(name: str, value: object) -> object:
    return round(value * _NS_PER_MS) if name.endswith(_IN_MS) and isinstance(value, float) else value
