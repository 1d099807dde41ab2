"""Game Complete: that it was won, how it went, and what now."""

import pytest

from piecement.ui.menu_graph import Node
from tests.app.walking import A_QUICK_GAME, playing, text_of


async def test_it_tells_that_the_goal_is_reached() -> None:
    async with playing(A_QUICK_GAME) as player:
        await player.go_to(Node.GAME_COMPLETE)
        seen = " ".join(text_of(player.app).split())

        assert "Complete!" in seen
        assert "One piece: You reached the goal." in seen


@pytest.mark.parametrize("key", ["r", "ctrl+r"])
async def test_play_again_is_one_key_away(key: str) -> None:
    async with playing(A_QUICK_GAME) as player:
        await player.go_to(Node.GAME_COMPLETE)
        await player.press(key)

        assert player.node is Node.GAME


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
async def test_all_figures_and_entries_fit(size: tuple[int, int]) -> None:
    async with playing(A_QUICK_GAME, size=size) as player:
        await player.go_to(Node.GAME_COMPLETE)
        seen = text_of(player.app)

        for words in ("Best combo", "Keys/piece", "Play again", "New game", "Settings", "Title", "Quit"):
            assert words in seen
