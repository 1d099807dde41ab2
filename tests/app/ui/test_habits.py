"""The coach's page of the statistics tells what costs most in all games, and goes on with what was not looked at."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from piecement.ui.menu_graph import Node
from tests.app.kept_games import keep_some
from tests.app.thinking import Turns
from tests.app.walking import Player, playing, text_of


@asynccontextmanager
async def looked_through() -> AsyncGenerator[Player]:
    """A player before the page, after all games."""
    keep_some()
    turns = Turns()
    async with playing(later=turns) as player:
        await player.go_to(Node.HABITS)
        turns.run()
        await player.settle()
        yield player


async def test_games_are_looked_through_in_the_background_and_once() -> None:
    keep_some()
    turns = Turns()
    async with playing(later=turns) as player:
        await player.go_to(Node.HABITS)
        before = text_of(player.app)
        turns.run()
        await player.settle()
        after = text_of(player.app)

        assert "Reviewing: 0 of 1" in before
        assert "1 game, " in after
        assert "Holes" in after
        assert player.app.store.game_reviews.missing() == ()
        assert turns.delays[0] >= 0.024

        await player.press("escape", "enter")

        assert "1 game, " in text_of(player.app)


async def test_a_moment_is_played_on_from_for_practice() -> None:
    async with looked_through() as player:
        await player.press("enter")

        assert player.node is Node.GAME


async def test_a_moment_is_watched() -> None:
    async with looked_through() as player:
        await player.press("w")

        assert player.node is Node.REPLAY


async def test_leaving_stops_the_work_and_coming_back_goes_on() -> None:
    keep_some()
    turns = Turns()
    async with playing(later=turns) as player:
        await player.go_to(Node.HABITS)
        await player.press("escape")
        left = list(turns.waiting)
        await player.press("enter")
        turns.run()
        await player.settle()

        assert left == []
        assert "1 game, " in text_of(player.app)


async def test_screen_without_games_tells_its_purpose() -> None:
    async with playing() as player:
        await player.go_to(Node.HABITS)
        await player.settle()
        seen = text_of(player.app)

        assert "You have no saved games yet." in seen
        assert "WORST MOMENTS" not in seen


async def test_moment_is_shown_on_both_boards() -> None:
    keep_some()
    turns = Turns()
    async with playing(later=turns) as player:
        await player.go_to(Node.HABITS)
        turns.run()
        await player.settle()
        turns.run()
        await player.settle()
        seen = text_of(player.app)

        assert "cost you most:" in seen
        assert "YOUR PLACEMENT" in seen
        assert "BETTER" in seen
        assert "big" in seen
        assert "WHERE THE POINTS WENT" in seen
        assert ", piece " in seen
