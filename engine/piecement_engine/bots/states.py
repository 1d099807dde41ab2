"""States of a rotating piece on one layout, with every kick as a shift of bits.

A state is an orientation, or several equal ones: same cells, same kicks, same states after them. States with the same
cells have one *form*, so that a placement counts once however the piece was rotated to it. The spot of a piece is
the bit of the upper left corner of its bounding box, its *anchor*: its cells are then `mask << anchor`, and whole sets
of anchors rotate, move and fall by shifts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from piecement_engine.board.geometry import Geometry, PiecesAt
from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.rotation import Offset, RotationSystem, TableSystem
from piecement_engine.rotation.table_system import kick_of
from piecement_engine.rules.spins import LastTurn, was_kicked

QUARTERS: Final = (1, 3)
"""Rotations by one quarter, clockwise and counter-clockwise, in clockwise quarters."""


class Kick(NamedTuple):
    """One try of a rotation."""

    shift: int
    """Shift from the anchor before to the anchor after (bits); negative to the left or upward."""
    kicked: bool
    """Whether it is more than the rotation in the box."""
    leap: bool
    """Whether it is the one-by-two displacement, which makes a full spin of a mini."""


class Turn(NamedTuple):
    """One rotation from a state."""

    quarters: int
    """Number of quarters clockwise."""
    target: int
    """Number of the state after it."""
    kicks: tuple[Kick, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A piece in an orientation, for the flood fill."""

    orientation: int
    """Orientation, or the first of several equal ones."""
    form: int
    """Number of its form: states that cover the same cells share it."""
    mask: int
    """Cells of a piece whose anchor is bit 0."""
    cells: tuple[int, ...]
    """Bits of the mask."""
    columns: tuple[int, ...]
    """Bits of the mask in each column."""
    base: int
    """Anchor of the piece at (0, 0)."""
    height: int
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class States:
    """All states of one shape. Use `table_states` or `plain_states` to make them."""

    shape: Shape
    layout: Geometry
    states: tuple[State, ...]
    of_orientation: tuple[int, int, int, int]
    """Number of the state of each orientation."""
    forms: tuple[int, ...]
    """Number of the first state of each form."""
    pieces: tuple[PiecesAt, ...] = field(compare=False)
    """The pieces of each state, by their anchors."""

    def state(self, piece: Piece) -> State:
        """Return the state of a piece of this shape."""
        return self.states[self.of_orientation[piece.orientation]]

    def anchor(self, piece: Piece) -> int:
        """Return the anchor of a piece of this shape."""
        return self.state(piece).base + piece.x * self.layout.column_stride - piece.y

    def piece(self, state: int, anchor: int) -> Piece:
        """Return the piece of a state whose anchor is inside the board."""
        return self.pieces[state][anchor]


def is_table(system: RotationSystem) -> bool:
    """Return whether a system rotates by its table alone, so that whole sets of spots can be rotated at once."""
    return isinstance(system, TableSystem) and type(system).rotate is TableSystem.rotate


def table_states(
    layout: Geometry, shape: Shape, system: TableSystem, rotations: tuple[int, ...], *, exact_kicks: bool
) -> States:
    """Return the states of a shape under a table system, with the given rotations (clockwise quarters).

    Pieces that are the same upside down have two equal-looking rotations in the box. Without `exact_kicks` their
    rotations are never marked as kicks, which makes more of their orientations equal.
    """
    marks_kicks = exact_kicks or shape.orientations[0] != shape.orientations[2]
    kicks = tuple(
        {
            quarters: _kicks(layout, shape, orientation, quarters, offsets[quarters - 1], marks_kicks=marks_kicks)
            for quarters in rotations
        }
        for orientation, offsets in enumerate(system.kicks(shape))
    )
    numbers = _state_numbers(_numbered(shape.orientations), kicks)
    turns = tuple(
        tuple(Turn(quarters, numbers[start + quarters & 3], tries) for quarters, tries in kicks[start].items())
        for start in range(4)
    )
    return _states(layout, shape, numbers, turns)


