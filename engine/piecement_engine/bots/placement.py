"""Placements: where a piece locks, and how it gets there."""

import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import Final, NamedTuple, Self, overload

from piecement_engine.board.piece_sets import shape_named
from piecement_engine.board.pieces import Orientation, Piece
from piecement_engine.bots.arena import Arena
from piecement_engine.bots.drops import Drop
from piecement_engine.bots.features import open_cells
from piecement_engine.bots.states import States
from piecement_engine.errors import PlacementError, cut
from piecement_engine.events import Spin


class Way(StrEnum):
    """The simplest way that leads a piece to a placement."""

    DROP = "drop"
    """Straight down: nothing lies above."""
    TUCK = "tuck"
    """Sideways, below an overhang."""
    TWIST = "twist"
    """Only by a rotation."""


class Ground(NamedTuple):
    """Board and rules of a position, by which a placement knows its lines and its way."""

    arena: Arena
    bits: int
    """Filled cells and borders; see `geometry`."""


_TEXT: Final = re.compile(r"(hold )?(\S+)-([NESW])@(\d{1,3}),(\d{1,3})(?: (drop|tuck|twist))?(?: (mini|full))?")


class Placement:
    """A piece where it locks: a value, compared by piece, hold and spin.

    Its text is read back by `parse`: `T-S@2,0 twist full` is a T turned S whose bounding box begins at (2, 0), where
    only a rotation brings it, for a full spin.
    """

    __slots__ = ("_ground", "_hold", "_lines", "_piece", "_spin", "_value")

    def __init__(
        self,
        piece: Piece,
        hold: bool = False,
        spin: Spin = Spin.NONE,
        value: float = 0.0,
        *,
        ground: Ground | None = None,
        lines: int | None = None,
    ) -> None:
        """Make a placement; that of a position has its ground."""
        self._piece = piece
        self._hold = hold
        self._spin = spin
        self._value = value
        self._ground = ground
        self._lines = lines

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the placement of a text such as `T-S@2,0` or `hold I-N@3,0 drop`. Raises `PlacementError`.

        Without a position it has neither lines nor a way, and no other spin than that of the text:
        `Position.placement` finds it with all of them.
        """
        found = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise PlacementError(f"{cut(repr(text))} is no placement: it is like 'T-S@2,0' or 'hold I-N@3,0'")
        held, name, orientation, x, y, _, spin = found.groups()
        piece = Piece(shape_named(name), Orientation[orientation], int(x), int(y))
        return cls(piece, bool(held), Spin(spin) if spin else Spin.NONE)

    @property
    def piece(self) -> Piece:
        """The piece where it locks."""
        return self._piece

    @property
    def hold(self) -> bool:
        """Whether the piece comes from hold, or if hold is empty from the queue."""
        return self._hold

    @property
    def spin(self) -> Spin:
        """Best verdict of the spin rule over all ways to it."""
        return self._spin

    @property
    def value(self) -> float:
        """Value for the bot that chose it; larger is better, on the evaluator's scale."""
        return self._value

    @property
    def lines(self) -> int:
        """Number of cleared lines, those of a cascade included. Raises `PlacementError` without a position."""
        if self._lines is None:
            arena, bits = self._known_ground
            self._lines = arena.locked(bits, self._piece)[1]
        return self._lines

    @property
    def way(self) -> Way:
        """The simplest way that leads there. Raises `PlacementError` without a position."""
        return _way(*self._known_ground, self._piece)

    @property
    def _known_ground(self) -> Ground:
        if self._ground is None:
            raise PlacementError(f"{self!r} belongs to no position: `Position.placement` finds it in one")
        return self._ground

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placement):
            return NotImplemented
        return (self._piece, self._hold, self._spin) == (other._piece, other._hold, other._spin)

    def __hash__(self) -> int:
        return hash((self._piece, self._hold, self._spin))

    def __repr__(self) -> str:
        """Return the text: hold, the piece, the way and the spin."""
        shape, orientation, x, y = self._piece
        spot = f"{shape.name}-{Orientation(orientation).name}@{x},{y}"
        words = ("hold" if self._hold else "", spot, self.way if self._ground else "")
        return " ".join([*filter(None, words), *([self._spin] if self._spin is not Spin.NONE else [])])

    def __reduce__(self) -> tuple[object, ...]:
        made = partial(type(self), ground=self._ground, lines=self._lines)
        return made, (self._piece, self._hold, self._spin, self._value)


class Placements(Sequence[Placement]):
    """Placements of a position, each made when it is read."""

    __slots__ = ("_found", "_ground")

    def __init__(self, ground: Ground, found: list[tuple[Drop, States, bool]]) -> None:
        """Make the placements of these drops, each with the states of its piece, and whether it comes from hold."""
        self._ground: Final = ground
        self._found: Final = found

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Placement, ...]: ...

    def __getitem__(self, index: int | slice) -> Placement | tuple[Placement, ...]:
        return tuple(self)[index] if isinstance(index, slice) else self._made(self._found[index])

    def __iter__(self) -> Iterator[Placement]:
        return map(self._made, self._found)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placements | tuple):
            return NotImplemented
        others: tuple[object, ...] = tuple(other)  # pyright: ignore[reportUnknownArgumentType]  # of any tuple
        return tuple(self) == others

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def _made(self, found: tuple[Drop, States, bool]) -> Placement:
        (_, lines, spin, _, _, state, anchor), states, held = found
        return Placement(states.piece(state, anchor), held, spin, 0.0, ground=self._ground, lines=lines)


def _way(arena: Arena, bits: int, piece: Piece) -> Way:
    """Return the simplest way to a placement, found by moving the piece back up into the open without rotation."""
    layout = arena.layout
    states = arena.mover.states(piece.shape)
    sky = open_cells(layout, bits)
    blocked = covered = 0
    for cell in states.states[states.of_orientation[piece.orientation]].cells:
        blocked |= bits >> cell
        covered |= ~sky >> cell
    free, stride = layout.field & ~blocked, layout.column_stride
    spots = known = 1 << states.anchor(piece)
    while not spots & ~covered:
        spots |= (spots >> 1 | spots << stride | spots >> stride) & free
        if spots == known:
            return Way.TWIST
        known = spots
    return Way.DROP if spots == 1 << states.anchor(piece) else Way.TUCK
