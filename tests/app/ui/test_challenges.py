"""Challenges by name: made and answered under People, from the list of rooms and from a room."""

import pytest

from piecement.ui.menu_graph import Node
from piecement_net.messages.challenges import Answer, AskPeople, Challenge
from piecement_net.messages.from_client import Open
from piecement_net.messages.rooms import RoomRules
from tests.app.online_player import OnlinePlayer, at_server
from tests.app.server.server_in_process import Rival
from tests.app.walking import notifications_of, text_of


async def meet(player: OnlinePlayer, name: str = "Ann", *, challenges: bool = False) -> Rival:
    """Another player arrives, whom the player sees under People, and challenges if wanted."""
    ann = await player.add_rival(name)
    ann.say(AskPeople())
    await player.pass_ms(250)
    await player.go_to(Node.PEOPLE)
    await player.pass_ms(1250, 250)
    if challenges:
        await player.press("enter", "enter")
        await player.pass_ms(250)
    return ann


async def test_a_player_challenges_another() -> None:
    async with at_server() as player:
        ann = await meet(player)
        before = text_of(player.app)
        await player.press("enter", "enter")
        await player.pass_ms(250)
        waiting = text_of(player.app)
        assert ann.client.state.challenge is not None
        ann.say(Answer(id=ann.client.state.challenge.id, accept=True))
        await player.pass_until(lambda: player.node is Node.ROOM)
        await player.pass_until(lambda: player.node is Node.ONLINE_ROUND)

        assert "Ann" in before
        assert "YOU CHALLENGE ANN" in waiting.upper()
        assert "Withdraw" in waiting
        assert "Ann accepts: the match begins." in notifications_of(player.app)


@pytest.mark.parametrize("is_declined", [True, False])
async def test_declined_or_withdrawn(is_declined: bool) -> None:
    async with at_server() as player:
        ann = await meet(player, challenges=True)
        if is_declined:
            assert ann.client.state.challenge is not None
            ann.say(Answer(id=ann.client.state.challenge.id))
        else:
            await player.press("home", "enter")
        await player.pass_ms(500, 250)

        assert player.state.challenge is None
        assert ann.client.state.challenge is None
        assert "Withdraw" not in text_of(player.app)
        assert ("Ann declines." in notifications_of(player.app)) is is_declined


async def test_name_with_brackets_declines() -> None:
    """It was read as markup, which ended the program as it closes what was never opened."""
    async with at_server() as player:
        rival = await meet(player, "[/x]", challenges=True)
        assert rival.client.state.challenge is not None
        rival.say(Answer(id=rival.client.state.challenge.id))
        await player.pass_ms(500, 250)

        assert "[/x] declines." in notifications_of(player.app)


@pytest.mark.parametrize("is_accepted", [True, False])
async def test_a_challenge_is_answered(is_accepted: bool) -> None:
    async with at_server() as player:
        ann = await meet(player)
        await player.press("escape")
        await challenge(player, ann)
        online = text_of(player.app)
        await player.go_to(Node.PEOPLE)
        await player.press("home", "enter") if is_accepted else await player.press("home", "down", "enter")
        await player.pass_ms(500, 250)

        assert "Ann challenges you" in online
        assert any("Ann challenges you" in text for text in notifications_of(player.app))
        assert (player.state.room is not None) is (ann.client.state.room is not None) is is_accepted
        if is_accepted:
            await player.pass_until(lambda: player.node is Node.ONLINE_ROUND)
        else:
            assert ann.client.state.sentence.endswith("declines.")


async def test_a_room_is_left_for_the_match() -> None:
    async with at_server() as player:
        ann = await player.add_rival("Ann")
        ann.say(AskPeople())
        player.client.send(Open(name="Cellar", rules=RoomRules(preset="guideline")))
        await player.pass_until(lambda: player.node is Node.ROOM)
        await challenge(player, ann)
        await player.go_to(Node.PEOPLE)
        await player.press("home", "enter")
        await player.pass_until(lambda: player.node is Node.ONLINE_ROUND)

        assert player.state.room is not None
        assert player.state.room.name == "Challenge"


async def test_own_challenge_ends_where_no_match_can_begin() -> None:
    async with at_server() as player:
        ann = await meet(player, challenges=True)
        await player.press("escape")
        await player.go_to(Node.MATCH)
        await player.pass_ms(250)

        assert ann.client.state.challenge is None


async def test_an_older_server_knows_no_challenges() -> None:
    async with at_server() as player:
        player.state.additions = 3
        await player.go_to(Node.PEOPLE)

        assert "older server" in text_of(player.app)


async def challenge(player: OnlinePlayer, ann: Rival) -> None:
    """Have another player challenge the player."""
    ann.say(AskPeople())
    await player.pass_ms(1250, 250)
    (person,) = ann.client.state.people
    ann.say(Challenge(id=person.id, name=person.name))
    await player.pass_ms(500, 250)
