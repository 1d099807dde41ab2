"""Modifiers: what a mode does beyond its rules, through named hooks that see and change a game.

A modifier is a frozen value in `Rules`, and so in every recording. For each game it makes new `Hooks`, which
may have state of their own. They are called at fixed points of a game with a `Table`, which shows and changes the game.
"""

import copy
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Protocol, Self, TypeVar

from piecement_engine.board import Row
from piecement_engine.buttons import Button
from piecement_engine.errors import RuleError
from piecement_engine.events import End
from piecement_engine.pieces import Piece
from piecement_engine.rng import Rng


class Table(Protocol):
    """What hooks may see of a game and do to it."""

    @property
    def time_ns(self) -> int:
        """The game time, in ns."""
        ...

    @property
    def width(self) -> int:
        """Columns of the playfield."""
        ...

    @property
    def skyline(self) -> int:
        """Visible rows."""
        ...

    @property
    def height(self) -> int:
        """All rows."""
        ...

    @property
    def piece(self) -> Piece | None:
        """The piece in play."""
        ...

    @property
    def rows(self) -> Sequence[Row]:
        """The tiles of each row, lowest first, without the empty rows on top."""
        ...

    @property
    def rng(self) -> Rng:
        """The game's random number generator."""
        ...

    @property
    def lines(self) -> int:
        """The lines that count."""
        ...

    @property
    def pieces(self) -> int:
        """How many pieces have locked."""
        ...

    @property
    def queue_left(self) -> int:
        """How many of the known next shapes are left."""
        ...

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Replace all blocks by these rows, lowest first."""
        ...

    def raise_rows(self, rows: Sequence[Row]) -> None:
        """Push rows in from below, the first one first; blocks pushed out of the top end the game as a top out."""
        ...

    def set_queue(self, names: Sequence[str]) -> None:
        """Replace the queue by exactly these pieces, show them all, and empty the hold."""
        ...

    def place_piece(self, piece: Piece) -> None:
        """Move the piece in play to a free place."""
        ...

    def add_points(self, points: int) -> None:
        """Raise the score."""
        ...

    def count_lines(self, change: int) -> None:
        """Change the lines that count."""
        ...

    def set_level(self, level: int) -> None:
        """Show another level; the delays stay those of the rules' start level."""
        ...

    def announce(self, text: str) -> None:
        """Show the player a text."""
        ...

    def finish(self, end: End) -> None:
        """End the game now."""
        ...


class Hooks:
    """What a modifier does at fixed points of a game: override the methods you need. Instances belong to one game."""

    barred: Collection[Button] = ()
    """Buttons that do nothing."""
    silent: bool = False
    """Whether points are given without an `Accolade` event."""

    def started(self, table: Table) -> None:
        """Called once, before anything else happens."""

    def spawning(self, table: Table) -> None:
        """Called before a new piece is drawn from the queue, but not after a hold."""

    def entering(self, table: Table, piece: Piece) -> Piece:
        """Called with a new piece where it would spawn; return it where it is to spawn."""
        return piece

    def turned(self, table: Table) -> None:
        """Called when the piece in play was turned."""

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        """Called when a piece has locked and filled `rows`, highest first; they are still there."""

    def clearing(self, table: Table, rows: Sequence[int]) -> None:
        """Called before full rows, highest first, leave the board."""

    def cleared(self, table: Table) -> None:
        """Called when full rows have left the board and are counted."""

    def blocked(self, table: Table) -> bool:
        """Called when a new piece has no room; return whether room was made, which is tried once."""
        return False

    def locked_out(self, table: Table) -> bool:
        """Called when a piece is about to lock wholly above the visible rows; return whether play goes on."""
        return False

    def copy(self) -> Self:
        """Return an independent copy. Override it where a deep copy is slow."""
        return copy.deepcopy(self)


@dataclass(frozen=True, slots=True)
class Modifier:
    """The base of modifiers: frozen, slotted dataclasses with a `kind` of their own and fields of JSON's types."""

    kind: ClassVar[str] = ""

    def hooks(self) -> Hooks:
        """Return new hooks for a new game."""
        raise RuleError(f"the modifier {self.kind!r} has no hooks")

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        """Return the modifier in JSON's types."""
        return {"kind": self.kind, **asdict(self)}


_Kind = TypeVar("_Kind", bound=Modifier)

MODIFIERS: dict[str, type[Modifier]] = {}
"""The modifiers by kind."""


def register_modifier(modifier: type[_Kind]) -> type[_Kind]:
    """Make a modifier known to rules and recordings; a class decorator."""
    MODIFIERS[modifier.kind] = modifier
    return modifier


def modifier_from_dict(given: Mapping[str, Any]) -> Modifier:  # as above
    """Return the modifier that `to_dict` wrote so. Raises `RuleError` for anything else."""
    fields = dict(given)
    kind = fields.pop("kind", None)
    if not isinstance(kind, str) or kind not in MODIFIERS:
        raise RuleError(f"unknown modifier {kind!r}: modifiers are {', '.join(MODIFIERS)}")
    try:
        return MODIFIERS[kind](**fields)
    except TypeError as error:
        raise RuleError(f"the modifier {kind!r} cannot be made of {fields!r}: {error}") from error
