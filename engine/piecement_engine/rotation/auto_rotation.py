"""AutoRS: the rotation system of jminos, which searches near the piece instead of a table of kicks."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import Piece, Shape, beside
from piecement_engine.quick import Made
from piecement_engine.rotation.system import Turned
from piecement_engine.rotation.table_system import Offset, ShapeKicks, TableSystem, each_turn, turned_in_box

_Test = Callable[[int, int], bool]


def searched(shape: Shape) -> ShapeKicks:
    """Return the spots that AutoRS tries for each rotation of a shape.

    A kicked piece must share a cell with the piece before the rotation or with its edge neighbours. The search runs
    sideways from the rotation in the box, right before left, then through the lines below, then through those above. As
    only the shape decides which spots qualify, the search runs once for each shape and rotation and is stored as a
    table.
    """
    return each_turn(lambda orientation, turns: _search(shape, orientation, turns))


def _search(shape: Shape, orientation: int, turns: int) -> Sequence[Offset]:
    here = shape.orientations[orientation]
    safe = {*here, *beside(here)}
    left, bottom = turned_in_box(shape, orientation, turns)
    turned = [(left + x, bottom + y) for x, y in shape.orientations[orientation + turns & 3]]

    def touches(dx: int, dy: int) -> bool:
        return any((x + dx, y + dy) in safe for x, y in turned)

    return tuple((left + dx, bottom + dy) for dx, dy in _spread(touches))


def _spread(touches: _Test) -> Iterator[Offset]:
    """Yield the offsets to try: this line, the lines below, the lines above, while the middle of a line touches."""
    yield from _line(touches, 0)
    for step in (-1, 1):
        dy = step
        while touches(0, dy):
            yield from _line(touches, dy)
            dy += step


def _line(touches: _Test, dy: int) -> Iterator[Offset]:
    """Yield the middle, then 1 right, 1 left, 2 right …, until neither side touches."""
    yield 0, dy
    sides = [1, -1]
    distance = 1
    while sides:
        sides = [side for side in sides if touches(side * distance, dy)]
        yield from ((side * distance, dy) for side in sides)
        distance += 1


class AutoRotation(TableSystem):
    """AutoRS, the rotation system of jminos, for shapes of any size: a search near the piece instead of a table.

    It kicks every shape within the reach of its cells, also on spawning, and has a turn by 0.
    """

    def __init__(self) -> None:
        super().__init__("auto", {}, searched)
        self._nudges: Made[tuple[Shape, int], Sequence[Offset]] = Made(lambda key: _search(*key, 0)[1:])

    def rotate_0(self, board: Board, piece: Piece) -> Turned | None:
        """Return the piece one row lower as no kick, otherwise kicked in its orientation, or None if all is blocked."""
        shape, orientation, x, y = piece
        fallen = Piece(shape, orientation, x, y - 1)
        return (fallen, 0) if board.fits(fallen) else self._nudged(board, piece)

    def _nudged(self, board: Board, piece: Piece) -> Turned | None:
        shape, orientation, x, y = piece
        for number, (dx, dy) in enumerate(self._nudges[shape, orientation], start=1):
            nudged = Piece(shape, orientation, x + dx, y + dy)
            if board.fits(nudged):
                return nudged, number
        return None

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        """Return the piece unmoved, or kicked if it is blocked, or None if no kick fits."""
        if board.fits(piece):
            return piece
        nudged = self._nudged(board, piece)
        return nudged[0] if nudged else None


AUTO: Final = AutoRotation()
"""System of jminos."""
