"""Playing again by one key, wherever that can be wanted, and choices that are made in the same instant."""

import gc
import weakref
from collections.abc import Callable

import pytest
from textual.strip import Strip

from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.pause import PauseScreen
from piecement_base.plan import Plan
from piecement_engine import End
from tests.app.cut_texts import cut_texts
from tests.app.setting_rows import at_row, line_of
from tests.app.stand_ins import ENDLESS
from tests.app.walking import A_QUICK_GAME, Player, playing, text_of, words_of
from tests.sampling import sampled

GAME = Plan(ENDLESS, seed=7)
WAYS = {
    "in play": (GAME, Node.GAME),
    "in pause": (GAME, Node.PAUSE),
    "after a loss": (GAME, Node.GAME_OVER),
    "after a win": (A_QUICK_GAME, Node.GAME_COMPLETE),
    "in a match": (None, Node.MATCH),
    "after a match": (None, Node.MATCH_OVER),
}
"""Where a game can be played again: the game, and the screen."""


@pytest.mark.wide
@pytest.mark.parametrize("key", ["r", "ctrl+r", "f9"])
@pytest.mark.parametrize("way", WAYS)
async def test_a_game_is_played_again_by_each_of_its_keys(way: str, key: str) -> None:
    plan, node = WAYS[way]
    async with playing(plan, at=node) as player:
        before = player.app.screen_stack[0]
        await player.press(key)
        is_menu = node not in {Node.GAME, Node.MATCH}

        assert player.node is (Node.GAME if plan else Node.MATCH)
        assert (player.app.screen is not before) == (is_menu or key != "r")


async def test_the_key_can_be_another() -> None:
    async with at_row(Node.CONTROLS, "commands.retry_key") as player:
        await player.press("enter", "ctrl+k")
        assert "Ctrl+K" in line_of(player, "commands.retry_key")
        await player.press("escape", "escape")
        await player.go_to(Node.GAME)
        first = player.app.screen
        await player.press("f9")
        assert player.app.screen is first
        await player.press("ctrl+k")

        assert player.node is Node.GAME
        assert player.app.screen is not first


@pytest.mark.parametrize("key", ["ctrl+r", "f9"])
async def test_a_long_game_is_not_restarted_by_one_press(key: str) -> None:
    async with playing(GAME) as player:
        await player.wait_ms(61_000, frame_ms=1000)
        game = player.screen_as(GameScreen)
        await player.press(key)
        asked, end = text_of(player.app), game.session.view.end
        await player.press(key)

        assert "End this game? 0 points, 1:01.0" in asked
        assert "Press again." in asked
        assert end is None
        assert player.app.screen is not game
        assert game.session.view.end is End.FORFEIT


@pytest.mark.parametrize(("key", "size"), sampled(["r", "ctrl+r", "f9"], [(80, 24), (40, 20)], rest=pytest.mark.wide))
async def test_a_long_paused_game_is_not_restarted_by_one_press(key: str, size: tuple[int, int]) -> None:
    async with playing(GAME, size=size) as player:
        await player.wait_ms(61_000, frame_ms=1000)
        game = player.screen_as(GameScreen)
        await player.press("escape", key)
        asked = words_of(player.app)
        ends = [game.session.view.end]
        await player.press(key)
        ends.append(game.session.view.end)

        assert "End this game?" in asked
        assert not list(cut_texts(player.app.screen))
        assert ends == [None, End.FORFEIT]
        assert player.node is Node.GAME


async def at_once(player: Player, *choices: Callable[[], object]) -> None:
    """Choose more than once before the application has followed the first choice."""
    for choose in choices:
        choose()
    await player.settle()


async def test_restart_after_pause_key_neither_ends_nor_gets_lost() -> None:
    async with playing(GAME, wait_ms=100) as player:
        game = player.screen_as(GameScreen)
        await at_once(player, game.action_pause, game.action_restart)

        nodes, end = [player.node], game.session.view.end
        await player.press("r")

        assert [*nodes, player.node] == [Node.PAUSE, Node.GAME]
        assert (end, game.session.view.end) == (None, End.FORFEIT)


async def test_pause_key_after_restart_does_not_pause_the_old_game() -> None:
    async with playing(GAME, wait_ms=100) as player:
        game = player.screen_as(GameScreen)
        await at_once(player, game.action_restart, game.action_pause, game.action_restart)

        assert player.node is Node.GAME
        assert player.app.screen is not game
        assert player.session.view.end is None


async def test_restart_after_playing_on_leaves_the_game() -> None:
    async with playing(GAME, wait_ms=100, at=Node.PAUSE) as player:
        pause = player.screen_as(PauseScreen)
        await at_once(player, pause.action_back, pause.action_retry)

        assert player.node is Node.GAME
        assert player.session.view.end is None


async def test_restart_under_just_opened_help_leaves_the_game() -> None:
    async with playing(GAME, wait_ms=100) as player:
        game = player.screen_as(GameScreen)
        await at_once(player, lambda: player.app.action_navigate("help"), game.action_restart)

        assert player.node is Node.HELP
        assert game.session.view.end is None


@pytest.mark.parametrize(("way", "key"), sampled(WAYS, ["to the title", "ctrl+r"], rest=pytest.mark.wide))
async def test_nothing_holds_a_game_that_was_left(way: str, key: str) -> None:
    plan, node = WAYS[way]
    async with playing() as player:  # at the title: Textual holds its first screen
        await player.go_to(Node.PLAY if plan else Node.MATCH)
        if plan:
            await player.show(Node.GAME, Trigger.CHOICE, plan)
        screen = player.screen_as(RunningScreen)
        left_screen, sessions = weakref.ref(screen), [weakref.ref(side.session) for side in screen.sides]
        del screen
        await player.go_to(node)
        if key == "ctrl+r":
            await player.press(key)
        else:
            await player.go_to(Node.TITLE)
        await player.collect_garbage()

        assert left_screen() is None
        assert not any(session() for session in sessions)


@pytest.mark.painted
async def test_nothing_holds_or_watches_for_a_closed_screen() -> None:
    closed: dict[Node, weakref.ref[object]] = {}
    async with playing() as player:
        for node in (Node.PLAY, Node.CONTROLS, Node.SETTINGS, Node.VERSUS, Node.STATISTICS):
            await player.go_to(node)
            closed[node] = weakref.ref(player.app.screen)
            await player.go_to(Node.TITLE)
            watching = [widget for watchers in vars(player.app)["__watchers"].values() for widget, _ in watchers]

            assert all(widget.is_running for widget in watching)
            del watching
        await player.collect_garbage()
        assert [node for node, screen in closed.items() if screen() is not None] == []


@pytest.mark.wide
@pytest.mark.painted
@pytest.mark.parametrize("node", [Node.GAME_OVER, Node.CONTROLS])
async def test_the_lines_of_closed_screens_are_freed(node: Node) -> None:
    lines: list[int] = []
    async with playing() as player:
        for _ in range(4):
            await player.go_to(node)
            await player.go_to(Node.TITLE)
            await player.collect_garbage()
            lines.append(sum(type(thing) is Strip for thing in gc.get_objects()))

    assert max(lines[2:]) <= max(lines[:2])
