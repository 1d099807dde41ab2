"""Limits that end a game by themselves."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Final, Self

from piecement_engine.errors import RuleError, cut_repr
from piecement_engine.explained import explained
from piecement_engine.json_values import as_object, check_names, is_whole


@explained
@dataclass(frozen=True, slots=True, repr=False)
class Limit:
    """Value that ends the game when it is reached."""

    value: int
    win: bool = True
    """Whether reaching it wins the game, rather than losing it."""

    def __post_init__(self) -> None:
        if not is_whole(self.value, 0):
            raise RuleError(f"the value of a limit is {cut_repr(self.value)}: it must be a whole number of at least 0")
        if not isinstance(self.win, bool):
            raise RuleError(f"the win of a limit is {cut_repr(self.win)}: it is true or false")


@explained
@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Limits:
    """Limits of a game, checked in this order after each event."""

    time: Limit | None = None
    """Exact game time of the end (ns)."""
    pieces: Limit | None = None
    """Number of locked pieces."""
    lines: Limit | None = None
    """Number of cleared lines."""
    level: Limit | None = None
    """Level that must be exceeded."""
    score: Limit | None = None
    """Number of points."""

    def __post_init__(self) -> None:
        for name in LIMIT_NAMES:
            limit: object = getattr(self, name)
            if limit is not None and not isinstance(limit, Limit):
                meant = f"; did you mean Limit({limit})?" if isinstance(limit, int) else ""
                raise RuleError(f"the {name} limit is {cut_repr(limit)}: it is a Limit or None{meant}")

    def given(self) -> Iterator[tuple[str, Limit]]:
        """Yield the name and limit of each limit that is set, in order."""
        for name in LIMIT_NAMES:
            limit: Limit | None = getattr(self, name)
            if limit is not None:
                yield name, limit

    def to_dict(self) -> dict[str, dict[str, int]]:
        """Return the limits that are set, as in `{"lines": {"win": true, "value": 40}}`."""
        return {name: {"win": limit.win, "value": limit.value} for name, limit in self.given()}

    @classmethod
    def from_dict(cls, given: object) -> Self:
        """Return the limits from the output of `to_dict`. Raises `RuleError` for anything else."""
        complaint = f'limits is {given!r}: it is like {{"lines": {{"win": true, "value": 40}}}}'
        limits: dict[str, Limit] = {}
        entries = as_object(given, complaint)
        check_names(entries, LIMIT_NAMES, "limit")
        for name, entry in entries.items():
            complaint = f'the {name} limit is {entry!r}: it is like {{"win": true, "value": 40}}'
            values = as_object(entry, complaint)
            check_names(values, ("value", "win"), "limit field")
            if "value" not in values:
                raise RuleError(complaint)
            limits[name] = Limit(values["value"], values.get("win", True))
        return cls(**limits)


LIMIT_NAMES: Final = tuple(field.name for field in fields(Limits))
"""Names of the limits, in the order of the checks."""
