"""Still boards: the largest cells that fit, rows as text, and cells under the mouse."""

import pytest
from textual.geometry import Size

from piecement.render.pen import Pen
from piecement.render.skins.look import Look
from piecement.render.skins.skins import SKINS, TileKind
from piecement.render.still_board import StillBoard, draw_board
from piecement_engine.board.pieces import TETROMINOES, Piece
from tests.sampling import together

_SMALL = StillBoard.of_text(["T..j", "TT.X"], 4)


def _drawn(board: StillBoard, width: int, height: int, skin: str = "unicode") -> list[str]:
    drawn = draw_board(board, Pen(Look(skin=skin)), Size(width, height))
    return drawn.text.plain.splitlines() if drawn else []


def test_rows_of_text_become_a_framed_board() -> None:
    assert _drawn(_SMALL, 10, 5, "ascii") == ["|        |", "|        |", "|##    <>|", "|####  ##|", "#========#"]


@together(
    ("room", "size"), [((26, 13), (26, 13)), ((25, 13), (18, 9)), ((18, 8), (10, 5)), ((9, 9), (6, 3)), ((5, 9), ())]
)
def test_the_largest_cells_that_fit_are_used(room: tuple[int, int], size: tuple[int, int]) -> None:
    lines = _drawn(_SMALL, *room)

    assert size == ((len(lines[0]), len(lines)) if lines else ())


def test_empty_rows_are_cut_for_larger_cells() -> None:
    lines = _drawn(_SMALL._replace(least=2), 10, 4)

    assert len(lines) == 4
    assert lines[1].startswith("║██")


def test_pieces_and_marks_lie_over_the_rows() -> None:
    board = _SMALL.with_piece(Piece(TETROMINOES["O"], 0, 1, 2)).with_marks([(2, 0), (9, 9)], "><")
    board = board.with_cells([(0, 3), (-1, 3)], TileKind.GHOST, 1)

    assert _drawn(board, 10, 5, "ascii") == ["|::[][]  |", "|  [][]  |", "|##    <>|", "|####><##|", "#========#"]


@together("skin", SKINS)
def test_each_skin_has_lines_of_one_width(skin: str) -> None:
    for room in (Size(30, 40), Size(13, 9), Size(9, 5)):
        drawn = draw_board(_SMALL, Pen(Look(skin=skin)), room)
        if drawn:
            lines = drawn.text.plain.splitlines()
            assert {len(line) for line in lines} == {drawn.width}
            assert len(lines) == drawn.height <= room.height


@pytest.mark.parametrize("room", [Size(26, 13), Size(10, 5), Size(6, 3)])
def test_each_cell_is_found_where_it_is_drawn(room: Size) -> None:
    drawn = draw_board(_SMALL, Pen(Look()), room)

    assert drawn is not None
    assert drawn.cell_at(1, drawn.height - 2) == (0, 0)
    assert drawn.cell_at(drawn.width - 2, 0) in {(3, 3), (3, 2)}, "of two rows in a line, the lower one"
    assert drawn.cell_at(0, 0) is None
    assert drawn.cell_at(1, drawn.height - 1) is None
