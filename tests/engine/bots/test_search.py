"""The search finds what is good, at any time, with hold, and the same each time."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from benchmarks.bots_play import chooser, dig

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES, Piece
from piecement_engine.bots.arena import arena
from piecement_engine.bots.drops import dropper
from piecement_engine.bots.evaluators import EVALUATORS, Evaluator
from piecement_engine.bots.features import board_features
from piecement_engine.bots.opponents import BOTS
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.search import Search
from piecement_engine.bots.stack_value import StackValue
from piecement_engine.bots.weights import WEIGHTS, StackWeights
from piecement_engine.events import Spin
from piecement_engine.play import Position
from piecement_engine.rules.rules import Rules
from tests.engine.bots.oracles import random_board
from tests.sampling import together

FIELD = geometry(10, 24, 4)
RULES = Rules(rotation_system="srs", height=24, spin_rule="t_three_corner")
ARENA = arena(RULES)


def position(letters: str, rows: Sequence[str] = (), rules: Rules = RULES, **given: Any) -> Position:
    """Return a position of pieces above rows, the lowest first."""
    return Position.from_text("\n".join(rows[::-1]), letters, rules, **given)


def best(search: Search, start: Position) -> Placement:
    *_, choice = search.think(start)
    assert choice
    return choice


def test_a_well_is_filled_by_a_fitting_piece() -> None:
    choice = best(Search("survive", 1, 1), position("I", [".#########"] * 4))

    assert choice.piece == Piece(TETROMINOES["I"], 1, 0, 0)


@together("name", BOTS)
def test_no_bot_has_a_choice_without_a_piece(name: str) -> None:
    *_, choice = BOTS[name].make(0).think(position(""))

    assert choice is None


def test_hold_is_used_where_it_is_better() -> None:
    choice = best(Search("survive", 5, 2), position("OI", [".#########"] * 4))

    assert choice.hold
    assert choice.piece.shape is TETROMINOES["I"]


def test_hold_is_not_used_where_it_is_barred() -> None:
    choice = best(Search("survive", 5, 2), position("OI", [".#########"] * 4, may_hold=False))

    assert not choice.hold


def test_a_piece_in_hold_can_come_when_the_queue_is_used_up() -> None:
    start = position("SZ", [".#########"] * 4, hold="I")
    choice = best(Search("score", 20, 3), start)

    assert choice.piece.shape is TETROMINOES["I"]


def test_without_room_there_is_no_choice() -> None:
    start = position("O")
    full = Board.from_text([".#########"] * 22, FIELD).bits

    assert {*Search().think(Position(ARENA, full, start.piece))} == {None}


def test_search_has_a_choice_after_its_first_board() -> None:
    start = position("TIOLJ")
    choices = list(Search("score", 4, 5).think(start))

    assert choices[0] is None
    assert all(choices[1:])
    assert len(choices) == 1 + 4 * 4 + 1


def test_the_same_position_gives_the_same_choices() -> None:
    start = position("TSZLJ", ["##.#######", "#..#######"])

    assert list(Search("score", 6, 5).think(start)) == list(Search("score", 6, 5).think(start))


def test_previews_beyond_the_depth_change_nothing() -> None:
    assert best(Search("survive", 5, 2), position("TSZ")) == best(Search("survive", 5, 2), position("TSZLJO"))


def test_a_position_ranks_every_placement() -> None:
    ranked = Search("survive").rank(position("O", may_hold=False))

    assert len(ranked) == 9
    assert [choice.value for choice in ranked] == sorted((choice.value for choice in ranked), reverse=True)


def test_no_placement_wholly_above_the_skyline_is_chosen() -> None:
    start = position("O", ["#########."] * 3, replace(RULES, skyline=4), may_hold=False)

    assert {choice.piece.y for choice in Search().rank(start)} == {3}


def test_a_t_spin_double_is_taken_for_the_score() -> None:
    rows = ["####.#####", "###...####", "####......"]
    choice = best(Search("attack", 5, 1), position("T", rows, may_hold=False))

    assert choice.piece == Piece(TETROMINOES["T"], 2, 3, 0)
    assert choice.spin is Spin.FULL


@pytest.mark.parametrize("name", list(WEIGHTS))
def test_the_value_of_a_placement_is_its_weighted_features(name: str) -> None:
    rng = Random(4)
    for _ in range(20):
        board = random_board(FIELD, rng, 12)
        piece = Piece(TETROMINOES["J"], 0, 3, 19)
        start = Position(ARENA, board.bits, piece)
        evaluator: Evaluator = EVALUATORS[name](start) if name in EVALUATORS else EVALUATORS["survive"](start)
        for drop in dropper(ARENA).drops(board.bits, piece):
            reward, combo, back_to_back = evaluator.reward(TETROMINOES["J"], drop, False, 3, 2)
            features = board_features(FIELD, drop[0], drop[3], drop[4])
            value = sum(weight * feature for weight, feature in zip(WEIGHTS[name], features, strict=True))

            assert abs(reward + evaluator.potential(drop[0], 0, 0) - value) < 1e-6
            assert (combo, back_to_back) == (0, 0)


def test_a_stack_is_worth_less_for_holes_height_and_cover() -> None:
    stack = StackValue(FIELD, 20, StackWeights())

    def worth(*rows: str) -> float:
        return stack.value(Board.from_text(rows, FIELD).bits, 0)

    def points(*, transitions: int, height: int, well: int = 0, holes: int = 0, cover: int = 0) -> float:
        return -0.2 * transitions - 0.4 * height + 0.3 * well - 1.5 * holes - 0.2 * cover

    empty_rows = 2 * 24
    assert round(worth() - points(transitions=empty_rows, height=0), 9) == 0
    assert round(worth("#########.", "#########.") - points(transitions=empty_rows, height=2, well=2), 9) == 0
    assert round(worth("########..", "#########.") - points(transitions=empty_rows, height=2, holes=1, cover=2), 9) == 0


def test_a_place_for_a_t_is_worth_something_when_a_t_is_to_come() -> None:
    stack = StackValue(FIELD, 20, StackWeights())
    bits = Board.from_text(["####.#####", "###...####", "####......"], FIELD).bits
    mirrored = Board.from_text(["#####.####", "####...###", "......####"], FIELD).bits

    assert stack.value(bits, 1) > stack.value(bits, 0)
    assert stack.value(bits, 1) == stack.value(mirrored, 1)


def test_dug_out_garbage_is_counted() -> None:
    played = dig(Rules(rotation_system="srs", preview_count=1), chooser(Search("survive", 1, 1)), 1, rows=4, shown=2)

    assert played.lines >= 4


def expected_value(start: Position, choice: Placement, evaluator: Evaluator) -> float:
    """Return the mean, over the pieces that may come, of the best value after a choice and one more piece."""
    assert start.piece is not None
    earned = {
        (state, anchor): evaluator.reward(start.queue[0], drop, False, 0, 0)[0]
        for drop in dropper(ARENA).drops(start.bits, start.piece)
        for state, anchor in [drop[5:]]
    }
    gains = [
        gain
        for (state, anchor), gain in earned.items()
        if ARENA.mover.states(start.queue[0]).piece(state, anchor) == choice.piece
    ]
    bits = start.push(choice).bits
    best_values: list[float] = []
    for shape in TETROMINOES.values():
        piece = ARENA.entry(bits, shape)
        assert piece
        best_values.append(
            max(
                evaluator.reward(shape, drop, False, 0, 0)[0] + evaluator.potential(drop[0], 0, 0)
                for drop in dropper(ARENA).drops(bits, piece)
            )
        )
    return max(gains) + sum(best_values) / len(best_values)


@pytest.mark.parametrize("letter", "TSILJ")
def test_with_chances_the_best_on_average_is_chosen(letter: str) -> None:
    rows = ["#.########", "##..######", "#####..#.."]
    start = position(letter, rows, Rules(rotation_system="srs", height=24, hold="off"))
    evaluator: Evaluator = EVALUATORS["survive"](start)
    values = {choice: expected_value(start, choice, evaluator) for choice in start.placements}

    choice = best(Search("survive", 100, 1, chances=100), start)

    assert values[choice] == pytest.approx(max(values.values()))


@pytest.mark.parametrize(
    ("search", "start"),
    [
        (Search("survive", 8, 2), position("TSZLJO")),
        (Search("survive", 8, 6), position("TS", rules=replace(RULES, pieces="3-4"))),
    ],
    ids=["the next piece is known", "too many shapes"],
)
def test_chances_are_left_out(search: Search, start: Position) -> None:
    assert list(replace(search, chances=9).think(start)) == list(search.think(start))
