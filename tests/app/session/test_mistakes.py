"""Costs of placements by kind: a missed clear, a hole, an avoidable height."""

import json
from math import inf

import pytest

from piecement.session.bots.mistakes import MOST_MISTAKES, Mistake, Mistakes, classify
from piecement.session.bots.review import PieceReview
from piecement_engine import Board, Button, Game, Piece, Recording, Rules
from piecement_engine.board.geometry import geometry
from piecement_engine.board.pieces import TETROMINOES
from piecement_engine.bots import Placement, Position
from piecement_engine.bots.arena import arena
from piecement_engine.bots.coach import Verdict
from tests.app.stand_ins import MS
from tests.sampling import together

RULES = Rules()
LAYOUT = geometry(10, 40, 4)


def verdict(rows: list[str], played: Piece, best: Piece, loss: float = 5.0) -> Verdict:
    """Return the verdict that one place on a board, its highest row first, is so much better than another."""
    where = arena(RULES)
    entry = where.entry(LAYOUT.empty, played.shape)
    assert entry is not None
    position = Position(where, Board.from_text(rows[::-1], LAYOUT).bits, entry)
    return Verdict(
        position,
        Placement(played, value=-loss, site=position.site),
        Placement(best, site=position.site),
        3,
        1000,
    )


def at(letter: str, orientation: int, x: int, y: int) -> Piece:
    return Piece(TETROMINOES[letter], orientation, x, y)


FLAT = ["####......"]
WELL = ["#########.", "#########.", "#########.", "#########."]


@together(
    ("rows", "played", "best", "expected"),
    [
        (WELL, at("I", 0, 0, 4), at("I", 1, 9, 0), Mistake.CLEARS),
        (FLAT, at("O", 0, 3, 1), at("O", 0, 4, 0), Mistake.HOLES),
        (FLAT, at("I", 1, 0, 1), at("I", 0, 4, 0), Mistake.HEIGHT),
        ([], at("O", 0, 1, 0), at("O", 0, 0, 0), Mistake.SURFACE),
        (FLAT, at("O", 0, 4, 0), at("O", 0, 4, 0), Mistake.ORDER),
    ],
)
def test_a_mistake_is_its_costliest_kind(rows: list[str], played: Piece, best: Piece, expected: Mistake) -> None:
    assert classify(verdict(rows, played, best)) is expected


def test_sums_count_mistakes_with_losses_and_skip_small_ones() -> None:
    mistakes = Mistakes()
    for loss in (5.0, 7.0, 0.1):
        mistakes.count(verdict(WELL, at("I", 0, 0, 4), at("I", 1, 9, 0), loss))

    assert mistakes.pieces == 3
    assert mistakes.times == {Mistake.CLEARS: 2}
    assert mistakes.losses == {Mistake.CLEARS: 12.0}
    assert [moment.loss for moment in mistakes.worst] == [7.0, 5.0]


def test_losing_placement_costs_no_more_than_can_be_summed() -> None:
    mistakes = Mistakes()
    mistakes.count(verdict(WELL, at("I", 0, 0, 4), at("I", 1, 9, 0), inf))

    assert mistakes.losses[Mistake.CLEARS] < inf


def test_only_the_worst_moments_are_stored() -> None:
    mistakes = Mistakes()
    for loss in range(1, 20):
        mistakes.count(verdict(WELL, at("I", 0, 0, 4), at("I", 1, 9, 0), float(loss)))

    assert [moment.loss for moment in mistakes.worst] == [19.0 - i for i in range(MOST_MISTAKES)]


def test_stored_mistakes_are_read_again() -> None:
    mistakes = Mistakes()
    mistakes.count(verdict(WELL, at("I", 0, 0, 4), at("I", 1, 9, 0)))

    assert Mistakes.from_dict(json.loads(json.dumps(mistakes.to_dict()))) == mistakes


@pytest.mark.parametrize("name", ["times", "losses", "worst"])
def test_damaged_mistakes_are_refused(name: str) -> None:
    for value in (None, 1, [1], "x"):
        with pytest.raises((ValueError, KeyError, TypeError)):
            Mistakes.from_dict({**Mistakes().to_dict(), name: value})


def test_games_are_added_up() -> None:
    one, whole = Mistakes(), Mistakes()
    one.count(verdict(WELL, at("I", 0, 0, 4), at("I", 1, 9, 0)))
    whole.add(one)
    whole.add(one)

    assert (whole.pieces, whole.times, whole.losses) == (2, {Mistake.CLEARS: 2}, {Mistake.CLEARS: 10.0})


def test_a_careless_game_costs_more_than_a_perfect_one() -> None:
    game = Game(Rules(preview_count=3), 3)
    for piece in range(8):
        game.update(piece * 500 * MS, {Button.HARD_DROP})
        game.update(piece * 500 * MS + 100 * MS, frozenset())
    mistakes = Mistakes()
    review = PieceReview(Recording.of(game), mistakes.count)
    while review.go_on():
        pass

    assert mistakes.pieces >= 7
    assert sum(mistakes.losses.values()) > 10
    assert mistakes.worst
