"""The setup of a game: its rules, its seed, and the board and counts at the start."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from random import SystemRandom
from typing import Any, Final, Self, cast

from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import Shape
from piecement_engine.errors import RuleError, cut, cut_repr
from piecement_engine.explained import explained
from piecement_engine.json_values import as_object, as_texts, changed_fields, check_names, is_whole
from piecement_engine.rules import versions
from piecement_engine.rules.rules import Rules

_MOST: Final = {"score": 1_000_000_000_000_000, **dict.fromkeys(("lines", "level", "combo", "back_to_back"), 1_000_000)}
"""Maximum counts at the start. A game of years does not reach them."""


@explained
@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Start:
    """Counts at the start of a game, mostly zero."""

    score: int = 0
    lines: int = 0
    level: int | None = None
    """Start level, instead of that of the rules."""
    combo: int = 0
    back_to_back: int = 0
    hold: tuple[str, bool] | None = None
    """Name of the shape in hold, and whether it may be swapped."""

    def __post_init__(self) -> None:
        for name, most in _MOST.items():
            value = getattr(self, name)
            if not is_whole(value, 0, most) and not (name == "level" and value is None):
                raise RuleError(f"the start's {name} is {cut(value)}: it must be a whole number from 0 to {most}")
        if self.hold is not None:
            object.__setattr__(self, "hold", _hold_pair(self.hold))

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the counts that differ from their defaults, as JSON types."""
        return changed_fields(self)

    @classmethod
    def from_dict(cls, given: object) -> Self:
        """Return the start that `to_dict` wrote. Raises `RuleError` if a count is unknown or out of range."""
        given = as_object(given, "start is not an object of counts")
        check_names(given, [field.name for field in fields(cls)], "start field")
        return cls(**given)


FROM_NOTHING: Final = Start()
"""The default start."""

_NAMES_LISTED: Final = 20
"""Maximum number of piece names in an error."""


@lru_cache(maxsize=16)
def _shapes_by_name(shapes: tuple[Shape, ...]) -> dict[str, Shape]:
    return {shape.name: shape for shape in shapes}


def _hold_pair(given: object) -> tuple[str, bool]:
    match given:
        case [str(name), bool(may_swap)]:
            return name, may_swap
        case _:
            raise RuleError(f'the start\'s hold is {cut_repr(given)}: it is like ["T", true]')


def texts_of(given: object, what: str) -> tuple[str, ...]:
    """Return texts as a tuple. Raises `RuleError` for anything else; `what` stands for them in the error."""
    items = given
    if isinstance(items, Iterable) and not isinstance(items, Mapping):
        texts = tuple(cast("Iterable[object]", items))
        if all(isinstance(text, str) for text in texts):
            return cast("tuple[str, ...]", texts)
    raise RuleError(f"the {what} are {cut_repr(given)}: they are a list of texts")


def new_seed() -> int:
    """Return a random seed, a whole number below 2 ** 64."""
    return SystemRandom().getrandbits(64)


_STORED: Final = ("rules", "seed", "rules_version", "pieces", "board", "start")
"""Fields of a stored setup."""


@explained
@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Setup:
    """Everything that a game depends on, except its inputs: the same setup and inputs give the same game."""

    rules: Rules = field(default_factory=Rules)
    seed: int = 0
    """Seed of the random number generator, a whole number from 0 to 2 ** 64 - 1."""
    pieces: tuple[str, ...] | None = None
    """Names of all pieces, instead of the randomizer; after them the game ends."""
    board: tuple[str, ...] = ()
    """Rows at the start, lowest first, as `Board.from_text` reads them."""
    start: Start = FROM_NOTHING
    about: Mapping[str, Any] = field(default_factory=dict[str, Any], compare=False, repr=False)  # of any JSON type
    """Facts that a recording states about the game, such as the name of the mode; see `Recording.about`."""

    def __post_init__(self) -> None:
        if not is_whole(self.seed, 0, (1 << 64) - 1):
            raise RuleError(f"the seed is {cut_repr(self.seed)}: it must be a whole number from 0 to {(1 << 64) - 1}")
        if not isinstance(self.rules, Rules):
            raise RuleError(
                f"the rules are {cut_repr(self.rules)}: they are a Rules value, as MODES['zen'].rules is; "
                "piecement_engine.play.game_of takes a mode or its name"
            )
        if self.pieces is not None and not isinstance(self.pieces, tuple):
            raise RuleError(f"the pieces are {cut_repr(self.pieces)}: they are a tuple of names, or None")
        if not isinstance(self.board, tuple):
            raise RuleError(f"the board is {cut_repr(self.board)}: it is a tuple of rows, lowest first")
        if not isinstance(self.start, Start):
            raise RuleError(f"the start is {cut_repr(self.start)}: it is a Start")

    def shapes(self) -> tuple[Shape, ...]:
        """Return the shapes of the rules' piece set."""
        return piece_set(self.rules.pieces)

    def shape_named(self, name: str) -> Shape:
        """Return the shape of this name. Raises `RuleError` if the rules have no such shape."""
        shapes = _shapes_by_name(self.shapes())
        if not isinstance(name, str) or name not in shapes:
            known = ", ".join(list(shapes)[:_NAMES_LISTED])
            more = ", …" if len(shapes) > _NAMES_LISTED else ""
            raise RuleError(f"unknown piece {cut(name)!r}: pieces are {known}{more}")
        return shapes[name]

    def shapes_to_come(self) -> list[Shape] | None:
        """Return the shapes named by `pieces`, or None if a randomizer deals. Raises as `shape_named` does."""
        return None if self.pieces is None else [self.shape_named(name) for name in self.pieces]

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the setup as JSON types, without default values."""
        given: dict[str, Any] = {"rules": self.rules.to_dict(), "seed": self.seed}  # of any JSON type
        given["rules_version"] = versions.RULES_VERSION
        if self.pieces is not None:
            given["pieces"] = list(self.pieces)
        if self.board:
            given["board"] = list(self.board)
        if self.start != FROM_NOTHING:
            given["start"] = self.start.to_dict()
        return given

    @classmethod
    def from_dict(cls, given: object) -> Self:
        """Return the setup that `to_dict` wrote. Raises `RuleError` if it cannot be played."""
        given = as_object(given, "the setup is not an object")
        check_names(given, _STORED, "setup field")
        pieces = given.get("pieces")
        return cls(
            rules=versions.rules_from_dict(given.get("rules_version", 1), given.get("rules", {})),
            seed=given.get("seed", 0),
            pieces=None if pieces is None else tuple(as_texts(pieces, "pieces is not a list of names")),
            board=tuple(as_texts(given.get("board", ()), "board is not a list of rows")),
            start=Start.from_dict(given.get("start", {})),
        )
