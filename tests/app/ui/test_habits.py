"""The coach's page of the statistics tells what costs most in all games, and goes on with what was not looked at."""

import pytest

from piecement.storage.game_reviews import GameReviews
from piecement.ui.menu_graph import Node
from piecement_base.errors import StorageError
from tests.app.kept_games import keep_some
from tests.app.thinking import thinking
from tests.app.walking import notifications_of, playing, text_of


async def test_games_are_looked_through_once_though_the_page_is_left() -> None:
    keep_some()
    async with thinking(at=Node.HABITS) as player:
        before = text_of(player.app)
        await player.press("escape")
        asked = len(player.turns.delays)
        player.turns.run()
        left = len(player.turns.delays)
        await player.press("enter")
        await player.think()
        after = text_of(player.app)

        assert "Reviewing: 0 of 1" in before
        assert left == asked
        assert "1 game, " in after
        assert "Holes" in after
        assert player.app.store.game_reviews.missing() == ()
        assert player.turns.delays[0] >= 0.024

        await player.press("escape", "enter")
        assert "1 game, " in text_of(player.app)


async def test_moments_are_shown_on_both_boards_watched_and_played() -> None:
    keep_some()
    async with thinking(at=Node.HABITS) as player:
        for _ in range(2):
            await player.think()
        seen = text_of(player.app)
        await player.press("w")
        watched = player.node
        await player.press("escape", "enter")

        for words in ("cost you most:", "YOURS", "BETTER", "big", "WHERE YOU LOST MOST", ", piece "):
            assert words in seen
        assert (watched, player.node) == (Node.REPLAY, Node.GAME)


async def test_a_full_disk_ends_the_review_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heading counted on for good."""

    def refuse(*_: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr(GameReviews, "add", refuse)
    keep_some()
    async with thinking(at=Node.HABITS) as player:
        await player.think()
        seen = text_of(player.app)

        assert notifications_of(player.app) == ["The disk is full."]
        assert "Reviewing" not in seen


async def test_screen_without_games_tells_its_purpose() -> None:
    async with playing(at=Node.HABITS) as player:
        await player.settle()
        seen = text_of(player.app)

        assert "You have no saved games yet." in seen
        assert "WORST MOMENTS" not in seen
