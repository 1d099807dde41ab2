"""Perft: the number of ways to place a queue of pieces, the known-answer test of the move generator."""

from typing import Final

from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Piece, Shape
from piecement_engine.bots.bit_boards import cleared
from piecement_engine.bots.movers import Mover, mover
from piecement_engine.errors import RuleError
from piecement_engine.rotation import ROTATION_SYSTEMS

_WIDTH: Final = 10
_HEIGHT: Final = 24
_SPAWN_ROW: Final = 19
"""Row of the pivot, which SRS has in the bottom row of every spawned piece."""


def perft(queue: str, system: str = "srs") -> int:
    """Return the number of sequences in which a queue of tetrominoes, by letter, can lock on an empty board.

    Placements with the same cells are one. A piece starts in row 19 of a board ten wide and has steps, quarter turns
    and the one-row soft drop; full rows leave after each lock.

    Raises `RuleError` for an unknown system or an unknown letter.
    """
    shapes = [_shape(letter) for letter in queue]
    if system not in ROTATION_SYSTEMS:
        raise RuleError(
            "unknown rotation system {name!r}: systems are {known}", name=system, known=", ".join(ROTATION_SYSTEMS)
        )
    layout = geometry(_WIDTH, _HEIGHT, 4)
    moves = mover(layout, ROTATION_SYSTEMS[system])
    boards = {layout.empty: 1}
    for shape in shapes[:-1]:
        boards = _next_boards(moves, boards, shape)
    if not shapes:
        return 1
    last = shapes[-1]
    return sum(
        count * locks.bit_count() for bits, count in boards.items() for locks in moves.reach(bits, _spawn(last)).locks()
    )


def _shape(letter: str) -> Shape:
    if letter.upper() not in TETROMINOES:
        raise RuleError("unknown piece {name!r}: pieces are {known}", name=letter, known=", ".join(TETROMINOES))
    return TETROMINOES[letter.upper()]


def _spawn(shape: Shape) -> Piece:
    return Piece(shape, 0, (_WIDTH - shape.widths[0]) // 2, _SPAWN_ROW)


def _next_boards(moves: Mover, boards: dict[int, int], shape: Shape) -> dict[int, int]:
    """Return the number of ways to each board after one more piece; equal boards are one."""
    after: dict[int, int] = {}
    states = moves.states(shape)
    layout = states.layout
    spawn = _spawn(shape)
    masks = [states.states[first].mask for first in states.forms]
    for bits, count in boards.items():
        for mask, anchors in zip(masks, moves.reach(bits, spawn).locks(), strict=True):
            left = anchors
            while left:
                anchor = left & -left
                left ^= anchor
                board, _ = cleared(layout, bits | mask << anchor.bit_length() - 1)
                after[board] = after.get(board, 0) + count
    return after
