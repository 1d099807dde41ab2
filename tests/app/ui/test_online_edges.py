"""Every way of the menu graph that takes a server is walked, by the keys of a player and by what others do there."""

from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from piecement.settings.styles import with_style
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Edge, Node, Trigger, edge_between
from piecement_net.messages.accounts import Queue
from piecement_net.messages.rooms import RoomRules
from tests.app.online_player import CUP, ONE_ROUND, OnlinePlayer, at_server, in_room
from tests.app.online_sights import see_leaderboards
from tests.app.server.server_in_process import ADDRESS, Rival
from tests.app.walking import A_QUICK_GAME, WITH_OTHERS

Ways = tuple[tuple[Node, Node], ...]


async def walk(player: OnlinePlayer, source: Node, *targets: Node) -> None:
    """Walk from a screen to others, each by a menu or a key."""
    for target in targets:
        edge = edge_between(source, target, Trigger.MENU) or edge_between(source, target, Trigger.KEY)
        assert edge is not None
        await player.walk(edge)
        await player.pass_ms(250)
        source = target


async def go_online(player: OnlinePlayer) -> None:
    """Walk to the list of rooms at a server that the player knows."""
    player.app.settings.change("online", "servers", (ADDRESS,))
    await walk(player, Node.TITLE, Node.VERSUS, Node.ONLINE)


async def look_at(player: OnlinePlayer, source: Node, *targets: Node) -> None:
    """Walk from a screen to others, and back from each."""
    for target in targets:
        await walk(player, source, target)
        await player.press("escape")


async def join_room(player: OnlinePlayer, rules: RoomRules) -> Rival:
    """Join the room of another player, who is returned."""
    ann = await player.add_rival("Ann")
    ann.open(rules)
    await go_online(player)
    await player.press("tab", "enter")
    await player.pass_ms(500)
    return ann


async def win(player: OnlinePlayer) -> None:
    """Make the opponent give up, and wait for the next screen."""
    await player.win(3500, 250)


async def _open_a_room(player: OnlinePlayer) -> None:
    await go_online(player)
    await player.press("escape")
    await walk(player, Node.VERSUS, Node.ONLINE, Node.OPEN_ROOM)
    await player.press("enter")
    await player.pass_ms(250)
    await look_at(player, Node.ROOM, Node.PEOPLE, Node.SETTINGS)
    await walk(player, Node.ROOM, Node.ONLINE)


async def _play_a_match(player: OnlinePlayer) -> None:
    await join_room(player, RoomRules(preset="guideline", first_to=2))
    await player.begin_round()
    await walk(player, Node.ONLINE_ROUND, Node.ONLINE_MENU)
    await look_at(player, Node.ONLINE_MENU, Node.PEOPLE, Node.SETTINGS)
    await player.press("escape")
    await player.win(500)
    await player.begin_round()
    await win(player)
    await look_at(player, Node.ONLINE_OVER, Node.ROUND_REPLAY)
    await player.begin_round()
    await walk(player, Node.ONLINE_ROUND, Node.ONLINE_MENU, Node.ONLINE)


async def _play_a_tournament(player: OnlinePlayer) -> None:
    ann = await join_room(player, CUP)
    ann.get_ready()
    await player.press("r")
    await player.pass_ms(1000, 250)
    await walk(player, Node.ROOM, Node.BRACKET, Node.ROOM, Node.BRACKET)
    await player.pass_ms(14_000, 500)
    await win(player)
    await player.pass_ms(1000, 250)
    await walk(player, Node.BRACKET, Node.ROUND_REPLAY)


async def _wait_alone(player: OnlinePlayer) -> None:
    player.app.services.online.connection.connect(ADDRESS)
    await player.enter_room(ONE_ROUND)
    await player.go_to(Node.PAUSE)
    await walk(player, Node.PAUSE, Node.ROOM, Node.PLAY)
    await player.press("enter")
    await player.give_up()
    await walk(player, Node.GAME_OVER, Node.ROOM, Node.PLAY)
    await player.press("enter")
    await player.begin_round()


async def _find_a_match(player: OnlinePlayer) -> None:
    await go_online(player)
    await look_at(player, Node.ONLINE, Node.ACCOUNT, Node.QUEUE)
    await walk(player, Node.ONLINE, Node.QUEUE)
    ann = await player.add_rival("Ann")
    ann.say(Queue())
    await player.pass_ms(1250, 250)  # a server takes one request of the queue a second
    await walk(player, Node.ROOM, Node.ONLINE)
    await player.pass_ms(1250, 250)
    await walk(player, Node.ONLINE, Node.QUEUE, Node.PLAY)
    await player.press("escape")
    await walk(player, Node.QUEUE, Node.MATCH)


async def _look_at_boards(player: OnlinePlayer) -> None:
    player.app.settings.update(lambda settings: with_style(settings, "piecement"))  # whose rules are ranked
    await see_leaderboards(player)
    await player.press("enter")
    await player.pass_ms(500)
    assert player.node is Node.REPLAY
    await player.press("escape")
    await player.pass_ms(1250, 250)  # a server answers one request a second, and the board was just asked for again
    await player.press("p")
    await player.pass_ms(500)


