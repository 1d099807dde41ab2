"""Settings of handling and rules, for what modes leave open."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Self

from piecement.language import _
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
from piecement.settings.specs import Choices, OnlyWith, Range

_LOCKS_SOFTLY: Final = Choices.of(
    {
        "auto": (_("Automatic"), _("On if the terminal can't report key releases, else off.")),
        "on": (_("On"), _("Soft drop never locks a piece on the ground.")),
        "off": (_("Off"), _("Pressing soft drop again locks a piece on the ground.")),
    }
)
_SOFT_DROPS: Final = Choices(
    {"factor": _("Factor"), "interval": _("Fixed time")},
    {"factor": _("A multiple of the fall speed."), "interval": _("The same time per row at every level.")},
)


_NOTHING: Final[Mapping[float, str]] = {}
_AT_ONCE: Final = {0.0: _("at once")}
_NONE: Final = {0.0: _("none")}


def _ms(step: float, words: Mapping[float, str] = _NOTHING, unit: str = _("ms")) -> Range:
    return Range(0, 10_000, step, unit, words)


def _with(name: str, *values: str) -> OnlyWith:
    return OnlyWith(name, values)


class Gameplay(Section):
    """Handling and rules, for what modes leave open."""

    GROUPS: ClassVar = {
        "das_ms": _("Handling"),
        "soft_drop_by": _("Drops"),
        "rotation_system": _("Pieces"),
        "hold": _("Piece spawn"),
        "locking": _("Locking"),
        "timing": _("Speed"),
        "scoring": _("Points"),
    }

    das_ms: Annotated[float, _ms(1)] = setting(
        _("DAS"), _("Delayed auto shift: how long you hold a direction before it repeats."), default=167.0
    )
    arr_ms: Annotated[float, _ms(1, _AT_ONCE)] = setting(
        _("ARR"), _("Auto repeat rate: the time between two repeats."), default=33.0
    )
    das_cut_ms: Annotated[float, _ms(1, _NONE)] = setting(
        _("Auto shift cut"), _("DCD: how long the repeat stops after a spawn or rotation."), default=0.0
    )
    double_tap_ms: Annotated[float, _ms(5, {0: _("never")})] = setting(
        _("Double tap to wall"), _("A second tap within this time moves the piece to the wall."), default=0.0
    )
    shift_before_lock: bool = setting(
        _("Shift before lock"), _("A held direction moves the piece even if it would lock first."), default=False
    )

    soft_drop_by: Annotated[str, _SOFT_DROPS] = setting(
        _("Soft drop by"), _("How soft drop speed is set."), default="factor"
    )
    soft_drop_factor: Annotated[float, Range(0, 10_000, 0.25, "×"), _with("soft_drop_by", "factor")] = setting(
        _("Soft drop factor"), _("SDF: how many times faster than gravity soft drop is."), default=20.0
    )
    soft_drop_interval_ms: Annotated[float, _ms(1, _AT_ONCE, _("ms/row")), _with("soft_drop_by", "interval")] = setting(
        _("Soft drop time"), _("Time per row in a soft drop, unless gravity is faster."), default=33.0
    )
    soft_drop_delay_ms: Annotated[float, _ms(5, _NONE)] = setting(
        _("Soft drop delay"), _("How long you hold soft drop before it repeats."), default=0.0
    )
    no_soft_drop_lock: Annotated[str, _LOCKS_SOFTLY] = setting(
        _("No soft drop lock"), _("Soft drop never locks a piece on the ground."), default="auto"
    )
    hard_drop_delay_ms: Annotated[float, _ms(0.1)] = setting(
        _("Hard drop delay"), _("The time from a hard drop to the lock."), default=0.1
    )
    hard_drop_guard_ms: Annotated[float, _ms(5, _NONE)] = setting(
        _("Hard drop guard"), _("Ignores a hard drop this soon after a new piece spawns."), default=0.0
    )

    rotation_system: Annotated[str, ROTATIONS] = setting(
        _("Rotation"), _("How pieces rotate, and how they kick off walls and blocks."), default="ocular"
    )
    randomizer: Annotated[str, RANDOMIZERS_NAMED] = setting(
        _("Pieces"), _("How the next piece is picked."), default="recency"
    )
    recency_exponent: Annotated[
        float, Range(0, 10, 0.1, _("power")), _with("randomizer", "recency", "recency_with_repeats")
    ] = setting(_("Recency"), _("How strongly overdue pieces are preferred."), default=2.5)
    bag_copies: Annotated[int, Range(1, 100, 1, _("each")), _with("randomizer", "bag", "rank_bag")] = setting(
        _("Copies per bag"), _("How many of each piece a full bag holds."), default=1
    )
    rerolls: Annotated[int, Range(0, 100, 1, _("times")), _with("randomizer", "reroll")] = setting(
        _("Rerolls"), _("How many times a repeated piece is rerolled."), default=1
    )
    preview_count: Annotated[int, Range(0, 9, 1, _("pieces"), {0: _("none")})] = setting(
        _("Preview"), _("How many next pieces you see."), default=5
    )

    hold: Annotated[str, HOLDS] = setting(_("Hold"), _("How often you may use hold."), default="once")
    safe_hold: Annotated[bool, _with("hold", "once", "unlimited")] = setting(
        _("Safe hold"), _("Block a hold that would top you out."), default=False
    )
    initial_hold: Annotated[str, INITIAL_ACTIONS, _with("hold", "once", "unlimited")] = setting(
        _("Initial hold"), _("IHS: a hold key held or tapped early acts as the piece spawns."), default="held"
    )
    initial_rotation: Annotated[str, INITIAL_ACTIONS] = setting(
        _("Initial rotation"), _("IRS: a rotation key held or tapped early acts as the piece spawns."), default="held"
    )
    initial_move: Annotated[str, INITIAL_MOVES] = setting(
        _("Initial move"), _("A move key held or tapped early acts as the piece spawns."), default="held"
    )
    appearance_delay_ms: Annotated[float, _ms(5)] = setting(
        _("Entry delay"), _("ARE: the time from a lock to the next piece."), default=50.0
    )

    locking: Annotated[str, LOCKINGS_NAMED] = setting(
        _("Lock-down"), _("When a piece on the ground locks."), default="ground_time"
    )
    ground_time_max_ms: Annotated[float, _ms(10), _with("locking", "ground_time")] = setting(
        _("Ground time"), _("How long a piece may rest on the ground per height."), default=2250.0
    )
    lock_resets: Annotated[int, Range(0, 1000, 1, _("moves")), _with("locking", "extended_placement")] = setting(
        _("Lock resets"), _("How many moves and rotations reset the lock delay."), default=15
    )
    lock_cap_factor: Annotated[float, Range(0, 1000, 0.5, _("delays")), _with("locking", "reset_cap")] = setting(
        _("Lock cap"), _("How many lock delays a piece gets per height."), default=8.0
    )
    forced_lock_delay_ms: Annotated[float, _ms(10), _with("locking", "forced")] = setting(
        _("Forced lock"), _("How long a piece may spend on the ground in total."), default=5000.0
    )
    turn_lock_delay_ms: Annotated[float, _ms(10), _with("locking", "separate_delays")] = setting(
        _("Rotation delay"), _("How long a piece on the ground can still be rotated."), default=250.0
    )

    timing: Annotated[str, TIMINGS_NAMED] = setting(
        _("Speed curve"), _("How fast pieces fall and lock at each level."), default="tetrs"
    )
    line_clear_delay_ms: Annotated[float, _ms(5)] = setting(
        _("Line clear delay"), _("How long full lines stay before they disappear."), default=200.0
    )
    cascade_delay_ms: Annotated[float, _ms(10)] = setting(
        _("Cascade delay"), _("In cascade modes: how long blocks take to fall one row."), default=200.0
    )

    scoring: Annotated[str, SCORINGS_NAMED] = setting(_("Scoring"), _("How you score points."), default="tetrs")
    spin_rule: Annotated[str, SPINS_NAMED] = setting(_("Spins"), _("What counts as a spin."), default="cannot_move_up")

    def overrides(self, *, key_releases: bool) -> dict[str, Any]:  # Any: the values of rule fields are of many types
        """Return the fields of `Rules` that the player has set."""
        values: dict[str, Any] = {}  # as above
        for name, value in vars(self).items():
            values[rule_of(name)] = round(value * _NS_PER_MS) if name.endswith(_IN_MS) else value
        if values.pop("soft_drop_by") == "factor":
            values["soft_drop_interval_ns"] = None
        lock = self.no_soft_drop_lock
        values["no_soft_drop_lock"] = not key_releases if lock == "auto" else lock == "on"
        return values

    @classmethod
    def of_rules(cls, rules: Mapping[str, Any]) -> Self:  # as above
        """Return the settings that produce the rules, given in types of JSON; others keep their defaults."""
        values: dict[str, Any] = {}  # as above
        for name in cls.names():
            value = rules.get(rule_of(name))
            if value is not None:
                values[name] = value / _NS_PER_MS if name.endswith(_IN_MS) else value
        if "soft_drop_interval_ms" in values:
            values["soft_drop_by"] = "interval"
        return cls(**values)


_IN_MS: Final = "_ms"
_NS_PER_MS: Final = 1_000_000


def rule_of(name: str) -> str:
    """Return the name of the rule of a setting; rules are in ns, settings in ms."""
    return f"{name.removesuffix(_IN_MS)}_ns" if name.endswith(_IN_MS) else name
