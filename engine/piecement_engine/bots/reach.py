"""Reach of a piece as sets of anchors (see `states`), and the steps by which such sets grow."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from piecement_engine.bots.states import States
from piecement_engine.geometry import Geometry
from piecement_engine.native import Bits
from piecement_engine.pieces import Piece, Shape

Slide = Callable[[Bits, Bits, Bits, int], Bits]
"""Function that spreads a set inside one state: (free, seed, known, stride) to the new spots."""


@dataclass
class Reach:
    """Reach of a piece, as one set of anchors for each of its states."""

    states: States
    free: list[Bits]
    """Spots at which the piece fits."""
    reached: list[Bits]
    """Spots that the piece reaches; under 20G, those at which it rests."""
    turned: list[Bits]
    """Spots at which its last action can be a rotation."""
    kicked: list[Bits]
    """Spots at which that rotation can be a kick."""
    leapt: list[Bits]
    """Spots at which that kick can be a one-by-two displacement."""

    def drop_passing(self) -> None:
        """Remove the spots of rotations that the piece falls through at once."""
        for sets in (self.turned, self.kicked, self.leapt):
            sets[:] = [anchors & reached for anchors, reached in zip(sets, self.reached, strict=True)]

    def locks(self) -> list[Bits]:
        """Return the resting positions of the piece, as one set per form."""
        sets: list[Bits] = [0] * len(self.states.forms)
        for state, reached, free in zip(self.states.states, self.reached, self.free, strict=True):
            sets[state.form] |= reached & ~(free >> 1)
        return sets

    def placements(self) -> Iterator[Piece]:
        """Yield one piece for each distinct set of final cells."""
        for first, anchors in zip(self.states.forms, self.locks(), strict=True):
            left: Bits = anchors
            while left:
                anchor: Bits = left & -left
                left ^= anchor
                yield self.states.piece(first, anchor.bit_length() - 1)


def free_places(states: States, bits: Bits) -> list[Bits]:
    field: Bits = states.layout.field
    by_form: list[Bits] = []
    for first in states.forms:
        blocked: Bits = 0
        for cell in states.states[first].cells:
            blocked |= bits >> cell
        by_form.append(field & ~blocked)
    return [by_form[state.form] for state in states.states]


def slide(free: Bits, seed: Bits, known: Bits, stride: int) -> Bits:
    """Return the new spots that steps and drops reach from the seed."""
    run: Bits = seed
    while True:
        run |= ((free + run) ^ free) & free
        wider: Bits = (run << stride | run >> stride) & free & ~(run | known)
        if not wider:
            return run & ~known
        run |= wider


def slide_on_ground(free: Bits, seed: Bits, known: Bits, stride: int) -> Bits:
    """Return the new resting spots that steps reach from the seed if every step falls to the ground at once."""
    new: Bits = 0
    while seed:
        seed |= ((free + seed) ^ free) & free
        seed &= ~(free >> 1 | known | new)
        new |= seed
        seed = (seed << stride | seed >> stride) & free
    return new


def seed_of(states: States, free: Bits, bits: Bits, start: Piece) -> Bits:
    """Return the spot of the start, with all of its row if that and the rows above are empty."""
    layout = states.layout
    y = start.y
    anchor: Bits = free & 1 << states.anchor(start)
    if anchor and y > 0 and not bits & layout.above[y - 1]:
        return free & layout.rows[y + start.shape.heights[start.orientation] - 1]
    return anchor


class Mover(ABC):
    """Move generator for boards of one layout. Use `mover` to make one."""

    def __init__(self, layout: Geometry, turns: tuple[int, ...], *, instant_fall: bool) -> None:
        self._layout: Final = layout
        self._turns: Final = turns
        self._instant_fall: Final = instant_fall
        self._states: Final[dict[Shape, States]] = {}

    def states(self, shape: Shape) -> States:
        states = self._states.get(shape)
        if states is None:
            states = self._states[shape] = self._new_states(shape)
        return states

    @abstractmethod
    def _new_states(self, shape: Shape) -> States: ...

    @abstractmethod
    def reach(self, bits: Bits, start: Piece) -> Reach:
        """Return the reach of a piece from its spot; empty if it does not fit."""
