"""Settings of handling and rules, for what modes leave open."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Self

from pydantic import Field

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
from piecement.settings.section import Section
from piecement.settings.specs import Choices, Group, OnlyWith, Range

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

    das_ms: Annotated[float, _ms(1), Group(_("Handling"))] = Field(
        default=167.0,
        title=_("DAS"),
        description=_("Delayed auto shift: how long you hold a direction before it repeats."),
    )
    arr_ms: Annotated[float, _ms(1, _AT_ONCE)] = Field(
        default=33.0, title=_("ARR"), description=_("Auto repeat rate: the time between two repeats.")
    )
    das_cut_ms: Annotated[float, _ms(1, _NONE)] = Field(
        default=0.0,
        title=_("Auto shift cut"),
        description=_("DCD: how long the repeat stops after a spawn or rotation."),
    )
    double_tap_ms: Annotated[float, _ms(5, {0: _("never")})] = Field(
        default=0.0,
        title=_("Double tap to wall"),
        description=_("A second tap within this time moves the piece to the wall."),
    )
    shift_before_lock: bool = Field(
        default=False,
        title=_("Shift before lock"),
        description=_("A held direction moves the piece even if it would lock first."),
    )

    soft_drop_by: Annotated[str, _SOFT_DROPS, Group(_("Drops"))] = Field(
        default="factor", title=_("Soft drop by"), description=_("How soft drop speed is set.")
    )
    soft_drop_factor: Annotated[float, Range(0, 10_000, 0.25, "×"), _with("soft_drop_by", "factor")] = Field(
        default=20.0,
        title=_("Soft drop factor"),
        description=_("SDF: how many times faster than gravity soft drop is."),
    )
    soft_drop_interval_ms: Annotated[float, _ms(1, _AT_ONCE, _("ms/row")), _with("soft_drop_by", "interval")] = Field(
        default=33.0, title=_("Soft drop time"), description=_("Time per row in a soft drop, unless gravity is faster.")
    )
    soft_drop_delay_ms: Annotated[float, _ms(5, _NONE)] = Field(
        default=0.0, title=_("Soft drop delay"), description=_("How long you hold soft drop before it repeats.")
    )
    no_soft_drop_lock: Annotated[str, _LOCKS_SOFTLY] = Field(
        default="auto", title=_("No soft drop lock"), description=_("Soft drop never locks a piece on the ground.")
    )
    hard_drop_delay_ms: Annotated[float, _ms(0.1)] = Field(
        default=0.1, title=_("Hard drop delay"), description=_("The time from a hard drop to the lock.")
    )
    hard_drop_guard_ms: Annotated[float, _ms(5, _NONE)] = Field(
        default=0.0,
        title=_("Hard drop guard"),
        description=_("Ignores a hard drop this soon after a new piece spawns."),
    )

    rotation_system: Annotated[str, ROTATIONS, Group(_("Pieces"))] = Field(
        default="ocular",
        title=_("Rotation"),
        description=_("How pieces rotate, and how they kick off walls and blocks."),
    )
    randomizer: Annotated[str, RANDOMIZERS_NAMED] = Field(
        default="recency", title=_("Pieces"), description=_("How the next piece is picked.")
    )
    recency_exponent: Annotated[
        float, Range(0, 10, 0.1, _("power")), _with("randomizer", "recency", "recency_with_repeats")
    ] = Field(default=2.5, title=_("Recency"), description=_("How strongly overdue pieces are preferred."))
    bag_copies: Annotated[int, Range(1, 100, 1, _("each")), _with("randomizer", "bag", "rank_bag")] = Field(
        default=1, title=_("Copies per bag"), description=_("How many of each piece a full bag holds.")
    )
    rerolls: Annotated[int, Range(0, 100, 1, _("times")), _with("randomizer", "reroll")] = Field(
        default=1, title=_("Rerolls"), description=_("How many times a repeated piece is rerolled.")
    )
    preview_count: Annotated[int, Range(0, 9, 1, _("pieces"), {0: _("none")})] = Field(
        default=5, title=_("Preview"), description=_("How many next pieces you see.")
    )

    hold: Annotated[str, HOLDS, Group(_("Piece spawn"))] = Field(
        default="once", title=_("Hold"), description=_("How often you may use hold.")
    )
    safe_hold: Annotated[bool, _with("hold", "once", "unlimited")] = Field(
        default=False, title=_("Safe hold"), description=_("Block a hold that would top you out.")
    )
    initial_hold: Annotated[str, INITIAL_ACTIONS, _with("hold", "once", "unlimited")] = Field(
        default="held",
        title=_("Initial hold"),
        description=_("IHS: a hold key held or tapped early acts as the piece spawns."),
    )
    initial_rotation: Annotated[str, INITIAL_ACTIONS] = Field(
        default="held",
        title=_("Initial rotation"),
        description=_("IRS: a rotation key held or tapped early acts as the piece spawns."),
    )
    initial_move: Annotated[str, INITIAL_MOVES] = Field(
        default="held",
        title=_("Initial move"),
        description=_("A move key held or tapped early acts as the piece spawns."),
    )
    appearance_delay_ms: Annotated[float, _ms(5)] = Field(
        default=50.0, title=_("Entry delay"), description=_("ARE: the time from a lock to the next piece.")
    )

    locking: Annotated[str, LOCKINGS_NAMED, Group(_("Locking"))] = Field(
        default="ground_time", title=_("Lock-down"), description=_("When a piece on the ground locks.")
    )
    ground_time_max_ms: Annotated[float, _ms(10), _with("locking", "ground_time")] = Field(
        default=2250.0, title=_("Ground time"), description=_("How long a piece may rest on the ground per height.")
    )
    lock_resets: Annotated[int, Range(0, 1000, 1, _("moves")), _with("locking", "extended_placement")] = Field(
        default=15, title=_("Lock resets"), description=_("How many moves and rotations reset the lock delay.")
    )
    lock_cap_factor: Annotated[float, Range(0, 1000, 0.5, _("delays")), _with("locking", "reset_cap")] = Field(
        default=8.0, title=_("Lock cap"), description=_("How many lock delays a piece gets per height.")
    )
    forced_lock_delay_ms: Annotated[float, _ms(10), _with("locking", "forced")] = Field(
        default=5000.0, title=_("Forced lock"), description=_("How long a piece may spend on the ground in total.")
    )
    turn_lock_delay_ms: Annotated[float, _ms(10), _with("locking", "separate_delays")] = Field(
        default=250.0, title=_("Rotation delay"), description=_("How long a piece on the ground can still be rotated.")
    )

    timing: Annotated[str, TIMINGS_NAMED, Group(_("Speed"))] = Field(
        default="tetrs", title=_("Speed curve"), description=_("How fast pieces fall and lock at each level.")
    )
    line_clear_delay_ms: Annotated[float, _ms(5)] = Field(
        default=200.0, title=_("Line clear delay"), description=_("How long full lines stay before they disappear.")
    )
    cascade_delay_ms: Annotated[float, _ms(10)] = Field(
        default=200.0,
        title=_("Cascade delay"),
        description=_("In cascade modes: how long blocks take to fall one row."),
    )

    scoring: Annotated[str, SCORINGS_NAMED, Group(_("Points"))] = Field(
        default="tetrs", title=_("Scoring"), description=_("How you score points.")
    )
    spin_rule: Annotated[str, SPINS_NAMED] = Field(
        default="cannot_move_up", title=_("Spins"), description=_("What counts as a spin.")
    )

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
