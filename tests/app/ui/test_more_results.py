"""More that can be done after a game."""

import pytest

from piecement.ui.menu_graph import Node
from piecement.ui.screens.replay import ReplayScreen
from piecement.ui.screens.result import ResultScreen
from piecement.ui.widgets.menu_list import MenuList
from piecement_base.plan import Plan
from piecement_engine import MODES
from piecement_engine.fumen import decode
from piecement_engine.fumen.page import HEIGHT
from tests.app.cut_texts import cut_texts
from tests.app.stand_ins import ENDLESS
from tests.app.walking import Player, playing, words_of
from tests.sampling import mostly_wide

GAME = Plan(ENDLESS, seed=7)


async def open_more(player: Player) -> MenuList:
    """Drop a piece, give up, and open the list."""
    await player.wait_ms(50)
    await player.press("up")
    await player.wait_ms(500)
    await player.go_to(Node.MORE_RESULTS)
    return player.app.screen.query_one(MenuList)


async def choose(player: Player, name: str) -> None:
    menu = player.app.screen.query_one(MenuList)
    while menu.current is None or menu.current.label != name:
        await player.press("down")
    await player.press("enter")


@mostly_wide("size", [(40, 24), (80, 24), (60, 20), (120, 40)], kept=2)
async def test_it_lists_all_that_can_be_done(size: tuple[int, int]) -> None:
    async with playing(GAME, size=size) as player:
        menu = await open_more(player)

        assert [str(option.prompt).split("\n")[0].strip() for option in menu.options] == [
            "Watch",
            "Coach",
            "Same pieces",
            "Race against it",
            "Copy",
            "Copy as a line",
            "Save as board",
            "New mode",
            "Scoreboard",
            "Main menu",
            "Quit",
        ]
        assert menu.shows_sentences is (size[1] == 40)
        assert not list(cut_texts(player.app.screen))


async def test_the_game_can_be_watched() -> None:
    async with playing(GAME) as player:
        await open_more(player)
        result = next(screen for screen in player.app.screen_stack if isinstance(screen, ResultScreen))
        await choose(player, "Watch")

        watched = player.screen_as(ReplayScreen).player
        assert result.result.placing is not None
        assert watched is not None
        assert watched.recording.setup == result.result.recording.setup


@pytest.mark.parametrize(("name", "seed"), [("Same pieces", 7), ("Race against it", None)])
async def test_it_is_played_again(name: str, seed: int | None) -> None:
    async with playing(GAME) as player:
        await open_more(player)
        await choose(player, name)
        plan = player.session.plan

        assert (plan.mode, plan.seed) == (ENDLESS, seed)
        assert (plan.rival is not None) == (seed is None)


async def test_the_last_board_becomes_one_of_the_players() -> None:
    async with playing(GAME) as player:
        await open_more(player)
        await choose(player, "Save as board")
        (board,) = player.app.store.boards.all()
        (page,) = decode(player.app.store.boards.text(board.name))

        assert f"Saved as {board.name}." in words_of(player.app)
        assert sum(cell != "." for row in page.field for cell in row) == 4


async def test_a_last_board_with_walls_is_cut() -> None:
    async with playing(Plan(MODES["combo"], seed=7)) as player:
        await open_more(player)
        await choose(player, "Save as board")
        (board,) = player.app.store.boards.all()
        (page,) = decode(player.app.store.boards.text(board.name))

        assert len(page.field) == HEIGHT
