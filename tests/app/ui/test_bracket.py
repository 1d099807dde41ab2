"""A tournament on the screens: opened, played, watched, and its bracket at all widths."""

import pytest
from textual.content import Content

from piecement.client.state import ClientState
from piecement.settings.values import SettingValue
from piecement.ui.menu_graph import Node
from piecement.ui.room_specs import rules_of
from piecement.ui.texts.bracket import bracket_text, tournament_headline
from piecement.ui.texts.rooms import players_text
from piecement.ui.widgets.settings_list import RowList
from piecement_net.bracket import count_wins, decide_match, decide_walkovers, draw_bracket, remove_player
from piecement_net.messages.bracket import Bracket, Entrant
from piecement_net.messages.from_client import Leave, Stop
from piecement_net.messages.from_server import RoomState
from piecement_net.messages.rooms import RoomPlayer, RoomRules
from tests.app.online_player import CUP, OnlinePlayer, at_server
from tests.app.setting_rows import said
from tests.app.ui.test_mouse import click_text
from tests.app.walking import text_of
from tests.sampling import together


def drawn(count: int) -> Bracket:
    return draw_bracket([Entrant(p=seed, name=f"Player {seed + 1}") for seed in range(count)])


def state_of(bracket: Bracket | None, you: int | None = None) -> ClientState:
    players = tuple(RoomPlayer(p=seat, name=f"Player {seat + 1}") for seat in range(16))
    room = RoomState(id="cup", name="Cup", rules=CUP, state="pause", you=you, players=players, bracket=bracket)
    return ClientState("", room=room)


def lines(content: Content) -> list[str]:
    return [line.rstrip() for line in content.plain.splitlines()]


def test_a_tree_of_four() -> None:
    bracket = count_wins(decide_match(count_wins(drawn(4), {0: 2, 3: 1}), 0), {1: 1})

    assert lines(bracket_text(state_of(bracket, you=1), 60, ascii_only=False)) == [
        "Semi-final                Final",
        "Player 1             2─╮",
        "Player 4             1─┴─ Player 1",
        "You                  1─╮",
        "Player 3             0─┴─",
    ]


def test_rounds_of_a_list_stand_apart() -> None:
    bracket = decide_match(count_wins(drawn(4), {0: 2, 3: 1}), 0)

    assert lines(bracket_text(state_of(bracket), 25, ascii_only=False)) == [
        *("Semi-final", "Player 1 2 : 1 Player 4", "Player 2 0 : 0 Player 3"),
        *("", "Final", "  Player 1 - ?"),
    ]


def test_a_bye_and_a_walkover_in_ascii() -> None:
    bracket = decide_walkovers(remove_player(drawn(3), 2))

    assert lines(bracket_text(state_of(bracket), 60, ascii_only=True)) == [
        "Semi-final                Final",
        "Player 1              -.",
        "bye                    '- Player 1             0",
        "Player 2             0-.",
        "Player 3           w/o-'- Player 2             0",
    ]


@together("columns", [20, 30, 44, 56, 76, 116])
@together("count", range(2, 17))
def test_a_bracket_fits_at_every_width(count: int, columns: int) -> None:
    bracket = drawn(count)
    while bracket.pair is not None:
        text = bracket_text(state_of(bracket, you=0), columns, ascii_only=True)
        bracket = decide_match(count_wins(bracket, {bracket.pair[1].p: 1}), bracket.pair[1].p)

        assert text.plain.isascii()
        assert max(map(len, lines(text))) <= columns


def test_headlines() -> None:
    final = drawn(2)

    assert tournament_headline(state_of(None)) == ("Tournament", "The bracket is drawn when all are ready.")
    assert tournament_headline(state_of(drawn(9))) == ("Round of 16", "next: Player 8 - Player 9")
    assert tournament_headline(state_of(final)) == ("Final", "next: Player 1 - Player 2")
    assert tournament_headline(state_of(decide_match(final, 1)))[1] == "Player 2 wins the tournament."
    assert tournament_headline(state_of(decide_match(final, 1), you=1))[1] == "You win the tournament."


def test_many_players_are_grouped() -> None:
    room = state_of(None).room
    assert room is not None

    assert players_text(room).plain.startswith("  not ready: Player 1, Player 2, ")


