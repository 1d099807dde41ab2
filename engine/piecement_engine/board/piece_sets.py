"""Piece sets: the shapes a game is played with, written as a short text, and polyominoes generated.

A rank is grown from the rank below by adding each free neighbour cell to each shape. Here a cell is one integer, y * 64
+ x, and a figure is the sorted tuple of its cells. All four rotations of a new figure are stored at once, so that it is
recognised in any rotation without being rotated again.

A set is a list of items separated by commas. An item is a rank (`5`), a range of ranks (`1-4`) or the name of a shape
(`T`, `I5`, `7-042`). A kind may follow ranks: `6-8 convex`, `10 hole-free`, or `6-8 netris` for all shapes in the
orientation in which netris spawns them. `tetrominoes` is rank 4.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import filterfalse
from typing import Final, NamedTuple

from piecement_engine.board.pieces import TETROMINOES, Cell, Cells, Shape, beside, shape
from piecement_engine.errors import RuleError, cut

HIGHEST_RANK: Final = 10
"""Maximum number of cells of a shape."""

_RANKS_WRITTEN: Final = frozenset(str(rank) for rank in range(1, HIGHEST_RANK + 1))

TILES_PER_RANK: Final = 10_000
"""Multiplier of the rank in tiles: a tile is rank * this + index. Tetrominoes have tiles of their own."""

_NAMES: Final[dict[str, str]] = {
    "00": "I1", "00 10": "I2", "00 10 20": "I3", "00 01 10": "L3", "00 10 11 12 21": "F5", "01 10 11 12 20": "E5",
    "00 01 10 20 30": "J5", "00 10 20 30 31": "L5", "00 01 10 11 20": "P5", "00 10 11 20 21": "B5",
    "02 10 11 12 20": "Z5", "00 10 11 12 22": "S5", "00 10 20 30 40": "I5", "01 10 11 12 21": "X5",
    "00 01 02 10 20": "V5", "01 10 11 20 30": "N5", "00 10 20 21 31": "G5", "00 10 11 12 20": "T5",
    "00 01 10 20 21": "U5", "01 02 10 11 20": "W5", "00 10 20 21 30": "Y5", "00 10 11 20 30": "R5",
}  # fmt: skip
"""Names of small shapes in netris, followed by their rank, by their cells in orientation N (xy)."""

_ROW: Final = 64
_Figure = tuple[int, ...]
_Turns = tuple[_Figure, _Figure, _Figure, _Figure]
"""A figure and its rotations, each a quarter clockwise from the one before."""


@cache
def polyominoes(rank: int) -> tuple[Shape, ...]:
    """Return all shapes of `rank` cells in a fixed order, flat ones first.

    Shapes of rank 4 are those of `TETROMINOES`, in their order. Raises `RuleError` if the rank is not from 1 to 10.
    """
    if not 1 <= rank <= HIGHEST_RANK:
        raise RuleError(f"no polyominoes of rank {rank}: ranks are 1 to {HIGHEST_RANK}")
    if rank == 4:
        return tuple(TETROMINOES.values())
    spawned = sorted((1 + max(y for _, y in cells), cells) for cells in map(_spawned, _grown(rank)))
    digits = max(3, len(str(len(spawned) - 1)))
    return tuple(
        shape(
            _NAMES.get(" ".join(f"{x}{y}" for x, y in cells), f"{rank}-{index:0{digits}}"),
            rank * TILES_PER_RANK + index,
            cells,
        )
        for index, (_, cells) in enumerate(spawned)
    )


def _grown(rank: int) -> list[_Turns]:
    """Return each figure of a rank once, with its rotations."""
    if rank == 1:
        return [((0,), (0,), (0,), (0,))]
    seen: set[_Figure] = set()
    found: list[_Turns] = []
    for figure in _bigger(turns[0] for turns in _grown(rank - 1)):
        if figure not in seen:
            turns = _turns(figure)
            seen.update(turns)
            found.append(turns)
    return found


def _bigger(figures: Iterable[_Figure]) -> Iterator[_Figure]:
    for figure in figures:
        inside = [cell + _ROW + 1 for cell in figure]
        around: set[int] = set()
        for cell in inside:
            around.update((cell - 1, cell + 1, cell - _ROW, cell + _ROW))
        for cell in around.difference(inside):
            bigger = [*inside, cell]
            corner = min(bigger) // _ROW * _ROW + min(one % _ROW for one in bigger)
            yield tuple(sorted(one - corner for one in bigger))


def _turns(figure: _Figure) -> _Turns:
    first = _turned(figure)
    second = _turned(first)
    return figure, first, second, _turned(second)


def _turned(figure: _Figure) -> _Figure:
    right = max(cell % _ROW for cell in figure)
    return tuple(sorted((right - cell % _ROW) * _ROW + cell // _ROW for cell in figure))


def _spawned(turns: _Turns) -> Cells:
    """Return the cells of a figure in orientation N: with most cells on the bottom row, then the lowest.

    Among equals the first wins, counted counter-clockwise from the rotation whose cells sort first.
    """
    least = min(range(4), key=lambda turn: [(cell % _ROW, cell // _ROW) for cell in turns[turn]])
    flattest = max((turns[least - turn] for turn in range(4)), key=_flatness)
    return tuple(sorted((cell % _ROW, cell // _ROW) for cell in flattest))


def _flatness(figure: _Figure) -> tuple[int, int]:
    return sum(cell < _ROW for cell in figure), -(figure[-1] // _ROW)


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


def shape_named(name: str) -> Shape:
    """Return a shape by its name, such as `T`, `L3`, `F5` or `7-042`. Raises `RuleError` if it is unknown."""
    if name in TETROMINOES:
        return TETROMINOES[name]
    rank = name.partition("-")[0] if "-" in name else name[1:]
    if rank in _RANKS_WRITTEN and name in (named := _by_name(int(rank))):
        return named[name]
    hint = f" (did you mean {','.join(name)!r}?)" if set(name) <= {*TETROMINOES} and name else ""
    raise RuleError(f"unknown piece {cut(name)!r}{hint}: pieces are called like T, L3, F5 or 7-042, and {_ALLOWED}")


@cache
def _by_name(rank: int) -> dict[str, Shape]:
    return {shape.name: shape for shape in polyominoes(rank)}


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
