"""Columns of a board, each in one word of the machine, for the compiled engine.

Python takes about as long for one word as for a whole board, and so counts on whole boards (see `features`). In a
column bit 0 is the top row, as in `geometry`. No literal here is shifted by a word or has more than 62 bits: the
compiler takes the first for half a word, and makes a Python integer of the second.
"""

from typing import Final

from piecement_engine.board.geometry import Geometry
from piecement_engine.native import COMPILED, Bits, i64

_MOST_ROWS: Final = 56
"""Maximum height of a board: while it is read, a column may begin anywhere in the first byte of a word."""


def columns_for(layout: Geometry) -> "Columns | None":
    """Return columns for boards of a layout, or None if counting on whole boards is faster."""
    return Columns(layout) if COMPILED and layout.height <= _MOST_ROWS else None


class Column:
    __slots__ = ("filled", "others_after", "others_before", "sky")

    def __init__(self, filled: i64) -> None:
        self.filled: i64 = filled
        self.sky: i64 = 0
        """Empty cells with nothing above them."""
        self.others_before: i64 = 0
        """Rows that are full in all columns to the left."""
        self.others_after: i64 = 0
        """Rows that are full in all columns to the right."""


class Columns:
    """Columns of one board at a time, between a wall at either end.

    `read` takes the board for all methods; `fills_rows` also needs `read_others` after it, and the methods for garbage
    `read_garbage`.
    """

    __slots__ = (
        *("_above_garbage", "_bytes", "_field", "_first_bit", "_floor", "_inner", "_pad", "_stride"),
        *("_with_walls", "_word_bytes"),
    )

    def __init__(self, layout: Geometry) -> None:
        self._pad: i64 = layout.pad
        self._stride: i64 = layout.column_stride
        self._first_bit: i64 = layout.pad * layout.column_stride
        self._floor: i64 = 1 << layout.height
        self._field: i64 = self._floor - 1
        self._bytes: Final[int] = layout.empty.bit_length() // 8 + 8
        self._word_bytes: i64 = (layout.height + 14) // 8
        self._with_walls: Final = [Column(self._field) for _ in range(layout.width + 2)]
        self._inner: Final = self._with_walls[1:-1]
        self._above_garbage: i64 = self._field

    def read(self, bits: Bits) -> None:
        """Read the columns from the bits of a board, or from any other set of its cells."""
        data: bytes = bits.to_bytes(self._bytes, "little")
        at = self._first_bit
        for column in self._inner:
            byte = at >> 3
            word: i64 = 0
            shift: i64 = 0
            end = byte + self._word_bytes
            while byte < end:
                word |= i64(data[byte]) << shift
                shift += 8
                byte += 1
            column.filled = word >> (at & 7) & self._field
            stack = column.filled | self._floor
            column.sky = (stack & -stack) - 1
            at += self._stride

    def read_others(self) -> None:
        """Find for each column the rows that are full in all columns on either side."""
        rows = self._field
        for column in self._with_walls:
            column.others_before = rows
            rows &= column.filled
        rows = self._field
        for column in reversed(self._with_walls):
            column.others_after = rows
            rows &= column.filled

    def read_garbage(self) -> None:
        """Find the garbage: the rows with one gap at the bottom."""
        one: i64 = 0
        two: i64 = 0
        for column in self._inner:
            empty = self._field ^ column.filled
            two |= one & empty
            one |= empty
        self._above_garbage = _and_below(self._field & ~(one ^ two))

    def fills_rows(self, parts: tuple[int, ...], anchor: i64) -> bool:
        """Return whether a piece fills a row, given the cells of each of its columns and its anchor (see `states`)."""
        x = anchor // self._stride - self._pad
        row = anchor % self._stride
        column = self._inner[x]
        rows = column.others_before
        for part in parts:
            column = self._inner[x]
            rows &= column.filled | i64(part) << row
            x += 1
        return rows & column.others_after != 0

    def filled_bits(self) -> list[int]:
        """Return the numbers of all set bits, highest first."""
        found: list[int] = []
        base = self._first_bit + self._stride * len(self._inner)
        for column in reversed(self._inner):
            base -= self._stride
            left = column.filled
            while left:
                below = _and_below(left)
                left ^= below ^ below >> 1
                found.append(base + _count(below) - 1)
        return found

    def row_transitions(self) -> int:
        """Count as `features.row_transitions` does."""
        total: i64 = 0
        before = self._field
        for column in self._inner:
            total += _count(before ^ column.filled)
            before = column.filled
        return total + _count(before ^ self._field)

    def column_transitions(self) -> int:
        """Count as `features.column_transitions` does."""
        total: i64 = 0
        for column in self._inner:
            total += _count(column.filled ^ (column.filled | self._floor) >> 1)
        return total

    def holes(self) -> int:
        """Return the number of empty cells with a block above them."""
        total: i64 = 0
        for column in self._inner:
            total += _count(self._field ^ (column.filled | column.sky))
        return total

    def cover(self, most: i64) -> int:
        """Return the sum over the holes of the number of rows up to the top of the column, `most` at most each."""
        total: i64 = 0
        for column in self._inner:
            holes = self._field ^ (column.filled | column.sky)
            if holes:
                below_top = self._field ^ column.sky
                total += 2 * _count(holes)
                rows: i64 = 2
                while rows < most:
                    total += _count(holes & below_top << rows)
                    rows += 1
        return total

    def hole_depth(self) -> int:
        """Count as `features.hole_depth` does."""
        total: i64 = 0
        for column in self._inner:
            cover = (self._field ^ (column.filled | column.sky)) >> 1 & column.filled
            while cover:
                total += _count(cover)
                cover = cover >> 1 & column.filled
        return total

    def rows_with_holes(self) -> int:
        """Return the number of rows with a hole."""
        rows: i64 = 0
        for column in self._inner:
            rows |= self._field ^ (column.filled | column.sky)
        return _count(rows)

    def well_sum(self) -> int:
        """Count as `features.well_sum` does."""
        total: i64 = 0
        for x, column in enumerate(self._inner):
            cells = self._with_walls[x].filled & self._with_walls[x + 2].filled & ~column.filled
            while cells:
                total += _count(cells)
                cells = cells << 1 & (self._field ^ column.filled)
        return total

    def stack_height(self) -> int:
        """Return the height of the highest column."""
        sky = self._field
        for column in self._inner:
            sky &= column.sky
        return _count(self._field ^ sky)

    def well_depth(self) -> int:
        """Return the number of rows, up from the ground of the lowest column, that are full but for that column."""
        lowest: i64 = 0
        full = full_but_lowest = self._field
        for column in self._inner:
            if column.sky >= lowest:
                lowest = column.sky
                full_but_lowest = full
            else:
                full_but_lowest &= column.filled
            full &= column.filled
        return _length(lowest) - _length(lowest & ~full_but_lowest)

    def garbage(self) -> int:
        """Return the number of garbage rows."""
        return _count(self._field ^ self._above_garbage)

    def rows_on_garbage(self) -> int:
        """Return the number of rows above the garbage with a block."""
        rows: i64 = 0
        for column in self._inner:
            rows |= column.filled
        return _count(rows & self._above_garbage)

    def over_gap(self, depth: i64) -> i64:
        """Return the rows with a block over the gap of a garbage row; depth 0 is the top row."""
        row = (self._above_garbage + 1) << depth
        for column in self._inner:
            if (self._field ^ column.filled) & row:
                return column.filled & self._above_garbage
        return 0

    def gaps_in(self, rows: i64) -> int:
        """Return the number of empty cells in these rows."""
        total: i64 = 0
        if rows:
            for column in self._inner:
                total += _count(rows & ~column.filled)
        return total

    def well_over_gap(self, most: i64) -> int:
        """Return the depth of the well over the gap of the top garbage row, up to `most`; 0 if it is covered."""
        row = self._above_garbage + 1
        for x, column in enumerate(self._inner):
            if (self._field ^ column.filled) & row:
                if column.filled & self._above_garbage:
                    return 0
                sides = self._with_walls[x].filled & self._with_walls[x + 2].filled
                depth: i64 = 0
                row >>= 1
                while depth < most and sides & row:
                    depth += 1
                    row >>= 1
                return depth
        return 0

    def t_slot(self) -> int:
        """Return the bit of the middle of a T in a slot that is open on one side, or -1."""
        for open_side, roof_side in ((0, 2), (2, 0)):
            left: i64 = open_side
            right: i64 = roof_side
            at = self._first_bit
            for column in self._inner:
                found = self._slots(self._with_walls[left], column, self._with_walls[right])
                if found:
                    return at + _length(found & -found) - 1
                at += self._stride
                left += 1
                right += 1
        return -1

    def _slots(self, open_side: Column, middle: Column, roof: Column) -> i64:
        ledge = open_side.sky & (open_side.filled | self._floor) >> 1
        overhang = (roof.filled << 1 | 1) & ~roof.filled & (roof.filled | self._floor) >> 1
        return ledge & overhang & middle.sky >> 1


def _count(cells: i64) -> i64:
    """Return the number of set bits; a column has fewer bits than the masks."""
    cells -= cells >> 1 & 0x1555555555555555
    cells = (cells & 0x3333333333333333) + (cells >> 2 & 0x3333333333333333)
    cells = cells + (cells >> 4) & 0x0F0F0F0F0F0F0F0F
    cells += cells >> 8
    cells += cells >> 16
    cells += cells >> 32
    return cells & 0x7F


def _length(cells: i64) -> i64:
    """Return the number of bits up to the highest set one."""
    return _count(_and_below(cells))


def _and_below(cells: i64) -> i64:
    """Return the highest set bit and all bits below it."""
    cells |= cells >> 1
    cells |= cells >> 2
    cells |= cells >> 4
    cells |= cells >> 8
    cells |= cells >> 16
    cells |= cells >> 32
    return cells
