"""Piece sets: the shapes of a game as a short text, and boards of a size to match them.

A set is a list of items separated by commas. An item is a rank (`5`), a range of ranks (`1-4`) or the name of a shape
(`T`, `I5`, `7-042`). A kind may follow ranks: `6-8 convex`, `10 hole-free`. `tetrominoes` is rank 4.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from piecement_engine.errors import RuleError, cut
from piecement_engine.pieces import Cell, Shape
from piecement_engine.polyominoes import HIGHEST_RANK, polyominoes, shape_named

DEFAULT_PIECES: Final = "tetrominoes"
"""The seven shapes of four cells."""

_RANKS: Final = re.compile(r"([1-9]\d?)(?:-([1-9]\d?))?(?: +([a-z-]+))?")
_ALLOWED: Final = f"a set has ranks from 1 to {HIGHEST_RANK}, ranges and names, like 4 or 1-4 or 5 convex or T,I5"


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
        raise RuleError(f"unknown pieces {cut(item)!r}: {_ALLOWED}")
    return range(lowest, highest + 1), kind


@lru_cache(maxsize=64)
def _of_kind(rank: int, kind: str) -> tuple[Shape, ...]:
    return tuple(filter(_KINDS[kind], polyominoes(rank)))


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
    width, height = shape.widths[0], shape.heights[0]
    outside = _flooded(width, height, set(shape.cells))
    return len(outside) + len(shape.cells) < (width + 2) * (height + 2)


def _flooded(width: int, height: int, filled: Collection[Cell]) -> set[Cell]:
    """Return the free cells in and around a box that are connected with the outside."""
    reached = {(-1, -1)}
    ways = [(-1, -1)]
    while ways:
        x, y = ways.pop()
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if -1 <= cell[0] <= width and -1 <= cell[1] <= height and cell not in reached and cell not in filled:
                reached.add(cell)
                ways.append(cell)
    return reached


_KINDS: Final[Mapping[str, Callable[[Shape], bool]]] = {
    "": lambda _: True,
    "convex": is_convex,
    "hole-free": lambda shape: not has_hole(shape),
}
"""Filters of the shapes of a rank, by kind."""


@lru_cache(maxsize=16)
def longest_side(shapes: tuple[Shape, ...]) -> int:
    """Return the longest side of any of the shapes, for `geometry`."""
    return max(max(shape.widths[0], shape.heights[0]) for shape in shapes)


extent: Final = longest_side
"""Former name, for one release."""


class BoardSize(NamedTuple):
    width: int
    skyline: int
    """Number of visible rows."""
    height: int
    """Number of all rows."""


def size_for_rank(rank: int) -> BoardSize:
    """Return the board size for shapes with this number of cells."""
    width = max(10, (5 * rank + 1) // 2)
    return BoardSize(width, 2 * width, 4 * width)
