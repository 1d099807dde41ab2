"""Boards as bits: their set bits, their full rows and line clears, and the rows of a board made of bits."""

from piecement_engine.board.board import Board, Row
from piecement_engine.board.cascade import apply_cascade
from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import GREY
from piecement_engine.native import Bits


def set_bits(bits: Bits) -> list[int]:
    """Return the numbers of the set bits, highest first."""
    numbers: list[int] = []
    while bits:
        number = bits.bit_length() - 1
        bits ^= 1 << number
        numbers.append(number)
    return numbers


def full_rows(layout: Geometry, bits: Bits) -> Bits:
    """Return the full rows: row y is bit `height - 1 - y`."""
    for shift in layout.folds:
        bits &= bits >> shift
    return (bits & layout.first_column) >> layout.pad * layout.column_stride


def cleared(layout: Geometry, bits: Bits) -> tuple[Bits, int]:
    """Return the bits without the full rows, and the number of these rows."""
    full: Bits = full_rows(layout, bits)
    if not full:
        return bits, 0
    lines = 0
    top = layout.height - 1
    while full:
        row: Bits = full & -full
        full ^= row
        y = top + 1 - row.bit_length()
        above: Bits = layout.above[y]
        bits = bits & ~(above | layout.rows[y]) | (bits & above) << 1
        lines += 1
    return bits, lines


def grey_rows(layout: Geometry, bits: int) -> tuple[Row, ...]:
    """Return the rows of a board, lowest first, without the empty ones on top; all its blocks are grey."""
    return tuple(
        tuple([GREY * (bits >> layout.bit(x, y) & 1) for x in range(layout.width)])
        for y, row in enumerate(layout.rows)
        if bits & (row | layout.above[y])
    )


def cascaded(layout: Geometry, bits: int) -> tuple[int, int]:
    """Return the bits after all links of a cascade, and the number of rows cleared."""
    if not full_rows(layout, bits):
        return bits, 0
    board = Board(layout)
    board.set_rows(grey_rows(layout, bits))
    lines = 0
    while rows := board.full_rows():
        lines += len(rows)
        board.clear(rows)
        apply_cascade(board, rows)
    return board.bits, lines
