"""Features are what their published definitions say, cell by cell, and on the published examples."""

from itertools import pairwise
from random import Random

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Piece
from piecement_engine.bots.features import Features, board_features, eroded_cells, landing_height
from tests.engine.bots.oracles import random_board
from tests.sampling import together


def features_by_hand(board: Board) -> Features:
    """Count what MDPTetris defines, one cell at a time."""
    width, height = board.width, board.height
    filled = board.is_filled
    holes = [
        (x, y)
        for x in range(width)
        for y in range(height)
        if not filled(x, y) and any(filled(x, above) for above in range(y + 1, height))
    ]
    heights = [max((y + 1 for y in range(height) if filled(x, y)), default=0) for x in range(width)]
    return Features(
        landing_height=0,
        eroded_cells=0,
        row_transitions=sum(filled(x, y) != filled(x + 1, y) for y in range(height) for x in range(-1, width)),
        column_transitions=sum(filled(x, y) != filled(x, y - 1) for y in range(height) for x in range(width)),
        holes=len(holes),
        wells=sum(
            empties_down(board, x, y)
            for y in range(height)
            for x in range(width)
            if not filled(x, y) and filled(x - 1, y) and filled(x + 1, y)
        ),
        hole_depth=sum(filled_up(board, x, y + 1) for x, y in holes),
        rows_with_holes=len({y for _, y in holes}),
        diversity=len({a - b for a, b in pairwise(heights)} & {-2, -1, 0, 1, 2}),
    )


def empties_down(board: Board, x: int, y: int) -> int:
    count = 0
    while not board.is_filled(x, y - count):
        count += 1
    return count


def filled_up(board: Board, x: int, y: int) -> int:
    count = 0
    while y + count < board.height and board.is_filled(x, y + count):
        count += 1
    return count


@pytest.mark.parametrize("size", [(10, 20), (5, 8), (12, 30)])
def test_features_equal_a_count_cell_by_cell(size: tuple[int, int]) -> None:
    rng = Random(5)
    for _ in range(60):
        board = random_board(geometry(*size, 4), rng, size[1])

        assert board_features(board.geometry, board.bits) == features_by_hand(board)


@together(
    ("rows", "expected"),
    [
        ([".........."], Features(0, 0, 2 * 20, 10, 0, 0, 0, 0, 1)._asdict()),
        (["..##..##.."], {"row_transitions": 6 + 2 * 19}),
        (["#.........", "..........", "#.........", "#........."], {"holes": 1, "column_transitions": 3 + 9}),
        (["#.##.#####", "####.#####"], {"wells": 1 + (1 + 2)}),
        ([".......", "#.#####"], {"wells": 2}),
        (["...", "#..", "#..", "...", "#.."], {"hole_depth": 2 + 1, "rows_with_holes": 2}),
    ],
)
def test_features_are_those_of_the_published_examples(rows: list[str], expected: dict[str, int]) -> None:
    """The last ones: a well goes on downwards where a neighbour is missing, and a hole is as deep as what covers it."""
    layout = geometry(len(rows[0]), 20, 4)
    found = board_features(layout, Board.from_text(rows, layout).bits)._asdict()

    assert {name: found[name] for name in expected} == expected


def test_landing_height_is_the_middle_of_the_piece() -> None:
    assert landing_height(Piece(TETROMINOES["I"], 0, 0, 0)) == 0
    assert landing_height(Piece(TETROMINOES["I"], 1, 0, 2)) == 3.5


@together(
    ("rows", "piece", "eroded"),
    [
        ([".........#", ".........#"], Piece(TETROMINOES["I"], 0, 0, 0), 0),
        (["....######"], Piece(TETROMINOES["I"], 0, 0, 0), 4),
        ([".#########"], Piece(TETROMINOES["I"], 1, 0, 0), 1),
        ([".#########"] * 4, Piece(TETROMINOES["I"], 1, 0, 0), 16),
        (["#.########", "...#######"], Piece(TETROMINOES["T"], 2, 0, 0), 2 * 4),
    ],
)
def test_eroded_cells_are_lines_times_own_cells_in_them(rows: list[str], piece: Piece, eroded: int) -> None:
    board = Board.from_text(rows, geometry(10, 20, 4))
    before = board.bits
    board.lock(piece)

    assert eroded_cells(board.geometry, board.bits, board.bits & ~before) == eroded
