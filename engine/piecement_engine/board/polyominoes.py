"""Polyominoes: all shapes of a number of cells, their *rank*, generated in a fixed order.

A rank is grown from the rank below by adding each free neighbour cell to each shape. Here a cell is one integer, y * 64
+ x, and a figure is the sorted tuple of its cells. All four rotations of a new figure are stored at once, so that it is
recognised in any rotation without being rotated again.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from piecement_engine.board.pieces import TETROMINOES, Cells, Shape, shape
from piecement_engine.errors import RuleError, cut

HIGHEST_RANK: Final = 10
"""Maximum number of cells of a shape."""

_RANKS_WRITTEN: Final = frozenset(str(rank) for rank in range(1, HIGHEST_RANK + 1))
ALLOWED_SETS: Final = f"a set has ranks from 1 to {HIGHEST_RANK}, ranges and names, like 4 or 1-4 or 5 convex or T,I5"
"""Forms of a set of pieces, for errors (see `piece_sets`)."""

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


def shape_named(name: str) -> Shape:
    """Return a shape by its name, such as `T`, `L3`, `F5` or `7-042`. Raises `RuleError` if it is unknown."""
    if name in TETROMINOES:
        return TETROMINOES[name]
    rank = name.partition("-")[0] if "-" in name else name[1:]
    if rank in _RANKS_WRITTEN and name in (named := _by_name(int(rank))):
        return named[name]
    hint = f" (did you mean {','.join(name)!r}?)" if set(name) <= {*TETROMINOES} and name else ""
    raise RuleError(f"unknown piece {cut(name)!r}{hint}: pieces are called like T, L3, F5 or 7-042, and {ALLOWED_SETS}")


@cache
def _by_name(rank: int) -> dict[str, Shape]:
    return {shape.name: shape for shape in polyominoes(rank)}
