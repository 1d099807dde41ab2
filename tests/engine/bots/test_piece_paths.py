"""The bots find the fewest presses to a placement, and the presses do what they say."""

from random import Random

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Piece
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.drops import dropper
from piecement_engine.bots.piece_paths import ALL_STEPS, Step, path, plain_path
from piecement_engine.events import Spin
from piecement_engine.game.inputs import Button
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.spins import SPIN_RULES
from tests.engine.bots.oracles import ALL_TURNS, random_board
from tests.sampling import sampled

FIELD = geometry(10, 24, 4)
SIDEWAYS = {Step.LEFT, Step.RIGHT, Step.LEFT_WALL, Step.RIGHT_WALL}
QUARTER_STEPS = {Step.CLOCKWISE: 1, Step.COUNTERCLOCKWISE: 3, Step.HALF_TURN: 2}


def arena_of(
    system: str, *, turns: tuple[int, ...] = ALL_TURNS, instant_fall: bool = False, spin_rule: str = "cannot_move_up"
) -> Arena:
    rules = Rules(rotation_system=system, height=24, spin_rule=spin_rule)
    barred = () if turns == ALL_TURNS else (Button.ROTATE_180,)
    return arena(rules, 0 if instant_fall else None, barred)


def walked(field: Arena, board: Board, start: Piece, steps: list[Step]) -> tuple[Piece, tuple[Piece, Piece] | None]:
    """Do the steps one by one, and return where the piece ends and the turn that came last."""
    turn: tuple[Piece, Piece] | None = None
    piece = board.dropped(start) if field.instant_fall else start
    for step in steps:
        before = piece
        match step:
            case Step.LEFT | Step.RIGHT | Step.LEFT_WALL | Step.RIGHT_WALL:
                piece = shifted(field, board, piece, step)
            case Step.SOFT_DROP:
                piece = piece._replace(y=piece.y - 1)
            case Step.SONIC_DROP | Step.HARD_DROP:
                piece = board.dropped(piece)
            case _:
                answer = field.system.rotate(board, piece, QUARTER_STEPS[step])
                assert answer
                piece = answer[0]
        assert board.fits(piece)
        if step in QUARTER_STEPS:
            turn = before, piece
        elif piece != before:
            turn = None
        if field.instant_fall and board.dropped(piece) != piece:
            piece, turn = board.dropped(piece), None
    return piece, turn


def shifted(field: Arena, board: Board, piece: Piece, step: Step) -> Piece:
    by = -1 if step in {Step.LEFT, Step.LEFT_WALL} else 1
    while board.fits(piece._replace(x=piece.x + by)):
        piece = piece._replace(x=piece.x + by)
        if field.instant_fall:
            piece = board.dropped(piece)
        if step in {Step.LEFT, Step.RIGHT}:
            break
    return piece


def check_paths(field: Arena, boards: int, seed: int) -> None:
    rng = Random(seed)
    for _ in range(boards):
        board = random_board(FIELD, rng, 14)
        for figure in TETROMINOES.values():
            start = field.entry(board.bits, figure)
            assert start
            states = field.mover.states(figure)
            for _, _, spin, _, _, state, anchor in dropper(field).drops(board.bits, start):
                goal = states.piece(state, anchor)
                steps = path(field, board.bits, start, goal, spin)
                assert steps is not None
                end, turn = walked(field, board, start, steps)

                assert end.cells == goal.cells
                assert SPIN_RULES[field.rules.spin_rule](board, end, turn) is spin or spin is Spin.NONE


@pytest.mark.wide
@pytest.mark.parametrize(("system", "instant_fall", "spin_rule"), sampled(ROTATION_SYSTEMS, [False, True], SPIN_RULES))
def test_every_reachable_placement_has_a_path_that_leads_there(system: str, instant_fall: bool, spin_rule: str) -> None:
    check_paths(arena_of(system, instant_fall=instant_fall, spin_rule=spin_rule), 2, seed=11)


@pytest.mark.parametrize("system", ["srs", "ars"])
def test_a_plain_path_leads_to_its_placement(system: str) -> None:
    field = arena_of(system)
    rng = Random(5)
    plain = 0
    for _ in range(4):
        board = random_board(FIELD, rng, 14)
        for figure in TETROMINOES.values():
            start = field.entry(board.bits, figure)
            assert start
            found = field.mover.reach(board.bits, start)
            for goal in found.placements():
                if (steps := plain_path(found, start, goal)) is not None:
                    plain += 1
                    assert walked(field, board, start, steps)[0].cells == goal.cells
                    assert not {Step.SONIC_DROP, Step.SOFT_DROP} & {*steps}
    assert plain > 200


def fewest_presses(field: Arena, board: Board, start: Piece, goal: Piece) -> int | None:
    """Try all presses one by one, breadth first."""
    known = waiting = {board.dropped(start) if field.instant_fall else start}
    presses = 1
    while waiting:
        if any(board.dropped(piece).cells == goal.cells for piece in waiting):
            return presses
        after: set[Piece] = set()
        for piece in waiting:
            after |= {shifted(field, board, piece, step) for step in SIDEWAYS}
            after |= {answer[0] for turns in ALL_TURNS if (answer := field.system.rotate(board, piece, turns))}
            after |= {board.dropped(piece)} | ({piece._replace(y=piece.y - 1)} if not board.grounded(piece) else set())
        if field.instant_fall:
            after = {board.dropped(piece) for piece in after}
        waiting = after - known
        known = known | waiting
        presses += 1
    return None


@pytest.mark.parametrize("instant_fall", [False, True])
@pytest.mark.parametrize("system", ["srs_plus", "ars", "classic_left"])
def test_no_path_is_shorter(system: str, instant_fall: bool) -> None:
    field = arena_of(system, instant_fall=instant_fall)
    rng = Random(7)
    board = random_board(FIELD, rng, 14)
    for name in "TI":
        start = field.entry(board.bits, TETROMINOES[name])
        assert start
        states = field.mover.states(start.shape)
        for _, _, _, _, _, state, anchor in dropper(field).drops(board.bits, start)[::4]:
            goal = states.piece(state, anchor)
            steps = path(field, board.bits, start, goal)
            assert steps
            assert len(steps) == fewest_presses(field, board, start, goal)


def test_a_placement_out_of_reach_has_no_path() -> None:
    field = arena_of("srs")
    board = Board.from_text(["....######", "##########"], FIELD)
    start = Piece(TETROMINOES["I"], 0, 3, 19)

    assert path(field, board.bits, start, Piece(TETROMINOES["I"], 0, 0, 0)) is None


def test_a_path_may_be_kept_from_some_steps() -> None:
    field = arena_of("srs")
    start = Piece(TETROMINOES["O"], 0, 4, 19)
    goal = Piece(TETROMINOES["O"], 0, 0, 0)

    assert path(field, FIELD.empty, start, goal) == [Step.LEFT_WALL, Step.HARD_DROP]
    assert path(field, FIELD.empty, start, goal, allowed=ALL_STEPS - {Step.LEFT_WALL}) == [Step.LEFT] * 4 + [
        Step.HARD_DROP
    ]
