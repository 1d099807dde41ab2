"""Polyominoes: as many as are known to be, flat side down, and the same ones for ever."""

from collections import Counter
from hashlib import sha256

import pytest

from piecement_engine.board.piece_sets import as_in_netris
from piecement_engine.board.pieces import TETROMINOES, Cells, Shape, at_origin, turned_clockwise
from piecement_engine.board.polyominoes import HIGHEST_RANK, polyominoes, shape_named
from piecement_engine.errors import RuleError
from tests.sampling import mostly_wide, together

COUNTS = (1, 1, 2, 7, 18, 60, 196, 704, 2500, 9189)
"""One-sided polyominoes by rank (OEIS A000988)."""

FREE = (1, 1, 2, 5, 12, 35, 108, 369)
"""Those that remain when mirror images count once (A000105)."""

FIXED = (1, 2, 6, 19, 63, 216, 760, 2725)
"""Those that there are when every turn counts (A001168)."""

_SHAPES = (
    *("I1 (0,0)", "I2 (0,0)(1,0)", "I3 (0,0)(1,0)(2,0)", "L3 (0,0)(1,0)(0,1)", "I (0,0)(1,0)(2,0)(3,0)"),
    *("O (0,0)(1,0)(0,1)(1,1)", "T (0,0)(1,0)(2,0)(1,1)", "S (0,0)(1,0)(1,1)(2,1)"),
    *("Z (1,0)(2,0)(0,1)(1,1)", "J (0,0)(1,0)(2,0)(0,1)", "L (0,0)(1,0)(2,0)(2,1)"),
    *("F5 (0,0)(1,0)(1,1)(2,1)(1,2)", "E5 (1,0)(2,0)(0,1)(1,1)(1,2)", "J5 (0,0)(1,0)(2,0)(3,0)(0,1)"),
    *("L5 (0,0)(1,0)(2,0)(3,0)(3,1)", "P5 (0,0)(1,0)(2,0)(0,1)(1,1)", "B5 (0,0)(1,0)(2,0)(1,1)(2,1)"),
    *("Z5 (1,0)(2,0)(1,1)(0,2)(1,2)", "S5 (0,0)(1,0)(1,1)(1,2)(2,2)", "I5 (0,0)(1,0)(2,0)(3,0)(4,0)"),
    *("X5 (1,0)(0,1)(1,1)(2,1)(1,2)", "V5 (0,0)(1,0)(2,0)(0,1)(0,2)", "N5 (1,0)(2,0)(3,0)(0,1)(1,1)"),
    *("G5 (0,0)(1,0)(2,0)(2,1)(3,1)", "T5 (0,0)(1,0)(2,0)(1,1)(1,2)", "U5 (0,0)(1,0)(2,0)(0,1)(2,1)"),
    *("W5 (1,0)(2,0)(0,1)(1,1)(0,2)", "Y5 (0,0)(1,0)(2,0)(3,0)(2,1)", "R5 (0,0)(1,0)(2,0)(3,0)(1,1)"),
)
NETRIS = dict(shape.split() for shape in _SHAPES)
"""The 29 shapes that netris names, as it writes them."""


def written(shape: Shape) -> str:
    ordered = sorted(shape.cells, key=lambda cell: (cell[1], cell[0]))
    return "".join(f"({x},{y})" for x, y in ordered)


def mirrored(cells: Cells) -> Cells:
    return at_origin((-x, y) for x, y in cells)


def turns(cells: Cells) -> set[Cells]:
    found = set[Cells]()
    for _ in range(4):
        cells = turned_clockwise(cells)
        found.add(cells)
    return found


def picture(shape: Shape) -> str:
    filled = set(shape.cells)
    rows = range(shape.heights[0] - 1, -1, -1)
    return "/".join("".join(".#"[(x, y) in filled] for x in range(shape.widths[0])) for y in rows)


@mostly_wide("rank", range(1, HIGHEST_RANK + 1), kept=HIGHEST_RANK - 1)
def test_there_are_as_many_as_are_known(rank: int) -> None:
    assert len(polyominoes(rank)) == COUNTS[rank - 1]


@together("rank", range(1, 9))
def test_no_shape_is_another_turned(rank: int) -> None:
    shapes = polyominoes(rank)
    fixed = [turned for shape in shapes for turned in turns(shape.cells)]

    assert len(fixed) == len(set(fixed)) == FIXED[rank - 1]


@together("rank", range(1, 9))
def test_mirror_images_pair_up_to_the_free_polyominoes(rank: int) -> None:
    pairs = {min(turns(shape.cells) | turns(mirrored(shape.cells))) for shape in polyominoes(rank)}

    assert len(pairs) == FREE[rank - 1]


