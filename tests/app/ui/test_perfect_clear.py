"""Perfect clears, played by the keys of a player."""

import pytest

from piecement.training.perfect_clear import POSITIONS, ROWS, TRAINER, deal, solutions, solver_position
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.menu_graph import Node
from piecement_engine.bots import Position
from tests.app.trainees import HOLD, put, training
from tests.app.walking import Player, words_of


@pytest.fixture(autouse=True)
def _pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("piecement.ui.screens.perfect_clear.new_seed", lambda: 5)


async def clear(player: Player) -> None:
    """Follow the first solution to its end."""
    lines = 0
    while lines < ROWS:
        view = player.screen_as(TrainerScreen).session.view
        way = next(iter(solutions(solver_position(Position.of(view)), ROWS - view.lines)))
        if way[0].hold:
            await player.press(HOLD)
        session = player.screen_as(TrainerScreen).session
        await put(player, way[0].piece, wait_ms=100)
        lines = session.view.lines


async def test_a_board_is_emptied_and_the_next_one_comes() -> None:
    async with training(Node.PERFECT_CLEAR) as player:
        await clear(player)
        told = words_of(player.app)
        await player.wait_ms(1500)
        view = player.screen_as(TrainerScreen).session.view
        (figures,) = player.app.store.trainer_attempts.figures(TRAINER)

        assert "Perfect clear!" in told
        assert (figures.exercise, figures.attempts, figures.solved) == ("pco", 1, 1)
        assert (view.pieces, view.lines) == (0, 0)


async def test_a_piece_that_spoils_it_comes_into_play_again() -> None:
    async with training(Node.PERFECT_CLEAR) as player:
        await player.press("q", "up")
        await player.wait_ms(300)
        seen = words_of(player.app)

        assert "No perfect clear" in seen
        assert "Mistakes: 1" in seen
        assert player.screen_as(TrainerScreen).session.view.pieces == 0


async def test_all_solutions_can_be_paged_through() -> None:
    async with training(Node.PERFECT_CLEAR) as player:
        dealt = deal(POSITIONS[0], 5)
        view = player.screen_as(TrainerScreen).session.view
        count = len(list(solutions(solver_position(Position.of(view)), ROWS)))
        await player.press("h")
        first, goals = words_of(player.app), player.screen_as(TrainerScreen).sides[0].goals
        await player.press("shift+tab")
        last = words_of(player.app)

        assert dealt.queue[0] == (view.piece and view.piece.shape.name)
        assert f"Solution 1 of {count}" in first
        assert goals
        assert f"Solution {count} of {count}" in last


@pytest.mark.wide
async def test_solver_counts_and_other_positions_have_other_chances() -> None:
    async with training(Node.PERFECT_CLEAR) as player:
        await player.wait_ms(8000)
        first = words_of(player.app)
        await player.press("n")
        await player.wait_ms(8000)

        assert "711 of 840" in first
        assert "514 of 840" in words_of(player.app)
