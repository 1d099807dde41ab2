"""A match over a network on the screen: joined, played, won, and played again."""

from piecement.ui.menu_graph import Node
from tests.app.online_player import at_server
from tests.app.walking import text_of


async def test_a_match_of_two_is_joined_played_and_won() -> None:
    async with at_server() as player:
        await player.enter_room()
        assert player.node is Node.ROOM
        await player.begin_round()
        assert player.node is Node.ONLINE_MATCH
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

