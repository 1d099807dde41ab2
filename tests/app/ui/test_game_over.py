"""Game Over: why, how it went, and what now."""

from dataclasses import replace

import pytest
from textual.widgets import Digits

from piecement.session.plan import Plan, UnrankedReasons
from piecement.session.records import FinishedGame
from piecement.session.statistics import Counts, SessionStatistics
from piecement.ui.menu_graph import Node, Trigger, edge_between
from piecement.ui.screens.game_over import GameOverScreen
from piecement.ui.screens.replay import ReplayScreen
from piecement.ui.texts.results import result_table
from piecement.ui.widgets.final_board import FinalBoard
from piecement.ui.widgets.menu_list import MenuList
from piecement_engine import MODES, End, Recording
from tests.app.cut_texts import cut_texts
from tests.app.kept_games import short_game
from tests.app.stand_ins import ENDLESS
from tests.app.walking import NORMAL, Player, playing, text_of


async def test_it_tells_the_mode_the_reason_and_the_figures() -> None:
    async with playing(Plan(ENDLESS, seed=7)) as player:
        await player.wait_ms(50)
        await player.press("up")
        await player.wait_ms(100)
        await player.press("up")
        await player.wait_ms(100)
        await player.go_to(Node.GAME_OVER)
        seen = " ".join(text_of(player.app).split())

        for words in (
            "Game over",
            "Endless: You gave up.",
            "Score 0",
            "Level 1",
            "Pieces 2",
            "Keys/piece 1.00",
            "Finesse 100%",
        ):
            assert words in seen
        for label in ("Lines", "Time", "Pieces/s", "Singles", "Doubles", "Triples", "Quads", "Spins", "Perfect clears"):
            assert label in seen


async def test_the_game_can_be_watched() -> None:
    way = edge_between(Node.GAME_OVER, Node.REPLAY, Trigger.MENU)
    assert way is not None
    async with playing(Plan(ENDLESS, seed=7)) as player:
        await player.go_to(Node.GAME_OVER)
        placing = player.screen_as(GameOverScreen).result.placing
        await player.walk(way)

        assert placing is not None
        assert player.screen_as(ReplayScreen).game == placing.id


async def test_the_seed_of_the_game_can_be_kept_for_a_new_one() -> None:
    async with playing(Plan(ENDLESS, seed=7)) as player:
        await player.go_to(Node.GAME_OVER)
        menu = player.app.screen.query_one(MenuList)
        while menu.highlighted_option is None or menu.highlighted_option.prompt != "Keep seed":
            await player.press("down")
        await player.press("enter")

        assert player.node is Node.GAME_OVER
        assert "Seed set for New game." in text_of(player.app)
        assert player.app.games.offered_seed == 7


def test_every_kind_of_clear_is_counted() -> None:
    game = short_game()
    game.forfeit(2_000_000_000)
    counted = SessionStatistics(Counts(singles=2, larger=4, max_back_to_back=12))
    ended = FinishedGame(Plan(ENDLESS), Recording.of(game), counted)
    told = " ".join(result_table(ended).plain.split())

    assert "Singles 2" in told
    assert "Larger 4" in told
    assert "Best B2B 12" in told


@pytest.mark.parametrize(
    ("bonuses", "points", "told"),
    [(0, 0, "Avg. bonus -"), (3, 500, "Avg. bonus 166.7"), (2, 246_913, "Avg. bonus 123456")],
)
def test_the_average_score_bonus_is_told(bonuses: int, points: int, told: str) -> None:
    game = short_game()
    game.forfeit(2_000_000_000)
    counted = SessionStatistics(bonuses=bonuses, bonus_points=points)
    ended = FinishedGame(Plan(ENDLESS), Recording.of(game), counted)

    assert told in " ".join(result_table(ended).plain.split())


