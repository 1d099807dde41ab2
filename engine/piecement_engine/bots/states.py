"""The states of a turning piece on one layout, with every kick as a shift of bits.

A state is an orientation, or several that cannot be told apart: same cells, same kicks, same states behind them.
A piece stands at the bit of the upper left corner of its bounding box, its *anchor*: its cells are then
`mask << anchor`, and whole sets of anchors turn, move and fall by shifts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from piecement_engine.geometry import Geometry
from piecement_engine.pieces import Piece, Shape
from piecement_engine.rotation import Kicks, Offset, RotationSystem, TableSystem, turned_in_box

QUARTERS = (1, 3)
"""The quarter turns: clockwise and counter-clockwise."""

ALL_TURNS = (1, 3, 2)
"""The quarter turns and the half turn."""


class Kick(NamedTuple):
    """One try of a turn."""

    shift: int
    """From the anchor before to the anchor after, in bits; negative to the left or upward."""
    leap: bool
    """Whether it is the one-by-two displacement, which makes a full spin of a mini."""


class Turn(NamedTuple):
    """One way to leave a state."""

    target: int
    """The number of the state after it."""
    kicks: tuple[Kick, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A piece as it is turned, for the flood fill."""

    orientation: int
    """The orientation, or the first of several that are alike."""
    form: int
    """The number of its figure: states that cover the same cells share it."""
    mask: int
    """The cells of a piece whose anchor is bit 0."""
    cells: tuple[int, ...]
    """The bits of the mask."""
    base: int
    """The anchor of the piece at (0, 0)."""
    height: int
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class States:
    """All states of one shape. Make them with `table_states` or `plain_states`."""

    shape: Shape
    layout: Geometry
    states: tuple[State, ...]
    of_orientation: tuple[int, int, int, int]
    """The number of the state of each orientation."""
    forms: tuple[int, ...]
    """The number of the first state of each form."""

    def anchor(self, piece: Piece) -> int:
        """Return the bit at which a piece of this shape stands."""
        base = self.states[self.of_orientation[piece.orientation]].base
        return base + piece.x * self.layout.lane - piece.y

    def piece(self, state: int, anchor: int) -> Piece:
        """Return the piece that stands at a bit."""
        column, row = divmod(anchor, self.layout.lane)
        figure = self.states[state]
        top = self.layout.height - 1 - row
        return Piece(self.shape, figure.orientation, column - self.layout.pad, top - figure.height + 1)


def is_table(system: RotationSystem) -> bool:
    """Return whether a system turns by its table alone, so that whole sets of places can be turned at once."""
    return isinstance(system, TableSystem) and type(system).rotate is TableSystem.rotate


def table_states(layout: Geometry, shape: Shape, system: TableSystem, turns: tuple[int, ...]) -> States:
    """Return the states of a shape under a table system, with the given turns."""
    kicks = system.kicks(shape)
    classes = _classes(_same_cells(shape), kicks, turns)
    firsts = [classes.index(number) for number in range(max(classes) + 1)]

    def turns_of(orientation: int) -> tuple[Turn, ...]:
        return tuple(
            Turn(
                classes[orientation + turn & 3],
                _shifted(layout, shape, orientation, turn, kicks[orientation][turn - 1]),
            )
            for turn in turns
        )

    return _states(layout, shape, classes, tuple(turns_of(orientation) for orientation in firsts))


def plain_states(layout: Geometry, shape: Shape) -> States:
    """Return the four states of a shape without turns, for systems that have to be asked each time."""
    return _states(layout, shape, (0, 1, 2, 3), ((), (), (), ()))


def is_leap(shape: Shape, orientation: int, turn: int, offset: Offset) -> bool:
    """Return whether a kick goes one column and two rows away from the turn in place.

    Half turns do not count, nor do pieces that look the same upside down: nobody can tell their turn in place.
    """
    if not turn & 1 or shape.orientations[0] == shape.orientations[2]:
        return False
    plain_x, plain_y = turned_in_box(shape, orientation, turn)
    return abs(offset[0] - plain_x) == 1 and abs(offset[1] - plain_y) == 2


def _states(layout: Geometry, shape: Shape, classes: tuple[int, ...], turns: tuple[tuple[Turn, ...], ...]) -> States:
    footprints = layout.footprints(shape)
    figures = _same_cells(shape)
    firsts = [classes.index(number) for number in range(len(turns))]
    figure_numbers = sorted({figures[orientation] for orientation in firsts})
    states = tuple(
        State(
            orientation=orientation,
            form=figure_numbers.index(figures[orientation]),
            mask=footprints[orientation][0],
            cells=_bits(footprints[orientation][0]),
            base=footprints[orientation][1],
            height=shape.heights[orientation],
            turns=turns[number],
        )
        for number, orientation in enumerate(firsts)
    )
    forms = [state.form for state in states]
    north, east, south, west = classes
    return States(
        shape, layout, states, (north, east, south, west), tuple(forms.index(form) for form in range(max(forms) + 1))
    )


def _same_cells(shape: Shape) -> tuple[int, ...]:
    return tuple(shape.orientations.index(cells) for cells in shape.orientations)


def _classes(start: tuple[int, ...], kicks: tuple[Kicks, ...], turns: tuple[int, ...]) -> tuple[int, ...]:
    """Part the orientations until all that share a class turn alike into the same classes."""
    keys: list[object] = [
        (start[o], tuple((start[o + turn & 3], tuple(kicks[o][turn - 1])) for turn in turns)) for o in range(4)
    ]
    finer = tuple(keys.index(key) for key in keys)
    if len(set(finer)) > len(set(start)):
        return _classes(finer, kicks, turns)
    names = sorted(set(finer))
    return tuple(names.index(name) for name in finer)


def _shifted(
    layout: Geometry, shape: Shape, orientation: int, turn: int, offsets: Sequence[Offset]
) -> tuple[Kick, ...]:
    grown = shape.heights[orientation + turn & 3] - shape.heights[orientation]
    return tuple(Kick(dx * layout.lane - dy - grown, is_leap(shape, orientation, turn, (dx, dy))) for dx, dy in offsets)


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)
