"""Queues of pieces for openers, and the search for an order in which a queue builds a shape."""

from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from typing import Final

from piecement.training.openers import opener_arena
from piecement_engine import TETROMINOES, Piece
from piecement_engine.board.pieces import Cells
from piecement_engine.bots.position import options

BAG: Final = 7
"""Number of pieces in a bag."""
_BAGS: Final = 12
"""Number of bags in an attempt, more than anybody needs."""


def new_queue(seed: int) -> tuple[str, ...]:
    """Return the shape names of several random bags."""
    random = Random(seed)
    return tuple(letter for __ in range(_BAGS) for letter in random.sample([*TETROMINOES], BAG))


def allows(
    pieces: frozenset[Piece],
    queue: Sequence[str],
    hold: str | None = None,
    bits: int | None = None,
    *,
    may_swap: bool = True,
) -> bool:
    """Return whether a queue allows all placements, with one hold per piece.

    Other pieces have to fit into hold. `bits` is the board before, empty by default; `may_swap` is whether the first
    piece may still go into hold.
    """
    before = opener_arena().layout.empty if bits is None else bits

    @cache
    def is_possible(left: frozenset[Piece], used: int, hold: str | None) -> bool:
        """Return whether the queue after some used pieces places all that are left."""
        board = before
        for piece in pieces - left:
            board |= opener_arena().layout.cells(piece)
        return not left or any(
            is_possible(left - {piece}, used_after, hold_after)
            for letter, hold_after, used_after, _ in options(queue, hold, used, may_hold=may_swap or used > 0)
            for piece in left
            if piece.shape.name == letter and _is_reachable(board, piece)
        )

    return is_possible(pieces, 0, hold)


def _is_reachable(bits: int, piece: Piece) -> bool:
    """Return whether moves, rotations and drops bring a new piece to its placement on a board."""
    start = opener_arena().entry(bits, piece.shape)
    return start is not None and piece.cells in _resting(bits, start)


@lru_cache(maxsize=20_000)
def _resting(bits: int, start: Piece) -> frozenset[Cells]:
    return frozenset(place.cells for place in opener_arena().mover.reach(bits, start).placements())
