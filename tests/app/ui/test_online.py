"""The list of rooms, and the rooms themselves: what a player sees, types and is told."""

import pytest
from textual.widgets import Input, Static

from piecement.ui.launch import JoinTarget, Launch
from piecement.ui.menu_graph import Node
from piecement.ui.messages import OnlineChanged
from piecement.ui.screens.online import OnlineScreen
from piecement.ui.widgets.key_line import KeyLine
from piecement.ui.widgets.previews import ModePreview
from piecement.ui.widgets.settings_list import RowList
from piecement_net.messages.from_client import AskRooms, Open, Say
from piecement_net.messages.rooms import RoomRules
from tests.app.online_player import OnlinePlayer, at_server, in_room
from tests.app.online_sights import see_rooms
from tests.app.server.server_in_process import ADDRESS, ServerInProcess
from tests.app.setting_rows import said
from tests.app.ui.test_mouse import click_text
from tests.app.walking import notifications_of, playing, text_of
from tests.sampling import mostly_wide


def footer_of(player: OnlinePlayer) -> str:
    """Return the line of keys."""
    return text_of(player.app).rstrip().splitlines()[-1]


async def test_a_server_that_does_not_answer_is_named_in_a_sentence() -> None:
    async with at_server(launch=Launch(save=False)) as player:
        player.server.is_reachable = False
        player.app.settings.change("online", "servers", (ADDRESS,))
        await player.go_to(Node.ONLINE)
        await player.pass_ms(100)

        assert "nobody answers" in str(player.app.screen.query_one("#notice", Static).content)
        assert f"no answer from {ADDRESS}:1985: trying again" in text_of(player.app)
        assert "connection lost" not in text_of(player.app)


async def test_server_found_on_the_network_gets_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_server(launch=Launch(save=False)) as player:
        await player.go_to(Node.ONLINE)
        monkeypatch.setattr(type(player.app.services.online.servers), "found", ("192.0.2.7:1985",))
        player.app.post_message(OnlineChanged("lan"))
        await player.settle()

        assert "ON THIS NETWORK" in text_of(player.app)
        assert text_of(player.app).count("192.0.2.7:1985") == 2  # the address, and the row


async def test_a_server_is_typed_and_remembered() -> None:
    async with at_server(launch=Launch(save=False)) as player:
        await player.go_to(Node.ONLINE)
        await player.press("enter", *ADDRESS.replace(".", " ").split(" ")[0], "full_stop", *"example", "enter")
        asked, before = text_of(player.app), player.app.services.online.connection.client
        await player.press("ctrl+u", *"Zoe", "enter")
        await player.pass_ms(250)

        assert "Choose the name that others see" in asked
        assert before is None  # nothing is sent before the name is chosen
        assert player.app.settings.now.online.name == "Zoe"
        assert "connected" in text_of(player.app)
        assert player.app.settings.now.online.servers == (f"{ADDRESS}:1985",)


async def test_a_private_room_asks_for_its_key() -> None:
    async with at_server() as player:
        ann = await player.add_rival("Ann")
        rules = RoomRules(preset="guideline")
        ann.say(Open(name="Closed", rules=rules, private=True, key="tea"))
        await player.pass_ms(1250, 250)
        player.client.send(AskRooms())
        await player.pass_ms(1250, 250)
        await player.press("tab", "enter", *"tee", "enter")
        await player.pass_ms(1250, 250)
        refused = text_of(player.app)
        await player.press("enter", *"tea", "enter")
        await player.pass_until(lambda: player.node is Node.ROOM)

        assert "Wrong key" in refused


async def test_talk_handicaps_and_the_line_to_invite_are_in_the_room() -> None:
    async with in_room() as player:
        (room,) = player.server.lobby.rooms
        line = f"piecement join {ADDRESS}:1985 {room.id}"
        shown = text_of(player.app)
        await player.press("c")

        assert line in shown
        assert player.app.clipboard == line

        await player.press("minus")
        await player.pass_ms(1250, 250)
        by_key = text_of(player.app)
        await click_text(player, "- + handicap", KeyLine)
        await player.pass_ms(1250, 250)
        assert "sends 90 %" in by_key
        assert "sends 80 %" in text_of(player.app)

        player.rivals[0].say(Say(text="hi \x1b[31mthere"))
        await player.press("t", *"hello", "enter")
        await player.pass_ms(500)
        lines = [line.strip() for line in text_of(player.app).splitlines()]
        assert any(line.startswith("Ann: hi there") for line in lines)
        assert any(": hello" in line for line in lines)


