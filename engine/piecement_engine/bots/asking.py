"""The search for systems that turn by more than a table: they are asked for every turn of every place."""

from piecement_engine.board import Board
from piecement_engine.bots.reach import Reach, free_places, seed_of, slide, slide_on_ground
from piecement_engine.bots.states import States, is_leap, plain_states
from piecement_engine.geometry import Geometry
from piecement_engine.pieces import Piece, Shape
from piecement_engine.rotation import RotationSystem
from piecement_engine.spins import was_kicked


class AskingMover:
    """Finds reachable places under any rotation system."""

    def __init__(self, layout: Geometry, system: RotationSystem, turns: tuple[int, ...], *, instant_fall: bool) -> None:
        self._layout = layout
        self._system = system
        self._turns = turns
        self._instant_fall = instant_fall
        self._states: dict[Shape, States] = {}

    def states(self, shape: Shape) -> States:
        """Return the states of a shape."""
        states = self._states.get(shape)
        if states is None:
            states = self._states[shape] = plain_states(self._layout, shape)
        return states

    def reach(self, bits: int, start: Piece) -> Reach:
        """Return what a piece can reach from where it is; nothing where it does not fit."""
        states = self.states(start.shape)
        board = Board(self._layout)
        board.bits = bits
        found = Reach(states, free_places(states, bits), *([0] * 4 for _ in range(4)))
        free = found.free[start.orientation]
        spread = slide_on_ground if self._instant_fall else slide
        fresh = [0] * 4
        fresh[start.orientation] = (
            free & 1 << states.anchor(start) if self._instant_fall else seed_of(states, free, bits, start)
        )
        while any(fresh):
            state = next(number for number in range(4) if fresh[number])
            new = spread(found.free[state], fresh[state], found.reached[state], self._layout.lane)
            found.reached[state] |= new
            fresh[state] = 0
            while new:
                anchor = new & -new
                new ^= anchor
                self._turn(found, fresh, board, states.piece(state, anchor.bit_length() - 1))
        if self._instant_fall:
            for state, reached in enumerate(found.reached):
                found.turned[state] &= reached
                found.kicked[state] &= reached
                found.leapt[state] &= reached
        return found

    def _turn(self, found: Reach, fresh: list[int], board: Board, piece: Piece) -> None:
        for turn in self._turns:
            answer = self._system.rotate(board, piece, turn)
            if answer is None:
                continue
            after = answer[0]
            state = after.orientation
            bit = 1 << found.states.anchor(after)
            found.turned[state] |= bit
            if was_kicked((piece, after)):
                found.kicked[state] |= bit
                if is_leap((piece, after)):
                    found.leapt[state] |= bit
            fresh[state] |= bit & ~found.reached[state]
