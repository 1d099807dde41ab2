"""The section `[gameplay]` of the settings: handling (DAS, ARR …) and rules, for what modes leave open."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Self

from piecement.settings.choices import names_of
from piecement.settings.section import Section, setting
from piecement.settings.specs import Group, OnlyWith
from piecement.settings.values import Range
from piecement_base.language import N_
from piecement_engine import LOCKINGS, RANDOMIZERS, ROTATION_SYSTEMS, SCORINGS, SPIN_RULES, TIMINGS

_AT_ONCE: Final = {0.0: N_("at once")}
_NONE: Final = {0.0: N_("none")}


def _ms(step: float, words: Mapping[float, str] = {}, unit: str = N_("ms")) -> Range:
    return Range(0, 10_000, step, unit, words)


def _with(name: str, *values: str) -> OnlyWith:
    return OnlyWith(name, values)


class Gameplay(Section):
    """Handling and rules, for what modes leave open."""

    das_ms: Annotated[float, _ms(1), Group("Handling")] = setting(
        167.0, "DAS", "Delayed auto shift: how long you hold a direction before it repeats."
    )
    arr_ms: Annotated[float, _ms(1, _AT_ONCE)] = setting(33.0, "ARR", "Auto repeat rate: the time between two repeats.")
    das_cut_ms: Annotated[float, _ms(1, _NONE)] = setting(
        0.0, "Auto shift cut", "DCD: how long the repeat stops after a spawn or rotation."
    )
    double_tap_ms: Annotated[float, _ms(5, {0: N_("never")})] = setting(
        0.0, "Double tap to wall", "A second tap within this time moves the piece to the wall."
    )
    shift_before_lock: bool = setting(
        False, "Shift before lock", "A held direction moves the piece even if it would lock first."
    )

    soft_drop_by: Annotated[str, names_of("soft_drop_by"), Group("Drops")] = setting(
        "factor", "Soft drop by", "How soft drop speed is set."
    )
    soft_drop_factor: Annotated[float, Range(0, 10_000, 0.25, "×"), _with("soft_drop_by", "factor")] = setting(
        20.0, "Soft drop factor", "SDF: how many times faster than gravity soft drop is."
    )
    soft_drop_interval_ms: Annotated[float, _ms(1, _AT_ONCE, N_("ms/row")), _with("soft_drop_by", "interval")] = (
        setting(33.0, "Soft drop time", "Time per row in a soft drop, unless gravity is faster.")
    )
    soft_drop_delay_ms: Annotated[float, _ms(5, _NONE)] = setting(
        0.0, "Soft drop delay", "How long you hold soft drop before it repeats."
    )
    no_soft_drop_lock: Annotated[str, names_of("no_soft_drop_lock")] = setting(
        "auto", "No soft drop lock", "Soft drop never locks a piece on the ground."
    )
    hard_drop_delay_ms: Annotated[float, _ms(0.1)] = setting(
        0.1, "Hard drop delay", "The time from a hard drop to the lock."
    )
    hard_drop_guard_ms: Annotated[float, _ms(5, _NONE)] = setting(
        0.0, "Hard drop guard", "Ignores a hard drop this soon after a new piece spawns."
    )

    rotation_system: Annotated[str, names_of("rotation_system", ROTATION_SYSTEMS), Group("Pieces")] = setting(
        "ocular", "Rotation", "How pieces rotate, and how they kick off walls and blocks."
    )
    randomizer: Annotated[str, names_of("randomizer", RANDOMIZERS)] = setting(
        "recency", "Pieces", "How the next piece is picked."
    )
    recency_exponent: Annotated[
        float, Range(0, 10, 0.1, N_("power")), _with("randomizer", "recency", "recency_with_repeats")
    ] = setting(2.5, "Recency", "How strongly overdue pieces are preferred.")
    bag_copies: Annotated[int, Range(1, 100, 1, N_("each")), _with("randomizer", "bag", "rank_bag")] = setting(
        1, "Copies per bag", "How many of each piece a full bag holds."
    )
    rerolls: Annotated[int, Range(0, 100, 1, N_("times")), _with("randomizer", "reroll")] = setting(
        1, "Rerolls", "How many times a repeated piece is rerolled."
    )
    preview_count: Annotated[int, Range(0, 9, 1, N_("pieces"), {0: N_("none")})] = setting(
        5, "Preview", "How many next pieces you see."
    )

    hold: Annotated[str, names_of("hold"), Group("Piece spawn")] = setting(
        "once", "Hold", "How often you may use hold."
    )
    safe_hold: Annotated[bool, _with("hold", "once", "unlimited")] = setting(
        False, "Safe hold", "Block a hold that would top you out."
    )
    initial_hold: Annotated[str, names_of("initial_action"), _with("hold", "once", "unlimited")] = setting(
        "held", "Initial hold", "IHS: a hold key held or tapped early acts as the piece spawns."
    )
    initial_rotation: Annotated[str, names_of("initial_action")] = setting(
        "held", "Initial rotation", "IRS: a rotation key held or tapped early acts as the piece spawns."
    )
    initial_move: Annotated[str, names_of("initial_move")] = setting(
        "held", "Initial move", "A move key held or tapped early acts as the piece spawns."
    )
    appearance_delay_ms: Annotated[float, _ms(5)] = setting(
        50.0, "Entry delay", "ARE: the time from a lock to the next piece."
    )

    locking: Annotated[str, names_of("locking", LOCKINGS), Group("Locking")] = setting(
        "ground_time", "Lock-down", "When a piece on the ground locks."
    )
    ground_time_max_ms: Annotated[float, _ms(10), _with("locking", "ground_time")] = setting(
        2250.0, "Ground time", "How long a piece may rest on the ground per height."
    )
    lock_resets: Annotated[int, Range(0, 1000, 1, N_("moves")), _with("locking", "extended_placement")] = setting(
        15, "Lock resets", "How many moves and rotations reset the lock delay."
    )
    lock_cap_factor: Annotated[float, Range(0, 1000, 0.5, N_("delays")), _with("locking", "reset_cap")] = setting(
        8.0, "Lock cap", "How many lock delays a piece gets per height."
    )
    forced_lock_delay_ms: Annotated[float, _ms(10), _with("locking", "forced")] = setting(
        5000.0, "Forced lock", "How long a piece may spend on the ground in total."
    )
    turn_lock_delay_ms: Annotated[float, _ms(10), _with("locking", "separate_delays")] = setting(
        250.0, "Rotation delay", "How long a piece on the ground can still be rotated."
    )

    timing: Annotated[str, names_of("timing", TIMINGS), Group("Speed")] = setting(
        "tetrs", "Speed curve", "How fast pieces fall and lock at each level."
    )
    line_clear_delay_ms: Annotated[float, _ms(5)] = setting(
        200.0, "Line clear delay", "How long full lines stay before they disappear."
    )
    cascade_delay_ms: Annotated[float, _ms(10)] = setting(
        200.0, "Cascade delay", "In cascade modes: how long blocks take to fall one row."
    )

    scoring: Annotated[str, names_of("scoring", SCORINGS), Group("Points")] = setting(
        "tetrs", "Scoring", "How you score points."
    )
    spin_rule: Annotated[str, names_of("spin_rule", SPIN_RULES)] = setting(
        "cannot_move_up", "Spins", "What counts as a spin."
    )

    def overrides(self, *, key_releases: bool) -> dict[str, Any]:  # Any: the values of rule fields are of many types
        """Return the fields of `Rules` that the player has set."""
        values: dict[str, Any] = {}  # the values of rule fields are of many types
        for name, value in vars(self).items():
            values[rule_of(name)] = round(value * _NS_PER_MS) if name.endswith(_IN_MS) else value
        if values.pop("soft_drop_by") == "factor":
            values["soft_drop_interval_ns"] = None
        lock = self.no_soft_drop_lock
        values["no_soft_drop_lock"] = not key_releases if lock == "auto" else lock == "on"
        return values

    @classmethod
    def of_rules(cls, rules: Mapping[str, Any]) -> Self:  # the values of rule fields are of many types
        """Return the settings that produce the rules, given in types of JSON; others keep their defaults."""
        values: dict[str, Any] = {}  # the values of rule fields are of many types
        for name in cls.names():
            value = rules.get(rule_of(name))
            if value is not None:
                values[name] = value / _NS_PER_MS if name.endswith(_IN_MS) else value
        if "no_soft_drop_lock" in values:
            values["no_soft_drop_lock"] = "on" if values["no_soft_drop_lock"] else "off"
        if "soft_drop_interval_ms" in values:
            values["soft_drop_by"] = "interval"
        return cls(**values)


_IN_MS: Final = "_ms"
_NS_PER_MS: Final = 1_000_000


def rule_of(name: str) -> str:
    """Return the name of the rule of a setting; rules are in ns, settings in ms."""
    return f"{name.removesuffix(_IN_MS)}_ns" if name.endswith(_IN_MS) else name
