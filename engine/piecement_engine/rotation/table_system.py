"""Rotation by table: each rotation has a list of spots to try, and the first free one wins."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import Geometry, PiecesAt, reach_of_kicks
from piecement_engine.board.pieces import TETROMINOES, Piece, Shape
from piecement_engine.errors import RuleError
from piecement_engine.native import Bits, mypyc_attr
from piecement_engine.quick import Made
from piecement_engine.rotation.system import Turned

Offset = tuple[int, int]
"""Displacement of the lower left corner of the bounding box, (dx, dy)."""

Kicks = tuple[Sequence[Offset], Sequence[Offset], Sequence[Offset]]
"""Offsets to try for a quarter turn clockwise, a half turn, and a quarter turn counter-clockwise."""

ShapeKicks = tuple[Kicks, Kicks, Kicks, Kicks]
"""Kicks of a shape from N, E, S and W."""

KickTable = Mapping[str, ShapeKicks]
"""Kicks of each tetromino, by letter."""


def turned_in_box(shape: Shape, orientation: int, turns: int) -> Offset:
    """Return the offset of the corner for a rotation of the shape inside its square box.

    The box is as wide as the longer side of the shape. In orientation N the shape lies in its middle, rounded to the
    left and upward. For all tetrominoes this is the box of SRS.
    """
    old_x, old_y = corner_in_box(shape, orientation)
    new_x, new_y = corner_in_box(shape, orientation + turns & 3)
    return new_x - old_x, new_y - old_y


def kick_of(before: Piece, after: Piece) -> Offset:
    """Return the offset of a rotated piece from the rotation in the box."""
    x, y = turned_in_box(before.shape, before.orientation, after.orientation - before.orientation & 3)
    return after.x - before.x - x, after.y - before.y - y


def corner_in_box(shape: Shape, orientation: int) -> Offset:
    """Return the lower left corner of a shape in its square box."""
    side = max(shape.widths[0], shape.heights[0])
    left = (side - shape.widths[0]) // 2
    bottom = (side - shape.heights[0] + 1) // 2
    right = side - left - shape.widths[0]
    top = side - bottom - shape.heights[0]
    return ((left, bottom), (bottom, right), (right, top), (top, left))[orientation]


def each_turn(tries: Callable[[int, int], Sequence[Offset]]) -> ShapeKicks:
    """Return the kicks made of the lists `tries(orientation, turns)`."""

    def from_orientation(orientation: int) -> Kicks:
        return tries(orientation, 1), tries(orientation, 2), tries(orientation, 3)

    return from_orientation(0), from_orientation(1), from_orientation(2), from_orientation(3)


def unkicked(shape: Shape) -> ShapeKicks:
    """Return the kicks of a shape that only rotates in its box."""
    return each_turn(lambda orientation, turns: (turned_in_box(shape, orientation, turns),))


def _checked(shape: Shape, kicks: ShapeKicks) -> ShapeKicks:
    """Return the kicks of a shape. Raises `RuleError` if one exceeds the padding of boards."""
    most = reach_of_kicks(max(shape.widths[0], shape.heights[0]))
    farthest = max(max(abs(dx), abs(dy)) for turns in kicks for tries in turns for dx, dy in tries)
    if farthest > most:
        raise RuleError(f"a kick moves {shape.name} by {farthest} cells: at most {most} are possible")
    return kicks


KickShift = tuple[int, int]
"""One spot to try: its number, and the offset of the bits of the rotated piece for a piece at (0, 0)."""

BoardTurn = tuple[Bits, PiecesAt, tuple[KickShift, ...]]
"""One rotation on a board: the bits of the rotated piece, its possible pieces by offset, and the tries."""

BoardTurns = tuple[tuple[BoardTurn, ...], ...]
"""Rotations by 1, 2 and 3 quarters for each orientation."""


def _board_turns(layout: Geometry, shape: Shape, kicks: ShapeKicks) -> BoardTurns:
    """Return the kicks of a shape as shifts of bits on boards of one layout."""
    return tuple(
        tuple(
            _board_turn(layout, shape, orientation + turns & 3, tries) for turns, tries in enumerate(by_turns, start=1)
        )
        for orientation, by_turns in enumerate(kicks)
    )


def _board_turn(layout: Geometry, shape: Shape, turned: int, tries: Sequence[Offset]) -> BoardTurn:
    places = layout.places[shape][turned]
    shifts = tuple((number, places.base + dx * layout.column_stride - dy) for number, (dx, dy) in enumerate(tries))
    return places.mask, places.pieces_at, shifts


@mypyc_attr(allow_interpreted_subclasses=True)
class TableSystem:
    """Rotation system that tries the spots of a table."""

    def __init__(self, name: str, kicks: KickTable, outside: Callable[[Shape], ShapeKicks] = unkicked) -> None:
        """Rotate tetrominoes by `kicks`, and any other shape by the kicks that `outside` returns for it.

        Raises `RuleError` if a kick is longer than `reach_of_kicks` allows: the longest side of the piece and one cell,
        at least four.
        """
        self.name: Final = name
        self._kicks: Final[Made[Shape, ShapeKicks]] = Made(lambda shape: _checked(shape, outside(shape)))
        self._kicks.update(
            (TETROMINOES[letter], _checked(TETROMINOES[letter], table)) for letter, table in kicks.items()
        )
        known = self._kicks
        self._board_turns: Final[Made[Geometry, Made[Shape, BoardTurns]]] = Made(
            lambda layout: Made(lambda shape: _board_turns(layout, shape, known[shape]))
        )

    def kicks(self, shape: Shape) -> ShapeKicks:
        """Return the kicks of a shape from N, E, S and W."""
        return self._kicks[shape]

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        """Return the piece rotated clockwise by `turns` quarters, or None if all tries are blocked."""
        turns &= 3
        if not turns:
            return piece, 0
        shape, orientation, x, y = piece
        layout = board.geometry
        mask, pieces_at, tries = self._board_turns[layout][shape][orientation][turns - 1]
        place = x * layout.column_stride - y
        bits = board.bits
        for number, shift in tries:
            if not bits >> place + shift & mask:
                return pieces_at[place + shift], number
        return None

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        return piece if board.fits(piece) else None
