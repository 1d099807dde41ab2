"""States of a rotating piece on one layout, with every kick as a shift of bits.

A state is an orientation, or several equal ones: same cells, same kicks, same states after them. The spot of a piece is
the bit of the upper left corner of its bounding box, its *anchor*: its cells are then `mask << anchor`, and whole sets
of anchors rotate, move and fall by shifts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from piecement_engine.board.geometry import Geometry, PiecesAt
from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.rotation import Offset, RotationSystem, TableSystem
from piecement_engine.rules.spins import LastTurn, kick_of, was_kicked

QUARTERS = (1, 3)
"""Quarter turns: clockwise and counter-clockwise."""


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
    """Number of its figure: states that cover the same cells share it."""
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

    def anchor(self, piece: Piece) -> int:
        """Return the anchor of a piece of this shape."""
        base = self.states[self.of_orientation[piece.orientation]].base
        return base + piece.x * self.layout.column_stride - piece.y

    def piece(self, state: int, anchor: int) -> Piece:
        """Return the piece of a state whose anchor is inside the board."""
        return self.pieces[state][anchor]


def is_table(system: RotationSystem) -> bool:
    """Return whether a system rotates by its table alone, so that whole sets of spots can be rotated at once."""
    return isinstance(system, TableSystem) and type(system).rotate is TableSystem.rotate


def table_states(
    layout: Geometry, shape: Shape, system: TableSystem, turns: tuple[int, ...], *, exact_kicks: bool
) -> States:
    """Return the states of a shape under a table system, with the given rotations.

    Pieces that are the same upside down have two equal-looking rotations in the box. Without `exact_kicks` their
    rotations are never marked as kicks, which makes more of their orientations equal.
    """
    telling = exact_kicks or shape.orientations[0] != shape.orientations[2]
    kicks = tuple(
        {turn: _kicks(layout, shape, orientation, turn, offsets[turn - 1], telling=telling) for turn in turns}
        for orientation, offsets in enumerate(system.kicks(shape))
    )
    classes = _classes(_same_cells(shape), kicks)
    firsts = [classes.index(number) for number in range(max(classes) + 1)]
    return _states(
        layout,
        shape,
        classes,
        tuple(
            tuple(Turn(turn, classes[first + turn & 3], tries) for turn, tries in kicks[first].items())
            for first in firsts
        ),
    )


def plain_states(layout: Geometry, shape: Shape, system: RotationSystem, turns: tuple[int, ...]) -> States:
    """Return the four states of a shape for a system that is called for each rotation.

    Their turns are the first tries of the table that the system extends, if it does.
    """
    if not isinstance(system, TableSystem):
        return _states(layout, shape, (0, 1, 2, 3), ((), (), (), ()))
    tries = tuple(
        tuple(
            Turn(turn, start + turn & 3, _kicks(layout, shape, start, turn, offsets[turn - 1][:1], telling=True))
            for turn in turns
        )
        for start, offsets in enumerate(system.kicks(shape))
    )
    return _states(layout, shape, (0, 1, 2, 3), tries)


def is_leap(turn: LastTurn) -> bool:
    """Return whether a rotation ends one column and two rows from the rotation in the box; half turns never do."""
    before, after = turn
    dx, dy = kick_of(turn)
    return before.orientation - after.orientation & 1 == 1 and abs(dx) == 1 and abs(dy) == 2


def _states(layout: Geometry, shape: Shape, classes: tuple[int, ...], turns: tuple[tuple[Turn, ...], ...]) -> States:
    places = layout.places[shape]
    figures = _same_cells(shape)
    firsts = [classes.index(number) for number in range(len(turns))]
    figure_numbers = sorted({figures[orientation] for orientation in firsts})
    stride = layout.column_stride
    states: list[State] = []
    for number, orientation in enumerate(firsts):
        mask: int = places[orientation].mask
        length = mask.bit_length()
        state = State(
            orientation=orientation,
            form=figure_numbers.index(figures[orientation]),
            mask=mask,
            cells=tuple(bit for bit in range(length) if mask >> bit & 1),
            columns=tuple(mask >> first & (1 << stride) - 1 for first in range(0, length, stride)),
            base=places[orientation].base,
            height=shape.heights[orientation],
            turns=turns[number],
        )
        states.append(state)
    forms = [state.form for state in states]
    first_of_forms = tuple(forms.index(form) for form in range(max(forms) + 1))
    north, east, south, west = classes
    pieces = tuple(places[state.orientation].pieces_at for state in states)
    return States(shape, layout, tuple(states), (north, east, south, west), first_of_forms, pieces)


def _same_cells(shape: Shape) -> tuple[int, ...]:
    return tuple(shape.orientations.index(cells) for cells in shape.orientations)


def _classes(start: tuple[int, ...], kicks: tuple[dict[int, tuple[Kick, ...]], ...]) -> tuple[int, ...]:
    """Split the orientations until all that share a class rotate alike into the same classes."""
    keys = [
        (start[orientation], [(start[orientation + turn & 3], tries) for turn, tries in kicks[orientation].items()])
        for orientation in range(4)
    ]
    finer = tuple(keys.index(key) for key in keys)
    if len(set(finer)) > len(set(start)):
        return _classes(finer, kicks)
    names = sorted(set(finer))
    return tuple(names.index(name) for name in finer)


def _kicks(
    layout: Geometry, shape: Shape, orientation: int, turn: int, offsets: Sequence[Offset], *, telling: bool
) -> tuple[Kick, ...]:
    turned = orientation + turn & 3
    grown = shape.heights[turned] - shape.heights[orientation]
    here = Piece(shape, orientation, 0, 0)
    return tuple(
        Kick(
            dx * layout.column_stride - dy - grown,
            telling and was_kicked((here, Piece(shape, turned, dx, dy))),
            telling and is_leap((here, Piece(shape, turned, dx, dy))),
        )
        for dx, dy in offsets
    )
