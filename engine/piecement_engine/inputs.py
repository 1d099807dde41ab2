"""Inputs: what reaches a game from outside, as numbers. With its setup they are the whole game."""

from collections.abc import Sequence
from typing import Final

Input = tuple[int, int]
"""A time in ns, and the mask of the buttons held from then on, or `FORFEIT`, or packed garbage."""

FORFEIT: Final = -1
"""Stands for giving up where an input has a mask of buttons. Lower numbers stand for garbage, see `pack_garbage`."""


def pack_garbage(holes: Sequence[int]) -> int:
    """Return the input that stands for garbage rows with holes in these columns (-1: none), the first to rise first."""
    packed = 1
    for hole in reversed(holes):
        packed = packed << 7 | hole + 1
    return -1 - packed


def unpack_garbage(packed: int) -> list[int]:
    """Return the columns that `pack_garbage` packed."""
    left = -1 - packed
    holes: list[int] = []
    while left > 1:
        holes.append((left & 0x7F) - 1)
        left >>= 7
    return holes
