"""The player of pytetris chooses and judges as the original does, on its own examples."""

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Piece
from piecement_engine.bots.features import Features, pytetris_features
from piecement_engine.bots.pytetris import pytetris_choice
from tests.sampling import together

FIELD = geometry(10, 20, 4)
T_EMPTY = Features(2, 0, 42, 10, 0, 1, 0, 0, 0)


def box_y(piece: Piece) -> int:
    """Return the row, counted from the top, of the upper edge of the box in which the piece turns."""
    above = {0: 1, 1: 0, 2: 2, 3: 0} if piece.shape.name == "I" else {0: 0, 1: 0, 2: 1, 3: 0}
    return 20 - piece.y - piece.shape.heights[piece.orientation] - above[piece.orientation]


@together(
    ("letter", "rows", "place", "value"),
    [
        ("I", [], (0, 0, 18), -226.702643),
        ("O", [], (0, 0, 18), -231.202802),
        ("T", [], (0, 0, 18), -241.024176),
        ("S", [], (0, 0, 18), -267.620832),
        ("Z", [], (0, 0, 18), -267.620832),
        ("J", [], (0, 0, 18), -231.202802),
        ("L", [], (0, 7, 18), -231.202802),
        ("L", ["###.......", ".#........"], (0, 7, 18), -241.024176),
        ("T", ["###....###", ".#.......#"], (3, -1, 16), -240.203120),
    ],
)
def test_it_chooses_as_the_original_does(
    letter: str, rows: list[str], place: tuple[int, int, int], value: float
) -> None:
    choice = pytetris_choice(FIELD, Board.from_text(rows, FIELD).bits, TETROMINOES[letter])

    assert choice is not None
    assert (choice.turn, choice.box_x, box_y(choice.piece)) == place
    assert round(choice.value, 6) == value


def test_a_t_on_an_empty_field_has_the_published_features() -> None:
    assert pytetris_features(FIELD, FIELD.empty, Piece(TETROMINOES["T"], 0, 0, 0)) == T_EMPTY


def test_the_line_above_the_field_is_empty_to_it() -> None:
    full_column = Board.from_text(["#........."] * 20, FIELD)
    placed = Piece(TETROMINOES["O"], 0, 4, 0)

    assert pytetris_features(FIELD, full_column.bits, placed).column_transitions == 1 + 9


def test_wells_end_where_a_neighbour_does() -> None:
    rows = [".......", "#.#####"]
    layout = geometry(7, 20, 4)
    placed = Piece(TETROMINOES["O"], 0, 5, 2)
    board = Board.from_text(rows, layout)

    assert pytetris_features(layout, board.bits, placed).wells == 1


def test_full_rows_are_judged_before_they_leave() -> None:
    board = Board.from_text(["....######"], FIELD)
    features = pytetris_features(FIELD, board.bits, Piece(TETROMINOES["I"], 0, 0, 0))

    assert features.eroded_cells == 4
    assert features.row_transitions == 2 * 19


def test_without_any_room_it_chooses_nothing() -> None:
    board = Board.from_text([".#########"] * 20, FIELD)

    assert pytetris_choice(FIELD, board.bits, TETROMINOES["O"]) is None
