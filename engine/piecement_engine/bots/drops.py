"""Drops of one piece: its possible locks, and the board after each."""

from functools import lru_cache
from typing import Final

from piecement_engine.board.pieces import Piece
from piecement_engine.bots.arena import Arena, spin_finder
from piecement_engine.bots.bit_boards import Columns, columns_for, full_rows
from piecement_engine.bots.states import State
from piecement_engine.events import Spin
from piecement_engine.native import Bits

Drop = tuple[Bits, int, Spin, float, int, int, int]
"""One placement: bits of the board after it, lines, spin, landing height, eroded cells, state and anchor.

See `features` and `states`. A plain tuple, as a search makes a hundred thousand in a second.
"""

_Form = tuple[int, State, Bits, Bits, Bits]
"""Number of a state, the state, its locks, and the full spins and minis of these."""


class Dropper:
    """Generator of the drops of pieces in one arena."""

    def __init__(self, arena: Arena) -> None:
        layout = arena.layout
        self._arena: Final = arena
        self._find_spins: Final = spin_finder(arena)
        self._stride: Final = layout.column_stride
        self._folds: Final = layout.folds
        self._first_column: Final = layout.first_column
        self._first_bit: Final = layout.pad * layout.column_stride
        self._columns: Final = columns_for(layout)
        self._places: Final = columns_for(layout)

    def drops(self, bits: Bits, start: Piece) -> list[Drop]:
        """Return the drops of a piece from its spot, except losing ones, wholly above the skyline."""
        layout = self._arena.layout
        found = self._arena.mover.reach(bits, start)
        locks = found.locks()
        spins = self._find_spins(found, bits, locks)
        columns, places = self._columns, self._places
        if columns is not None:
            columns.read(bits)
            columns.read_others()
        result: list[Drop] = []
        for form, state in enumerate(found.states.forms):
            figure = found.states.states[state]
            left: Bits = (
                locks[form] & ~layout.above[min(self._arena.rules.skyline + figure.height - 2, layout.height - 1)]
            )
            full: Bits = spins.full[form] & left if spins else 0
            mini: Bits = spins.mini[form] & left if spins else 0
            if columns is None or places is None:
                self._add(result, bits, (state, figure, left, full, mini))
            else:
                places.read(left)
                self._add_by_columns(result, bits, (state, figure, left, full, mini), (columns, places))
        return result

    def _add(self, result: list[Drop], bits: Bits, form: _Form) -> None:
        """Add the drops of one form."""
        folds, first_column, stride = self._folds, self._first_column, self._stride
        state, figure, left, full, mini = form
        mask: Bits = figure.mask
        ground = self._arena.layout.height - (figure.height + 1) / 2
        spun = full | mini
        none = Spin.NONE
        while left:
            anchor = left.bit_length() - 1
            left ^= 1 << anchor
            placed: Bits = bits | mask << anchor
            rows: Bits = placed
            for shift in folds:
                rows &= rows >> shift
            spin = _spin_at(anchor, full, mini) if spun else none
            if rows & first_column:
                after, lines, eroded = self._cleared(placed, mask << anchor)
                result.append((after, lines, spin, ground - anchor % stride, eroded, state, anchor))
            else:
                result.append((placed, 0, spin, ground - anchor % stride, 0, state, anchor))

    def _add_by_columns(self, result: list[Drop], bits: Bits, form: _Form, read: tuple[Columns, Columns]) -> None:
        """Add the drops of one form as `_add` does, by the columns of the board and of the locks."""
        columns, places = read
        state, figure, _, full, mini = form
        parts, stride = figure.columns, self._stride
        mask: Bits = figure.mask
        ground: float = self._arena.layout.height - (figure.height + 1) / 2
        spun = full | mini
        none = Spin.NONE
        for anchor in places.filled_bits():
            placed: Bits = bits | mask << anchor
            spin = _spin_at(anchor, full, mini) if spun else none
            if columns.fills_rows(parts, anchor):
                after, lines, eroded = self._cleared(placed, mask << anchor)
                result.append((after, lines, spin, ground - anchor % stride, eroded, state, anchor))
            else:
                result.append((placed, 0, spin, ground - anchor % stride, 0, state, anchor))

    def _cleared(self, placed: Bits, cells: Bits) -> tuple[Bits, int, int]:
        """Return the bits after the clears of a piece with these cells, the number of lines, and eroded cells."""
        layout, stride = self._arena.layout, self._stride
        rows = full_rows(layout, placed) << self._first_bit
        after, lines = self._arena.settled(placed)
        return after, lines, lines * sum([(cells & rows << x * stride).bit_count() for x in range(layout.width)])


def _spin_at(anchor: int, full: Bits, mini: Bits) -> Spin:
    if full >> anchor & 1:
        return Spin.FULL
    return Spin.MINI if mini >> anchor & 1 else Spin.NONE


@lru_cache(maxsize=16)
def dropper(arena: Arena) -> Dropper:
    return Dropper(arena)
