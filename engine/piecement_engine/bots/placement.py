"""Placements: where a piece locks, and how it gets there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Final, Self, overload

from piecement_engine.board.pieces import ORIENTATIONS, Orientation, Piece, Shape
from piecement_engine.board.polyominoes import shape_named
from piecement_engine.bots.arena import Arena
from piecement_engine.bots.drops import Drop
from piecement_engine.bots.features import open_cells
from piecement_engine.bots.movers import free_places, slide
from piecement_engine.bots.states import States
from piecement_engine.errors import PlacementError, cut_repr
from piecement_engine.events import Spin


class Way(StrEnum):
    """The simplest way that leads a piece to a placement."""

    DROP = "drop"
    """Straight down: nothing lies above."""
    TUCK = "tuck"
    """Sideways, below an overhang."""
    TWIST = "twist"
    """Only by a rotation."""


@dataclass(frozen=True, slots=True)
class PlacementSite:
    """Board and rules of a position, by which a placement knows its lines and its way."""

    arena: Arena
    bits: int
    """Filled cells and borders; see `geometry`."""
    _spots: dict[Shape, list[tuple[int, int]]] = field(
        default_factory=dict[Shape, list[tuple[int, int]]], init=False, repr=False, compare=False
    )

    def way(self, piece: Piece) -> Way:
        """Return the simplest way to the spot of a piece."""
        states = self.arena.mover.states(piece.shape)
        return _way(self.spots(states)[states.of_orientation[piece.orientation]], states.anchor(piece))

    def spots(self, states: States) -> list[tuple[int, int]]:
        """Return the anchors of each state below open sky, and those to which it moves from there without rotation."""
        found = self._spots.get(states.shape)
        if found is None:
            layout = self.arena.layout
            under_blocks = ~open_cells(layout, self.bits)
            free_and_open = zip(free_places(states, self.bits), free_places(states, under_blocks), strict=True)
            found = self._spots[states.shape] = [
                (sky, sky if free == sky else slide(free, sky, 0, layout.column_stride)) for free, sky in free_and_open
            ]
        return found


def _way(spots: tuple[int, int], anchor: int) -> Way:
    below_sky, beside = spots
    if below_sky >> anchor & 1:
        return Way.DROP
    return Way.TUCK if beside >> anchor & 1 else Way.TWIST


_TEXT: Final = re.compile(r"(hold )?(\S+)-([NESW])@(\d{1,3}),(\d{1,3})(?: (drop|tuck|twist))?(?: (mini|full))?")


class Placement:
    """A piece where it locks: a value, compared by piece, hold and spin.

    Its text is read back by `parse`: `T-S@2,0 twist full` is a T turned S whose bounding box begins at (2, 0), where
    only a rotation brings it, for a full spin.
    """

    __slots__ = ("_hold", "_lines", "_piece", "_site", "_spin", "_value", "_way")

    def __init__(
        self,
        piece: Piece,
        hold: bool = False,
        spin: Spin = Spin.NONE,
        value: float = 0.0,
        *,
        site: PlacementSite | None = None,
        lines: int | None = None,
    ) -> None:
        """Make a placement; one of a position has its site."""
        self._piece = piece
        self._hold = hold
        self._spin = spin
        self._value = value
        self._site = site
        self._lines = lines
        self._way: Way | None = None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the placement of a text such as `T-S@2,0` or `hold I-N@3,0 drop`.

        Raises `PlacementError` for any other text, and `RuleError` for an unknown piece.

        Without a position it has neither lines nor a way, and no other spin than that of the text:
        `Position.placement` finds it with all of them.
        """
        found = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise PlacementError(f"{cut_repr(text)} is no placement: it is like 'T-S@2,0' or 'hold I-N@3,0'")
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
            site = self._known_site
            self._lines = site.arena.locked(site.bits, self._piece)[1]
        return self._lines

    @property
    def way(self) -> Way:
        """The simplest way that leads there. Raises `PlacementError` without a position."""
        if self._way is None:
            self._way = self._known_site.way(self._piece)
        return self._way

    @property
    def _known_site(self) -> PlacementSite:
        if self._site is None:
            raise PlacementError(f"{self!r} belongs to no position: `Position.placement` finds it in one")
        return self._site

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placement):
            return NotImplemented
        return (self._piece, self._hold, self._spin) == (other._piece, other._hold, other._spin)

    def __hash__(self) -> int:
        return hash((self._piece, self._hold, self._spin))

    def __repr__(self) -> str:
        """Return the text: hold, the piece, the way and the spin."""
        return placement_text(self._piece, self._hold, self.way if self._site else None, self._spin)

    def __reduce__(self) -> tuple[object, ...]:
        made = partial(type(self), site=self._site, lines=self._lines)
        return made, (self._piece, self._hold, self._spin, self._value)


