"""Limits that end a game, as a win or as a loss."""

from collections.abc import Iterator
from typing import Self

from piecement_engine.errors import RuleError, cut
from piecement_engine.frozen import frozen_dataclass
from piecement_engine.json_values import as_object


@frozen_dataclass()
class Limit:
    """Value that ends the game when it is reached."""

    value: int
    win: bool = True
    """Whether reaching it wins the game, rather than losing it."""

    def __post_init__(self) -> None:
        if isinstance(self.value, bool) or not isinstance(self.value, int) or self.value < 0:
            raise RuleError(f"the value of a limit is {self.value!r}: it is a whole number of at least 0")
        if not isinstance(self.win, bool):
            raise RuleError(f"the win of a limit is {self.win!r}: it is true or false")


@frozen_dataclass(kw_only=True)
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
                raise RuleError(f"the {name} limit is {cut(repr(limit))}: it is a Limit or None{meant}")

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
        """Return the limits that `to_dict` wrote so. Raises `RuleError` for anything else."""
        complaint = f'limits is {given!r}: it is like {{"lines": {{"win": true, "value": 40}}}}'
        limits: dict[str, Limit] = {}
        for name, entry in as_object(given, complaint).items():
            if name not in LIMIT_NAMES:
                raise RuleError(f"unknown limit {name!r}: limits are {', '.join(LIMIT_NAMES)}")
            complaint = f'the {name} limit is {entry!r}: it is like {{"win": true, "value": 40}}'
            values = as_object(entry, complaint)
            if "value" not in values:
                raise RuleError(complaint)
            limits[name] = Limit(values["value"], values.get("win", True))
        return cls(**limits)


LIMIT_NAMES = ("time", "pieces", "lines", "level", "score")
"""Names of the limits, in the order of the checks."""
