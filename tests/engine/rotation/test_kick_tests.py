"""The tests of a turn are those of the published tables, and the one that fits is where play turns the piece."""

import random
from collections.abc import Mapping
from itertools import product

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import GREY, TETROMINOES, Piece
from piecement_engine.rotation import (
    ROTATION_SYSTEMS,
    KickOutcome,
    Offset,
    RotationSystem,
    TableSystem,
    Turned,
    kick_tests,
)
from piecement_engine.rotation.known_systems import SRS, SRS_PLUS
from tests.engine.rotation.test_ars import at, board_with

LAYOUT = geometry(10, 40, 4)
BOARDS = 8
TURNS = (1, 2, 3)

Published = Mapping[str, str]

SRS_JLSTZ: Published = {
    "01": "0,0 -1,0 -1,+1 0,-2 -1,-2",
    "10": "0,0 +1,0 +1,-1 0,+2 +1,+2",
    "12": "0,0 +1,0 +1,-1 0,+2 +1,+2",
    "21": "0,0 -1,0 -1,+1 0,-2 -1,-2",
    "23": "0,0 +1,0 +1,+1 0,-2 +1,-2",
    "32": "0,0 -1,0 -1,-1 0,+2 -1,+2",
    "30": "0,0 -1,0 -1,-1 0,+2 -1,+2",
    "03": "0,0 +1,0 +1,+1 0,-2 +1,-2",
}
"""The kicks of J, L, S, T and Z, as wikis print them: from orientation, to orientation, tests in order."""

SRS_I: Published = {
    "01": "0,0 -2,0 +1,0 -2,-1 +1,+2",
    "10": "0,0 +2,0 -1,0 +2,+1 -1,-2",
    "12": "0,0 -1,0 +2,0 -1,+2 +2,-1",
    "21": "0,0 +1,0 -2,0 +1,-2 -2,+1",
    "23": "0,0 +2,0 -1,0 +2,+1 -1,-2",
    "32": "0,0 -2,0 +1,0 -2,-1 +1,+2",
    "30": "0,0 +1,0 -2,0 +1,-2 -2,+1",
    "03": "0,0 -1,0 +2,0 -1,+2 +2,-1",
}

SRS_PLUS_JLSTZ: Published = {
    **SRS_JLSTZ,
    "02": "0,0 0,1 1,1 -1,1 1,0 -1,0",
    "20": "0,0 0,-1 -1,-1 1,-1 -1,0 1,0",
    "13": "0,0 1,0 1,2 1,1 0,2 0,1",
    "31": "0,0 -1,0 -1,2 -1,1 0,2 0,1",
}

SRS_PLUS_I: Published = {
    "02": "0,0 0,1",
    "13": "0,0 1,0",
    "20": "0,0 0,-1",
    "31": "0,0 -1,0",
    "01": "0,0 1,0 -2,0 -2,-1 1,2",
    "10": "0,0 -1,0 2,0 -1,-2 2,1",
    "12": "0,0 -1,0 2,0 -1,2 2,-1",
    "21": "0,0 -2,0 1,0 -2,1 1,-2",
    "23": "0,0 2,0 -1,0 2,1 -1,-2",
    "32": "0,0 1,0 -2,0 1,2 -2,-1",
    "30": "0,0 1,0 -2,0 1,-2 -2,1",
    "03": "0,0 -1,0 2,0 2,-1 -1,2",
}


def offsets(text: str) -> list[Offset]:
    return [(int(x), int(y)) for x, y in (pair.split(",") for pair in text.split())]


def messy_boards(count: int) -> list[Board]:
    """Return boards with blocks strewn about."""
    rng = random.Random(13)
    boards = [Board(LAYOUT) for _ in range(count)]
    for board in boards:
        board.fill(((x, y) for x, y in product(range(10), range(8)) if rng.random() < 0.35), GREY)
    return boards


@pytest.mark.parametrize("system", ROTATION_SYSTEMS.values(), ids=lambda system: system.name)
def test_the_one_that_fits_is_where_play_turns_the_piece(system: RotationSystem) -> None:
    rng = random.Random(7)
    kicked = 0
    for board, shape, turns in product(messy_boards(BOARDS), TETROMINOES.values(), TURNS):
        piece = Piece(shape, rng.randrange(4), rng.randrange(8), rng.randrange(7))
        tests = kick_tests(system, board, piece, turns)
        fitting = [number for number, test in enumerate(tests) if test.outcome is KickOutcome.FITS]
        answer = system.rotate(board, piece, turns)

        assert [(tests[number].piece, number) for number in fitting] == ([answer] if answer else [])
        kicked += fitting not in ([], [0])
    assert kicked > 5 or "classic" in system.name


@pytest.mark.parametrize("system", ROTATION_SYSTEMS.values(), ids=lambda system: system.name)
def test_each_outcome_agrees_with_the_board(system: RotationSystem) -> None:
    rng = random.Random(8)
    for board, shape, turns in product(messy_boards(BOARDS), TETROMINOES.values(), TURNS):
        piece = Piece(shape, rng.randrange(4), rng.randrange(8), rng.randrange(7))
        for test in kick_tests(system, board, piece, turns):
            assert test.blocked == tuple(cell for cell in test.piece.cells if board.is_filled(*cell))
            if test.outcome is not KickOutcome.SKIPPED:
                assert (test.outcome is KickOutcome.BLOCKED) == bool(test.blocked)
            assert test.outcome is not KickOutcome.REFUSED or system.name == "ars"


@pytest.mark.parametrize(
    ("system", "letters", "published"),
    [(SRS, "JLSTZ", SRS_JLSTZ), (SRS, "I", SRS_I), (SRS_PLUS, "JLSTZ", SRS_PLUS_JLSTZ), (SRS_PLUS, "I", SRS_PLUS_I)],
    ids=["srs", "srs I", "srs_plus", "srs_plus I"],
)
def test_the_tests_are_those_of_the_published_tables(system: TableSystem, letters: str, published: Published) -> None:
    for letter, (way, expected) in product(letters, published.items()):
        start, end = map(int, way)
        tests = kick_tests(system, Board(LAYOUT), Piece(TETROMINOES[letter], start, 4, 8), end - start)

        assert [test.offset for test in tests] == offsets(expected), (letter, way)


def test_ars_refuses_a_free_place_with_a_blocked_middle() -> None:
    tests = kick_tests(ROTATION_SYSTEMS["ars"], board_with((1, 2)), at("T", 0, 3, 5), 1)

    assert [test.outcome for test in tests] == [KickOutcome.BLOCKED, KickOutcome.REFUSED, KickOutcome.REFUSED]


def test_system_without_a_table_tells_only_the_piece_s_place() -> None:
    class Lifting:
        name = "lifting"

        def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
            return piece._replace(orientation=piece.orientation + turns & 3, y=piece.y + 1), 0

        def spawn(self, board: Board, piece: Piece) -> Piece | None:
            return piece

    tests = kick_tests(Lifting(), Board(LAYOUT), Piece(TETROMINOES["O"], 0, 4, 8), 1)

    assert [(test.piece.y, test.outcome) for test in tests] == [(9, KickOutcome.FITS)]


def test_no_turn_has_no_tests() -> None:
    assert kick_tests(SRS, Board(LAYOUT), Piece(TETROMINOES["T"], 0, 4, 8), 4) == ()