Drops = tuple[list[Drop], States, bool]
"""Drops of one piece, its states, and whether it comes from hold."""

Facts = tuple[Piece, bool, Spin, int, Way]
"""Piece, hold, spin, lines and way of a placement."""


class Placements(Sequence[Placement]):
    """Placements of a position, each made when it is read."""

    __slots__ = ("_found", "_site")

    def __init__(self, site: PlacementSite, found: Sequence[Drops]) -> None:
        """Make the placements of these drops."""
        self._site: Final = site
        self._found: Final = found

    def __len__(self) -> int:
        return sum([len(drops) for drops, _, _ in self._found])

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Placement, ...]: ...

    def __getitem__(self, index: int | slice) -> Placement | tuple[Placement, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        left = range(len(self))[index]
        for drops, states, held in self._found:
            if left < len(drops):
                return self._made(drops[left], states, held)
            left -= len(drops)
        raise IndexError(index)

    def __iter__(self) -> Iterator[Placement]:
        return (self._made(drop, states, held) for drops, states, held in self._found for drop in drops)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placements | tuple):
            return NotImplemented
        others: tuple[object, ...] = tuple(other)  # pyright: ignore[reportUnknownArgumentType]  # of any tuple
        return tuple(self) == others

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def facts(self) -> Iterator[Facts]:
        """Yield the facts of each placement, without making it."""
        for drops, states, held in self._found:
            spots, pieces = self._site.spots(states), states.pieces
            for _, lines, spin, _, _, state, anchor in drops:
                yield pieces[state][anchor], held, spin, lines, _way(spots[state], anchor)

    def find(self, text: str) -> Placement | None:
        """Return the placement with the cells of a text, as `Placement.parse` reads it; without a spin any fits."""
        wanted = Placement.parse(text)
        shape, orientation, x, y = wanted.piece
        for drops, states, held in self._found:
            if held is not wanted.hold or states.shape.name != shape.name:
                continue
            cells, goal = states.shape.orientations, states.anchor(Piece(states.shape, orientation, x, y))
            for drop in drops:
                _, _, spin, _, _, state, anchor = drop
                if anchor == goal and wanted.spin in (Spin.NONE, spin):
                    piece = states.piece(state, anchor)
                    if cells[piece.orientation] == cells[orientation] and (piece.x, piece.y) == (x, y):
                        return self._made(drop, states, held)
        return None

    def has_made(self, placement: Placement) -> bool:
        """Return whether a placement is one of these, rather than an equal one that was made elsewhere."""
        return placement._site is self._site

    def _made(self, drop: Drop, states: States, held: bool) -> Placement:
        _, lines, spin, _, _, state, anchor = drop
        return Placement(states.piece(state, anchor), held, spin, 0.0, site=self._site, lines=lines)


def placement_text(piece: Piece, hold: bool, way: Way | None, spin: Spin) -> str:
    """Return the text of a placement, as `Placement.parse` reads it."""
    shape, orientation, x, y = piece
    spot = f"{shape.name}-{ORIENTATIONS[orientation]}@{x},{y}"
    words = ("hold" if hold else "", spot, way or "", "" if spin is Spin.NONE else spin)
    return " ".join(filter(None, words))
