"""Garbage rules: the rows that the games of a match send each other, as rules and recordings store them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Self

from piecement_engine.errors import RuleError, cut_repr
from piecement_engine.explained import explained
from piecement_engine.json_values import as_object, changed_fields, check_names, is_whole
from piecement_engine.rules.attack import ATTACKS, AttackRule


@explained
@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GarbageRules:
    """Amount, delay and rise of garbage rows. None means the value of the attack rule. Times are in ns."""

    attack: str = "guideline"
    """Attack rule, which sets the number of rows by clear: a name in `ATTACKS`."""
    percent: int = 100
    """Handicap: percentage of the rows that this player sends, 0 to 400. Fractions carry over to the next clear."""
    fuse_ns: int | None = None
    """Delay from a clear until its rows can rise, up to a minute."""
    row_interval_ns: int | None = None
    """Minimum interval between two rising rows, up to a minute."""
    most_rows: int | None = None
    """Maximum number of rows that rise at once, 1 to 100."""
    clears_hold_up: bool | None = None
    """Whether rows wait while a player clears lines."""
    messiness: int | None = None
    """Probability (percent) that a row has its hole in another column than the row before, within one attack."""

    def __post_init__(self) -> None:
        if not isinstance(self.attack, str) or self.attack not in ATTACKS:
            raise RuleError(f"attack of garbage is {cut_repr(self.attack)}: it must be one of {', '.join(ATTACKS)}")
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if not is_whole(value, least, most) and (value is not None or name == "percent"):
                raise RuleError(
                    f"{name} of garbage is {cut_repr(value)}: it must be a whole number from {least} to {most}"
                )
        if self.clears_hold_up is not None and not isinstance(self.clears_hold_up, bool):
            raise RuleError(f"clears_hold_up of garbage is {cut_repr(self.clears_hold_up)}: it is true or false")

    @property
    def rule(self) -> AttackRule:
        """Attack rule, with the values that these rules change."""
        changed = {name: getattr(self, name) for name in _INSTEAD if getattr(self, name) is not None}
        return ATTACKS[self.attack]._replace(**changed)

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the values that differ from the defaults, in JSON's types."""
        return changed_fields(self)

    @classmethod
    def from_dict(cls, given: object) -> Self | None:
        """Return the rules from the output of `to_dict`, or None for None. Raises `RuleError` for anything else."""
        if given is None:
            return None
        values = as_object(given, f'garbage is {cut_repr(given)}: it is like {{"attack": "guideline"}}')
        check_names(values, _NAMES, "garbage rule")
        return cls(**values)


_MINUTE_NS: Final = 60_000_000_000

_RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "percent": (0, 400),
    "fuse_ns": (0, _MINUTE_NS),
    "row_interval_ns": (0, _MINUTE_NS),
    "most_rows": (1, 100),
    "messiness": (0, 100),
}
"""Minimum and maximum of each number."""

_INSTEAD: Final = ("fuse_ns", "row_interval_ns", "most_rows", "clears_hold_up", "messiness")
"""Fields that replace those of the attack rule."""

_NAMES: Final = tuple(field.name for field in fields(GarbageRules))
