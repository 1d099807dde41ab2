"""Rules: one frozen value that says everything about how a game is played."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from typing import Any, Final, Self

from piecement_engine.errors import RuleError, suggestion
from piecement_engine.frozen_dataclass import frozen_dataclass
from piecement_engine.garbage_rules import GarbageRules
from piecement_engine.json_values import as_list, as_object
from piecement_engine.leveling import LEVELINGS
from piecement_engine.limits import Limits
from piecement_engine.locking import LOCKINGS
from piecement_engine.modifiers import ModifierValue, modifier_from_dict
from piecement_engine.piece_sets import check_piece_set
from piecement_engine.randomizers import RANDOMIZERS
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.scoring import SCORINGS
from piecement_engine.spawn_place import FACINGS
from piecement_engine.spins import SPIN_RULES
from piecement_engine.timing import TIMINGS

LONGEST_NS: Final = 3_600_000_000_000
"""The longest delay that a rule may have: an hour."""

NO_LIMITS: Final = Limits()
"""The limits of an endless game."""


@frozen_dataclass(kw_only=True)
class Rules:
    """How a game is played. The defaults are those of tetrs. Times are in ns.

    Raises `RuleError`, naming the field and what it allows, when a value is out of its range.
    """

    width: int = 10
    """Columns of the playfield, 4 to 60."""
    height: int = 40
    """Rows of the playfield, hidden ones included; above `skyline`, up to 200."""
    skyline: int = 20
    """Visible rows, 4 to 100. A piece spawns on the first hidden one."""

    pieces: str = "tetrominoes"
    """The shapes that are played with, as `piece_set` reads them: `tetrominoes`, a rank like `5`, ranks like `1-4`."""
    rotation_system: str = "ocular"
    """How pieces turn: a name in `ROTATION_SYSTEMS`."""
    spawn_facing: str = "up"
    """Which way a piece with one flat side points as it spawns: `up`, or `down` as on the first consoles."""
    randomizer: str = "recency"
    """Which piece comes next: a name in `RANDOMIZERS`."""
    bag_copies: int = 1
    """For `bag`: how many of each shape are in the bag, 1 to 100."""
    recency_exponent: float = 2.5
    """For both kinds of recency: the power of a shape's age that is its weight, 0 to 10."""
    rerolls: int = 1
    """For `reroll`: how often a repeated shape is drawn again, 0 to 100."""
    preview_count: int = 1
    """How many next pieces are known, 0 to 100."""
    hold: str = "once"
    """How often a player may swap with hold: `off`, `once` for each lock, or `unlimited`."""
    safe_hold: bool = False
    """Whether hold does nothing where the piece that comes in would have no room."""
    initial_hold: str = "held"
    """What makes a piece be swapped as it spawns: `off`, a `held` button, or one `tapped` since the last lock."""
    initial_rotation: str = "held"
    """What makes a piece be turned as it spawns: `off`, `held` buttons, or those `tapped` since the last lock."""
    initial_move: str = "held"
    """What makes a piece move as it spawns: `held` goes on at the repeat rate; `off` charges a held direction anew;
    `tapped` does as `held`, and moves by one for a direction tapped since the last lock; `charged` goes on with the
    charge, which counts from the press."""

    press_order: str = "drops_first"
    """In what order buttons act that go down together: `drops_first` is hold, drops, moves and one turn by all of them,
    and a drop or hold leaves nothing for the others; `drops_last` is hold, moves, turns one by one, then drops, and
    after hold all others act on the new piece (jminos)."""

    start_level: int = 1
    """The level at the start, 0 to 1000."""
    level_up: bool = False
    """Whether the level rises."""
    leveling: str = "ten_lines"
    """When it rises: a name in `LEVELINGS`."""
    timing: str = "tetrs"
    """The fall and lock delays by level: a name in `TIMINGS`."""
    fall_delay_ns: int | None = None
    """From one row to the next, instead of the curve's."""
    scaled_fall: bool = False
    """Whether the curve is for a field of 20 visible rows, so that a piece crosses any other in the same time."""
    lock_delay_ns: int | None = None
    """How long a piece may rest before it locks, instead of the curve's."""

    das_ns: int = 167_000_000
    """Delayed auto shift: from the press of a direction to its first repeat."""
    arr_ns: int = 33_000_000
    """Auto repeat rate: from one repeat of a held direction to the next; 0 goes to the wall at once."""
    das_cut_ns: int = 0
    """How long a spawn or a turn holds up a running auto shift."""
    double_tap_ns: int = 0
    """Within what time a second press of the same direction goes to the wall at once; 0 is never."""
    shift_before_lock: bool = False
    """Whether a held direction that would move after the lock moves just before it instead."""
    soft_drop_factor: float = 15.0
    """How many times as fast a piece falls while soft drop is held, 0 to 1e9."""
    soft_drop_interval_ns: int | None = None
    """From one row to the next while soft drop is held, at most; instead of the factor."""
    soft_drop_delay_ns: int = 0
    """From the press of soft drop to its first repeat, at least."""
    no_soft_drop_lock: bool = False
    """Whether a fresh press of soft drop on the ground does nothing, instead of locking."""
    hard_drop_delay_ns: int = 100_000
    """From a hard drop to its lock."""
    hard_drop_guard_ns: int = 0
    """How long after a spawn a press of hard drop is taken for an accident."""

    locking: str = "ground_time"
    """When a piece on the ground locks: a name in `LOCKINGS`."""
    ground_time_max_ns: int = 2_250_000_000
    """For `ground_time`: how long moves and turns can keep a piece on the ground at one height."""
    lock_resets: int = 15
    """For `extended_placement`: how many moves and turns restart the lock delay, 0 to 1000."""
    lock_cap_factor: float = 8.0
    """For `reset_cap`: how many lock delays a piece can be kept at one height, 0 to 1000."""
    forced_lock_delay_ns: int = 5_000_000_000
    """For `forced`: how long a piece can be on the ground in all."""
    turn_lock_delay_ns: int = 250_000_000
    """For `separate_delays`: how long a piece on the ground can still be turned."""
    line_clear_delay_ns: int = 200_000_000
    """From a lock that fills rows to their going."""
    appearance_delay_ns: int = 50_000_000
    """From a lock, or from the going of rows, to the next piece (ARE)."""

    scoring: str = "tetrs"
    """What earns points: a name in `SCORINGS`."""
    spin_rule: str = "cannot_move_up"
    """Which locks are spins: a name in `SPIN_RULES`."""
    cascade: bool = False
    """Whether what a clear leaves hanging sinks, and clears again until all is stable."""
    cascade_delay_ns: int = 200_000_000
    """How long one row of sinking takes."""
    limits: Limits = NO_LIMITS
    """What ends the game by itself."""
    garbage: GarbageRules | None = None
    """How this game and others send each other garbage rows; None for a game alone."""
    modifiers: tuple[ModifierValue, ...] = ()
    """What the mode does beyond all this."""

    def __post_init__(self) -> None:
        if not isinstance(self.pieces, str):
            raise RuleError(f"pieces is {self.pieces!r}: it is the name of a set, such as 4 or 1-5")
        check_piece_set(self.pieces)
        for name, allowed in RULE_CHOICES.items():
            self._check_name(name, allowed)
        for name, (least, most) in RULE_RANGES.items():
            self._check_range(name, least, most)
        for name in RULE_SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise RuleError(f"{name} is {getattr(self, name)!r}: it is true or false")
        if self.height <= self.skyline:
            raise RuleError(
                "height is {height}: it is above the skyline, {skyline}", height=self.height, skyline=self.skyline
            )
        if not isinstance(self.limits, Limits):
            raise RuleError(f"limits is {self.limits!r}: it is a Limits value")
        if self.garbage is not None and not isinstance(self.garbage, GarbageRules):
            raise RuleError(f"garbage is {self.garbage!r}: it is a GarbageRules value or None")
        if isinstance(self.modifiers, tuple) and len(self.modifiers) > _MOST_MODIFIERS:
            raise RuleError(f"modifiers has {len(self.modifiers)} entries: it has at most {_MOST_MODIFIERS}")
        if not isinstance(self.modifiers, tuple) or not all(
            isinstance(entry, ModifierValue) for entry in self.modifiers
        ):
            raise RuleError(f"modifiers is {self.modifiers!r}: it is a tuple of modifiers")

    def _check_name(self, name: str, allowed: Collection[str]) -> None:
        value = getattr(self, name)
        if not isinstance(value, str) or value not in allowed:
            raise RuleError(
                "{name} is {value!r}: it is one of {allowed}", name=name, value=value, allowed=", ".join(allowed)
            )

    def _check_range(self, name: str, least: float, most: float) -> None:
        value = getattr(self, name)
        if value is None and name in OPTIONAL_RULES:
            return
        kinds = (int, float) if name in RULE_FRACTIONS else int
        if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
            limits = {"name": name, "value": value, "least": least, "most": most}
            if name in RULE_FRACTIONS:
                raise RuleError("{name} is {value!r}: it is a number from {least} to {most}", **limits)
            raise RuleError("{name} is {value!r}: it is a whole number from {least} to {most}", **limits)

    def to_dict(self, base: Self | None = None) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the fields that differ from `base` (else from the defaults), in JSON's types."""
        changed: dict[str, Any] = {}  # as above
        for field in fields(self):
            value = getattr(self, field.name)
            if value != (getattr(base, field.name) if base else field.default):
                changed[field.name] = value
        if "limits" in changed:
            changed["limits"] = self.limits.to_dict()
        if self.garbage is not None and "garbage" in changed:
            changed["garbage"] = self.garbage.to_dict()
        if "modifiers" in changed:
            changed["modifiers"] = [modifier.to_dict() for modifier in self.modifiers]
        return changed

    @classmethod
    def from_dict(cls, given: Mapping[str, Any], base: Self | None = None) -> Self:  # as above
        """Return the rules that `to_dict` wrote so, on top of `base` (else the defaults).

        Raises `RuleError` for a field that does not exist or a value out of its range.
        """
        values = {field.name: getattr(base, field.name) for field in fields(cls)} if base else {}
        for name, value in given.items():
            if name not in RULE_NAMES:
                raise RuleError(
                    f"unknown rule {name!r}{suggestion(name, RULE_NAMES)}: rules are {', '.join(RULE_NAMES)}"
                )
            renamed = FORMER_VALUES.get(name, {}).get(value, value) if isinstance(value, str) else value
            values[name] = _READERS[name](renamed) if name in _READERS else renamed
        return cls(**values)