@pytest.mark.parametrize("size", [(40, 24), (80, 24)])
async def test_menu_and_hint_are_seen_beside_any_text(size: tuple[int, int]) -> None:
    game = short_game()
    game.forfeit(2_000_000_000)
    counted = SessionStatistics(Counts(singles=2, larger=3))
    marks = UnrankedReasons(practice=True, bot=True, unranked=True)
    plan = Plan(MODES["polyomino"])
    recording = Recording.of(game)
    topped_out = replace(recording, result=replace(recording.result, end=End.TOP_OUT))
    result = FinishedGame(plan, topped_out, counted, marks)
    async with playing(Plan(ENDLESS, seed=7), size=size) as player:
        await player.show(Node.GAME_OVER, Trigger.EVENT, result)
        seen = text_of(player.app)

        assert size != NORMAL or not list(cut_texts(player.app.screen))
        for words in ("not saved. Unranked:", "Score", "Quit", "The same mode with new pieces."):
            assert words in seen
        assert "keys" in seen.splitlines()[-1]


@pytest.mark.parametrize("key", ["enter", "r", "ctrl+r"])
async def test_play_again_is_one_key_away(key: str) -> None:
    async with playing(Plan(ENDLESS, seed=7)) as player:
        await player.go_to(Node.GAME_OVER)
        await player.press(key)

        assert player.node is Node.GAME
        assert player.app.games.last_plan == Plan(ENDLESS)


def digits_of(player: Player) -> str:
    """Return the text of the large digits, if they are seen."""
    digits = player.app.screen.query_one(Digits)
    return digits.value if digits.size else ""


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (120, 60)])
async def test_last_board_shows_beside_a_result_in_large_digits(size: tuple[int, int]) -> None:
    async with playing(Plan(ENDLESS, seed=7), size=size) as player:
        await player.wait_ms(50)
        await player.press("up")
        await player.wait_ms(500)
        await player.go_to(Node.GAME_OVER)
        board = player.app.screen.query_one(FinalBoard)

        assert board.region.right < player.app.screen.query_one("#figures").region.x
        assert "██" in str(board.content)
        assert digits_of(player) == "0"
        assert not list(cut_texts(player.app.screen))


@pytest.mark.parametrize("size", [(40, 24), (62, 24)])
async def test_where_there_is_no_room_for_the_board_it_is_not_seen(size: tuple[int, int]) -> None:
    async with playing(Plan(ENDLESS, seed=7), size=size) as player:
        await player.go_to(Node.GAME_OVER)

        assert not player.app.screen.query_one(FinalBoard).size


async def test_the_board_and_the_figure_are_drawn_anew_in_another_skin() -> None:
    async with playing(Plan(ENDLESS, seed=7)) as player:
        await player.wait_ms(50)
        await player.press("up")
        await player.wait_ms(500)
        await player.go_to(Node.GAME_OVER)
        player.app.settings.change("graphics", "skin", "ascii")
        await player.settle()

        assert text_of(player.app).isascii()
        assert "##" in str(player.app.screen.query_one(FinalBoard).content)
        assert not digits_of(player)
        assert player.app.screen.query_one("#figure").size


async def press_held(player: Player, key: str, milliseconds: int, *, every: int = 40) -> None:
    """Hold a key down as a terminal without releases reports it."""
    for _ in range(0, milliseconds, every):
        player.clock.pass_ms(every)
        await player.pilot.press(key)


@pytest.mark.parametrize("key", ["c", "y", "down", "enter", "escape", "r"])
async def test_no_key_acts_on_a_result_at_first(key: str) -> None:
    async with playing(Plan(ENDLESS, seed=7)) as player:
        await player.go_to(Node.GAME_OVER)
        before = text_of(player.app)
        await press_held(player, key, 500)
        await player.settle()

        assert player.node is Node.GAME_OVER
        assert text_of(player.app) == before


async def test_a_held_key_acts_only_once_it_was_let_go() -> None:
    async with playing(Plan(ENDLESS, seed=7)) as player:
        await player.go_to(Node.GAME_OVER)
        menu = player.app.screen.query_one(MenuList)
        await press_held(player, "down", 2000)
        await player.settle()
        held = menu.highlighted
        player.clock.pass_ms(200)
        await player.pilot.press("down")
        await player.settle()

        assert (held, menu.highlighted) == (0, 1)


async def test_the_program_can_be_quit_at_once() -> None:
    async with playing(Plan(ENDLESS, seed=7)) as player:
        await player.go_to(Node.GAME_OVER)
        await player.pilot.press("ctrl+c")
        await player.settle()

        assert player.app.return_code == 0
