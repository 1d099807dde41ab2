"""Movers: generation of every place where a piece can come to rest.

A whole set of spots is one integer (see `states`): falling is one addition whose carry runs down the free run, a step
sideways is a shift by a column, a kick another shift. The sets are exact for any rotation system, board size and
polyomino.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.bots.bit_boards import set_bits
from piecement_engine.bots.states import QUARTERS, States, Turn, is_leap, is_table, plain_states, table_states
from piecement_engine.native import Bits
from piecement_engine.quick import Made
from piecement_engine.rotation import RotationSystem, TableSystem
from piecement_engine.rules.spins import was_kicked

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
            for anchor in reversed(set_bits(anchors)):
                yield self.states.piece(first, anchor)


def free_places(states: States, bits: Bits) -> list[Bits]:
    field: Bits = states.layout.field
    by_form: list[Bits] = []
    for first in states.forms:
        blocked: Bits = 0
        for cell in states.states[first].cells:
            blocked |= bits >> cell
        by_form.append(field & ~blocked)
    return [by_form[state.form] for state in states.states]


def run_down(free: Bits, spots: Bits) -> Bits:
    """Return free spots and all to which a piece falls from them: the carry of an addition runs down the free ones."""
    return spots | ((free + spots) ^ free) & free


def slide(free: Bits, seed: Bits, known: Bits, stride: int) -> Bits:
    """Return the new spots that steps and drops reach from the seed."""
    run: Bits = seed
    while True:
        run = run_down(free, run)
        wider: Bits = (run << stride | run >> stride) & free & ~(run | known)
        if not wider:
            return run & ~known
        run |= wider


def slide_on_ground(free: Bits, seed: Bits, known: Bits, stride: int) -> Bits:
    """Return the new resting spots that steps reach from the seed if every step falls to the ground at once."""
    new: Bits = 0
    while seed:
        seed = run_down(free, seed)
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
        self.layout: Final = layout
        self._turns: Final = turns
        self._instant_fall: Final = instant_fall
        self._states: Final[Made[Shape, States]] = Made(self._new_states)

    def states(self, shape: Shape) -> States:
        return self._states[shape]

    @abstractmethod
    def _new_states(self, shape: Shape) -> States: ...

    def reach(self, bits: Bits, start: Piece) -> Reach:
        """Return the reach of a piece from its spot; empty if it does not fit."""
        states = self.states(start.shape)
        none: list[Bits] = [0] * len(states.states)
        found = Reach(states, free_places(states, bits), none[:], none[:], none[:], none[:])
        number = states.of_orientation[start.orientation]
        free: Bits = found.free[number]
        if not self._instant_fall:
            self._flood(found, bits, number, seed_of(states, free, bits, start), slide)
        else:
            self._flood(found, bits, number, free & 1 << states.anchor(start), slide_on_ground)
            found.drop_passing()
        return found

    @abstractmethod
    def _flood(self, found: Reach, bits: Bits, start: int, seed: Bits, spread: Slide) -> None:
        """Spread from a seed in the state `start`, and rotate and spread the new spots until there are none."""


class GenericMover(Mover):
    """Mover for any rotation system.

    A system that extends a table is only called if the first try of the table, the rotation in place, is blocked. It
    may allow other kicks, but it must not change a free rotation in place.
    """

    def __init__(self, layout: Geometry, system: RotationSystem, turns: tuple[int, ...], *, instant_fall: bool) -> None:
        super().__init__(layout, turns, instant_fall=instant_fall)
        self._system: Final = system

    def _new_states(self, shape: Shape) -> States:
        return plain_states(self.layout, shape, self._system, self._turns)

    def _flood(self, found: Reach, bits: Bits, start: int, seed: Bits, spread: Slide) -> None:
        board = Board.from_bits(bits, self.layout)
        _GenericSearch(found, board, self._system, self._turns).flood(start, seed, spread)


class _GenericSearch:
    """Search for the reach of a piece by calls of a rotation system."""

    def __init__(self, found: Reach, board: Board, system: RotationSystem, turns: tuple[int, ...]) -> None:
        self._found = found
        self._board = board
        self._system = system
        self._turns = turns
        self._fresh: list[Bits] = [0] * 4
        """Spots of each state that have not been spread from yet."""

    def flood(self, start: int, seed: Bits, spread: Slide) -> None:
        found, fresh, states = self._found, self._fresh, self._found.states
        fresh[start] = seed
        while any(fresh):
            state = next(number for number in range(4) if fresh[number])
            new = spread(found.free[state], fresh[state], found.reached[state], states.layout.column_stride)
            found.reached[state] |= new
            fresh[state] = 0
            blocked = dict.fromkeys(self._turns, new)
            for turn in states.states[state].turns:
                blocked[turn.quarters] = self._turn_in_place(turn, new)
            for quarters, source in blocked.items():
                self._turn_each(state, quarters, source)

    def _turn_in_place(self, turn: Turn, source: Bits) -> Bits:
        """Rotate a set of spots by the first try of the table, and return those for which it is blocked."""
        found = self._found
        _, target, ((shift, kicked, leap),) = turn
        hits: Bits = (source << shift if shift >= 0 else source >> -shift) & found.free[target]
        found.turned[target] |= hits
        if kicked:
            found.kicked[target] |= hits
            if leap:
                found.leapt[target] |= hits
        self._fresh[target] |= hits & ~found.reached[target]
        return source & ~(hits >> shift if shift >= 0 else hits << -shift)

    def _turn_each(self, state: int, quarters: int, source: Bits) -> None:
        """Rotate a set of spots by a call of the system for each."""
        found, states = self._found, self._found.states
        for anchor in set_bits(source):
            piece = states.piece(state, anchor)
            answer = self._system.rotate(self._board, piece, quarters)
            if answer is None:
                continue
            after = answer[0]
            bit = 1 << states.anchor(after)
            found.turned[after.orientation] |= bit
            if was_kicked((piece, after)):
                found.kicked[after.orientation] |= bit
                if is_leap((piece, after)):
                    found.leapt[after.orientation] |= bit
            self._fresh[after.orientation] |= bit & ~found.reached[after.orientation]


class TableMover(Mover):
    """Mover for rotation by table: every kick moves a whole set of spots at once."""

    def __init__(
        self, layout: Geometry, system: TableSystem, turns: tuple[int, ...], *, instant_fall: bool, exact_kicks: bool
    ) -> None:
        super().__init__(layout, turns, instant_fall=instant_fall)
        self._system = system
        self._exact_kicks = exact_kicks

    def _new_states(self, shape: Shape) -> States:
        return table_states(self.layout, shape, self._system, self._turns, exact_kicks=self._exact_kicks)

    def _flood(self, found: Reach, bits: Bits, start: int, seed: Bits, spread: Slide) -> None:
        free, reached, turned, kicked, leapt = found.free, found.reached, found.turned, found.kicked, found.leapt
        stride = found.states.layout.column_stride
        all_states = found.states.states
        fresh: list[Bits] = [0] * len(all_states)
        fresh[start] = seed
        waiting = [start] if seed else []
        while waiting:
            number = waiting.pop()
            known: Bits = reached[number]
            new: Bits = spread(free[number], fresh[number], known, stride)
            fresh[number] = 0
            reached[number] = known | new
            for _, target, kicks in all_states[number].turns:
                source: Bits = new
                room: Bits = free[target]
                landed: Bits = 0
                for shift, is_kick, leaps in kicks:
                    hits: Bits = (source << shift if shift >= 0 else source >> -shift) & room
                    if hits:
                        landed |= hits
                        if is_kick:
                            kicked[target] |= hits
                        if leaps:
                            leapt[target] |= hits
                        source &= ~(hits >> shift if shift >= 0 else hits << -shift)
                        if not source:
                            break
                turned[target] |= landed
                landed &= ~reached[target]
                if landed:
                    if not fresh[target]:
                        waiting.append(target)
                    fresh[target] |= landed


def mover(
    layout: Geometry,
    system: RotationSystem,
    *,
    turns: tuple[int, ...] = QUARTERS,
    instant_fall: bool = False,
    exact_kicks: bool = False,
) -> Mover:
    """Return the move generator of a rotation system.

    Args:
        layout: The layout of the boards.
        system: The rotation system.
        turns: The rotations that the player has, in clockwise quarters.
        instant_fall: 20G: a piece falls to the ground after every action.
        exact_kicks: Whether kicks of pieces that are the same upside down are marked, which is slower.
    """
    if isinstance(system, TableSystem) and is_table(system):
        return TableMover(layout, system, turns, instant_fall=instant_fall, exact_kicks=exact_kicks)
    return GenericMover(layout, system, turns, instant_fall=instant_fall)
