"""Queues of pieces for openers, and the search for an order in which a queue builds a shape."""

from collections.abc import Sequence
from functools import lru_cache
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


def is_reachable(bits: int, piece: Piece) -> bool:
    """Return whether moves, rotations and drops bring a new piece to its placement on a board."""
    start = opener_arena().entry(bits, piece.shape)
    return start is not None and piece.cells in _resting(bits, start)


@lru_cache(maxsize=20_000)
def _resting(bits: int, start: Piece) -> frozenset[Cells]:
    return frozenset(place.cells for place in opener_arena().mover.reach(bits, start).placements())


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
    return _Search(tuple(queue), may_swap=may_swap).is_possible(before, pieces, 0, hold)


class _Search:
    """Search for an order in which a queue builds a shape."""

    def __init__(self, queue: tuple[str, ...], *, may_swap: bool) -> None:
        self._queue: Final = queue
        self._may_swap: Final = may_swap
        self._failed: set[tuple[frozenset[Piece], int, str | None]] = set()
        """Missing pieces, used pieces and hold from which no order leads on."""

    def is_possible(self, bits: int, left: frozenset[Piece], used: int, hold: str | None) -> bool:
        """Return whether the queue after some used pieces places all that are left."""
        key = (left, used, hold)
        if not left or key in self._failed:
            return not left
        may_hold = self._may_swap or used > 0
        for letter, hold_after, used_after, _ in options(self._queue, hold, used, may_hold=may_hold):
            for piece in left:
                if piece.shape.name == letter and is_reachable(bits, piece):
                    after = bits | opener_arena().layout.cells(piece)
                    if self.is_possible(after, left - {piece}, used_after, hold_after):
                        return True
        self._failed.add(key)
        return False
