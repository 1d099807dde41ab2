"""Drops of one piece: its possible locks, and the board after each."""

from functools import lru_cache
from typing import Final

from piecement_engine.board.pieces import Piece
from piecement_engine.bots.arena import Arena, spin_finder
from piecement_engine.bots.bit_boards import full_rows, set_bits
from piecement_engine.bots.columns import columns_for
from piecement_engine.bots.spin_sets import spin_at
from piecement_engine.events import Spin
from piecement_engine.native import Bits

Drop = tuple[Bits, int, Spin, float, int, int, int]
"""One placement: bits of the board after it, lines, spin, landing height, eroded cells, state and anchor.

See `features` and `states`. A plain tuple, as a search makes a hundred thousand in a second.
"""


class Dropper:
    """Generator of the drops of pieces in one arena."""

    def __init__(self, arena: Arena) -> None:
        layout = arena.layout
        self._arena: Final = arena
        self._find_spins: Final = spin_finder(arena)
        self._stride: Final = layout.column_stride
        self._first_bit: Final = layout.pad * layout.column_stride
        self._columns: Final = columns_for(layout)
        self._places: Final = columns_for(layout)
        """Columns of a set of anchors, from which its bits are read."""

    def drops(self, bits: Bits, start: Piece) -> list[Drop]:
        """Return the drops of a piece from its spot, except losing ones, wholly above the skyline."""
        layout = self._arena.layout
        found = self._arena.mover.reach(bits, start)
        locks = found.locks()
        spins = self._find_spins(found, bits, locks)
        columns, stride = self._columns, self._stride
        if columns is not None:
            columns.read(bits)
            columns.read_others()
        skyline, none = self._arena.rules.skyline, Spin.NONE
        result: list[Drop] = []
        for form, number in enumerate(found.states.forms):
            state = found.states.states[number]
            parts = state.columns
            mask: Bits = state.mask
            ground: float = layout.height - (state.height + 1) / 2
            highest = min(skyline + state.height - 2, layout.height - 1)
            left: Bits = locks[form] & ~layout.above[highest]
            full: Bits = spins.full[form] & left if spins else 0
            mini: Bits = spins.mini[form] & left if spins else 0
            spun = full | mini
            for anchor in self._anchors(left):
                placed: Bits = bits | mask << anchor
                spin = spin_at(anchor, full, mini) if spun else none
                if full_rows(layout, placed) if columns is None else columns.fills_rows(parts, anchor):
                    after, lines, eroded = self._cleared(placed, mask << anchor)
                    result.append((after, lines, spin, ground - anchor % stride, eroded, number, anchor))
                else:
                    result.append((placed, 0, spin, ground - anchor % stride, 0, number, anchor))
        return result

    def _anchors(self, places: Bits) -> list[int]:
        """Return the numbers of the set bits, highest first."""
        if self._places is not None:
            self._places.read(places)
            return self._places.filled_bits()
        return set_bits(places)

    def _cleared(self, placed: Bits, cells: Bits) -> tuple[Bits, int, int]:
        """Return the bits after the clears of a piece with these cells, the number of lines, and eroded cells."""
        layout, stride = self._arena.layout, self._stride
        rows = full_rows(layout, placed) << self._first_bit
        after, lines = self._arena.settled(placed)
        return after, lines, lines * sum([(cells & rows << x * stride).bit_count() for x in range(layout.width)])


@lru_cache(maxsize=16)
def dropper(arena: Arena) -> Dropper:
    return Dropper(arena)
