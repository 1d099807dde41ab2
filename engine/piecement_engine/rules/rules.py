"""Rules of a game as one frozen value, and the modifiers in it."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, ClassVar, Final, Self

from piecement_engine.board.piece_sets import check_piece_set
from piecement_engine.board.pieces import FACINGS
from piecement_engine.errors import RuleError, cut_repr, nearest, unknown_name
from piecement_engine.explained import explained
from piecement_engine.json_values import as_list, as_object, changed_fields, check_names, is_whole
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_engine.rules.leveling import LEVELINGS
from piecement_engine.rules.limits import Limits
from piecement_engine.rules.locking import LOCKINGS
from piecement_engine.rules.randomizers import RANDOMIZERS
from piecement_engine.rules.scoring import SCORINGS
from piecement_engine.rules.spins import SPIN_RULES
from piecement_engine.rules.timing import TIMINGS


@dataclass(frozen=True, slots=True)
class ModifierValue:
    """A modifier in rules: its kind, and its fields in JSON's types."""

    kind: ClassVar[str] = ""

    def check_whole(self, name: str, least: int, most: int) -> None:
        """Raise `RuleError` unless a field is a whole number in a range."""
        value: object = getattr(self, name)
        if not is_whole(value, least, most):
            raise RuleError(
                f"{name} of {self.kind} is {cut_repr(value)}: it must be a whole number from {least} to {most}"
            )

    def check_switch(self, name: str) -> None:
        """Raise `RuleError` unless a field is true or false."""
        value: object = getattr(self, name)
        if not isinstance(value, bool):
            raise RuleError(f"{name} of {self.kind} is {cut_repr(value)}: it is true or false")

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the modifier in JSON's types."""
        return {"kind": self.kind, **asdict(self)}


MODIFIERS: dict[str, type[ModifierValue]] = {}
"""Modifiers by kind."""


def modifier_from_dict(given: Mapping[str, Any]) -> ModifierValue:  # of any JSON type
    """Return the modifier from the output of `to_dict`. Raises `RuleError` for anything else."""
    values = dict(given)
    kind = values.pop("kind", None)
    if not isinstance(kind, str) or kind not in MODIFIERS:
        raise RuleError(unknown_name("modifier", kind, MODIFIERS))
    check_names(values, [field.name for field in fields(MODIFIERS[kind])], f"{kind} field")
    try:
        return MODIFIERS[kind](**values)
    except TypeError as error:
        raise RuleError(f"the modifier {kind!r} cannot be made of {values!r}: {error}") from error


LONGEST_NS: Final = 3_600_000_000_000
"""Maximum delay in a rule: an hour (ns)."""

NO_LIMITS: Final = Limits()
"""Limits of an endless game."""


class _KeptHash:
    """Slot of the hash, which is no field of the rules."""

    __slots__ = ("_hash",)
    _hash: int