WALKS: Final[dict[Callable[[OnlinePlayer], Awaitable[None]], Ways]] = {
    _open_a_room: (
        (Node.VERSUS, Node.ONLINE),
        (Node.ONLINE, Node.VERSUS),
        (Node.ONLINE, Node.OPEN_ROOM),
        (Node.OPEN_ROOM, Node.ROOM),
        (Node.ROOM, Node.PEOPLE),
        (Node.ROOM, Node.SETTINGS),
        (Node.ROOM, Node.ONLINE),
    ),
    _play_a_match: (
        (Node.ONLINE, Node.ROOM),
        (Node.ROOM, Node.ONLINE_ROUND),
        (Node.ONLINE_ROUND, Node.ONLINE_MENU),
        (Node.ONLINE_MENU, Node.PEOPLE),
        (Node.ONLINE_MENU, Node.SETTINGS),
        (Node.ONLINE_ROUND, Node.ONLINE_ROUND),
        (Node.ONLINE_ROUND, Node.ONLINE_OVER),
        (Node.ONLINE_OVER, Node.ROUND_REPLAY),
        (Node.ONLINE_OVER, Node.ONLINE_ROUND),
        (Node.ONLINE_MENU, Node.ONLINE),
    ),
    _play_a_tournament: (
        (Node.ROOM, Node.BRACKET),
        (Node.BRACKET, Node.ROOM),
        (Node.BRACKET, Node.ONLINE_ROUND),
        (Node.ONLINE_ROUND, Node.BRACKET),
        (Node.BRACKET, Node.ROUND_REPLAY),
    ),
    _find_a_match: (
        (Node.ONLINE, Node.ACCOUNT),
        (Node.ONLINE, Node.QUEUE),
        (Node.QUEUE, Node.ROOM),
        (Node.QUEUE, Node.PLAY),
        (Node.QUEUE, Node.MATCH),
    ),
    _look_at_boards: (
        (Node.ONLINE, Node.LEADERBOARDS),
        (Node.LEADERBOARDS, Node.REPLAY),
        (Node.LEADERBOARDS, Node.GAME),
    ),
    _wait_alone: (
        (Node.PAUSE, Node.ROOM),
        (Node.ROOM, Node.PLAY),
        (Node.GAME_OVER, Node.ROOM),
        (Node.GAME, Node.ONLINE_ROUND),
    ),
}
"""Walks, and the ways that each of them goes."""


@pytest.mark.long
@pytest.mark.parametrize("walk_on", WALKS, ids=lambda walk_on: walk_on.__name__.strip("_"))
async def test_a_player_goes(
    walk_on: Callable[[OnlinePlayer], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    walked: set[tuple[Node, Node]] = set()
    async with at_server(launch=Launch(plan=A_QUICK_GAME if walk_on is _wait_alone else None)) as player:
        navigate = player.app.navigate

        def noted(edge: Edge, payload: object = None) -> None:
            walked.add((edge.source, edge.target))
            navigate(edge, payload)

        monkeypatch.setattr(player.app, "navigate", noted)
        await walk_on(player)

        assert [way for way in WALKS[walk_on] if way not in walked] == []


async def test_a_cancelled_countdown_leads_back_to_the_room() -> None:
    async with in_room() as player:
        for rival in player.rivals:
            rival.get_ready()
        await player.press("r")
        await player.pass_ms(500)
        at_countdown = player.node
        await player.rivals.pop().leave()
        await player.pass_ms(4000, 250)

        assert (at_countdown, player.node) == (Node.ONLINE_ROUND, Node.ROOM)


async def test_late_watcher_enters_the_round_at_once_and_leaves_it() -> None:
    async with at_server() as player:
        await player.watch()
        at_round = player.node
        await walk(player, Node.ONLINE_ROUND, Node.ONLINE_MENU, Node.ONLINE)

        assert (at_round, player.node) == (Node.ONLINE_ROUND, Node.ONLINE)
        assert player.state.room is None


def test_all_ways_but_a_few_are_walked() -> None:
    """The few are walked by tests of their own, or are a second way to where others lead as well."""
    walked = {way for ways in WALKS.values() for way in ways}
    others = {(edge.source, edge.target) for edge in WITH_OTHERS if edge.target not in {Node.HELP, Node.QUIT}} - walked

    assert others == {
        (Node.TITLE, Node.ROOM),
        (Node.ONLINE, Node.PEOPLE),
        (Node.PEOPLE, Node.ROOM),
        (Node.TITLE, Node.ONLINE_ROUND),
        (Node.GAME_OVER, Node.ONLINE_ROUND),
        (Node.GAME_COMPLETE, Node.ONLINE_ROUND),
        (Node.GAME_COMPLETE, Node.ROOM),
        (Node.ONLINE, Node.ONLINE_ROUND),
        (Node.ONLINE, Node.ROUND_REPLAY),
        (Node.BRACKET, Node.ONLINE),
        (Node.ONLINE_ROUND, Node.ONLINE),
        (Node.ONLINE_ROUND, Node.ROOM),
        (Node.ONLINE_OVER, Node.ONLINE),
        (Node.ONLINE_OVER, Node.ROOM),
        (Node.ONLINE_OVER, Node.TITLE),
    }
