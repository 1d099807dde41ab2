"""A match over a network on the screen: joined, played, won, and played again."""

from piecement.online.messages import Join, RoomRules
from piecement.ui.menu_graph import Node
from piecement_engine import Button
from tests.app.online_player import at_server
from tests.app.walking import text_of


async def test_a_match_of_two_is_joined_played_and_won() -> None:
    async with at_server() as player:
        await player.enter_room()
        await player.begin_round()
        await player.press("up")
        await player.pass_ms(300)

        ann = player.rivals[0].client.state.round
        assert ann is not None
        assert ann.others[1].view.pieces == 1

        player.rivals[0].give_up()
        await player.pass_ms(500)
        assert "You win round 1" in text_of(player.app)

        await player.begin_round()
        player.rivals[0].give_up()
        await player.pass_ms(4000)

        assert player.node is Node.ONLINE_OVER
        assert "You win the match" in text_of(player.app)


async def test_a_match_is_watched_live_paused_and_from_its_start() -> None:
    async with at_server() as player:
        ann, ben = await player.add_rival("Ann"), await player.add_rival("Ben")
        ann.open(RoomRules(preset="guideline", first_to=1))
        await player.pass_ms(250, 250)
        (room,) = player.server.lobby.rooms
        ben.join(room.id)
        ann.get_ready()
        ben.get_ready()
        await player.pass_ms(4000, 250)
        ann.tap(Button.HARD_DROP)
        await player.pass_ms(1000, 250)
        player.client.send(Join(room=room.id, role="watch"))
        await player.pass_ms(1500, 250)
        live = player.round.session(0).view.pieces
        await player.press("home", "space")
        await player.pass_ms(250)
        at_start = player.round.session(0).view.pieces
        await player.press("end")
        await player.pass_ms(250)

        assert player.node is Node.ONLINE_MATCH
        assert (live, at_start, player.round.session(0).view.pieces) == (1, 0, 1)
        assert "watching live" in text_of(player.app)
