"""The bot that digs: what it counts on garbage is what counting cell by cell gives, and it digs in fewer pieces."""

from math import isclose
from random import Random

import pytest
from benchmarks.bots_play import chooser, dig

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import Geometry, geometry
from piecement_engine.bots.bit_boards import Columns
from piecement_engine.bots.bot import Search
from piecement_engine.bots.features import Features
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
        self.blocks = sum(width - len(gaps[y]) for y in above)
        self.rows = sum(len(gaps[y]) < width for y in above)
        self.with_one_gap = sum(len(gaps[y]) == 1 for y in above)
        self.with_two_gaps = sum(len(gaps[y]) == 2 for y in above)
        self.covers = [
            sum(filled(gaps[row][0], y) for y in above) if row >= 0 else 0
            for row in range(self.garbage - 1, self.garbage - 4, -1)
        ]
        self.well = 0
        if self.garbage and not self.covers[0]:
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
        columns.read_gaps()

        assert columns.garbage() == by_hand.garbage
        assert columns.blocks_on_garbage() == by_hand.blocks
        assert columns.rows_on_garbage() == by_hand.rows
        assert columns.rows_with_one_gap() == by_hand.with_one_gap
        assert columns.rows_with_two_gaps() == by_hand.with_two_gaps
        assert [columns.cover_of_gap(depth) for depth in range(3)] == by_hand.covers
        assert columns.well_over_gap(4) == by_hand.well


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: f"{layout.width}x{layout.height}")
def test_a_board_is_worth_its_stack_and_its_covered_garbage(layout: Geometry) -> None:
    stack = Features(-1, 1, -2, -3, -5, -7, -11, -13, 0)
    weights = DigWeights(stack, 17, 19, 23, 29, 31, (37, 41, 43), 47)
    evaluator = DigEvaluator(layout, weights)
    survivor = SurviveEvaluator(layout, stack)
    for seed in range(100):
        board = board_on_garbage(layout, Random(seed))
        one = GarbageByHand(board)
        on_garbage = 17 * one.garbage + 19 * one.blocks + 23 * one.rows + 29 * one.with_one_gap
        on_garbage += 31 * one.with_two_gaps + 47 * one.well
        on_garbage += sum(weight * cover for weight, cover in zip((37, 41, 43), one.covers, strict=True))

        assert isclose(evaluator.potential(board.bits, 0, 0), survivor.potential(board.bits, 0, 0) + on_garbage)


@pytest.mark.wide
def test_digging_opens_a_gap_in_fewer_pieces_than_stacking_low() -> None:
    pieces = {
        evaluator: sum(dig(RULES, chooser(Search(evaluator, 4, 4)), seed, 30, 10).pieces for seed in range(2))
        for evaluator in ("survive", "dig")
    }

    assert pieces["dig"] < pieces["survive"]