def plain_states(layout: Geometry, shape: Shape, system: RotationSystem, rotations: tuple[int, ...]) -> States:
    """Return the four states of a shape for a system that is called for each rotation.

    Their turns are the first tries of the table that the system extends, if it does.
    """
    if not isinstance(system, TableSystem):
        return _states(layout, shape, (0, 1, 2, 3), ((), (), (), ()))
    turns = tuple(
        tuple(
            Turn(
                quarters,
                start + quarters & 3,
                _kicks(layout, shape, start, quarters, offsets[quarters - 1][:1], marks_kicks=True),
            )
            for quarters in rotations
        )
        for start, offsets in enumerate(system.kicks(shape))
    )
    return _states(layout, shape, (0, 1, 2, 3), turns)


def is_leap(last_turn: LastTurn) -> bool:
    """Return whether a rotation ends one column and two rows from the rotation in the box; half turns never do."""
    before, after = last_turn
    dx, dy = kick_of(before, after)
    return before.orientation - after.orientation & 1 == 1 and abs(dx) == 1 and abs(dy) == 2


def _states(layout: Geometry, shape: Shape, numbers: tuple[int, ...], turns: tuple[tuple[Turn, ...], ...]) -> States:
    """Return the states of a shape by the number of the state, and the turns, of each orientation."""
    places = layout.places[shape]
    forms = _numbered(shape.orientations)
    stride = layout.column_stride
    states: list[State] = []
    for number in range(max(numbers) + 1):
        orientation = numbers.index(number)
        mask: int = places[orientation].mask
        length = mask.bit_length()
        state = State(
            orientation=orientation,
            form=forms[orientation],
            mask=mask,
            cells=tuple(bit for bit in range(length) if mask >> bit & 1),
            columns=tuple(mask >> first & (1 << stride) - 1 for first in range(0, length, stride)),
            base=places[orientation].base,
            height=shape.heights[orientation],
            turns=turns[orientation],
        )
        states.append(state)
    of_states = [state.form for state in states]
    first_of_forms = tuple(of_states.index(form) for form in range(max(forms) + 1))
    north, east, south, west = numbers
    pieces = tuple(places[state.orientation].pieces_at for state in states)
    return States(shape, layout, tuple(states), (north, east, south, west), first_of_forms, pieces)


def _state_numbers(forms: tuple[int, ...], kicks: tuple[dict[int, tuple[Kick, ...]], ...]) -> tuple[int, ...]:
    """Return the number of the state of each orientation.

    At first, all orientations of one form count as equal. Those with other kicks, or with unequal ones after the same
    rotation, are then split. A split makes the orientations unequal that rotate into the two parts, so it is repeated
    until nothing is left to split.
    """
    numbers = forms
    while True:
        finer = _numbered(
            [
                (numbers[start], [(numbers[start + quarters & 3], tries) for quarters, tries in kicks[start].items()])
                for start in range(4)
            ]
        )
        if finer == numbers:
            return numbers
        numbers = finer


def _numbered(values: Sequence[object]) -> tuple[int, ...]:
    """Return the same number for equal values, counted from 0 in the order of the first of each."""
    firsts = [values.index(value) for value in values]
    order = sorted(set(firsts))
    return tuple(order.index(first) for first in firsts)


def _kicks(
    layout: Geometry, shape: Shape, orientation: int, quarters: int, offsets: Sequence[Offset], *, marks_kicks: bool
) -> tuple[Kick, ...]:
    turned = orientation + quarters & 3
    grown = shape.heights[turned] - shape.heights[orientation]
    here = Piece(shape, orientation, 0, 0)
    return tuple(
        Kick(
            dx * layout.column_stride - dy - grown,
            marks_kicks and was_kicked((here, Piece(shape, turned, dx, dy))),
            marks_kicks and is_leap((here, Piece(shape, turned, dx, dy))),
        )
        for dx, dy in offsets
    )