@explained
@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Rules(_KeptHash):
    """Rules of a game. The defaults are those of tetrs. Times are in ns.

    Raises `RuleError`, naming the field and its allowed values, if a value is out of its range.
    """

    width: int = 10
    """Number of columns of the playfield, 4 to 60."""
    height: int = 40
    """Number of rows of the playfield, hidden ones included; above `skyline`, up to 200."""
    skyline: int = 20
    """Number of visible rows, 4 to 100. A piece spawns on the first hidden one."""

    pieces: str = "tetrominoes"
    """Shapes of the game, as `piece_set` reads them: `tetrominoes`, a rank like `5`, ranks like `1-4`."""
    rotation_system: str = "ocular"
    """Rotation of pieces: a name in `ROTATION_SYSTEMS`."""
    spawn_facing: str = "up"
    """Spawn direction of a piece with one flat side: `up`, or `down` as on the first consoles."""
    randomizer: str = "recency"
    """Choice of the next piece: a name in `RANDOMIZERS`."""
    bag_copies: int = 1
    """For `bag` and `rank_bag`: number of copies of each shape in the bag, 1 to 100."""
    recency_exponent: float = 2.5
    """For both kinds of recency: the exponent of a shape's age in its weight, 0 to 10."""
    rerolls: int = 1
    """For `reroll`: maximum number of rerolls of a repeated shape, 0 to 100."""
    preview_count: int = 1
    """Number of known next pieces, 0 to 100."""
    hold: str = "once"
    """Limit of swaps with hold: `off`, `once` for each lock, or `unlimited`."""
    safe_hold: bool = False
    """Whether hold does nothing if the incoming piece would have no room."""
    initial_hold: str = "held"
    """Swap of a piece as it spawns: `off`, by a `held` button, or by one `tapped` since the last lock."""
    initial_rotation: str = "held"
    """Rotation of a piece as it spawns: `off`, by `held` buttons, or by those `tapped` since the last lock."""
    initial_move: str = "held"
    """Move of a piece as it spawns.

    `held` continues at the repeat rate; `off` charges a held direction anew; `tapped` is as `held`, with a move by one
    for a direction tapped since the last lock; `charged` continues the charge, which counts from the press.
    """

    press_order: str = "drops_first"
    """Order of buttons pressed together.

    `drops_first` is hold, drops, moves and one rotation by all of them; after a drop or hold other buttons do nothing.
    `drops_last` is hold, moves, rotations one by one, then drops; after hold all others act on the new piece (jminos).
    """

    start_level: int = 1
    """Level at the start, 0 to 1000."""
    level_up: bool = False
    """Whether the level rises."""
    leveling: str = "ten_lines"
    """Rule of the level after a clear: a name in `LEVELINGS`."""
    timing: str = "tetrs"
    """Fall and lock delays by level: a name in `TIMINGS`."""
    fall_delay_ns: int | None = None
    """Delay from one row to the next, instead of the curve's."""
    scaled_fall: bool = False
    """Whether the curve is for 20 visible rows, so that a piece crosses any other field in the same time."""
    lock_delay_ns: int | None = None
    """Lock delay of a piece on the ground, instead of the curve's."""

    das_ns: int = 167_000_000
    """Delayed auto shift: delay from the press of a direction to its first repeat."""
    arr_ns: int = 33_000_000
    """Auto repeat rate: interval between repeats of a held direction; 0 moves to the wall at once."""
    das_cut_ns: int = 0
    """Pause of a running auto shift after a spawn or a rotation."""
    double_tap_ns: int = 0
    """Maximum time between two presses of a direction that move to the wall at once; 0 is never."""
    shift_before_lock: bool = False
    """Whether a held direction that would move after the lock moves just before it instead."""
    soft_drop_factor: float = 15.0
    """Factor of the fall speed while soft drop is held, 0 to 1e9."""
    soft_drop_interval_ns: int | None = None
    """Maximum delay from one row to the next while soft drop is held, instead of the factor."""
    soft_drop_delay_ns: int = 0
    """Minimum delay from the press of soft drop to its first repeat."""
    no_soft_drop_lock: bool = False
    """Whether a fresh press of soft drop on the ground does nothing, instead of locking."""
    hard_drop_delay_ns: int = 100_000
    """Delay from a hard drop to its lock."""
    hard_drop_guard_ns: int = 0
    """Time after a spawn in which a press of hard drop is ignored as an accident."""

    locking: str = "ground_time"
    """Lock time of a piece on the ground: a name in `LOCKINGS`."""
    ground_time_max_ns: int = 2_250_000_000
    """For `ground_time`: maximum time that moves and rotations keep a piece on the ground at one height."""
    lock_resets: int = 15
    """For `extended_placement`: number of moves and rotations that restart the lock delay, 0 to 1000."""
    lock_cap_factor: float = 8.0
    """For `reset_cap`: maximum number of lock delays that a piece stays at one height, 0 to 1000."""
    forced_lock_delay_ns: int = 5_000_000_000
    """For `forced`: maximum total time of a piece on the ground."""
    turn_lock_delay_ns: int = 250_000_000
    """For `separate_delays`: time in which a piece on the ground can still rotate."""
    line_clear_delay_ns: int = 200_000_000
    """Delay from a lock that fills rows until they disappear."""
    appearance_delay_ns: int = 50_000_000
    """Entry delay (ARE): from a lock, or from the disappearance of rows, to the next piece."""

    scoring: str = "tetrs"
    """Score rule: a name in `SCORINGS`."""
    spin_rule: str = "cannot_move_up"
    """Rule for spins: a name in `SPIN_RULES`."""
    cascade: bool = False
    """Whether blocks without support sink after a clear, and clear again until all is stable."""
    cascade_delay_ns: int = 200_000_000
    """Time of sinking by one row."""
    limits: Limits = NO_LIMITS
    """Limits that end the game."""
    garbage: GarbageRules | None = None
    """Garbage between this game and others, or None for a game alone."""
    modifiers: tuple[ModifierValue, ...] = ()
    """Behaviour of the mode beyond these rules."""

    def __post_init__(self) -> None:
        if not isinstance(self.pieces, str):
            raise RuleError(f"pieces is {cut_repr(self.pieces)}: it is the name of a set, such as 4 or 1-5")
        check_piece_set(self.pieces)
        for name, allowed in RULE_CHOICES.items():
            self._check_name(name, allowed)
        for name, (least, most) in RULE_RANGES.items():
            self._check_range(name, least, most)
        for name in RULE_SWITCHES:
            if not isinstance(getattr(self, name), bool):
                raise RuleError(f"{name} is {cut_repr(getattr(self, name))}: it is true or false")
        if self.height <= self.skyline:
            raise RuleError(
                "height is {height}: it must be above the skyline, {skyline}", height=self.height, skyline=self.skyline
            )
        if not isinstance(self.limits, Limits):
            raise RuleError(f"limits is {cut_repr(self.limits)}: it is a Limits value")
        if self.garbage is not None and not isinstance(self.garbage, GarbageRules):
            raise RuleError(f"garbage is {cut_repr(self.garbage)}: it is a GarbageRules value or None")
        if isinstance(self.modifiers, tuple) and len(self.modifiers) > _MOST_MODIFIERS:
            raise RuleError(f"modifiers has {len(self.modifiers)} entries: it has at most {_MOST_MODIFIERS}")
        if not isinstance(self.modifiers, tuple) or not all(
            isinstance(entry, ModifierValue) for entry in self.modifiers
        ):
            raise RuleError(f"modifiers is {cut_repr(self.modifiers)}: it is a tuple of modifiers")

    def __hash__(self) -> int:
        """Return the hash of the fields, computed once: searches look up their tables by rules."""
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(tuple(getattr(self, name) for name in RULE_NAMES)))
            return self._hash

    def _check_name(self, name: str, allowed: Collection[str]) -> None:
        value = getattr(self, name)
        if not isinstance(value, str) or value not in allowed:
            meant, said = nearest(value, allowed), {"name": name, "value": value, "allowed": ", ".join(allowed)}
            if meant:
                raise RuleError(
                    "{name} is {value!r} (did you mean {meant!r}?): it must be one of {allowed}", **said, meant=meant
                )
            raise RuleError("{name} is {value!r}: it must be one of {allowed}", **said)

    def _check_range(self, name: str, least: float, most: float) -> None:
        value = getattr(self, name)
        if value is None and name in OPTIONAL_RULES:
            return
        kinds = (int, float) if name in RULE_FRACTIONS else int
        if isinstance(value, bool) or not isinstance(value, kinds) or not least <= value <= most:
            limits = {"name": name, "value": value, "least": least, "most": most}
            if name in RULE_FRACTIONS:
                raise RuleError("{name} is {value!r}: it must be a number from {least} to {most}", **limits)
            raise RuleError("{name} is {value!r}: it must be a whole number from {least} to {most}", **limits)

    def to_dict(self, base: Self | None = None) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the fields that differ from `base` (otherwise from the defaults), in JSON's types."""
        return changed_fields(self, base)

    @classmethod
    def from_dict(cls, given: Mapping[str, Any], base: Self | None = None) -> Self:  # of any JSON type
        """Return the rules from the output of `to_dict`, on top of `base` (otherwise the defaults).

        Raises `RuleError` for a field that does not exist or a value out of its range.
        """
        given = as_object(given, f"the rules are {cut_repr(given)}: they are values by name")
        check_names(given, RULE_NAMES, "rule")
        if base is not None and not given:
            return base
        values = {field.name: getattr(base, field.name) for field in fields(cls)} if base else {}
        for name, value in given.items():
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
"""Values by rule that had another name before, which is still read."""

RULE_NAMES: Final = tuple(field.name for field in fields(Rules))
"""Names of all rules."""

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
"""Allowed names of the rules that have a fixed set of names."""

RULE_RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "width": (4, 60), "height": (5, 200), "skyline": (4, 100), "bag_copies": (1, 100), "recency_exponent": (0, 10),
    "rerolls": (0, 100), "preview_count": (0, 100), "start_level": (0, 1000), "soft_drop_factor": (0, 1e9),
    "lock_resets": (0, 1000), "lock_cap_factor": (0, 1000),
    **{name: (0, LONGEST_NS) for name in RULE_NAMES if name.endswith("_ns")},
}  # fmt: skip
"""Minimum and maximum of the rules that are numbers."""

RULE_FRACTIONS: Final = frozenset({"recency_exponent", "soft_drop_factor", "lock_cap_factor"})
"""Numbers that need not be whole."""
_MOST_MODIFIERS: Final = 16
OPTIONAL_RULES: Final = frozenset({"fall_delay_ns", "lock_delay_ns", "soft_drop_interval_ns"})
"""Numbers that may be None."""
RULE_SWITCHES: Final = ("safe_hold", "level_up", "scaled_fall", "shift_before_lock", "no_soft_drop_lock", "cascade")
