"""Pause: the game stands still in sight, and goes on after a countdown that can be cut short."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any
from unittest.mock import patch

import pytest
from textual.events import Resize
from textual.geometry import Size

from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.pause import PauseScreen
from piecement.ui.widgets.menu_list import MenuList
from piecement_base.plan import Plan
from piecement_engine import MODES, Button, End, GameView
from tests.app.cut_texts import cut_texts
from tests.app.stand_ins import ENDLESS
from tests.app.walking import Player, labels_of, playing, text_of, words_of
from tests.sampling import mostly_wide

GAME = Plan(ENDLESS, seed=7)
ENTER, BOUND, UNBOUND = "enter", "left", "m"


def game_of(player: Player) -> GameScreen:
    """Return the screen of the game."""
    return next(screen for screen in player.app.screen_stack if isinstance(screen, GameScreen))


def game_time_ms(player: Player) -> int:
    """Return the time of the game (ms)."""
    return game_of(player).session.view.time_ns // 1_000_000


@asynccontextmanager
async def paused(**given: Any) -> AsyncGenerator[Player]:
    """Run a game that was played a little and paused."""
    async with playing(GAME, wait_ms=500, **given) as player:
        await player.press("escape")
        yield player


@pytest.mark.parametrize(("score", "seen"), [(160, "160 points\n0:00.50"), (12_480, "12,480 points\n0:00.50")])
async def test_score_has_its_unit(score: int, seen: str) -> None:
    async with playing(GAME) as player:
        await player.wait_ms(500)
        with patch.object(GameView, "score", score):
            await player.press("escape")

        assert all(part in text_of(player.app) for part in seen.splitlines())


async def test_game_time_stands_still() -> None:
    async with paused() as player:
        before = game_time_ms(player)
        await player.wait_ms(10_000)
        await player.press("down", "up", "escape", UNBOUND)
        await player.wait_ms(1000)

        assert game_time_ms(player) == before


async def test_the_clock_beside_the_pause_shows_its_time() -> None:
    async with playing(Plan(MODES["40_lines"], seed=7)) as player:
        await player.wait_ms(2_000)
        player.clock.pass_ms(47)
        await player.press("escape")
        shown = re.findall(r"\d:\d\d\.\d\d", text_of(player.app))

        assert len(shown) > 1
        assert len({*shown}) == 1


@pytest.mark.parametrize("size", [(70, 22), (80, 24), (120, 40)])
async def test_the_menu_fills_the_field_and_hides_nothing_else(size: tuple[int, int]) -> None:
    async with playing(GAME, size=size, wait_ms=500) as player:
        (inside,), (rim,) = game_of(player).fields.insides, game_of(player).fields.rims
        before = text_of(player.app).splitlines()
        await player.press("escape")
        after = text_of(player.app).splitlines()

        assert player.app.screen.query_one("#box").region == inside
        for y, (was, now) in enumerate(zip(before[:-1], after[:-1], strict=True)):
            columns = range(inside.x, inside.right) if rim.y <= y < inside.bottom else range(0)
            assert [c for x, c in enumerate(was) if x not in columns] == [
                c for x, c in enumerate(now) if x not in columns
            ]


@pytest.mark.parametrize("size", [(69, 24), (80, 21), (40, 14)])
async def test_a_small_terminal_shows_only_the_menu(size: tuple[int, int]) -> None:
    async with paused(size=size) as player:
        assert "▓▓" not in text_of(player.app)
        assert player.app.screen.query_one("#box").region.size == (size[0], size[1] - 1)


async def test_both_boards_of_a_match_are_hidden() -> None:
    async with playing(size=(120, 40), at=Node.MATCH, wait_ms=500) as player:
        await player.press("escape")
        entries = labels_of(player)
        covers = [widget.region for widget in player.app.screen.query(".cover")]

        assert covers == [game_of(player).fields.insides[1]]
        assert entries == ["back", "restart", "settings", "versus"]


async def test_a_resize_moves_the_menu_along() -> None:
    async with paused() as player:
        for size in ((120, 40), (60, 20), (90, 30)):
            await player.pilot.resize_terminal(*size)
            await player.settle()
        box = player.app.screen.query_one("#box")

        await player.wait_for(lambda: box.region == game_of(player).fields.insides[0])


async def test_the_menu_may_be_resized_before_the_game() -> None:
    async with paused() as player:
        size = Size(90, 30)
        player.screen_as(PauseScreen).on_resize(Resize(size, size))
        first = game_of(player).fields.insides
        await player.pilot.resize_terminal(*size)
        await player.settle()

        assert first == game_of(player).fields.insides
        assert player.app.screen.query_one("#box").region == first[0]


async def test_t_leads_to_the_main_menu_and_the_game_waits() -> None:
    async with paused() as player:
        game = game_of(player)
        await player.press("t")

        assert player.node is Node.TITLE
        assert game.session.view.end is None
        assert player.left_games


@pytest.mark.parametrize("way", ["escape", "enter"])
async def test_countdown_counts_in_the_field_then_the_game_goes_on(way: str) -> None:
    async with paused() as player:
        before = game_time_ms(player)
        await player.press(way)
        await player.wait_ms(1700)
        counting = game_time_ms(player)
        await player.wait_ms(600)

        assert counting == before
        assert before < game_time_ms(player) < before + 600


async def test_a_new_game_and_no_countdown_go_on_at_once() -> None:
    async with playing(GAME) as player:
        player.app.settings.change("interface", "resume_countdown", 0)
        await player.settle()
        await player.wait_ms(100)
        before = game_time_ms(player)
        game_of(player).session.hold(frozenset({Button.SOFT_DROP}))
        await player.press("escape", "escape")
        held = game_of(player).session.view.held
        await player.wait_ms(100)

        assert (before, game_time_ms(player)) == (100, 200)
        assert held == frozenset()


async def test_a_key_cuts_the_countdown_short_and_does_nothing_else() -> None:
    async with playing(GAME, wait_ms=500) as player:
        for key in (ENTER, BOUND):
            before = game_time_ms(player)
            await player.press("escape", "escape", key)
            await player.wait_ms(100)

            assert player.node is Node.GAME
            assert game_time_ms(player) == before + 100
            assert game_of(player).session.statistics.counts.presses == 0


async def test_escape_in_the_countdown_pauses_again() -> None:
    async with paused() as player:
        before = game_time_ms(player)
        nodes: list[Node] = []
        for _ in range(4):
            await player.press("escape")
            nodes.append(player.node)
            await player.wait_ms(100)
        await player.press("escape")
        await player.wait_ms(1700)
        counting = game_time_ms(player)
        await player.wait_ms(200)

        assert nodes == [Node.GAME, Node.PAUSE, Node.GAME, Node.PAUSE]
        assert counting == before
        assert game_time_ms(player) > before


async def test_quitting_leaves_nothing_running() -> None:
    async with paused() as player:
        await player.press("ctrl+c")

        assert not player.frame_timer.is_set
        assert player.app.return_code == 0


@mostly_wide("size", [(40, 14), (80, 24), (40, 24), (120, 40)], kept=2)
async def test_every_entry_is_explained_in_full_inside_the_terminal(size: tuple[int, int]) -> None:
    async with paused(size=size) as player:
        menu = player.app.screen.query_one(MenuList)
        cut: list[str] = []
        for _ in range(menu.option_count):
            cut += cut_texts(player.app.screen)
            await player.press("down")

        assert not cut
        assert player.app.screen.region.contains_region(player.app.screen.query_one("#box").region)


@pytest.mark.parametrize("downs", [1, 4], ids=["restart", "end game"])
async def test_ending_a_long_game_asks_once(downs: int) -> None:
    async with playing(GAME) as player:
        await player.wait_ms(61_000, frame_ms=1000)
        await player.press("escape", "r", "escape")
        nodes = [player.node]
        await player.press("escape")
        nodes.append(player.node)
        await player.press("escape", *["down"] * downs, "enter")
        game, asked = game_of(player), words_of(player.app)
        await player.press("enter")
        ends = [game.session.view.end]
        await player.press("enter", "down", "enter")
        ends.append(game.session.view.end)

        assert nodes == [Node.PAUSE, Node.GAME]
        assert "End this game? 0" in asked
        assert ends == [None, End.FORFEIT]


async def test_a_short_game_ends_at_once() -> None:
    async with paused() as player:
        await player.press(*["down"] * 4, "enter")

        assert player.node is Node.GAME_OVER


@pytest.mark.parametrize("key", ["r", "ctrl+r"])
async def test_a_key_gives_the_game_up_for_another(key: str) -> None:
    async with playing(Plan(ENDLESS, seed=7), wait_ms=100, at=Node.PAUSE) as player:
        given_up = player.app.screen_stack[0]
        await player.press(key)

        assert isinstance(given_up, GameScreen)
        assert given_up.session.view.end is End.FORFEIT
        assert player.node is Node.GAME
        assert player.session is not given_up.session


@pytest.mark.wide
@pytest.mark.parametrize("key", ["r", "ctrl+r"])
async def test_a_key_begins_another_match(key: str) -> None:
    async with playing(at=Node.MATCH) as player:
        await player.press("escape", key)

        assert player.node is Node.MATCH


async def test_a_key_of_ones_own_pauses_unless_a_button_has_it() -> None:
    async with playing(GAME) as player:
        player.app.settings.change("commands", "pause_key", BOUND)
        await player.press(BOUND)

        assert player.node is Node.GAME

        player.app.settings.change("commands", "pause_key", "p")
        await player.wait_ms(500)
        await player.press("p")
        paused = player.node
        await player.press("p")
        assert (paused, player.node) == (Node.PAUSE, Node.GAME)