async def test_room_settings_are_read_in_the_room() -> None:
    async with at_server() as player:
        await player.go_to(Node.OPEN_ROOM)
        for row, title in enumerate(
            ("Name", "Rules", "Players", "First to", "Garbage", "Target", "Teams", "Same pieces", "Bots")
        ):
            await player.press("down")
            if row > 1:
                await player.press("left" if row > 6 else "right")  # from on to off
            assert title in text_of(player.app)
        await player.press("end", "home", "enter")
        await player.pass_until(lambda: player.node is Node.ROOM)
        shown = ("#rules", "#players")
        lines = " ".join(str(player.app.screen.query_one(part, Static).content) for part in shown)

        for words in ("first to 4", "2 teams", "target: least", "different pieces", "no bots", "2 more can join"):
            assert words in lines


@pytest.mark.parametrize(("size", "is_moving"), [((80, 24), False), ((120, 40), True)])
async def test_a_bot_plays_by_the_rules_of_a_room(size: tuple[int, int], is_moving: bool) -> None:
    async with at_server(size=size) as player:
        await player.go_to(Node.OPEN_ROOM)
        offered = player.app.screen.query_one(ModePreview)
        before = offered.is_moving
        await player.press("enter")
        await player.pass_until(lambda: player.node is Node.ROOM)
        await player.settle()

        assert (before, offered.is_moving) == (is_moving, False)
        assert player.app.screen.query_one(ModePreview).is_moving is is_moving


async def test_talk_in_a_room_that_is_left_leads_nowhere() -> None:
    async with at_server() as player:
        await player.see(Node.ROOM)
        room = player.state.room
        await player.open(Node.ONLINE)
        await player.open(Node.OPEN_ROOM)
        player.state.room = room  # as long as the server has not answered
        player.app.post_message(OnlineChanged("say"))
        await player.settle()

        assert player.node is Node.OPEN_ROOM


async def test_an_option_of_a_room_is_set_by_the_mouse_and_read_there() -> None:
    async with at_server() as player:
        await player.go_to(Node.OPEN_ROOM)
        await click_text(player, "Level ", RowList)
        await click_text(player, "‹ 1 ›", RowList, offset=4)
        await player.press("home", "enter")
        await player.pass_until(lambda: "Level: 2" in text_of(player.app))


REFUSED = {
    "Key": ("ä", "A key has 1 to 32 letters, digits and symbols, no spaces."),
    "Name": ("Аda", "The name mixes Cyrillic, Latin: use letters of one alphabet."),
}


async def test_rooms_that_no_server_takes_are_refused() -> None:
    """The name that the room of a Cyrillic writer has by default mixed two alphabets."""
    async with at_server() as player:
        player.app.settings.change("online", "name", "Ада")
        await player.go_to(Node.OPEN_ROOM)
        for title, (typed, sentence) in REFUSED.items():
            await click_text(player, title, RowList)
            player.app.screen.query_one(Input).value = typed
            await player.press("enter")

            assert sentence in said(player)
            await player.press("escape")
        await player.press("home", "enter")
        await player.pass_until(lambda: player.node is Node.ROOM)
        assert player.server.lobby.rooms[0].opened.name == "Ада"


async def test_an_emptied_room_name_is_the_default_again() -> None:
    """The room could not be opened, and the program ended."""
    async with at_server() as player:
        await player.go_to(Node.OPEN_ROOM)
        for typed in ("Tea", ""):
            await click_text(player, "Name", RowList)
            player.app.screen.query_one(Input).value = typed
            await player.press("enter")
        await player.press("home", "enter")
        await player.pass_until(lambda: player.node is Node.ROOM)

        assert player.server.lobby.rooms[0].opened.name.endswith("'s room")


async def test_a_watcher_stays_when_cut_off_and_learns_of_a_restart() -> None:
    """He was put back into the list of rooms without a word."""
    async with at_server() as player:
        await player.watch()
        player.server.cut()
        await player.pass_ms(1500)

        assert player.app.services.online.connection.in_room
        assert notifications_of(player.app) == []

        player.server.restart()
        await player.pass_until(lambda: player.node is Node.ONLINE)
        assert notifications_of(player.app) == [
            "The server was started again: you are not in the room Ann's room any more."
        ]


