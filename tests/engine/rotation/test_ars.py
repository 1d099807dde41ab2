"""ARS rests pieces at the bottom of their boxes, and kicks by one cell unless the middle column is in the way."""

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Cell, Orientation, Piece
from piecement_engine.rotation.known_systems import ARS
from tests.sampling import together

CW, HALF, CCW = 1, 2, 3
N, E, S, W = Orientation

BOXES = {
    "T": ("... .#. ###", ".#. .## .#.", "... ### .#.", ".#. ##. .#."),
    "J": ("... #.. ###", ".## .#. .#.", "... ### ..#", ".#. .#. ##."),
    "L": ("... ..# ###", ".#. .#. .##", "... ### #..", "##. .#. .#."),
    "S": ("... .## ##.", "#.. ##. .#.", "... .## ##.", "#.. ##. .#."),
    "Z": ("... ##. .##", "..# .## .#.", "... ##. .##", "..# .## .#."),
    "I": (".... #### .... ....", "..#. ..#. ..#. ..#.", ".... #### .... ....", "..#. ..#. ..#. ..#."),
    "O": ("## ##", "## ##", "## ##", "## ##"),
}
"""The boxes of the arcade games, top row first, as turned N, E, S and W; the games spawn T, J and L as S."""


def boxed(letter: str, orientation: int) -> list[Cell]:
    rows = BOXES[letter][orientation].split()[::-1]
    return sorted((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#")


def at(letter: str, orientation: int, x: int, y: int) -> Piece:
    """Return a piece whose box has its lower left corner at a cell."""
    cells = boxed(letter, orientation)
    return Piece(
        TETROMINOES[letter], orientation, x + min(cell[0] for cell in cells), y + min(cell[1] for cell in cells)
    )


def board_with(*filled: Cell) -> Board:
    """Return a board with cells filled, counted from (3, 5)."""
    board = Board(geometry(10, 20, 4))
    board.fill([(3 + x, 5 + y) for x, y in filled], 1)
    return board


def shift(board: Board, letter: str, orientation: int, turns: int) -> int | None:
    """Return by how many columns a piece in the box at (3, 5) is kicked, or None where it does not turn."""
    turned = ARS.rotate(board, at(letter, orientation, 3, 5), turns)
    if turned is None:
        return None
    return turned[0].x - at(letter, orientation + turns & 3, 3, 5).x


@together("letter", BOXES)
@together("orientation", Orientation)
@together("turns", [CW, HALF, CCW])
def test_pieces_turn_in_the_boxes_of_the_arcade_games(letter: str, orientation: int, turns: int) -> None:
    before = at(letter, orientation, 3, 5)
    after = [(3 + x, 5 + y) for x, y in boxed(letter, orientation + turns & 3)]

    turned = ARS.rotate(board_with(), before, turns)

    assert before.cells == tuple((3 + x, 5 + y) for x, y in boxed(letter, orientation))
    assert turned is not None
    assert turned[1] == 0
    assert list(turned[0].cells) == after


@together(
    ("letter", "orientation", "turns", "blocks", "expected"),
    [
        ("S", N, CW, [(0, 2)], 1),
        ("S", N, CW, [(0, 2), (1, 2)], -1),
        ("S", N, CW, [(0, 2), (1, 2), (-1, 2)], None),
        ("Z", N, CW, [(2, 2)], 1),
        ("Z", N, CW, [(2, 2), (3, 2)], -1),
        ("T", E, CCW, [(0, 0)], 1),
        ("T", E, CCW, [(0, 0), (3, 0)], None),
        ("T", W, CW, [(2, 0)], -1),
    ],
)
def test_a_blocked_turn_kicks_right_then_left(
    letter: str, orientation: int, turns: int, blocks: list[Cell], expected: int | None
) -> None:
    assert shift(board_with(*blocks), letter, orientation, turns) == expected


@pytest.mark.parametrize(("orientation", "turns"), [(N, CW), (E, CW), (S, CCW), (W, CCW)])
def test_i_never_kicks(orientation: int, turns: int) -> None:
    blocked = boxed("I", orientation + turns & 3)[0]

    assert shift(board_with(blocked), "I", orientation, turns) is None


@together(
    ("letter", "turns", "blocks", "expected"),
    [
        ("T", CW, [(1, 2)], None),
        ("T", CCW, [(1, 2)], None),
        ("J", CW, [(1, 2)], None),
        ("J", CW, [(1, 2), (2, 2)], None),
        ("J", CW, [(2, 2)], -1),
        ("L", CCW, [(1, 2)], None),
        ("L", CCW, [(1, 1)], None),
        ("L", CCW, [(0, 2), (1, 1)], 1),
        ("L", CCW, [(0, 2)], 1),
    ],
)
def test_l_j_and_t_do_not_kick_off_the_middle_column(
    letter: str, turns: int, blocks: list[Cell], expected: int | None
) -> None:
    assert shift(board_with(*blocks), letter, N, turns) == expected


def test_the_first_blocked_cell_decides_reading_from_the_top() -> None:
    assert shift(board_with((2, 0), (1, 2)), "L", N, CW) is None
    assert shift(board_with((0, 0)), "J", N, CCW) == shift(board_with((0, 0)), "T", E, CCW) == 1


@pytest.mark.parametrize(("letter", "orientation", "turns", "x"), [("T", E, CCW, -1), ("J", W, CW, 8), ("S", E, CW, 8)])
def test_walls_kick_as_blocks_do(letter: str, orientation: int, turns: int, x: int) -> None:
    piece = at(letter, orientation, x, 5)
    inward = 1 if x < 0 else -1

    turned = ARS.rotate(board_with(), piece, turns)

    assert turned is not None
    assert turned[0] == at(letter, orientation + turns & 3, x + inward, 5)
    assert turned[1] == (1 if inward == 1 else 2)
