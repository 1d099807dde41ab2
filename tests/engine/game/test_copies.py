"""Games and their parts can be copied and pickled, and copies play on by themselves."""

import copy
import pickle
from collections.abc import Callable
from operator import methodcaller
from typing import Any, Final

import pytest

from piecement_engine import (
    MODES,
    Board,
    Budget,
    Button,
    End,
    Game,
    GameView,
    Recording,
    Rules,
    Start,
    TooManyStepsError,
)
from piecement_engine.board.geometry import geometry
from piecement_engine.bots.position import Position
from piecement_engine.match import GarbageRules
from piecement_engine.rng import Rng
from piecement_engine.rules.randomizers import RANDOMIZERS
from tests.engine.play import MS, state_of
from tests.sampling import together


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


COPIES: Final[dict[str, Callable[[Any], Any]]] = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": pickled}
EACH_WAY: Final = pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)


def played(rules: Rules | None = None, until: int = 12) -> Game:
    game = Game(rules, seed=7)
    play_on(game, 0, until)
    return game


def play_on(game: Game, start: int, until: int) -> list[Any]:
    buttons = (Button.MOVE_LEFT, Button.HARD_DROP, Button.ROTATE_RIGHT, Button.HOLD)
    events: list[Any] = []
    for step in range(start, until):
        if game.view.end is None:
            events += game.update(step * 70 * MS, {buttons[step % 4]})
    return events


@EACH_WAY
@pytest.mark.parametrize("mode", ["marathon", "cheese", "puzzle", "classic", "ascent"])
def test_copied_game_plays_on_alone(copied: Callable[[Game], Game], mode: str) -> None:
    game = played(MODES[mode].rules)
    other = copied(game)
    before = state_of(game)

    assert type(other) is type(game)
    assert state_of(other) == before
    events = play_on(other, 12, 30)
    assert events
    assert state_of(game) == before
    assert play_on(game, 12, 30) == events
    assert state_of(game) == state_of(other)


@EACH_WAY
def test_copied_game_has_not_begun_either(copied: Callable[[Game], Game]) -> None:
    game = Game(seed=3, pieces="TSZ", board=["####.#####"], start=Start(score=5))
    other = copied(game)

    assert other.view.piece is None
    assert other.update(0) == game.update(0)
    assert state_of(other) == state_of(game)


@EACH_WAY
def test_copied_game_has_ended_too(copied: Callable[[Game], Game]) -> None:
    game = played()
    game.forfeit(1_000 * MS)
    other = copied(game)

    assert other.view.end is End.FORFEIT
    assert state_of(other) == state_of(game)


@EACH_WAY
def test_copied_game_has_ended_in_its_first_update_too(copied: Callable[[Game], Game]) -> None:
    game = Game(seed=3, pieces=())
    game.update(5 * MS)
    other = copied(game)

    assert other.view.end is End.OUT_OF_PIECES
    assert state_of(other) == state_of(game)


@EACH_WAY
def test_copied_match_game_keeps_garbage(copied: Callable[[Game], Game]) -> None:
    game = played(Rules(garbage=GarbageRules()))
    game.take_attack(800 * MS, 790 * MS, [3, 3, 3])
    other = copied(game)
    third = copied(game)
    third.take_attack(801 * MS, 800 * MS, [3, 3])

    assert (game.view.garbage.pending, third.view.garbage.pending) == (3, 5)
    assert other.view.waiting_rows
    assert play_on(other, 12, 60) == play_on(game, 12, 60)
    assert state_of(other) == state_of(game)


class Own(Game):
    """A game with an attribute of its own, which constructs as it likes."""

    def __init__(self, note: str) -> None:
        super().__init__(seed=1)
        self.note = note


@pytest.mark.parametrize("copied", [*COPIES.values(), Game.copy], ids=[*COPIES, "method"])
def test_copied_subclass_keeps_attributes(copied: Callable[[Game], Game]) -> None:
    game = Own("mine")
    game.update(0)
    other = copied(game)

    assert isinstance(other, Own)
    assert (other.note, other.view.piece) == ("mine", game.view.piece)


@EACH_WAY
def test_copied_view_shows_its_game(copied: Callable[[GameView], GameView]) -> None:
    """A copy shows the same game; a deep one and a pickled one show a game of their own."""
    game = played()
    view = copied(game.view)

    assert (view == game.view) is (copied is copy.copy)
    assert view.rows == game.view.rows
    game.update(1_000 * MS)
    assert (view.time_ns == game.view.time_ns) is (copied is copy.copy)


@EACH_WAY
def test_copied_board_is_equal_and_independent(copied: Callable[[Board], Board]) -> None:
    board = played().view.board
    other = copied(board)

    assert other == board
    assert hash(other) == hash(board)
    other.fill([(0, 30)], 1)
    assert other != board
    assert not board.is_filled(0, 30)


def test_equal_boards() -> None:
    rows = ("####.#####", "##........")
    board = Board.from_text(rows)

    assert board == Board.from_text(rows)
    assert hash(board) == hash(Board.from_text(rows))
    assert played().view.board == played().view.board
    assert board != Board.from_text(rows[:1])
    assert board != Board.from_text(("####.#####", "OO........"))
    assert board != Board.from_text(rows, geometry(10, 30, 4))
    assert board != rows


@EACH_WAY
def test_copied_position(copied: Callable[[Position], Position]) -> None:
    position = Position.of(played().view)
    other = copied(position)

    assert other == position
    assert other.arena is position.arena
    assert other.placements == position.placements


@EACH_WAY
def test_copied_recording(copied: Callable[[Recording], Recording]) -> None:
    recording = Recording.of(played(MODES["cheese"].rules), {"mode": "cheese"})
    other = copied(recording)

    assert other == recording
    assert other.verify() is None


@EACH_WAY
def test_copied_budget_has_steps_of_its_own(copied: Callable[[Budget], Budget]) -> None:
    budget = Budget(100, "the afternoon")
    budget.spend(30)
    other = copied(budget)
    other.spend(20)

    assert (budget.left, other.left) == (70, 50)
    with pytest.raises(TooManyStepsError, match="more than 100 steps in the afternoon"):
        other.spend(51)


@together("copied", [copy.deepcopy, pickled, methodcaller("copy")])
@together("name", RANDOMIZERS)
def test_a_copied_randomizer_draws_the_same(name: str, copied: Callable[[Any], Any]) -> None:
    first = played(Rules(randomizer=name))._queue.randomizer
    second = copied(first)
    ahead = [second.draw(Rng(seed)) for seed in range(40)]

    assert [first.draw(Rng(seed)) for seed in range(40)] == ahead