async def test_a_private_room_is_joined_by_its_id() -> None:
    """It stands in no list, and was not looked for."""
    server = ServerInProcess()
    ann = server.lobby.enter("Ann")
    private = Open(name="Secret", rules=RoomRules(preset="guideline"), private=True)
    server.lobby.receive(ann, private, server.now_ns)
    (room,) = server.lobby.rooms
    launch = Launch(join=JoinTarget(ADDRESS, room.id), save=False)
    async with playing(launch=launch, connect=server.connect) as walker:
        player = OnlinePlayer.at(walker, server)
        await player.press("enter")  # the name
        await player.pass_until(lambda: player.node is Node.ROOM)

        assert "Secret" in text_of(player.app)


async def test_a_missing_room_gets_a_sentence() -> None:
    launch = Launch(join=JoinTarget(ADDRESS, "nowhere"), save=False)
    async with at_server(launch=launch) as player:
        await player.pass_until(lambda: "Room nowhere was not found" in text_of(player.app))


async def test_tab_leads_to_the_rooms_and_back() -> None:
    async with at_server() as player:
        ann = await player.add_rival("Ann")
        ann.open()
        await player.pass_ms(1250, 250)
        player.client.send(AskRooms())
        await player.pass_ms(1250, 250)
        first, keys = said(player), footer_of(player)
        await player.press("tab")
        beside, keys_beside = said(player), footer_of(player)
        await player.press("shift+tab")

        assert "Ann's room" in beside
        assert said(player) == first
        assert "Ann's room" not in first
        assert ("→ watch" in keys, "→ watch" in keys_beside) == (False, True)


async def test_a_full_room_is_watched_by_enter() -> None:
    """Its row said that Enter joins it."""
    async with at_server() as player:
        await player.begin_without(RoomRules(preset="guideline"), 2)
        player.client.send(AskRooms())
        await player.pass_ms(1250, 250)
        await player.press("tab")
        told = said(player)
        await player.press("enter")
        await player.pass_until(lambda: player.app.services.online.connection.in_room)

        assert "The room is full; Enter watches." in told
        assert player.state.you is None


async def test_the_line_of_keys_says_what_arrows_do_at_a_row() -> None:
    async with at_server() as player:
        await player.press("end")
        at_name = footer_of(player)
        player.app.settings.change("online", "servers", (ADDRESS, "other.example"))
        player.screen_as(OnlineScreen).settings_list.rows.go_to("server")
        await player.settle()

        assert "↑↓ move" in at_name
        assert "change" not in at_name
        assert "←→ change" in footer_of(player)


@mostly_wide("stored", [{"preset": "nope"}, {"players": 99}, {"hold": "x"}])
async def test_a_stored_room_that_makes_no_rules_is_forgotten(stored: dict[str, bool | int | str]) -> None:
    async with at_server() as player:
        player.app.settings.change("online", "room", stored)
        await player.go_to(Node.OPEN_ROOM)

        assert player.node is Node.OPEN_ROOM
        assert "Stays at" in text_of(player.app)


async def test_the_name_is_asked_for_once() -> None:
    async with at_server() as player:
        await player.press("escape")
        await player.go_to(Node.ONLINE)
        await player.pass_ms(250)

        assert player.app.services.online.connection.client is not None


async def test_game_by_the_rules_of_a_room_has_its_place_below_rooms() -> None:
    async with at_server((120, 40)) as player:
        (await player.add_rival("Ann")).open()
        await player.pass_ms(500)
        player.client.send(AskRooms())
        await player.pass_ms(500)
        preview, heights = player.app.screen.query_one(ModePreview), []
        for count in (1, 30):
            assert player.state.rooms
            player.state.rooms = tuple(
                player.state.rooms[0].model_copy(update={"id": f"r{number}"}) for number in range(count)
            )
            player.app.post_message(OnlineChanged("people"))
            await player.settle()
            heights.append(preview.region.height)

        assert "waiting         Guideline" in text_of(player.app)
        assert "A board of 10 × 20." in text_of(player.app)
        assert preview.is_moving
        assert heights[0] > heights[1] >= 12


@pytest.mark.parametrize(("size", "shown"), [((80, 24), ""), ((120, 40), "tetrs, first to 5")])
async def test_the_room_with_the_cursor_is_shown_by_its_rules(size: tuple[int, int], shown: str) -> None:
    async with at_server(size) as player:
        await player.go_to(Node.TITLE)
        await see_rooms(player)
        facts = player.app.screen.query_one("#facts", Static)
        first = str(facts.content)
        await player.press("tab", "down")

        assert ("Ann's room" in first) is bool(shown)
        assert shown in str(facts.content)
        assert player.app.screen.query_one(ModePreview).is_moving is bool(shown)
