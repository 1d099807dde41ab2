"""Mover for any rotation system, which it calls for the rotation of each spot.

A system that extends a table is only called if the first try of the table, the rotation in place, is blocked. It may
allow other kicks, but it must not change a free rotation in place.
"""

from typing import Final, NamedTuple

from piecement_engine.board import Board
from piecement_engine.bots.reach import Mover, Reach, free_places, seed_of, slide, slide_on_ground
from piecement_engine.bots.states import Kick, States, first_tries, is_leap, plain_states
from piecement_engine.geometry import Geometry
from piecement_engine.native import Bits
from piecement_engine.pieces import Piece, Shape
from piecement_engine.rotation import RotationSystem, TableSystem
from piecement_engine.spins import was_kicked


class _Search(NamedTuple):
    """State of a search."""

    board: Board
    found: Reach
    fresh: list[Bits]
    """Spots of each state that have not been spread from yet."""


class GenericMover(Mover):
    """Mover for any rotation system."""

    def __init__(self, layout: Geometry, system: RotationSystem, turns: tuple[int, ...], *, instant_fall: bool) -> None:
        super().__init__(layout, turns, instant_fall=instant_fall)
        self._system: Final = system
        self._first_tries: Final[dict[Shape, tuple[dict[int, Kick], ...]]] = {}

    def _new_states(self, shape: Shape) -> States:
        if isinstance(self._system, TableSystem):
            self._first_tries[shape] = first_tries(self._layout, shape, self._system, self._turns)
        return plain_states(self._layout, shape)

    def reach(self, bits: Bits, start: Piece) -> Reach:
        states = self.states(start.shape)
        board = Board.from_bits(bits, self._layout)
        found = Reach(states, free_places(states, bits), *([0] * 4 for _ in range(4)))
        search = _Search(board, found, [0] * 4)
        fresh = search.fresh
        fresh[start.orientation] = self._seed(found, bits, start)
        spread = slide_on_ground if self._instant_fall else slide
        while any(fresh):
            state = next(number for number in range(4) if fresh[number])
            new = spread(found.free[state], fresh[state], found.reached[state], self._layout.column_stride)
            found.reached[state] |= new
            fresh[state] = 0
            for turn in self._turns:
                self._turn_each(search, state, turn, self._turn_in_place(search, state, turn, new))
        if self._instant_fall:
            found.drop_passing()
        return found

    def _seed(self, found: Reach, bits: Bits, start: Piece) -> Bits:
        free = found.free[start.orientation]
        if self._instant_fall:
            return free & 1 << found.states.anchor(start)
        return seed_of(found.states, free, bits, start)

    def _turn_in_place(self, search: _Search, state: int, turn: int, source: Bits) -> Bits:
        """Rotate a set of spots by the first try of the table, and return those for which it is blocked."""
        _, found, fresh = search
        tries = self._first_tries.get(found.states.shape)
        if tries is None:
            return source
        shift, kicked, leap = tries[state][turn]
        target = state + turn & 3
        hits: Bits = (source << shift if shift >= 0 else source >> -shift) & found.free[target]
        found.turned[target] |= hits
        if kicked:
            found.kicked[target] |= hits
            if leap:
                found.leapt[target] |= hits
        fresh[target] |= hits & ~found.reached[target]
        return source & ~(hits >> shift if shift >= 0 else hits << -shift)

    def _turn_each(self, search: _Search, state: int, turn: int, source: Bits) -> None:
        board, found, fresh = search
        states = found.states
        left: Bits = source
        while left:
            anchor = left.bit_length() - 1
            left ^= 1 << anchor
            piece = states.piece(state, anchor)
            answer = self._system.rotate(board, piece, turn)
            if answer is None:
                continue
            after = answer[0]
            bit = 1 << states.anchor(after)
            found.turned[after.orientation] |= bit
            if was_kicked((piece, after)):
                found.kicked[after.orientation] |= bit
                if is_leap((piece, after)):
                    found.leapt[after.orientation] |= bit
            fresh[after.orientation] |= bit & ~found.reached[after.orientation]
