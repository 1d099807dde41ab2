"""Rotation systems on boards: what their tables say happens, on one side as on the other, and nothing else."""

from collections.abc import Iterator
from random import Random

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import Geometry, geometry
from piecement_engine.board.pieces import TETROMINOES, Piece, Shape
from piecement_engine.board.polyominoes import polyominoes, shape_named
from piecement_engine.rotation import ROTATION_SYSTEMS, KickTable, TableSystem
from piecement_engine.rotation.auto_rotation import AUTO
from piecement_engine.rotation.known_systems import CLASSIC_LEFT, CLASSIC_RIGHT, OCULAR, SRS, SRS_PLUS
from piecement_engine.rotation.system import KnowsTurnBy0
from tests.sampling import together

MIRRORED = dict(zip("OISZTLJ", "OIZSTJL", strict=True))


def random_board(rng: Random, width: int = 10, height: int = 12) -> list[str]:
    filled = rng.random()
    return ["".join("#" if rng.random() < filled else "." for _ in range(width)) for _ in range(height)]


@pytest.mark.wide
@pytest.mark.parametrize(
    ("system", "turns"),
    [(OCULAR, 1), (OCULAR, 2), (OCULAR, 3), (SRS_PLUS, 1), (SRS_PLUS, 3)],
    ids=lambda value: str(getattr(value, "name", value)),
)
def test_mirrored_board_turns_to_the_mirrored_place(system: TableSystem, turns: int) -> None:
    rng = Random(turns)
    layout = geometry(10, 20, 4)
    for _ in range(1500):
        rows = random_board(rng)
        board, mirror = (Board.from_text(side, layout) for side in (rows, [row[::-1] for row in rows]))
        letter = rng.choice("OISZTLJ")
        piece = Piece(TETROMINOES[letter], rng.randrange(4), rng.randrange(7), rng.randrange(9))

        turned = system.rotate(board, piece, turns)
        mirror_turned = system.rotate(mirror, mirror_image(piece), -turns & 3)

        assert mirror_turned == (turned and (mirror_image(turned[0]), turned[1]))


def mirror_image(piece: Piece) -> Piece:
    shape = TETROMINOES[MIRRORED[piece.shape.name]]
    width = piece.shape.widths[piece.orientation]
    return Piece(shape, -piece.orientation & 3, 10 - piece.x - width, piece.y)


def full_board(layout: Geometry, but: Piece | None = None) -> Board:
    """Return a board with all cells filled but those of a piece."""
    board = Board(layout)
    board.bits |= layout.field
    if but:
        board.bits &= ~layout.cells(but)
    return board


SHAPES = (*TETROMINOES.values(), *polyominoes(3), *polyominoes(5)[::3], shape_named("7-042"))


def every_turn(shapes: tuple[Shape, ...]) -> Iterator[tuple[Shape, int, int]]:
    return ((shape, orientation, turns) for shape in shapes for orientation in range(4) for turns in (1, 2, 3))


@pytest.mark.parametrize(
    "system", [OCULAR, SRS, SRS_PLUS, CLASSIC_LEFT, CLASSIC_RIGHT, AUTO], ids=lambda system: system.name
)
def test_each_place_of_the_table_is_found_where_it_alone_is_free(system: TableSystem) -> None:
    layout = geometry(21, 24, 7)
    for shape, orientation, turns in every_turn(SHAPES):
        places = system.kicks(shape)[orientation][turns - 1]
        assert len(set(places)) == len(places)
        for number, (dx, dy) in enumerate(places):
            target = Piece(shape, orientation + turns & 3, 8 + dx, 10 + dy)
            board = full_board(layout, but=target)

            assert system.rotate(board, Piece(shape, orientation, 8, 10), turns) == (target, number)


@together("name", ROTATION_SYSTEMS)
def test_nothing_turns_where_nothing_is_free(name: str) -> None:
    board = full_board(geometry(12, 12, 7))
    system = ROTATION_SYSTEMS[name]

    for shape, orientation, turns in every_turn(SHAPES):
        assert system.rotate(board, Piece(shape, orientation, 4, 4), turns) is None
        assert system.spawn(board, Piece(shape, orientation, 4, 4)) is None


@pytest.mark.parametrize("name", ROTATION_SYSTEMS)
def test_a_turned_piece_is_free_and_the_board_is_as_it_was(name: str) -> None:
    rng = Random(7)
    layout = geometry(12, 20, 7)
    system = ROTATION_SYSTEMS[name]
    for _ in range(400):
        board = Board.from_text(random_board(rng, 12), layout)
        bits = board.bits
        piece = Piece(rng.choice(SHAPES), rng.randrange(4), rng.randrange(6), rng.randrange(10))
        turned = system.rotate(board, piece, turns := rng.randint(1, 3))

        assert board.bits == bits
        if turned:
            assert board.fits(turned[0])
            assert turned[0][:2] == (piece.shape, piece.orientation + turns & 3)


@together("name", [name for name in ROTATION_SYSTEMS if name != "auto"])
def test_tables_have_no_turn_by_0_and_spawn_only_where_free(name: str) -> None:
    board = Board.from_text(["....#....."])
    system = ROTATION_SYSTEMS[name]
    piece = Piece(TETROMINOES["T"], 0, 3, 1)

    assert not isinstance(system, KnowsTurnBy0)
    assert system.spawn(board, piece) == piece
    assert system.spawn(board, piece._replace(y=0)) is None


@together("name", ROTATION_SYSTEMS)
@together("turns", [0, 4, -4, 8, 400, -(1 << 70)])
def test_a_turn_by_a_multiple_of_four_answers_the_piece_as_it_is(name: str, turns: int) -> None:
    board = Board.from_text([".........."])
    for shape in SHAPES:
        for orientation in range(4):
            piece = Piece(shape, orientation, 2, 6)

            assert ROTATION_SYSTEMS[name].rotate(board, piece, turns) == (piece, 0)


@pytest.mark.wide
@pytest.mark.parametrize("name", ROTATION_SYSTEMS)
@pytest.mark.parametrize(("turns", "same"), [(-3, 1), (5, 1), (-2, 2), (6, 2), (-1, 3), (7, 3), (4001, 1)])
def test_any_whole_number_of_turns_counts_by_its_remainder(name: str, turns: int, same: int) -> None:
    rng = Random(11)
    layout = geometry(12, 20, 7)
    system = ROTATION_SYSTEMS[name]
    for _ in range(100):
        board = Board.from_text(random_board(rng, 12), layout)
        piece = Piece(rng.choice(SHAPES), rng.randrange(4), rng.randrange(6), rng.randrange(10))

        assert system.rotate(board, piece, turns) == system.rotate(board, piece, same)


def test_a_table_of_ones_own_turns_pieces() -> None:
    table: KickTable = {"T": ((((1, -1),), (), ()), ((), (), ()), ((), (), ()), ((), (), ()))}
    system = TableSystem("mine", table)
    board = Board(geometry(10, 20, 4))

    assert system.rotate(board, Piece(TETROMINOES["T"], 0, 3, 5), 1) == (Piece(TETROMINOES["T"], 1, 4, 4), 0)
    assert system.rotate(board, Piece(TETROMINOES["T"], 0, 3, 5), 3) is None
    assert system.rotate(board, Piece(TETROMINOES["L"], 0, 3, 5), 1) == (Piece(TETROMINOES["L"], 1, 4, 4), 0)
