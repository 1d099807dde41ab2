"""What a game starts from: its rules, its seed, and what is laid out before the first piece."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from secrets import randbits
from typing import Any, Final, Self

from piecement_engine import rules_versions
from piecement_engine.errors import RuleError
from piecement_engine.piece_sets import piece_set
from piecement_engine.pieces import Shape
from piecement_engine.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Counts that a game starts with instead of from nothing."""

    score: int = 0
    lines: int = 0
    level: int | None = None
    """Instead of the rules' start level."""
    combo: int = 0
    back_to_back: int = 0
    hold: tuple[str, bool] | None = None
    """The name of the shape in hold, and whether it may be swapped."""

    def __post_init__(self) -> None:
        for name in ("score", "lines", "level", "combo", "back_to_back"):
            value = getattr(self, name)
            if name == "level" and value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < 0:
                raise RuleError(f"the start's {name} is {value!r}: it is a whole number of at least 0")

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the counts that differ from nothing, in JSON's types."""
        given = {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}
        if self.hold is not None:
            given["hold"] = list(self.hold)
        return given

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:  # as above
        """Return the start that `to_dict` wrote so. Raises `RuleError` for anything else."""
        names = [f.name for f in fields(cls)]
        for name in given:
            if name not in names:
                raise RuleError(f"unknown start {name!r}: a start has {', '.join(names)}")
        values = dict(given)
        if values.get("hold") is not None:
            values["hold"] = _hold_pair(values["hold"])
        return cls(**values)


FROM_NOTHING: Final = Start()
"""The start of most games."""

_NAMES_TOLD: Final = 20
"""How many names of pieces an error lists."""


def _hold_pair(given: object) -> tuple[str, bool]:
    match given:
        case [str(name), bool(may_swap)]:
            return name, may_swap
        case _:
            raise RuleError(f'the start\'s hold is {given!r}: it is like ["T", true]')


def new_seed() -> int:
    """Return a fresh seed, a whole number below 2 ** 64."""
    return randbits(64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Everything that a game depends on but its inputs: the same setup and inputs give the same game."""

    rules: Rules = field(default_factory=Rules)
    seed: int = 0
    """Where all chance comes from, a whole number of at least 0."""
    pieces: tuple[str, ...] | None = None
    """The names of the pieces to come, instead of the randomizer's."""
    board: tuple[str, ...] = ()
    """The rows at the start, lowest first, as `Board.from_text` reads them."""
    start: Start = FROM_NOTHING

    def __post_init__(self) -> None:
        if isinstance(self.seed, bool) or not isinstance(self.seed, int) or not 0 <= self.seed < 1 << 64:
            raise RuleError(f"the seed is {self.seed!r}: it is a whole number from 0 to {(1 << 64) - 1}")

    def shapes(self) -> tuple[Shape, ...]:
        """Return the shapes that the rules play with."""
        return piece_set(self.rules.pieces)

    def shape_named(self, name: str) -> Shape:
        """Return one of the shapes by name. Raises `RuleError` for a name that none has."""
        shapes = {shape.name: shape for shape in self.shapes()}
        if not isinstance(name, str) or name not in shapes:
            known = ", ".join(list(shapes)[:_NAMES_TOLD])
            more = ", …" if len(shapes) > _NAMES_TOLD else ""
            raise RuleError(f"unknown piece {name!r}: pieces are {known}{more}")
        return shapes[name]

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the setup in JSON's types, without what is as by default."""
        given: dict[str, Any] = {"rules": self.rules.to_dict(), "seed": self.seed}  # as above
        if rules_versions.RULES_VERSION > 1:
            given["rules_version"] = rules_versions.RULES_VERSION
        if self.pieces is not None:
            given["pieces"] = list(self.pieces)
        if self.board:
            given["board"] = list(self.board)
        if self.start != Start():
            given["start"] = self.start.to_dict()
        return given

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:  # as above
        """Return the setup that `to_dict` wrote so. Raises `RuleError` for what cannot be played."""
        pieces = given.get("pieces")
        return cls(
            rules=rules_versions.rules_written_by(given.get("rules_version", 1), given.get("rules", {})),
            seed=given.get("seed", 0),
            pieces=None if pieces is None else tuple(pieces),
            board=tuple(given.get("board", ())),
            start=Start.from_dict(given.get("start", {})),
        )