@together("rank", range(1, 9))
def test_every_shape_is_one_piece_of_that_many_cells(rank: int) -> None:
    for shape in polyominoes(rank):
        joined = {shape.cells[0]}
        for _ in range(rank):
            joined |= {(x, y) for x, y in shape.cells if joined & {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}}
        assert len(joined) == len(set(shape.cells)) == rank


@together(("name", "cells"), NETRIS.items())
def test_small_shapes_have_netris_names_and_orientation(name: str, cells: str) -> None:
    assert written(shape_named(name)) == cells


def test_all_small_shapes_are_named() -> None:
    names = [shape.name for rank in range(1, 6) for shape in polyominoes(rank)]

    assert sorted(names) == sorted(NETRIS)


def test_rank_4_is_the_seven_tetrominoes_themselves() -> None:
    assert [shape is TETROMINOES[shape.name] for shape in polyominoes(4)] == [True] * 7


@together("rank", range(1, 8))
def test_shapes_lie_flattest_side_down_and_lowest(rank: int) -> None:
    for shape in polyominoes(rank):
        flatness = [
            (sum(y == 0 for _, y in cells), -height)
            for cells, height in zip(shape.orientations, shape.heights, strict=True)
        ]
        assert flatness[0] == max(flatness)


@pytest.mark.parametrize("lying", ["##..#/.####", "##../.#.#/.###", "#..##/####."], ids=["first", "second", "third"])
def test_shapes_that_the_seed_spawns_on_a_wrong_side_lie_flat(lying: str) -> None:
    lying_flat = {picture(shape) for shape in polyominoes(7)}

    assert lying in lying_flat


@pytest.mark.parametrize(("rank", "tall"), [(4, 0), (5, 0), (6, 7), (7, 15)])
def test_only_large_shapes_spawn_taller_than_wide(rank: int, tall: int) -> None:
    assert sum(shape.heights[0] > shape.widths[0] for shape in polyominoes(rank)) == tall


@mostly_wide("rank", range(5, HIGHEST_RANK + 1), kept=5)
def test_spawned_shape_is_two_rows_lower_than_its_rank(rank: int) -> None:
    assert max(shape.widths[0] for shape in polyominoes(rank)) == rank
    assert max(shape.heights[0] for shape in polyominoes(rank)) == rank - 2


def test_tiles_and_names_are_different_for_all_shapes() -> None:
    shapes = [shape for rank in range(1, 9) for shape in polyominoes(rank)]

    assert max(Counter(shape.tile for shape in shapes).values()) == 1
    assert max(Counter(shape.name for shape in shapes).values()) == 1


def test_a_tile_tells_rank_and_index() -> None:
    assert [shape.tile for shape in polyominoes(3)] == [30_000, 30_001]
    assert polyominoes(9)[-1].tile == 92_499


def test_large_shapes_are_called_by_rank_and_index() -> None:
    assert [shape.name for shape in polyominoes(7)][42] == "7-042"
    assert shape_named("9-0007") is polyominoes(9)[7]


def test_the_order_stays_the_same_for_ever() -> None:
    order = "".join(written(shape) for rank in range(1, 10) for shape in polyominoes(rank))

    assert sha256(order.encode()).hexdigest()[:16] == "5a7e397a19ede79e"


@pytest.mark.parametrize("rank", [-1, 0, 11])
def test_other_ranks_are_refused(rank: int) -> None:
    with pytest.raises(RuleError, match="ranks are 1 to 10"):
        polyominoes(rank)


@together("name", ["", "Q", "T4", "F6", "7-999", "7-42", "11-000", "-", "0-000", "x-y"])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(RuleError, match="unknown piece"):
        shape_named(name)


def text_of(cells: Cells) -> str:
    return ",".join(f"({x},{y})" for y, x in sorted((y, x) for x, y in cells))


def canonical(cells: Cells) -> Cells:
    """Return what netris' generator makes of some cells, by its own way: by texts, and by turning a side down."""
    rotations = [cells := turned_clockwise(cells) for _ in range(4)]
    least = min(rotations, key=text_of)
    height = max(y for _, y in least)
    sides = (sum(y == 0 for _, y in least), sum(x == 0 for x, _ in least), sum(y == height for _, y in least if height))
    turns = {0: 0, 1: 3, 2: 2}[max(range(3), key=lambda side: sides[side])]
    for _ in range(turns):
        least = turned_clockwise(least)
    return tuple(sorted(least))


@together(("rank", "differing"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 3), (7, 22), (8, 77)])
def test_netris_spawns_some_shapes_otherwise(rank: int, differing: int) -> None:
    shapes = polyominoes(rank)
    netris = [as_in_netris(shape) for shape in shapes]

    assert [shape.cells for shape in netris] == [canonical(shape.cells) for shape in shapes]
    assert [shape.name for shape in netris] == [shape.name for shape in shapes]
    assert sum(one is not other for one, other in zip(netris, shapes, strict=True)) == differing
