"""A goal of one's own: a hook that raises leaves the game as it was."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from piecement_engine import MODIFIERS, Button, Game, Hooks, Modifier, Rules, Table, UpdateTimeError, register_modifier


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the modifier of a test after it."""
    monkeypatch.setitem(MODIFIERS, "failing", Failing)
    monkeypatch.delitem(MODIFIERS, "failing")


@dataclass(frozen=True, slots=True)
class Failing(Modifier):
    kind = "failing"

    error: type[Exception] = ZeroDivisionError

    def hooks(self) -> Hooks:
        return _FailingHooks(self.error)


class _FailingHooks(Hooks):
    def __init__(self, error: type[Exception]) -> None:
        self.error = error
        self.locks = 0

    def locked(self, table: Table, rows: Sequence[int]) -> None:
        self.locks += 1
        table.add_points(100)
        if self.locks == 2:
            raise self.error


@pytest.mark.parametrize("error", [ZeroDivisionError, UpdateTimeError])
def test_a_hook_that_raises_changes_nothing(error: type[Exception]) -> None:
    register_modifier(Failing)
    game = Game(Rules(modifiers=(Failing(error),)), seed=1)
    for time_ns in (0, 100_000_000, 200_000_000, 500_000_000):
        game.update(time_ns, {Button.HARD_DROP} if time_ns == 100_000_000 else ())
    before = str(game), game.inputs, game.view.piece, game.view.score, game.view.time_ns

    for _ in range(2):
        with pytest.raises(error):
            game.update(30_000_000_000)
        assert (str(game), game.inputs, game.view.piece, game.view.score, game.view.time_ns) == before
    assert pickle.loads(pickle.dumps(game)).view.board == game.view.board
    assert game.view.pieces == 1
    assert [event.kind for event in game.update(510_000_000, {Button.MOVE_LEFT})] == ["piece_moved"]
