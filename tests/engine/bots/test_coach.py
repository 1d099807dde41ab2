"""The coach finds what a player could have done better."""

import pytest

from piecement_engine import Button, Game, Recording, Rules
from piecement_engine.board.pieces import TETROMINOES, Piece
from piecement_engine.bots import BOTS, Placement, Player, Position, Search, SearchingBot, Verdict, compare, review
from piecement_engine.bots.bot import Habits
from tests.engine.play import begun_game

SEARCH = Search("survive", 3, 2)


def verdicts(game: Game, search: Search = SEARCH) -> list[Verdict]:
    return [verdict for verdict in review(Recording.of(game), search) if verdict]


def played_by(habits: Habits, seconds: int = 3, *, rules: Rules | None = None, seed: int = 1) -> Game:
    game = Game(rules or Rules(preview_count=1), seed)
    Player(game, SearchingBot(habits, 5)).advance(seconds * 1_000_000_000)
    return game


def test_a_game_of_the_bot_itself_has_nothing_to_improve() -> None:
    game = played_by(Habits(search=SEARCH))
    found = verdicts(game)

    assert len(found) == game.view.pieces > 10
    assert [verdict.number for verdict in found] == list(range(len(found)))
    assert {verdict.loss for verdict in found} == {0.0}
    assert any(verdict.played.hold for verdict in found)


def test_mistakes_cost_something() -> None:
    found = verdicts(played_by(Habits(search=SEARCH, error_rate=0.5)))

    assert sum(verdict.loss > 0 for verdict in found) > len(found) // 5


def test_a_bad_placement_is_named_with_its_reasons() -> None:
    game = begun_game(Rules(hold="off", preview_count=0), 1, pieces="IIIII", board=[".#########"] * 4)
    game.update(100_000_000, {Button.TELEPORT_RIGHT})
    game.update(100_000_000, {Button.HARD_DROP})
    game.update(400_000_000, set())
    first = verdicts(game)[0]

    assert first.loss > 0
    assert first.played.piece == Piece(TETROMINOES["I"], 0, 6, 4)
    assert first.best.piece == Piece(TETROMINOES["I"], 1, 0, 0)
    assert first.changes()["eroded_cells"] == 16
    assert first.changes()["wells"] < 0


def test_a_placement_that_loses_costs_everything() -> None:
    game = begun_game(Rules(hold="off", preview_count=0), 1, board=["#########."] * 18)
    position = Position.of(game.view)
    assert position.piece is not None
    *_, answer = compare(position, Placement(position.piece._replace(y=20)), SEARCH)

    assert answer is not None
    assert answer[0].value == float("-inf")


@pytest.mark.parametrize("name", ["survive", "score"])
def test_the_coach_thinks_in_slices(name: str) -> None:
    game = played_by(Habits(search=SEARCH), 1)
    thoughts = list(review(Recording.of(game), Search(name, 4, 3)))

    assert len(thoughts) > 3 * game.view.pieces


def test_hands_that_are_quicker_than_the_eye_are_passed_over() -> None:
    game = Game(Rules(), 1)
    game.update(60_000_000_000)
    later = verdicts(game)

    assert len(later) < game.view.pieces


def test_named_bots_can_be_coached_too() -> None:
    game = Game(Rules(preview_count=3), 1)
    Player(game, BOTS["pebble"].make(1)).advance(1_000_000_000)

    assert verdicts(game)
