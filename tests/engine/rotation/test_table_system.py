"""The tables of rotation systems are the published ones, and have the properties that are claimed for them."""

import json
from pathlib import Path

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import TETROMINOES, Cell, Orientation, Piece, Shape
from piecement_engine.board.polyominoes import polyominoes, shape_named
from piecement_engine.errors import RuleError
from piecement_engine.rotation import ROTATION_SYSTEMS, Offset, TableSystem, turned_in_box
from piecement_engine.rotation.known_systems import CLASSIC_LEFT, CLASSIC_RIGHT, OCULAR, SRS
from piecement_engine.rotation.table_system import each_turn
from tests.sampling import together

DATA = Path(__file__).parents[2] / "data" / "kicks.json"
"""The tables of the main seed, with its misprints repaired, for the lower left corner of the bounding box."""

TURNS = {"R": 1, "180": 2, "L": 3}


def tries(system: TableSystem, shape: Shape, orientation: int, turns: int) -> list[Offset]:
    """Return the places that a system tries for a turn, for the corner."""
    return list(system.kicks(shape)[orientation][turns - 1])


def placed(shape: Shape, orientation: int, offset: Offset) -> set[Cell]:
    return set(Piece(shape, orientation, *offset).cells)


@pytest.mark.parametrize("system", [OCULAR, SRS, CLASSIC_RIGHT], ids=lambda system: system.name)
def test_tables_are_those_of_the_main_seed(system: TableSystem) -> None:
    table = json.loads(DATA.read_text())[system.name]

    for letter, orientations in table.items():
        for orientation, turns in orientations.items():
            for turn, expected in turns.items():
                found = tries(system, TETROMINOES[letter], Orientation[orientation], TURNS[turn])
                assert found == [tuple(pair) for pair in expected], (letter, orientation, turn)


def test_classic_sides_differ_by_a_column_and_half_turns() -> None:
    flat_to_upright = {letter: tries(CLASSIC_LEFT, TETROMINOES[letter], 0, 1) for letter in "ISZTLJO"}
    half_turns = [tries(CLASSIC_LEFT, TETROMINOES["T"], orientation, 2) for orientation in range(4)]

    assert flat_to_upright == {
        "I": [(1, -1)],
        "S": [(0, 0)],
        "Z": [(0, 0)],
        **{letter: [(1, -1)] for letter in "TLJ"},
        "O": [(0, 0)],
    }
    assert half_turns == [[(0, -1)], [(-1, 0)], [(0, 1)], [(1, 0)]]


@together("system", [CLASSIC_LEFT, CLASSIC_RIGHT])
@together("letter", "OISZTLJ")
@together("turns", [1, 3])
def test_four_classic_quarter_turns_end_where_they_began(system: TableSystem, letter: str, turns: int) -> None:
    board = Board(geometry(10, 20, 4))
    piece = start = Piece(TETROMINOES[letter], Orientation.N, 4, 8)
    for _ in range(4):
        turned = system.rotate(board, piece, turns)
        assert turned is not None
        piece = turned[0]

    assert piece == start


@together("letter", "OISZTLJ")
@together(("start", "turns"), [(start, turns) for start in range(4) for turns in (1, 2, 3)])
def test_ocular_stays_in_touch_with_where_the_piece_was(letter: str, start: int, turns: int) -> None:
    shape = TETROMINOES[letter]
    old = placed(shape, start, (0, 0))

    assert all(old & placed(shape, start + turns & 3, offset) for offset in tries(OCULAR, shape, start, turns))


@together("letter", "LJ")
@together(("start", "turns"), [(start, turns) for start in range(4) for turns in (1, 3)])
def test_ocular_tries_every_l_and_j_place_sharing_two_cells(letter: str, start: int, turns: int) -> None:
    shape = TETROMINOES[letter]
    old = placed(shape, start, (0, 0))
    sharing = {
        (x, y) for x in range(-4, 5) for y in range(-4, 5) if len(old & placed(shape, start + turns & 3, (x, y))) >= 2
    }

    assert sharing <= set(tries(OCULAR, shape, start, turns))


@together("letter", "OISZTLJ")
def test_the_box_of_a_tetromino_is_that_of_srs(letter: str) -> None:
    shape = TETROMINOES[letter]
    side = {"O": 2, "I": 4}.get(letter, 3)
    row = {"O": 0, "I": 2}.get(letter, 1)
    cells = {(x, row + y) for x, y in shape.cells}
    corner = (0, row)
    for orientation in range(4):
        cells = {(y, side - 1 - x) for x, y in cells}
        dx, dy = turned_in_box(shape, orientation, 1)
        corner = corner[0] + dx, corner[1] + dy

        assert placed(shape, orientation + 1 & 3, corner) == cells


@together("rank", range(1, 8))
def test_four_turns_in_the_box_end_where_they_began(rank: int) -> None:
    for shape in polyominoes(rank):
        quarters = [turned_in_box(shape, orientation, 1) for orientation in range(4)]
        halves = [turned_in_box(shape, orientation, 2) for orientation in range(4)]

        assert (sum(x for x, _ in quarters), sum(y for _, y in quarters)) == (0, 0)
        assert all(
            (first[0] + second[0], first[1] + second[1]) == half
            for first, second, half in zip(quarters, quarters[1:] + quarters[:1], halves, strict=True)
        )


@together("name", ROTATION_SYSTEMS)
@together("pieces", ["1", "2", "3", "4", "5", "6 convex"])
def test_no_kick_reaches_beyond_the_smallest_padding(name: str, pieces: str) -> None:
    system = ROTATION_SYSTEMS[name]
    assert isinstance(system, TableSystem)
    for shape in piece_set(pieces):
        pad = geometry(10, 40, max(shape.widths[0], shape.heights[0])).pad
        for turns in system.kicks(shape):
            assert all(max(abs(dx), abs(dy)) <= pad for tries in turns for dx, dy in tries)


def test_a_kick_that_goes_further_is_refused() -> None:
    far = each_turn(lambda _orientation, _turns: ((0, 0), (6, 0)))
    with pytest.raises(RuleError, match="a kick moves T by 6 cells: at most 4 are possible"):
        TableSystem("far", {"T": far})
    with pytest.raises(RuleError, match="a kick moves I5 by 7 cells: at most 6 are possible"):
        TableSystem("far", {}, lambda _: each_turn(lambda _orientation, _turns: ((0, -7),))).kicks(shape_named("I5"))
