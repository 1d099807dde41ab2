"""The people of a room: what its host can do, and who else cannot."""

from piecement.ui.menu_graph import Node
from piecement_net.messages.from_client import Join, Open, SendOut
from piecement_net.messages.rooms import RoomRules
from tests.app.online_player import OnlinePlayer, at_server, in_room
from tests.app.online_sights import see_people
from tests.app.walking import notifications_of, text_of


async def host(player: OnlinePlayer) -> None:
    """Open a room, and have another player join it."""
    ann = await player.add_rival("Ann")
    player.client.send(Open(name="Cellar", rules=RoomRules(preset="guideline")))
    await player.pass_ms(1250, 250)
    ann.join(player.server.lobby.rooms[0].id)
    await player.pass_ms(500, 250)
    await player.go_to(Node.PEOPLE)


async def test_the_host_mutes_and_sends_out() -> None:
    async with at_server() as player:
        await host(player)
        await player.press("down", "enter", "enter")
        await player.pass_ms(1250, 250)
        muted = text_of(player.app)
        await player.press("enter", "down", "enter")
        await player.pass_ms(1250, 250)
        (ann,) = player.rivals
        kicked = ann.client.state.sentence
        ann.client.send(Join(room=player.server.lobby.rooms[0].id))
        await player.pass_ms(1250, 250)

        assert "plays, muted" in muted
        assert "Ann" not in text_of(player.app)
        assert "removed you from this room" in kicked
        assert "cannot come back" in ann.client.state.refusal


async def test_the_host_ends_a_match() -> None:
    async with at_server() as player:
        await player.go_to(Node.TITLE)
        await see_people(player)
        ann = player.rivals[0]
        before = text_of(player.app)
        await player.press("end", "up", "enter")
        await player.pass_ms(1250, 250)

        assert "End the match" in before
        assert "Restart" not in text_of(player.app)
        assert player.state.room is not None
        assert player.state.room.state == "waiting"
        assert "does not count" in ann.client.state.chat[-1].text
        await player.press("escape")
        await player.pass_until(lambda: player.node is Node.ROOM)


async def test_nobody_else_can_do_that_and_the_host_can_remove_them() -> None:
    async with in_room() as player:
        await player.go_to(Node.PEOPLE)
        seen = text_of(player.app)
        await player.press("down", "enter")
        chosen = text_of(player.app)
        player.rivals[0].say(SendOut(name=player.app.services.online.connection.name))
        await player.pass_ms(1250, 250)

        assert "The host can mute" in seen
        assert "Remove" not in chosen
        assert player.node is Node.ONLINE
        assert notifications_of(player.app) == ["The host has removed you from this room."]


async def test_an_older_server_knows_no_hosts() -> None:
    async with at_server() as player:
        player.state.additions = 0
        await host(player)

        assert "On this older server" in text_of(player.app)
