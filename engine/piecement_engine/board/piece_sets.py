"""Piece sets: the shapes a game is played with, written as a short text.

A set is a list of items separated by commas. An item is a rank (`5`), a range of ranks (`1-4`) or the name of a shape
(`T`, `I5`, `7-042`). A kind may follow ranks: `6-8 convex`, `10 hole-free`, or `6-8 netris` for all shapes in the
orientation in which netris spawns them. `tetrominoes` is rank 4.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import filterfalse
from typing import Final

from piecement_engine.board.pieces import Cell, Shape, beside, shape
from piecement_engine.board.polyominoes import ALLOWED_SETS, HIGHEST_RANK, polyominoes, shape_named
from piecement_engine.errors import RuleError, cut

DEFAULT_PIECES: Final = "tetrominoes"
"""The seven shapes of four cells."""

_RANKS: Final = re.compile(r"([1-9]\d?)(?:-([1-9]\d?))?(?: +([a-z-]+))?")


@lru_cache(maxsize=32)
def piece_set(text: str) -> tuple[Shape, ...]:
    """Return the distinct shapes of a set, in the order of the text. Raises `RuleError` for an invalid set."""
    shapes: dict[Shape, None] = {}
    for item in _items(text):
        shapes.update(dict.fromkeys(_shapes(item)))
    return tuple(shapes)


def check_piece_set(text: str) -> None:
    """Raise `RuleError` for an invalid set, without generating the shapes of its ranks, which is slow."""
    for item in _items(text):
        if _ranks(item) is None:
            shape_named(item)


def _items(text: str) -> Iterable[str]:
    return dict.fromkeys(" ".join(item.split()) for item in text.split(","))


def _shapes(item: str) -> Iterable[Shape]:
    if (found := _ranks(item)) is None:
        return (shape_named(item),)
    ranks, kind = found
    return (shape for rank in ranks for shape in _of_kind(rank, kind))


def _ranks(item: str) -> tuple[range, str] | None:
    """Return the ranks of an item and the kind of their shapes, or None if the item names a shape."""
    if item == DEFAULT_PIECES:
        return range(4, 5), ""
    ranks = _RANKS.fullmatch(item)
    if ranks is None:
        return None
    first, last, kind = ranks.groups(default="")
    lowest, highest = int(first), int(last or first)
    if lowest > highest or highest > HIGHEST_RANK or kind not in _KINDS:
        raise RuleError(f"unknown pieces {cut(item)!r}: {ALLOWED_SETS}")
    return range(lowest, highest + 1), kind


@lru_cache(maxsize=64)
def _of_kind(rank: int, kind: str) -> tuple[Shape, ...]:
    return tuple(_KINDS[kind](polyominoes(rank)))


def is_convex(shape: Shape) -> bool:
    """Return whether no row and no column of the shape has a gap."""
    return _without_gaps(shape.orientations[0]) and _without_gaps(shape.orientations[1])


def _without_gaps(cells: Sequence[Cell]) -> bool:
    """Return whether each column is one run of cells."""
    filled = set(cells)
    tops = sum((x, y + 1) not in filled for x, y in filled)
    return tops == len({x for x, _ in filled})


def has_hole(shape: Shape) -> bool:
    """Return whether the shape encloses a free cell."""
    columns, rows = range(-1, shape.widths[0] + 1), range(-1, shape.heights[0] + 1)
    free = {(x, y) for x in columns for y in rows}.difference(shape.cells)
    outside = {(-1, -1)}
    while outside:
        free -= outside
        outside = free & beside(outside)
    return bool(free)


def as_in_netris(flat: Shape) -> Shape:
    """Return a shape in the orientation in which netris spawns it, under the same name.

    Its generator takes the first of three sides with most cells, without a look at the height: the bottom, the left or
    the top side of the rotation whose cells sort first. The right side is left out. So some shapes from rank 6 on, 3 of
    60, stand upright or on a shorter side. Source: `Canonical` and `Flatten` in the text on polyominoes by netris'
    author.
    """
    turns = flat.orientations
    least = min(range(4), key=lambda turn: sorted(turns[turn], key=lambda cell: (cell[1], cell[0])))
    cells = max((turns[least - turn] for turn in range(3)), key=lambda cells: sum(y == 0 for _, y in cells))
    return flat if cells == flat.cells else shape(flat.name, flat.tile, cells)


_KINDS: Final[Mapping[str, Callable[[Iterable[Shape]], Iterable[Shape]]]] = {
    "": tuple,
    "convex": lambda shapes: filter(is_convex, shapes),
    "hole-free": lambda shapes: filterfalse(has_hole, shapes),
    "netris": lambda shapes: map(as_in_netris, shapes),
}
"""Functions from the shapes of a rank to those of a kind."""


@lru_cache(maxsize=16)
def longest_side(shapes: tuple[Shape, ...]) -> int:
    """Return the longest side of any of the shapes, for `geometry`."""
    return max(max(shape.widths[0], shape.heights[0]) for shape in shapes)


extent: Final = longest_side
"""Former name, for one release."""
