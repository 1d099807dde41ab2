"""The bots know which placements are spins exactly as the spin rules judge them."""

from random import Random

import pytest

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Cells, Piece
from piecement_engine.bots.arena import Arena, arena
from piecement_engine.bots.drops import dropper
from piecement_engine.events import Spin
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.rules.own_rules import register_spin_rule
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.spins import SPIN_RULES, LastTurn, t_three_corner
from tests.engine.bots.oracles import ALL_TURNS, random_board, walk
from tests.sampling import sampled

FIELD = geometry(10, 24, 4)
ORDER = (Spin.FULL, Spin.MINI, Spin.NONE)


def spins_by_rule(field: Arena, board: Board, start: Piece) -> dict[Cells, Spin]:
    """Return the best verdict on each placement, over every way to come there."""
    rule = SPIN_RULES[field.rules.spin_rule]
    walked = walk(board, start, field.system, ALL_TURNS, instant_fall=field.instant_fall)
    verdicts = [(piece.cells, rule(board, piece, None)) for piece in walked.seen if board.grounded(piece)]
    verdicts += [(turn[1].cells, rule(board, turn[1], turn)) for turn in walked.turns if board.grounded(turn[1])]
    best: dict[Cells, Spin] = {}
    for cells, spin in verdicts:
        best[cells] = min(best.get(cells, Spin.NONE), spin, key=ORDER.index)
    return best


def spins_by_bot(field: Arena, board: Board, start: Piece) -> dict[Cells, Spin]:
    states = field.mover.states(start.shape)
    drops = dropper(field).drops(board.bits, start)
    return {states.piece(state, anchor).cells: spin for _, _, spin, _, _, state, anchor in drops}


def check_spins(rule: str, system: str, boards: int, *, instant_fall: bool = False) -> None:
    rng = Random(7)
    field = arena(Rules(rotation_system=system, spin_rule=rule, height=24), 0 if instant_fall else None)
    for _ in range(boards):
        board = random_board(FIELD, rng, 16)
        for figure in TETROMINOES.values():
            start = field.entry(board.bits, figure)
            assert start

            assert spins_by_bot(field, board, start) == spins_by_rule(field, board, start)


@pytest.mark.wide
@pytest.mark.parametrize(("rule", "system", "instant_fall"), sampled(SPIN_RULES, ROTATION_SYSTEMS, [False, True]))
def test_spins_are_those_that_the_rule_sees(rule: str, system: str, instant_fall: bool) -> None:
    check_spins(rule, system, 1, instant_fall=instant_fall)


@pytest.mark.long
@pytest.mark.parametrize("system", list(ROTATION_SYSTEMS))
@pytest.mark.parametrize("rule", list(SPIN_RULES))
def test_spins_are_those_that_the_rule_sees_on_many_boards(rule: str, system: str) -> None:
    check_spins(rule, system, 60)


def test_a_rule_of_ones_own_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def own(board: Board, piece: Piece, last_turn: LastTurn | None) -> Spin:
        return t_three_corner(board, piece, last_turn)

    monkeypatch.setitem(SPIN_RULES, "own", own)
    register_spin_rule("own", own)

    check_spins("own", "srs", 2)


def test_a_spun_double_is_seen_with_its_lines() -> None:
    field = arena(Rules(rotation_system="srs", spin_rule="t_three_corner", height=24))
    board = Board.from_text(["####.#####", "###...####", "####......"], FIELD)
    start = field.entry(board.bits, TETROMINOES["T"])
    assert start
    spins = spins_by_bot(field, board, start)

    assert spins[Piece(TETROMINOES["T"], 2, 3, 0).cells] is Spin.FULL
