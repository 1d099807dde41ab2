"""Tips: each is told once at the end of a game where it helps, can be hidden or done at once, and is listed."""

import pytest

from piecement.session.plan import Plan
from piecement.session.records import FinishedGame
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.texts.tips import TIPS, due_tip
from tests.app.still_life import finished
from tests.app.walking import Player, playing, text_of

FIRST = "Your best game can race beside you"


async def end(player: Player) -> FinishedGame:
    """See the end of a game that was won."""
    await player.go_to(Node.GAME)
    result = finished(player.app.store)
    await player.show(Node.GAME_COMPLETE, Trigger.EVENT, result)
    await player.settle()
    return result


async def test_the_race_is_offered_after_the_first_win_and_never_again() -> None:
    async with playing() as player:
        await end(player)
        first = text_of(player.app)
        await end(player)

        assert FIRST in first
        assert FIRST not in text_of(player.app)
        assert "race" in player.app.settings.now.interface.seen_tips


async def test_a_tip_is_done_at_once() -> None:
    async with playing() as player:
        await end(player)
        await player.press("y")

        assert player.app.settings.now.graphics.show_rival
        assert "Your best game runs beside the next one." in text_of(player.app)
        assert player.node is Node.GAME_COMPLETE


async def test_a_tip_is_hidden() -> None:
    async with playing() as player:
        await end(player)
        await player.press("x", "y")

        assert FIRST not in text_of(player.app)
        assert not player.app.settings.now.graphics.show_rival


async def test_one_tip_is_told_at_a_time_and_each_once() -> None:
    async with playing() as player:
        result = await end(player)
        told: list[str] = []
        settings = player.app.settings
        while tip := due_tip(result, settings.now):
            told.append(tip.name)
            settings.change("interface", "seen_tips", (*settings.now.interface.seen_tips, tip.name))

        assert len(told) == len(set(told))
        assert {"looks", "board"} <= set(told)


@pytest.mark.parametrize("size", [(80, 24), (40, 24)])
async def test_all_are_listed_with_their_keys(size: tuple[int, int]) -> None:
    async with playing(size=size) as player:
        await player.go_to(Node.TRY_THIS)
        for tip in TIPS:
            seen = " ".join(text_of(player.app).split())
            await player.press("down")

            assert tip.title in seen
            assert tip.keys in seen
            assert tip.sentence in seen


@pytest.mark.parametrize("tip", [tip for tip in TIPS if not isinstance(tip.deed, Plan)], ids=lambda tip: tip.name)
async def test_listed_tips_are_done_at_once(tip: object) -> None:
    async with playing() as player:
        before = player.app.settings.now
        await player.go_to(Node.TRY_THIS)
        await player.press(*["down"] * [*TIPS].index(tip), "enter")  # type: ignore[arg-type]

        assert player.app.settings.now != before
        assert player.node is Node.TRY_THIS


async def test_a_board_is_played_from_the_list() -> None:
    async with playing() as player:
        await player.go_to(Node.TRY_THIS)
        await player.press(*["down"] * len(TIPS), "enter")

        assert player.node is Node.GAME