@pytest.mark.parametrize(
    ("values", "rules"),
    [
        ({"tournament": True}, {"players": 16, "first_to": 2, "tournament": True}),
        ({"tournament": True, "best_of": 7, "first_to": 20, "players": 9}, {"players": 9, "first_to": 4}),
        ({"best_of": 7}, {"players": 2, "first_to": 3, "tournament": False}),
    ],
)
def test_rules_of_a_tournament(values: dict[str, bool | int | str], rules: dict[str, SettingValue]) -> None:
    made = rules_of(values).model_dump()

    assert {name: made[name] for name in rules} == rules


async def enter(player: OnlinePlayer, others: int = 2, rules: RoomRules = CUP) -> None:
    """Enter a tournament, which begins."""
    await player.enter_room(rules, others)
    for rival in player.rivals:
        rival.get_ready()
    await player.press("r")
    await player.pass_ms(1250, 250)


async def test_a_tournament_is_opened() -> None:
    async with at_server() as player:
        await player.go_to(Node.OPEN_ROOM)
        await click_text(player, "Tournament", RowList)
        await player.press("right")
        seen = text_of(player.app)
        await player.press("home", "enter")
        await player.pass_ms(1250, 250)

        assert "Best of" in seen
        assert "First to" not in seen
        assert player.node is Node.ROOM
        assert player.state.room is not None
        assert (player.state.room.rules.tournament, player.state.room.rules.players) == (True, 16)


async def test_a_tournament_is_watched_played_and_won() -> None:
    async with at_server() as player:
        await enter(player)  # Ann has a bye: Ben and the player begin
        await player.press(*["down"] * 2, "enter")
        await player.pass_ms(1000, 250)
        drawn_bracket = text_of(player.app)
        await player.press("r")
        player.rivals[1].get_ready()
        await player.pass_ms(4500, 250)
        played = player.node
        player.rivals[1].give_up()
        await player.pass_ms(3500, 250)
        between, seen = player.node.value, text_of(player.app)
        await player.pass_ms(14_000, 500)
        await player.win(4000, 250)

        assert "next: Ben - " in drawn_bracket
        assert played is Node.ONLINE_ROUND
        assert between == "bracket"
        assert "FINAL   next: Ann - " in seen
        assert "You win the tournament." in text_of(player.app)
        assert player.node is Node.BRACKET
        await player.pass_ms(1000, 250)
        await player.press("escape")
        assert player.node.value == "room"
        assert "You win the tournament." in text_of(player.app)


async def test_all_others_watch_the_pair() -> None:
    async with at_server() as player:
        await enter(player, 3)  # Ann plays the player who came last; then Ben plays Cleo
        await player.pass_ms(14_000, 500)
        await player.win(3500, 250)
        refused = player.state.plays_next
        await player.pass_ms(1000, 250)
        await player.press("r")
        await player.pass_ms(11_000, 500)

        assert not refused
        assert "Your match is not next." in [line.text for line in player.state.chat]
        assert player.node is Node.ONLINE_ROUND
        assert player.round.own is None
        assert player.state.chats_apart
        assert "Enter: ready" not in text_of(player.app)


async def test_a_walkover_in_the_countdown_shows_the_bracket() -> None:
    async with at_server() as player:
        await enter(player)
        await player.pass_ms(11_000, 500)
        countdown = player.node
        player.rivals[1].say(Leave())
        await player.pass_ms(1000, 250)

        assert countdown is Node.ONLINE_ROUND
        assert player.node is Node.BRACKET
        assert "w/o" in text_of(player.app)


async def test_a_stopped_tournament_leads_to_the_room() -> None:
    async with at_server() as player:
        await enter(player)
        await player.pass_ms(14_000, 500)
        player.rivals[0].say(Stop())
        await player.pass_ms(1000, 250)
        assert player.node is Node.ROOM


async def test_expelled_player_leaves_the_bracket() -> None:
    async with at_server() as player:
        await enter(player)
        await player.go_to(Node.BRACKET)
        player.rivals[0].say(Stop())
        await player.pass_ms(250)
        player.client.send(Leave())
        await player.pass_ms(500, 250)

        assert player.node is Node.ONLINE


async def test_an_older_server_has_no_tournaments() -> None:
    async with at_server() as player:
        player.app.settings.change("online", "room", {"tournament": True})
        player.state.version = 1
        await player.go_to(Node.OPEN_ROOM)
        await player.press("enter")
        await player.pass_ms(250)

        assert player.node is Node.OPEN_ROOM
        assert "This older server has no tournaments." in said(player)
