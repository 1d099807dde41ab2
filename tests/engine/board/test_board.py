"""The board: drops and full rows, whichever way the blocks came."""

from collections.abc import Callable
from random import Random

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.piece_sets import extent, piece_set
from piecement_engine.board.pieces import GREY, TETROMINOES, Piece
from tests.sampling import mostly_wide, together

ONE_GAP = "####.#####"
FULL = "##########"


def dropped_row_by_row(board: Board, piece: Piece) -> Piece:
    """Return the piece as far straight down as it goes, tried one row at a time."""
    while board.fits(lower := piece._replace(y=piece.y - 1)):
        piece = lower
    return piece


@pytest.mark.parametrize("text", ["tetrominoes", "1-4", "5", "7"])
def test_a_drop_goes_as_far_as_one_row_at_a_time(text: str) -> None:
    random = Random(text)
    shapes = piece_set(text)
    layout = geometry(10, 40, extent(shapes))
    for _ in range(300):
        share = random.random() / 2
        board = Board(layout)
        board.set_rows([tuple(GREY if random.random() < share else 0 for _ in range(10)) for _ in range(20)])
        piece = Piece(random.choice(shapes), random.randrange(4), random.randrange(7), random.randrange(32))
        if board.fits(piece):
            assert board.dropped(piece) == dropped_row_by_row(board, piece)


def test_no_piece_fits_outside_the_board() -> None:
    board = Board.from_text([ONE_GAP, "##..####.#"])
    spots = [(x, y) for x in (*range(-8, 18), -500, 500) for y in (*range(-8, 50), -500, 500)]
    for shape in TETROMINOES.values():
        for orientation in range(4):
            for x, y in spots:
                piece = Piece(shape, orientation, x, y)
                assert board.fits(piece) is not any(board.is_filled(*cell) for cell in piece.cells), piece


def test_a_piece_that_lies_already_is_the_same_piece() -> None:
    piece = Piece(TETROMINOES["O"], 0, 4, 0)

    assert Board(geometry(10, 40, 4)).dropped(piece) is piece


FILLINGS: dict[str, Callable[[Board], object]] = {
    "a piece": lambda board: board.lock(Piece(TETROMINOES["I"], 1, 4, 0)),
    "single cells": lambda board: board.fill([(4, 0)], GREY),
    "new rows": lambda board: board.set_rows([(GREY,) * 10]),
    "rows from below": lambda board: board.raise_rows([(GREY,) * 10]),
}


@pytest.mark.parametrize("filling", FILLINGS)
def test_a_row_is_full_with_any_tiles(filling: str) -> None:
    board = Board.from_text([ONE_GAP])
    before = board.full_rows()

    FILLINGS[filling](board)

    assert before == []
    assert board.full_rows() == board.copy().full_rows() == [0]


def test_board_of_bits_has_the_full_rows_of_its_board() -> None:
    board = Board.from_text([ONE_GAP, FULL, ONE_GAP, FULL])

    assert Board.from_bits(board.bits, board.geometry).full_rows() == [3, 1]


def test_full_rows_stay_full_until_they_are_cleared() -> None:
    board = Board.from_text([FULL, ONE_GAP, FULL])

    assert board.full_rows() == board.full_rows() == [2, 0]

    board.clear([2, 0])

    assert board.full_rows() == []


@together("seed", range(20))
def test_tiles_are_the_same_whenever_one_looks_at_them(seed: int) -> None:
    random = Random(seed)
    looked_at, unseen = Board(geometry(10, 40, 4)), Board(geometry(10, 40, 4))
    for _ in range(30):
        piece = Piece(random.choice(list(TETROMINOES.values())), random.randrange(4), random.randrange(7), 30)
        for board in (looked_at, unseen):
            board.lock(board.dropped(piece))
        blocks = sum(map(bool, (tile for row in looked_at.tiles for tile in row)))
        assert blocks == (unseen.bits ^ unseen.geometry.empty).bit_count()
        assert unseen.copy().tiles == looked_at.tiles
        for board in (looked_at, unseen):
            board.clear(board.full_rows())

    assert unseen.tiles == looked_at.tiles


def test_it_reaches_up_to_its_highest_block() -> None:
    board = Board.from_text(["####.#####", "..........", "....#....."], geometry(10, 6, 4))

    assert [board.reaches(y) for y in range(6)] == [True, True, True, False, False, False]
    assert not Board(geometry(10, 6, 4)).reaches(0)


@pytest.mark.parametrize("text", ["tetrominoes", "1-3", "5"])
def test_rows_from_free_from_up_are_free_and_the_next_is_not(text: str) -> None:
    random = Random(text)
    shapes = piece_set(text)
    board = Board(geometry(10, 40, extent(shapes)))
    for number in range(400):
        piece = Piece(random.choice(shapes), random.randrange(4), random.randrange(6), random.randrange(20, 30))
        if number % 50 == 49:
            board.raise_rows([tuple(GREY * (x != 3) for x in range(10))])
        elif number % 90 == 89 or not board.fits(piece):
            board.set_rows(board.tiles[: random.randrange(4)])
        else:
            board.lock(board.dropped(piece))
            board.clear(board.full_rows())
        assert board.free_from == len(board.tiles)
        assert board.copy().free_from == board.free_from


def test_a_board_of_bits_knows_no_free_rows() -> None:
    board = Board.from_text([FULL, ONE_GAP])
    high = Piece(TETROMINOES["O"], 0, 4, 2)
    assert board.grounded(high)
    assert not board.grounded(high._replace(y=3))
    assert Board.from_bits(board.bits, board.geometry).grounded(high)
    assert not Board.from_bits(board.bits, board.geometry).grounded(high._replace(y=3))


@mostly_wide("text", ["tetrominoes", "5", "1-3", "10-0000"], kept=2)
def test_a_piece_is_known_by_where_its_bits_begin(text: str) -> None:
    shapes = piece_set(text)
    layout = geometry(10, 40, extent(shapes))
    for shape in shapes:
        for orientation, places in enumerate(layout.places[shape]):
            for x in range(layout.width - shape.widths[orientation] + 1):
                for y in range(0, layout.height - shape.heights[orientation] + 1, 3):
                    piece = Piece(shape, orientation, x, y)
                    cells = layout.cells(piece)
                    assert cells == sum(1 << layout.bit(*cell) for cell in piece.cells)
                    assert places.pieces_at[(cells & -cells).bit_length() - 1 - _first(places.mask)] == piece


def _first(mask: int) -> int:
    """Return the number of the lowest bit; a piece may have none in its first row."""
    return (mask & -mask).bit_length() - 1


def test_pieces_are_kept_of_the_first_shapes_of_a_layout_alone() -> None:
    layout = geometry(13, 37, 6)
    shapes = piece_set("6")
    for shape in shapes:
        piece = Piece(shape, 0, 0, 5)
        Board(layout).dropped(piece)
    kept = [shape for shape in shapes if layout.places[shape][0].pieces_at]
    assert kept == list(shapes[: len(kept)])
    assert 0 < len(kept) < len(shapes)
