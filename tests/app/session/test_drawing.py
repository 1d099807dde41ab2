"""Boards are drawn, and every change can be taken back."""

from piecement.session.drawing import Drawing, History
from piecement_engine import TETROMINOES, Piece
from piecement_engine.fumen import Page, decode
from piecement_engine.fumen.page import HEIGHT


def drawn(*rows: str) -> Drawing:
    """Return a drawing of these rows, the top one first."""
    return Drawing((Page(tuple(reversed(rows))),))


def test_a_cell_is_painted_and_emptied() -> None:
    painted = Drawing().painted(3, 1, "T")

    assert painted.page.field == ("..........", "...T......")
    assert painted.painted(3, 1, ".") == Drawing()


def test_the_board_shifts_and_loses_its_pushed_out_rows() -> None:
    board = drawn("J........L")

    assert board.shifted(1, 0).page.field == (".J........",)
    assert board.shifted(-1, 0).page.field == ("........L.",)
    assert board.shifted(0, 1).page.field == ("..........", "J........L")
    assert board.shifted(0, -1) == Drawing()


def test_a_mirror_exchanges_the_pieces_too() -> None:
    assert drawn("JJ.SZ.IOTX").mirrored().page.field == ("XTOI.SZ.LL",)


def test_garbage_comes_from_below_and_a_row_can_go() -> None:
    board = drawn("T.........").with_garbage(2)

    assert board.page.field == ("XX.XXXXXXX", "T.........")
    assert board.without_row(0) == drawn("T.........")


def test_a_full_board_loses_its_highest_row_to_garbage() -> None:
    board = drawn(*["T........."] * HEIGHT).with_garbage(0)

    assert len(board.page.field) == HEIGHT


def test_the_next_page_is_the_one_that_follows() -> None:
    (page,) = decode("v115@vhARQJ")
    board = Drawing((page,)).with_next_page()

    assert (board.at, board.page.field) == (1, ("...IIII...",))
    assert board.without_page() == Drawing((page,))
    assert Drawing((page,)).without_page() == Drawing()


def test_a_game_begins_without_full_rows() -> None:
    assert drawn("T.........", "XXXXXXXXXX", "XXXXXXXXX.").board() == ("#########.", "T.........")


def test_changes_are_undone_and_done_again_and_a_stroke_is_one() -> None:
    history = History(Drawing())
    history.change(Drawing().painted(0, 0, "T"))
    history.change(history.now.painted(1, 0, "T"), joins=True)
    stroke = history.now
    undone = history.undo(), history.now
    redone = history.redo(), history.now

    assert undone == (True, Drawing())
    assert redone == (True, stroke)
    assert not history.redo()


def test_a_piece_stays_inside_and_is_turned_where_it_lies() -> None:
    laid = Drawing().with_piece("I", 9, 22)
    turned = laid.with_piece("I", 9, 22)
    other = turned.with_piece("O", 9, 22)

    assert laid.page.piece == Piece(TETROMINOES["I"], 0, 6, 22)
    assert turned.page.piece == Piece(TETROMINOES["I"], 1, 6, 19)
    assert other.page.piece == Piece(TETROMINOES["O"], 0, 8, 21)
    assert other.with_page(piece=None) == Drawing()
