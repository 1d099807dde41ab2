"""Line clears on the bits of a board."""

from piecement_engine.geometry import Geometry


def full_rows(layout: Geometry, bits: int) -> int:
    """Return the full rows: row y is bit `height - 1 - y`."""
    for shift in layout.folds:
        bits &= bits >> shift
    return (bits & layout.first_column) >> layout.pad * layout.lane


def cleared(layout: Geometry, bits: int) -> tuple[int, int]:
    """Return the bits without the full rows, and how many there were."""
    full = full_rows(layout, bits)
    if not full:
        return bits, 0
    lines = 0
    top = layout.height - 1
    while full:
        row = full & -full
        full ^= row
        y = top + 1 - row.bit_length()
        above = layout.above[y]
        bits = bits & ~(above | layout.rows[y]) | (bits & above) << 1
        lines += 1
    return bits, lines
