"""Finesse: the fewest presses that bring a piece over its place, and how many a player could have saved."""

from typing import Final

from piecement_engine.bots.arena import Arena
from piecement_engine.bots.paths import Step, path
from piecement_engine.pieces import Piece

_PLAIN_STEPS: Final = frozenset(Step) - {Step.SONIC_DROP, Step.SOFT_DROP}


def fewest_presses(arena: Arena, piece: Piece) -> int | None:
    """Return how many taps, holds to the wall and turns bring a new piece over the cells of one that has locked.

    The way is that over an empty board, so what comes after the first drop does not count; nor does the hard drop.
    """
    empty = arena.layout.empty
    start = arena.entry(empty, piece.shape)
    if start is None:
        return None
    steps = path(arena, empty, start, arena.board(empty).dropped(piece), allowed=_PLAIN_STEPS)
    return None if steps is None else len(steps) - 1


def finesse_faults(arena: Arena, piece: Piece, presses: int) -> int:
    """Return how many presses more than needed a placement took; `presses` is without drops and hold."""
    fewest = fewest_presses(arena, piece)
    return 0 if fewest is None else max(0, presses - fewest)
