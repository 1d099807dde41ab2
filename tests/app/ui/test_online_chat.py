"""ChatOverlay in a round and after it: nothing of it steals a key of the game, and the game goes on."""

import pytest
from textual.content import Content
from textual.events import Key
from textual.geometry import Region, Size

from piecement.ui.application import Piecement
from piecement.ui.menu_graph import Node
from piecement.ui.screens.online_round import OnlineRoundScreen
from piecement.ui.widgets.chat import HEARD_NS, ChatInput, ChatOverlay
from piecement.ui.widgets.menu_list import MenuList
from piecement_engine import Button, End
from piecement_net.messages.from_client import Say
from tests.app.online_player import ONE_ROUND, OnlinePlayer, at_server, in_room
from tests.app.walking import text_of


def heard_by(player: OnlinePlayer) -> list[str]:
    """Return the lines that another player has received."""
    return [f"{line.name}: {line.text}" for line in player.rivals[0].client.state.chat]


async def test_talk_in_a_round_does_not_stop_it() -> None:
    async with at_server() as player:
        player.app.settings.change("online", "name", "Pat")
        await player.see(Node.ONLINE_ROUND)
        await player.press("t", *"up", "space", *"we", "space", "question_mark")
        await player.pass_ms(250)
        typed = text_of(player.app), player.round.session(1).view
        await player.press("enter", "up")
        await player.pass_ms(250)

        assert "up we ?" in typed[0]
        assert typed[1].time_ns > 0
        assert heard_by(player)[-1].endswith(": up we ?")
        assert player.round.session(1).view.pieces == 1
        assert player.node is Node.ONLINE_ROUND


async def test_no_key_of_the_game_plays_while_something_is_typed() -> None:
    async with at_server() as player:
        await player.see(Node.ONLINE_ROUND)
        await player.press("t", "space", "up", "escape")
        closed = player.screen_as(OnlineRoundScreen).is_typing
        await player.pass_ms(250)

        assert not closed
        assert player.round.session(1).view.pieces == 0
        assert player.app.services.online.chat.draft == ""

        await player.press("t", *"ab", "home", "ctrl+d")
        typed = player.app.services.online.chat.draft, player.round.session(1).is_over
        await player.press("escape", "ctrl+d")
        await player.pass_ms(500)
        assert typed == ("b", False)
        assert player.round.session(1).view.end is End.FORFEIT
        assert player.state.round_end is not None


async def test_t_opens_the_chat_and_goes_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    further = list[str]()

    def note(_app: Piecement, event: Key) -> None:
        further.append(event.key)

    monkeypatch.setattr(Piecement, "on_key", note)
    async with at_server() as player:
        await player.see(Node.ONLINE_ROUND)
        further.clear()
        await player.press("t")

        assert player.screen_as(OnlineRoundScreen).is_typing
        assert player.app.screen.query_one(ChatInput).value == ""
        assert further == []


async def test_t_plays_where_it_is_a_key_of_the_game() -> None:
    async with at_server() as player:
        bindings = player.app.settings.now.controls.bindings
        player.app.settings.change("controls", "keys", bindings.bind("t", Button.HARD_DROP).table())
        await player.see(Node.ONLINE_ROUND)
        await player.press("t")
        await player.pass_ms(250)
        pieces = player.round.session(1).view.pieces
        told = [row.does for row in player.screen_as(OnlineRoundScreen).key_rows()]
        await player.press("escape", "t", *"hi", "enter")
        await player.pass_ms(250)

        assert pieces == 1
        assert "chat" not in told
        assert heard_by(player)[-1].endswith(": hi")
        assert player.node is Node.ONLINE_ROUND


async def test_talk_of_others_shows_some_seconds_beside_own_field() -> None:
    async with at_server() as player:
        await player.see(Node.ONLINE_ROUND)
        player.rivals[0].say(Say(text="well played"))
        await player.pass_ms(250)
        lines = text_of(player.app).splitlines()
        end = player.screen_as(OnlineRoundScreen).fields.end
        await player.pass_ms(HEARD_NS // 1_000_000, 500)

        assert lines[-1].index("Ann: well played") >= end  # beside the keys
        assert "well played" not in text_of(player.app)


async def test_watchers_talk_apart_until_the_round_is_over() -> None:
    async with at_server() as player:
        await player.watch()
        await player.press("t", *"go")
        await player.pass_ms(250)
        typed = text_of(player.app)
        await player.press("enter")
        await player.pass_ms(250)

        assert not heard_by(player)
        assert "Only the watchers read this." in typed
        assert "to watchers: go" in text_of(player.app)
        assert player.state.chats_apart

        await player.win(3500, 250)
        await player.press("t", *"go", "enter")
        await player.pass_ms(250)
        assert player.node is Node.ONLINE_OVER
        assert heard_by(player)[-1].endswith(": go")


async def test_the_room_names_the_chat_of_watchers() -> None:
    async with at_server() as player:
        await player.watch()
        await player.press("escape")
        seen = player.app.screen.query_one(ChatInput).placeholder
        player.state.version = 1

        assert seen == "T: chat with watchers"
        assert not player.state.chats_apart  # an older server sends it to all


async def test_text_begun_in_a_round_is_typed_on_after_the_match() -> None:
    async with at_server() as player:
        await player.see(Node.ONLINE_ROUND)
        await player.press("t", *"good")
        await player.win(3500, 250)
        over = player.node
        await player.press("space", *"game", "enter")
        await player.pass_ms(250)

        assert over is Node.ONLINE_OVER
        assert heard_by(player)[-1].endswith(": good game")
        assert "good game" in text_of(player.app)


async def test_a_round_begins_with_the_keys_of_play() -> None:
    async with in_room() as player:
        await player.press("r", "t", *"one minu")
        for rival in player.rivals:
            rival.get_ready()
        await player.pass_ms(3800, 250)
        await player.press("up")
        await player.pass_ms(250)
        pieces = player.round.session(1).view.pieces
        await player.press("t")

        assert player.node is Node.ONLINE_ROUND
        assert pieces == 1
        assert player.app.screen.query_one(ChatInput).value == "one minu"


async def test_a_draft_left_before_takes_no_key_after_the_match() -> None:
    async with in_room(ONE_ROUND) as player:
        await player.press("t", *"hi", "escape")
        await player.begin_round()
        await player.win(3500, 250)

        assert player.node is Node.ONLINE_OVER
        assert isinstance(player.app.screen.focused, MenuList)
        assert player.app.screen.query_one(ChatInput).value == "hi"


async def test_after_a_line_the_keys_are_those_of_the_room() -> None:
    async with in_room() as player:
        await player.press("t", *"hi", "enter")
        await player.pass_ms(1250, 250)
        await player.press("r")
        await player.pass_ms(250)

        assert player.state.you is not None
        assert player.state.you.ready
        assert player.app.screen.query_one(ChatInput).value == ""


async def test_something_is_said_from_the_menu_of_a_round_by_the_mouse() -> None:
    async with at_server() as player:
        await player.see(Node.ONLINE_MENU)
        await player.pilot.click(ChatInput)
        await player.press(*"hi", "enter")
        await player.pass_ms(250)

        assert heard_by(player)[-1].endswith(": hi")
        assert player.node is Node.ONLINE_ROUND


def test_talk_may_be_heard_before_it_is_mounted() -> None:
    chat = ChatOverlay()
    chat.place(Region(40, 23, 40, 1), Size(80, 24))
    chat.show_line(Content("Ann: hello"), 0)
    heard = chat.display
    chat.forget(HEARD_NS)
    chat.close()

    assert heard
    assert not chat.display
