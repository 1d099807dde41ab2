"""The end of a game: its board, figure, verdict and bars, and what a player can do next."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from textual.geometry import Offset

from piecement.session.records import FinishedGame
from piecement.terminal.key_events import KeyDown
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.result import ResultScreen
from piecement.ui.widgets.bar_chart import ResultBars
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.giant_digits import GiantDigits
from piecement.ui.widgets.menu_list import MenuList
from piecement_base.formatting import clock_text
from piecement_base.origin import UnrankedReasons
from piecement_base.plan import Plan
from piecement_engine import MODES, End
from tests.app.cut_texts import cut_texts
from tests.app.stand_ins import ENDLESS
from tests.app.still_life import finished, forty_lines, lost
from tests.app.thinking import Thinker, thinking
from tests.app.walking import A_QUICK_GAME, NORMAL, Player, playing, text_of
from tests.sampling import mostly_wide

GAME = Plan(ENDLESS, seed=7)
TIME = clock_text(forty_lines(seed=4).result.time_ns)
SIZES = [(40, 14), (40, 24), (60, 20), (80, 24), (120, 40), (200, 60)]


@asynccontextmanager
async def after(size: tuple[int, int] = NORMAL, **changes: object) -> AsyncGenerator[Thinker]:
    """Win a game of 40 lines that has just been stored, with other fields."""
    async with thinking(A_QUICK_GAME, size=size) as player:
        result = replace(finished(player.app.store), **changes)  # type: ignore[arg-type]  # of many types
        await player.show(Node.GAME_COMPLETE, Trigger.EVENT, result)
        yield player


def figure_of(player: Player) -> str:
    return player.app.screen.query_one(GiantDigits).figure


def bars_of(player: Player) -> str:
    return str(player.app.screen.query_one(ResultBars).render())


@pytest.mark.parametrize(("plan", "node"), [(GAME, Node.GAME_OVER), (A_QUICK_GAME, Node.GAME_COMPLETE)])
async def test_play_again_is_one_key_away(plan: Plan, node: Node) -> None:
    async with playing(plan) as player:
        for key in ("enter", "r", "ctrl+r"):
            await player.go_to(node)
            player.screen_as(ResultScreen)
            await player.press(key)

            assert player.node is Node.GAME
            assert player.app.run_state.last_plan == replace(plan, seed=None)


async def test_the_figure_counts_up_and_the_bars_grow() -> None:
    async with after() as player:
        seen = [figure_of(player)]
        await player.wait_ms(250)
        seen.append(figure_of(player))
        await player.wait_ms(500)
        player.turns.run()
        blank = bars_of(player)
        await player.wait_ms(200)
        growing = bars_of(player)
        await player.wait_ms(1000)

        assert seen[0] == "0:00.00" < seen[1] < figure_of(player) == TIME
        assert blank.strip() == ""
        assert 0 < growing.count("█") < bars_of(player).count("█")
        assert "pace of each tenth" in bars_of(player)
        assert not player.frame_timer.is_set


@pytest.mark.parametrize("keys", [(), ("w",)])
async def test_a_result_that_is_left_works_no_more(keys: tuple[str, ...]) -> None:
    """Neither on its bars nor on the biggest mistake."""
    async with after() as player:
        await player.press(*keys)
        before = len(player.turns.waiting)
        await player.go_to(Node.TITLE)
        asked = len(player.turns.delays)
        player.turns.run()

        assert before == 1 + len(keys)
        assert len(player.turns.delays) == asked


async def test_with_reduced_motion_all_is_there_at_once() -> None:
    async with thinking(A_QUICK_GAME) as player:
        player.app.settings.change("interface", "reduced_motion", True)
        await player.settle()
        await player.show(Node.GAME_COMPLETE, Trigger.EVENT, finished(player.app.store))
        await player.think()

        assert figure_of(player) == TIME
        assert "pace of each tenth" in bars_of(player)
        assert not player.frame_timer.is_set


@mostly_wide("size", SIZES, kept=2)
async def test_no_text_is_cut_and_the_actions_are_seen(size: tuple[int, int]) -> None:
    async with after(size) as player:
        await player.wait_ms(1000)
        menu = player.app.screen.query_one(MenuList).region

        assert not list(cut_texts(player.app.screen))
        assert menu.height == 3
        assert menu.bottom < size[1]
        assert "keys" in text_of(player.app).splitlines()[-1]


@mostly_wide("size", SIZES, kept=2)
async def test_actions_are_seen_below_all_figures_of_a_lost_game(size: tuple[int, int]) -> None:
    async with thinking(A_QUICK_GAME, size=size) as player:
        await player.show(Node.GAME_OVER, Trigger.EVENT, lost(player.app.store))
        await player.wait_ms(1000)
        screen = player.app.screen

        assert "Achieved" in text_of(player.app)
        assert screen.query_one(MenuList).region.bottom <= screen.query_one("#result").region.bottom


@pytest.mark.parametrize(("size", "is_seen"), [((60, 24), False), ((79, 24), False), ((80, 24), True)])
async def test_board_and_bars_need_80_columns(size: tuple[int, int], is_seen: bool) -> None:
    async with after(size) as player:
        assert bool(player.app.screen.query_one("#board", BoardPicture).size) is is_seen
        assert bool(player.app.screen.query_one(ResultBars).size) is is_seen


async def test_a_roomy_terminal_has_all_figures_and_splits() -> None:
    async with after((120, 40)) as player:
        await player.think()
        seen = text_of(player.app)

        for words in ("ALL FIGURES", "Perfect clears", "Best combo", "SPLITS", "you      "):
            assert words in seen


async def test_in_ascii_all_is_ascii() -> None:
    async with after() as player:
        player.app.settings.change("graphics", "skin", "ascii")
        player.turns.run()
        await player.wait_ms(1500)

        assert text_of(player.app).isascii()
        assert "##  ##" in text_of(player.app)

        await player.show(Node.GAME, Trigger.CHOICE, GAME)
        await player.go_to(Node.GAME_OVER)
        assert " - 0:00.10" in text_of(player.app)
        assert text_of(player.app).isascii()


@pytest.mark.parametrize("keys", [("enter",), ("down", "enter")], ids=["again", "ranked"])
async def test_after_practice_both_games_are_offered(keys: tuple[str, ...]) -> None:
    async with after(plan=Plan(MODES["40_lines"], is_practice=True), unranked=UnrankedReasons(practice=True)) as player:
        await player.press(*keys)

        assert player.session.unranked.practice is (len(keys) == 1)


async def test_a_result_is_copied_once_and_gives_the_title_its_tip() -> None:
    async with after() as player:
        await player.press("c")
        copied = player.app.clipboard
        player.app.copy_to_clipboard("something else")
        await player.press("c")

        assert f"40 Lines · {TIME}" in copied
        assert player.app.clipboard == "something else"
        assert "C copied" in text_of(player.app)
        assert player.app.run_state.tip
        assert "Tip" not in text_of(player.app)


async def press_held(player: Player, key: str, milliseconds: int) -> None:
    """Hold a key down as a terminal without releases reports it."""
    for _ in range(0, milliseconds, 40):
        player.clock.pass_ms(40)
        await player.pilot.press(key)


@mostly_wide("key", ["enter", "m", "c", "y", "w", "down", "escape", "r"], kept=2)
async def test_no_key_acts_on_a_result_at_first(key: str) -> None:
    async with playing(GAME, at=Node.GAME) as player:
        await player.press("ctrl+d")
        await player.wait_ms(600)
        before = text_of(player.app)
        await press_held(player, key, 500)
        await player.settle()

        assert player.node is Node.GAME_OVER
        assert text_of(player.app) == before


async def test_a_held_key_acts_only_once_it_was_let_go() -> None:
    async with playing(GAME) as player:
        await player.press("ctrl+d")
        await player.wait_ms(600)
        menu = player.app.screen.query_one(MenuList)
        await press_held(player, "down", 2000)
        await player.settle()
        held = menu.highlighted
        player.clock.pass_ms(200)
        await player.pilot.press("down")
        await player.settle()

        assert (held, menu.highlighted) == (0, 1)


async def test_the_program_can_be_quit_at_once() -> None:
    async with playing(GAME) as player:
        await player.press("ctrl+d")
        await player.wait_ms(600)
        await player.pilot.press("ctrl+c")
        await player.settle()

        assert player.app.return_code == 0


async def test_a_recording_that_does_not_replay_has_no_bars() -> None:
    async with playing(A_QUICK_GAME) as player:
        result = finished(player.app.store)
        bad: FinishedGame = replace(result, recording=replace(result.recording, inputs=result.recording.inputs[:40]))
        bad = replace(bad, recording=replace(bad.recording, result=replace(result.result, end=End.TOP_OUT)))
        await player.show(Node.GAME_OVER, Trigger.EVENT, bad)
        await player.wait_ms(1000)

        assert player.node is Node.GAME_OVER


@pytest.mark.parametrize("moves", [True, False])
async def test_the_board_of_a_won_game_slides_to_its_place(*, moves: bool) -> None:
    async with playing(A_QUICK_GAME) as player:
        player.app.settings.change("graphics", "skin", "modern")
        player.app.settings.change("interface", "reduced_motion", not moves)
        await player.settle()
        await player.wait_ms(100)
        await player.press("up")
        while player.node is Node.GAME:
            await player.wait_ms(50)
        screen = player.screen_as(ResultScreen)
        slide, board = screen.query_one("#slide"), screen.query_one("#board")
        places: list[Offset] = []
        for _ in range(10):
            if slide.display:
                places.append(slide.region.offset)
            player.clock.pass_ms(1000 / 60)
            player.frame_timer.ring()
            await player.settle()

        assert (6 <= len(places) <= 8) if moves else not places
        assert places == sorted(places, reverse=True)
        assert not slide.display
        assert board.visible
        assert not moves or max(places[-1] - board.region.offset) <= 1


async def test_a_key_ends_the_celebration_of_a_win() -> None:
    async with playing(A_QUICK_GAME) as player:
        player.app.settings.change("graphics", "skin", "modern")
        await player.wait_ms(100)
        await player.press("up")
        await player.wait_ms(100)
        assert player.node is Node.GAME
        player.screen_as(GameScreen).apply_key(KeyDown("enter", time_ns=player.clock()))

        await player.wait_for(lambda: player.node is Node.GAME_COMPLETE)


async def test_the_end_of_a_win_is_no_longer_under_reduced_motion() -> None:
    async with playing(A_QUICK_GAME) as player:
        player.app.settings.change("graphics", "skin", "modern")
        player.app.settings.change("interface", "reduced_motion", True)
        await player.wait_ms(100)
        await player.press("up")
        await player.wait_ms(550)

        await player.wait_for(lambda: player.node is Node.GAME_COMPLETE)
