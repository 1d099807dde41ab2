"""Inputs: what reaches a game from outside, as numbers. With its setup they are the whole game."""

from array import array
from collections.abc import Iterable, Sequence
from typing import Final, Self

Input = tuple[int, int]
"""A time in ns, and the mask of the buttons held from then on, or `FORFEIT`, or packed garbage."""

FORFEIT: Final = -1
"""Stands for giving up where an input has a mask of buttons. Lower numbers stand for garbage, see `pack_garbage`."""

FRESH_INPUTS: Final = 512
"""How many inputs a log may hold loosely before they are to be packed."""


class InputLog:
    """The inputs of a game so far.

    An hour of fast play has a hundred thousand: those of long ago are packed, times and changes apart. The latest are
    in `fresh`, to which a game adds.
    """

    __slots__ = ("_changes", "_times", "fresh")

    def __init__(self, inputs: Iterable[Input] = ()) -> None:
        self._times = array("q")
        self._changes: list[int] = []
        self.fresh = list(inputs)
        self.pack()

    def __len__(self) -> int:
        return len(self._times) + len(self.fresh)

    def since(self, count: int) -> tuple[Input, ...]:
        """Return the inputs after the first `count` ones."""
        packed = len(self._times)
        if count >= packed:
            return tuple(self.fresh[count - packed :])
        return (*zip(self._times[count:], self._changes[count:], strict=True), *self.fresh)

    def pack(self) -> None:
        """Move the fresh inputs to where they take less memory; equal changes become one object."""
        self._times.extend(time_ns for time_ns, _ in self.fresh)
        known = {change: change for change in self._changes[-FRESH_INPUTS:]}
        self._changes.extend(known.setdefault(change, change) for _, change in self.fresh)
        self.fresh.clear()

    def copy(self) -> Self:
        """Return a log that goes on alone."""
        other = type(self)()
        other._times = self._times[:]
        other._changes = self._changes.copy()
        other.fresh = self.fresh.copy()
        return other


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
