"""The bots reach exactly the places that a plain search through the rotation system itself reaches."""

from random import Random

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Piece, Shape, shape
from piecement_engine.bots.movers import Reach, mover
from piecement_engine.bots.states import QUARTERS
from piecement_engine.rotation import ROTATION_SYSTEMS, RotationSystem, Turned
from tests.engine.bots.oracles import ALL_TURNS, random_board, walk
from tests.sampling import sampled

PENTOMINOES = (
    shape("F", 101, ((0, 0), (1, 0), (1, 1), (2, 1), (1, 2))),
    shape("N", 102, ((1, 0), (2, 0), (3, 0), (0, 1), (1, 1))),
    shape("W", 103, ((1, 0), (2, 0), (0, 1), (1, 1), (0, 2))),
    shape("X", 104, ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))),
)
CLEAR_SPAWN_HEIGHT = 18


def spawned(board: Board, figure: Shape, y: int) -> Piece:
    return Piece(figure, 0, (board.width - figure.widths[0]) // 2, y)


def resting_places(found: Reach, sets: list[int]) -> set[tuple[int, int]]:
    """Return (state, anchor) pairs."""
    return {
        (state, bit)
        for state, (anchors, free) in enumerate(zip(sets, found.free, strict=True))
        for bit in range(anchors.bit_length())
        if anchors & ~(free >> 1) & 1 << bit
    }


def marked(found: Reach, pieces: set[Piece]) -> set[tuple[int, int]]:
    states = found.states
    return {(states.of_orientation[piece.orientation], states.anchor(piece)) for piece in pieces}


def assert_equal_to_plain_search(
    board: Board, start: Piece, system: RotationSystem, turns: tuple[int, ...], *, instant_fall: bool
) -> None:
    walked = walk(board, start, system, turns, instant_fall=instant_fall)
    resting = {piece for piece in walked.seen if board.grounded(piece)}
    for exact_kicks in (False, True):
        moves = mover(board.geometry, system, turns=turns, instant_fall=instant_fall, exact_kicks=exact_kicks)
        found = moves.reach(board.bits, start)

        assert {piece.cells for piece in found.placements()} == {piece.cells for piece in resting}
        assert len(list(found.placements())) == len({piece.cells for piece in resting})
        assert resting_places(found, found.reached) == marked(found, resting)
        assert resting_places(found, found.turned) == marked(found, walked.turned & resting)
        if exact_kicks or start.shape.cells != start.shape.orientations[2]:
            assert resting_places(found, found.kicked) == marked(found, walked.kicked & resting)
            assert resting_places(found, found.leapt) == marked(found, walked.leapt & resting)


def check_many(system: str, boards: int, *, turns: tuple[int, ...], instant_fall: bool, seed: int) -> None:
    rng = Random(seed)
    for _ in range(boards):
        board = random_board(geometry(10, 24, 4), rng, CLEAR_SPAWN_HEIGHT)
        for figure in TETROMINOES.values():
            start = spawned(board, figure, rng.choice((12, 16, 19)))
            assert_equal_to_plain_search(board, start, ROTATION_SYSTEMS[system], turns, instant_fall=instant_fall)


@pytest.mark.wide
@pytest.mark.parametrize(
    ("system", "instant_fall", "turns"), sampled(ROTATION_SYSTEMS, [False, True], [QUARTERS, ALL_TURNS])
)
def test_every_system_reaches_as_far_as_a_plain_search(system: str, instant_fall: bool, turns: tuple[int, ...]) -> None:
    check_many(system, 4, turns=turns, instant_fall=instant_fall, seed=1)


@pytest.mark.long
@pytest.mark.parametrize("turns", [QUARTERS, ALL_TURNS])
@pytest.mark.parametrize("instant_fall", [False, True])
@pytest.mark.parametrize("system", list(ROTATION_SYSTEMS))
def test_every_system_reaches_the_places_of_a_plain_search(
    system: str, instant_fall: bool, turns: tuple[int, ...]
) -> None:
    check_many(system, 1250, turns=turns, instant_fall=instant_fall, seed=2)


class Borrowed:
    """A system of one's own that is no table."""

    name = "borrowed"

    def rotate(self, board: Board, piece: Piece, turns: int) -> Turned | None:
        return ROTATION_SYSTEMS["srs"].rotate(board, piece, turns)

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        return ROTATION_SYSTEMS["srs"].spawn(board, piece)


@pytest.mark.parametrize("instant_fall", [False, True])
def test_a_system_of_ones_own_is_asked_for_every_turn(instant_fall: bool) -> None:
    rng = Random(8)
    for _ in range(2):
        board = random_board(geometry(10, 24, 4), rng, CLEAR_SPAWN_HEIGHT)
        for figure in TETROMINOES.values():
            start = spawned(board, figure, 19)
            assert_equal_to_plain_search(board, start, Borrowed(), ALL_TURNS, instant_fall=instant_fall)


@pytest.mark.parametrize("figure", PENTOMINOES, ids=lambda figure: figure.name)
@pytest.mark.parametrize("size", [(6, 14), (12, 30)])
def test_larger_pieces_and_other_boards_are_exact_too(figure: Shape, size: tuple[int, int]) -> None:
    rng = Random(3)
    width, height = size
    for _ in range(5):
        board = random_board(geometry(width, height, 5), rng, height - 6)
        assert_equal_to_plain_search(
            board, spawned(board, figure, height - 5), ROTATION_SYSTEMS["srs"], QUARTERS, instant_fall=False
        )


def test_a_piece_that_does_not_fit_reaches_nothing() -> None:
    layout = geometry(10, 24, 4)
    board = Board(layout)
    board.set_rows([(1,) * 9 + (0,)] * 22)
    found = mover(layout, ROTATION_SYSTEMS["srs"]).reach(board.bits, spawned(board, TETROMINOES["T"], 19))

    assert list(found.placements()) == []


def test_orientations_that_are_alike_are_one_state() -> None:
    layout = geometry(10, 24, 4)
    ocular = mover(layout, ROTATION_SYSTEMS["ocular"])
    srs = mover(layout, ROTATION_SYSTEMS["srs"])

    assert [len(ocular.states(figure).states) for figure in TETROMINOES.values()] == [1, 2, 2, 2, 4, 4, 4]
    assert [len(srs.states(figure).states) for figure in TETROMINOES.values()] == [1, 4, 4, 4, 4, 4, 4]
    assert [len(srs.states(figure).forms) for figure in TETROMINOES.values()] == [1, 2, 2, 2, 4, 4, 4]


def test_spin_under_an_overhang_counts_as_turned_not_leapt() -> None:
    board = Board.from_text(["####.#####", "###...####", "####......"], geometry(10, 24, 4))
    found = mover(board.geometry, ROTATION_SYSTEMS["srs"]).reach(board.bits, spawned(board, TETROMINOES["T"], 19))
    anchor = found.states.anchor(Piece(TETROMINOES["T"], 2, 3, 0))

    assert found.reached[2] >> anchor & 1
    assert found.turned[2] >> anchor & 1
    assert not found.leapt[2] >> anchor & 1
