"""Zen with garbage: rows come as in a match, by strength, and the game cannot be lost."""

import pytest

from piecement_engine import MODES, Game, Recording
from piecement_engine.bots import BOTS, Pace, Player
from piecement_engine.events import AttackTaken


def played(garbage: str, minutes: int = 2) -> tuple[Game, int]:
    """Return a game of a bot, and the number of rows of the attacks on it."""
    game, rows = Game(MODES["zen"].rules_with({}, {"garbage": garbage}), 3), 0
    player = Player(game, BOTS["pytetris"].make(0), Pace(pieces_per_second=2.0))
    for second in range(1, 60 * minutes + 1):
        rows += sum(event.rows for event in player.advance(second * 1_000_000_000) if isinstance(event, AttackTaken))
    return game, rows


@pytest.mark.parametrize(("garbage", "rate"), [("none", 0), ("light", 10), ("heavy", 50)])
def test_attacks_come_by_strength(garbage: str, rate: int) -> None:
    game, rows = played(garbage)

    assert abs(rows - 2 * rate) <= 5
    assert game.view.end is None
    assert game.view.garbage.received <= rows
    assert (0 < game.view.garbage.cancelled < rows) == (rate > 0)
    assert Recording.from_text(Recording.of(game).to_text()).replay().view.rows == game.view.rows
