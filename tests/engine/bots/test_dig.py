"""The bot that digs: what it counts on garbage is what counting cell by cell gives, and it digs in fewer pieces."""

from math import isclose
from random import Random

import pytest
from benchmarks.bots_play import arena_for, chooser, dig

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import Geometry, geometry
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.bots.columns import Columns
from piecement_engine.bots.drops import dropper
from piecement_engine.bots.features import Features
from piecement_engine.bots.search import Search
from piecement_engine.bots.stack_evaluators import DigEvaluator, SurviveEvaluator
from piecement_engine.bots.weights import DigWeights
from piecement_engine.rules.rules import Rules
from tests.engine.bots.oracles import random_board

LAYOUTS = [geometry(10, 40, 4), geometry(10, 16, 4), geometry(4, 60, 5), geometry(23, 24, 4), geometry(1, 20, 4)]
RULES = Rules(rotation_system="srs", preview_count=5)


def board_on_garbage(layout: Geometry, rng: Random) -> Board:
    """Return a random board, or one above rows with one gap each."""
    board = random_board(layout, rng, layout.height // 2)
    count = rng.randint(0, layout.height // 3)
    gaps = [rng.randrange(layout.width) for _ in range(count)]
    garbage = [tuple(int(x != gap) for x in range(layout.width)) for gap in gaps]
    rows = [tuple(int(board.is_filled(x, y)) for x in range(layout.width)) for y in range(layout.height)]
    board.set_rows([*garbage, *rows[: layout.height - count]])
    return board


class GarbageByHand:
    """Blocks of a board on its garbage, counted one cell at a time."""

    def __init__(self, board: Board) -> None:
        width, filled = board.width, board.is_filled
        gaps = [[x for x in range(width) if not filled(x, y)] for y in range(board.height)]
        self.garbage = next((y for y in range(board.height) if len(gaps[y]) != 1), board.height)
        above = range(self.garbage, board.height)
        self.rows = sum(len(gaps[y]) < width for y in above)
        counted: list[int] = []
        self.gaps: list[int] = []
        for row in range(self.garbage - 1, self.garbage - 4, -1):
            rows = [y for y in above if row >= 0 and filled(gaps[row][0], y) and y not in counted]
            self.gaps.append(sum(len(gaps[y]) for y in rows))
            counted += rows
        self.well = 0
        if self.garbage and not any(filled(gaps[self.garbage - 1][0], y) for y in above):
            x = gaps[self.garbage - 1][0]
            closed = [filled(x - 1, y) and filled(x + 1, y) for y in above]
            self.well = min(4, (*closed, False).index(False))


@pytest.mark.parametrize("layout", LAYOUTS[:2] + LAYOUTS[3:], ids=lambda layout: f"{layout.width}x{layout.height}")
def test_columns_count_blocks_on_garbage_as_by_hand(layout: Geometry) -> None:
    columns = Columns(layout)
    for seed in range(100):
        board = board_on_garbage(layout, Random(seed))
        by_hand = GarbageByHand(board)
        columns.read(board.bits)
        columns.read_garbage()

        assert columns.garbage() == by_hand.garbage
        assert columns.rows_on_garbage() == by_hand.rows
        first, second, third = columns.over_gap(0), columns.over_gap(1), columns.over_gap(2)
        assert columns.gaps_in(first) == by_hand.gaps[0]
        assert columns.gaps_in(second & ~first) == by_hand.gaps[1]
        assert columns.gaps_in(third & ~(first | second)) == by_hand.gaps[2]
        assert columns.well_over_gap(4) == by_hand.well


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.width}x{layout.height}")
def test_a_board_is_worth_its_stack_and_its_covered_garbage(layout: Geometry) -> None:
    stack = Features(-1, 1, -2, -3, -5, -7, -11, -13, 0)
    weights = DigWeights(stack, 17, 23, 47, (53, 59, 61))
    evaluator = DigEvaluator(layout, weights)
    survivor = SurviveEvaluator(layout, stack)
    for seed in range(100):
        board = board_on_garbage(layout, Random(seed))
        one = GarbageByHand(board)
        on_garbage = 17 * one.garbage + 23 * one.rows + 47 * one.well
        on_garbage += sum(weight * gaps for weight, gaps in zip((53, 59, 61), one.gaps, strict=True))

        assert isclose(evaluator.potential(board.bits, 0, 0), survivor.potential(board.bits, 0, 0) + on_garbage)


def test_a_placed_piece_earns_by_its_shape() -> None:
    arena_ = arena_for(RULES)
    worth = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
    stack = Features(-1, 1, 0, 0, 0, 0, 0, 0, 0)
    evaluator = DigEvaluator(arena_.layout, DigWeights(stack, placed=worth))
    survivor = SurviveEvaluator(arena_.layout, stack)
    for shape, more in zip(TETROMINOES.values(), worth, strict=True):
        piece = arena_.entry(arena_.layout.empty, shape)
        assert piece
        for drop in dropper(arena_).drops(arena_.layout.empty, piece):
            earned = evaluator.reward(shape, drop, False, 0, 0)[0]
            assert isclose(earned, more + survivor.reward(shape, drop, False, 0, 0)[0])


@pytest.mark.wide
def test_digging_opens_a_gap_in_fewer_pieces_than_stacking_low() -> None:
    pieces = {
        evaluator: sum(dig(RULES, chooser(Search(evaluator, 4, 4)), seed, 30, 10).pieces for seed in range(2))
        for evaluator in ("survive", "dig")
    }

    assert pieces["dig"] < pieces["survive"]
