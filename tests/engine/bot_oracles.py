"""What the bots' fast ways are measured against: plain searches that a reader can check by eye."""

from collections.abc import Iterator
from random import Random

from piecement_engine.board import Board
from piecement_engine.bots.states import is_leap
from piecement_engine.geometry import Geometry
from piecement_engine.pieces import Piece
from piecement_engine.rotation import RotationSystem

Move = tuple[Piece, bool, bool]
"""Where an action leads, whether it was a turn, and whether that turn was a leap."""


def random_board(layout: Geometry, chance: Random, highest: int) -> Board:
    """Return a board with rows of one random density up to a random height; no row is full."""
    board = Board(layout)
    density = chance.choice((0.3, 0.5, 0.6, 0.75, 0.9))
    rows = [[int(chance.random() < density) for _ in range(layout.width)] for _ in range(chance.randint(0, highest))]
    for row in rows:
        row[chance.randrange(layout.width)] = 0
    board.set_rows([tuple(row) for row in rows])
    return board


def actions(board: Board, piece: Piece, system: RotationSystem, turns: tuple[int, ...]) -> Iterator[Move]:
    """Yield what one step, drop by a row or turn makes of a piece."""
    for dx, dy in ((-1, 0), (1, 0), (0, -1)):
        moved = piece._replace(x=piece.x + dx, y=piece.y + dy)
        if board.fits(moved):
            yield moved, False, False
    for turn in turns:
        answer = system.rotate(board, piece, turn)
        if answer:
            offset = answer[0].x - piece.x, answer[0].y - piece.y
            yield answer[0], True, is_leap(piece.shape, piece.orientation, turn, offset)


def walk(
    board: Board, start: Piece, system: RotationSystem, turns: tuple[int, ...], *, instant_fall: bool = False
) -> tuple[set[Piece], set[Piece], set[Piece]]:
    """Return the places that a piece reaches, those that a turn reaches, and those that a leap reaches."""
    if not board.fits(start):
        return set(), set(), set()
    start = board.dropped(start) if instant_fall else start
    seen, turned, leapt, waiting = {start}, set[Piece](), set[Piece](), [start]
    while waiting:
        for after, turning, leaping in actions(board, waiting.pop(), system, turns):
            rest = board.dropped(after) if instant_fall else after
            if turning and rest == after:
                turned.add(after)
                if leaping:
                    leapt.add(after)
            if rest not in seen:
                seen.add(rest)
                waiting.append(rest)
    return seen, turned, leapt
