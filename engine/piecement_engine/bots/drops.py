"""All that can be done with one piece: where it may lock, and what the board is after it."""

from functools import lru_cache

from piecement_engine.bots.arena import Arena
from piecement_engine.bots.spin_finder import spin_finder
from piecement_engine.events import Spin
from piecement_engine.pieces import Piece

Drop = tuple[int, int, Spin, float, int, int, int]
"""One placement: the bits of the board after it, lines, spin, landing height and eroded cells (see `features`), and
the state and anchor of the piece (see `states`). A plain tuple, for a search makes a hundred thousand in a second."""


class Dropper:
    """Lists the drops of pieces in one arena."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._find_spins = spin_finder(arena)

    def drops(self, bits: int, start: Piece) -> list[Drop]:
        """Return the drops of a piece from where it is, without those wholly above the skyline, which would lose."""
        arena = self._arena
        layout = arena.layout
        stride, folds, first_column = layout.column_stride, layout.folds, layout.first_column
        found = arena.mover.reach(bits, start)
        locks = found.locks()
        spins = self._find_spins(found, bits, locks)
        full = mini = 0
        none = Spin.NONE
        result: list[Drop] = []
        for form, state in enumerate(found.states.forms):
            figure = found.states.states[state]
            left = locks[form] & ~layout.above[min(arena.rules.skyline + figure.height - 2, layout.height - 1)]
            if spins:
                full, mini = spins.full[form] & left, spins.mini[form] & left
            spun = full | mini
            mask = figure.mask
            ground = layout.height - (figure.height + 1) / 2
            while left:
                anchor = left.bit_length() - 1
                left ^= 1 << anchor
                placed = rows = bits | mask << anchor
                for shift in folds:
                    rows &= rows >> shift
                spin = none
                if spun and spun >> anchor & 1:
                    spin = Spin.FULL if full >> anchor & 1 else Spin.MINI
                if rows & first_column:
                    after, lines = arena.settled(placed)
                    eroded = lines * _cells_in(rows & first_column, mask << anchor, arena)
                    result.append((after, lines, spin, ground - anchor % stride, eroded, state, anchor))
                else:
                    result.append((placed, 0, spin, ground - anchor % stride, 0, state, anchor))
        return result


def _cells_in(rows: int, cells: int, arena: Arena) -> int:
    """Return how many cells are in the rows that are marked in the first column."""
    stride = arena.layout.column_stride
    return sum((cells & rows << column * stride).bit_count() for column in range(arena.layout.width))


@lru_cache(maxsize=16)
def dropper(arena: Arena) -> Dropper:
    return Dropper(arena)
