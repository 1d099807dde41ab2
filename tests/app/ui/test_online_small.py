"""A round over a network on a small terminal: it goes on, and so does what follows it."""

import pytest

from piecement_net.messages.base import RoomRules
from piecement.ui.menu_graph import Node
from piecement.ui.screens.online_match import OnlineMatchScreen
from tests.app.online_player import ONE_ROUND, at_server
from tests.app.walking import text_of


@pytest.mark.parametrize("when", ["in the round", "from the start"])
async def test_match_result_opens_where_no_field_fits(when: str) -> None:
    async with at_server() as player:
        await player.enter_room(ONE_ROUND)
        if when == "from the start":
            await player.pilot.resize_terminal(38, 9)
        await player.begin_round()
        await player.pilot.resize_terminal(38, 9)
        await player.pass_until(lambda: "Too small." in text_of(player.app))
        player.rivals[0].give_up()
        await player.pass_ms(4000, 250)

        assert player.node is Node.ONLINE_OVER


async def test_a_round_on_a_terminal_that_has_grown_is_played_on() -> None:
    async with at_server((38, 9)) as player:
        await player.enter_room(ONE_ROUND)
        await player.begin_round()
        await player.pilot.resize_terminal(80, 24)
        await player.press("up")
        await player.pass_ms(250)

        assert player.round.own is not None
        assert player.round.own.view.pieces == 1


async def test_the_menu_of_a_round_is_whole_on_a_narrow_terminal() -> None:
    async with at_server((26, 24)) as player:
        await player.see(Node.ONLINE_MENU)
        box = player.app.screen.query_one(".box")

        assert box.region.right <= 26
        assert box.region.x >= 0


@pytest.mark.wide
@pytest.mark.parametrize(("size", "others"), [((40, 24), 1), ((80, 24), 1), ((80, 24), 4), ((40, 24), 4)])
async def test_the_menu_of_a_round_leaves_the_own_field_in_sight(size: tuple[int, int], others: int) -> None:
    async with at_server(size) as player:
        await player.enter_room(RoomRules(preset="guideline", players=others + 1, first_to=1), others)
        await player.begin_round()
        end = player.screen_as(OnlineMatchScreen).field_end
        await player.press("escape")
        box = player.app.screen.query_one(".box").region

        assert box.x >= end
        assert box.right <= size[0]


async def test_match_figures_fit_the_room_of_the_terminal() -> None:
    async with at_server((40, 24)) as player:
        await player.see(Node.ONLINE_OVER)
        narrow = text_of(player.app)
        await player.pilot.resize_terminal(80, 24)
        await player.wait_for(lambda: "attack/min" in text_of(player.app))

        assert "sent" in narrow
        assert "pieces" not in narrow
