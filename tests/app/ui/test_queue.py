"""The queue on the screen: a player plays on alone while waiting, and loses nothing when the match begins."""

from collections.abc import AsyncGenerator

import pytest

from piecement.ui.menu_graph import Node
from piecement_net.messages.accounts import Queue
from tests.app.online_player import OnlinePlayer, at_server
from tests.app.server.server_in_process import ADDRESS
from tests.app.walking import notifications_of


@pytest.fixture
async def player() -> AsyncGenerator[OnlinePlayer]:
    """A player who waits for a match."""
    async with at_server() as online:
        online.app.settings.change("online", "servers", (ADDRESS,))
        await online.go_to(Node.QUEUE)
        await online.pass_ms(500)
        yield online


async def test_game_alone_goes_on_waiting_until_its_match_begins(player: OnlinePlayer) -> None:
    await player.open(Node.PLAY)
    await player.pass_ms(250)
    await player.press("enter")
    await player.pass_ms(5000, 250)
    alone, waits = player.node, player.app.services.online.opponents.waits
    ann = await player.add_rival("Ann")
    ann.say(Queue())
    await player.pass_ms(1000, 250)
    told = notifications_of(player.app)
    await player.pass_ms(9000, 250)

    assert (alone, waits) == (Node.GAME, True)
    assert told == ["Opponent found: the match begins."]
    assert player.node is Node.ONLINE_ROUND
    assert not player.app.services.online.opponents.waits


async def test_going_back_ends_the_waiting(player: OnlinePlayer) -> None:
    await player.press("escape")
    await player.pass_ms(250)

    assert (player.node, player.app.services.online.opponents.waits, player.state.queued) == (Node.ONLINE, False, None)


async def test_waiting_ends_with_a_word_where_no_match_can_begin(player: OnlinePlayer) -> None:
    await player.open(Node.MATCH)
    await player.pass_ms(500)

    assert not player.app.services.online.opponents.waits
    assert player.state.queued is None
    assert notifications_of(player.app) == ["You wait for no match any more."]


async def test_entering_a_room_ends_the_waiting(player: OnlinePlayer) -> None:
    ann = await player.add_rival("Ann")
    ann.open()
    await player.open(Node.PLAY)
    await player.pass_ms(500)
    (room,) = player.server.lobby.rooms
    player.app.services.online.connection.join(room.id)
    await player.pass_ms(1000)

    assert not player.app.services.online.opponents.waits
    assert notifications_of(player.app) == ["You wait for no match any more."]


async def test_waiting_survives_a_lost_connection(player: OnlinePlayer) -> None:
    player.server.restart(2)
    await player.pass_until(lambda: player.state.queued is not None and player.state.queued.seconds < 1)

    assert player.app.services.online.opponents.waits


async def test_a_bot_is_offered_after_twenty_seconds(player: OnlinePlayer) -> None:
    before = str(player.app.screen.query_one("#details").render())
    await player.pass_ms(21_000, 500)
    after = str(player.app.screen.query_one("#details").render())

    assert "bot" not in before
    assert after == "Nobody yet. You can play a bot of your strength instead."
