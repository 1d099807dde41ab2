"""Perft: the known-answer test of a move generator."""

import warnings
from collections.abc import Iterable
from typing import Final

from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.bots.arena import Arena
from piecement_engine.bots.bit_boards import set_bits
from piecement_engine.bots.position import Position
from piecement_engine.errors import RuleError, cut_repr
from piecement_engine.game.inputs import Button
from piecement_engine.native import Bits
from piecement_engine.rules.rules import Rules

_HEIGHT: Final = 24


def perft(position: Position | str, system: str = "srs") -> int:
    """Return the number of sequences in which the piece in play and all known next ones can lock, without hold.

    Placements with the same cells are one.

    Formerly the position was an empty board, given by the letters of the queue and the name of a rotation system, with
    quarter turns only; this form is accepted for one release.
    """
    if isinstance(position, str):
        warnings.warn("perft takes a Position now", DeprecationWarning, stacklevel=2)
        return perft(empty_board(position, system))
    if not isinstance(position, Position):
        raise RuleError(f"the position is {cut_repr(position)}: it is a Position")
    if position.piece is None:
        return int(not position.next)
    boards = {position.bits: 1}
    start: Piece | None = position.piece
    for shape in position.queue[:-1]:
        boards, start = _next_boards(position.arena, boards, shape, start), None
    locks = (_locks(position.arena, bits, position.queue[-1], start) for bits in boards)
    return sum(
        count * sum(anchors.bit_count() for anchors in sets) for count, sets in zip(boards.values(), locks, strict=True)
    )


def empty_board(queue: Iterable[str], system: str) -> Position:
    """Return the position of an empty board of 10 by 24 cells, for the published counts of SRS: without half turns.

    Raises `RuleError` for an unknown system or an unknown letter of the queue.
    """
    if not isinstance(queue, str):
        raise RuleError(f"the queue is {cut_repr(queue)}: it is a text of letters")
    rules = Rules(height=_HEIGHT, rotation_system=system)
    return Position.from_text("", queue.upper(), rules, barred=[Button.ROTATE_180])


def _locks(arena: Arena, bits: Bits, shape: Shape, start: Piece | None) -> list[Bits]:
    """Return the resting spots of a piece from a start, or of a new one, as one set of anchors for each form."""
    start = start or arena.entry(bits, shape)
    return arena.mover.reach(bits, start).locks() if start else []


def _next_boards(arena: Arena, boards: dict[Bits, int], shape: Shape, start: Piece | None) -> dict[Bits, int]:
    """Return the number of ways to each board after one more piece; equal boards are one."""
    after: dict[Bits, int] = {}
    states = arena.mover.states(shape)
    masks = [states.states[first].mask for first in states.forms]
    for bits, count in boards.items():
        for mask, anchors in zip(masks, _locks(arena, bits, shape, start), strict=False):
            for anchor in set_bits(anchors):
                board, _ = arena.settled(bits | mask << anchor)
                after[board] = after.get(board, 0) + count
    return after