def _read_modifiers(given: object) -> tuple[ModifierValue, ...]:
    complaint = f'modifiers is {given!r}: it is a list of entries like {{"kind": "cheese"}}'
    return tuple(modifier_from_dict(as_object(entry, complaint)) for entry in as_list(given, complaint))


_READERS: Final[Mapping[str, Callable[[Any], object]]] = {
    "limits": Limits.from_dict,
    "garbage": GarbageRules.from_dict,
    "modifiers": _read_modifiers,
}

FORMER_VALUES: Final[Mapping[str, Mapping[str, str]]] = {"spin_rule": {"all_mini": "guideline_all_mini"}}
"""Values that had another name before, and still are read by it."""

RULE_NAMES: Final = tuple(field.name for field in fields(Rules))
"""The names of all rules."""

_INITIAL: Final = ("off", "held", "tapped")

RULE_CHOICES: Final[Mapping[str, Collection[str]]] = {
    "rotation_system": ROTATION_SYSTEMS,
    "spawn_facing": FACINGS,
    "randomizer": RANDOMIZERS,
    "hold": ("off", "once", "unlimited"),
    "initial_hold": _INITIAL,
    "initial_rotation": _INITIAL,
    "initial_move": (*_INITIAL, "charged"),
    "press_order": ("drops_first", "drops_last"),
    "leveling": LEVELINGS,
    "timing": TIMINGS,
    "locking": LOCKINGS,
    "scoring": SCORINGS,
    "spin_rule": SPIN_RULES,
}
"""The rules that are one of some names, and those."""

RULE_RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "width": (4, 60),
    "height": (5, 200),
    "skyline": (4, 100),
    "bag_copies": (1, 100),
    "recency_exponent": (0, 10),
    "rerolls": (0, 100),
    "preview_count": (0, 100),
    "start_level": (0, 1000),
    "soft_drop_factor": (0, 1e9),
    "lock_resets": (0, 1000),
    "lock_cap_factor": (0, 1000),
    **{name: (0, LONGEST_NS) for name in RULE_NAMES if name.endswith("_ns")},
}
"""The rules that are numbers, and their least and largest values."""

RULE_FRACTIONS: Final = frozenset({"recency_exponent", "soft_drop_factor", "lock_cap_factor"})
"""The numbers that need not be whole."""
_MOST_MODIFIERS: Final = 16
OPTIONAL_RULES: Final = frozenset({"fall_delay_ns", "lock_delay_ns", "soft_drop_interval_ns"})
"""The numbers that may be None."""
RULE_SWITCHES: Final = ("safe_hold", "level_up", "scaled_fall", "shift_before_lock", "no_soft_drop_lock", "cascade")
