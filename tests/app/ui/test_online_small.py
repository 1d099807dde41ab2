"""A round over a network on a small terminal: it goes on, and so does what follows it."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from rich.cells import cell_len
from textual.geometry import Offset

from piecement.settings.presets import with_preset
from piecement.ui.game.opponents_area import OpponentsCanvas
from piecement.ui.game.round_director import RoundDirector
from piecement.ui.launch import JoinTarget, Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.online_round import OnlineRoundScreen
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.chat import ChatOverlay
from piecement_base.language import choose
from piecement_net.messages.from_client import Say
from piecement_net.messages.rooms import RoomRules
from tests.app.online_player import ONE_ROUND, OnlinePlayer, at_server, in_room
from tests.app.server.server_in_process import ADDRESS
from tests.app.walking import text_of


@asynccontextmanager
async def in_modern_look(
    size: tuple[int, int] = (60, 20), rules: RoomRules | None = None, others: int = 1
) -> AsyncGenerator[OnlinePlayer]:
    """Run the application at a server in the look Modern, in a round if there are rules for it."""
    async with at_server(size) as player:
        player.app.settings.apply(with_preset(player.app.settings.now, "graphics", "Modern"))
        if rules is not None:
            await player.enter_room(rules, others)
            await player.begin_round()
        yield player


@pytest.mark.parametrize("when", ["in the round", "from the start"])
async def test_match_result_opens_where_no_field_fits(when: str) -> None:
    async with in_room(ONE_ROUND) as player:
        if when == "from the start":
            await player.pilot.resize_terminal(38, 9)
        await player.begin_round()
        await player.pilot.resize_terminal(38, 9)
        await player.pass_until(lambda: "Too small." in text_of(player.app))
        await player.win(4000, 250)

        assert player.node is Node.ONLINE_OVER


async def test_a_round_on_a_terminal_that_has_grown_is_played_on() -> None:
    async with in_room(ONE_ROUND, size=(38, 9), begun=True) as player:
        await player.pilot.resize_terminal(80, 24)
        await player.press("up")
        await player.pass_ms(250)

        assert player.round.own is not None
        assert player.round.own.view.pieces == 1


@pytest.mark.parametrize("size", [(26, 24), (60, 20), (120, 40)])
async def test_the_menu_of_a_round_is_whole(size: tuple[int, int]) -> None:
    async with in_modern_look(size) as player:
        await player.see(Node.ONLINE_MENU)
        box = player.app.screen.query_one(".box").region

        assert player.app.screen.region.contains_region(box)
        assert not 0 < size[0] - box.right < 6


@pytest.mark.wide
@pytest.mark.parametrize(("size", "others"), [((40, 24), 1), ((80, 24), 1), ((80, 24), 4), ((40, 24), 4)])
async def test_the_menu_of_a_round_leaves_the_own_field_in_sight(size: tuple[int, int], others: int) -> None:
    async with at_server(size) as player:
        await player.enter_room(RoomRules(preset="guideline", players=others + 1, first_to=1), others)
        await player.begin_round()
        end = player.screen_as(OnlineRoundScreen).fields.end
        await player.press("escape")
        box = player.app.screen.query_one(".box").region

        assert box.x >= end
        assert box.right <= size[0]


@pytest.mark.parametrize(("size", "own", "left"), [((120, 40), 62, 62), ((80, 24), 31, 0), ((60, 20), 31, 31)])
async def test_chat_and_fields_of_eight_have_their_places(size: tuple[int, int], own: int, left: int) -> None:
    async with in_modern_look(size, RoomRules(preset="guideline", players=8, first_to=1), 7) as player:
        player.rivals[0].say(Say(text="Nice one!"))
        await player.pass_ms(250)
        screen = player.screen_as(OnlineRoundScreen)
        said = screen.query_one(ChatOverlay).region
        director = screen.director
        assert isinstance(director, RoundDirector)

        assert screen.query_one(OpponentsCanvas).region.x == own
        assert (said.x, said.bottom, said.height) == (left, size[1], 1)
        assert not screen.fields.insides[0].overlaps(said)
        assert all(director.seat_at(Offset(x, said.y)) is None for x in range(said.x, said.right))


async def test_chat_of_two_is_whole_beside_the_fields() -> None:
    async with in_modern_look(rules=ONE_ROUND) as player:
        player.rivals[0].say(Say(text="I will be back in a while, wait here"))
        await player.pass_ms(250)
        heard = text_of(player.app)
        await player.press("t", *"hello")
        screen = player.screen_as(OnlineRoundScreen)
        typed = screen.query_one(ChatOverlay).region

        assert "here" in heard
        assert typed.area
        assert not any(inside.overlaps(typed) for inside in screen.fields.insides)


async def test_last_boards_of_two_are_seen_at_one_size() -> None:
    async with at_server((60, 20)) as player:
        await player.see(Node.ONLINE_OVER)
        boards = player.app.screen.query(".talk BoardPicture").results(BoardPicture)
        drawn = [board.drawn(board.content_size) for board in boards]

        assert len(drawn) == 2
        assert len({(board.cell, board.rows) for board in drawn if board is not None}) == 1


async def test_names_and_labels_of_a_round_cover_no_field() -> None:
    async with in_modern_look(rules=RoomRules(preset="guideline", players=5, first_to=1, teams=2), others=4) as player:
        await player.press("tab")
        await player.pass_ms(250)
        screen = player.screen_as(OnlineRoundScreen)
        top, *lines = text_of(player.app).splitlines()

        assert top[screen.fields.end :].split()[:2] == ["A", "YOU"]
        assert all(line[31] == " " for line in lines[-8:] if line[32:].split())


async def test_state_of_a_watched_round_is_beside_its_field() -> None:
    async with in_modern_look() as player:
        await player.watch()
        await player.pass_ms(1500, 250)
        end = player.screen_as(OnlineRoundScreen).fields.end
        line = next(line for line in text_of(player.app).splitlines() if "live" in line)

        assert line.index("live") == end
        assert line.endswith("Esc menu")


async def test_status_line_of_watchers_is_whole_in_wide_script() -> None:
    async with at_server((80, 24), Launch(join=JoinTarget(ADDRESS))) as player:
        await player.see(Node.ROUND_REPLAY)
        choose("ja")
        await player.press("space")
        await player.pass_ms(250)
        line = text_of(player.app).splitlines()[-1]

        assert cell_len(line) == 80
        assert re.fullmatch(r" 一時停止中 \S+ / 0:00\.80 +Space 再開   ←→ 5秒   Esc 戻る   \? キー", line)


async def test_match_figures_fit_the_room_of_the_terminal() -> None:
    async with at_server((40, 24)) as player:
        await player.see(Node.ONLINE_OVER)
        narrow = text_of(player.app)
        await player.pilot.resize_terminal(80, 24)
        await player.wait_for(lambda: "attack/min" in text_of(player.app))

        assert "sent" in narrow
        assert "pieces" not in narrow


async def test_a_roomy_result_shows_both_last_boards_in_its_frame() -> None:
    async with at_server((110, 34)) as player:
        await player.see(Node.ONLINE_OVER)
        frame = player.app.screen.query_one(".result").content_region
        boards = [board.region for board in player.app.screen.query(".result BoardPicture").results(BoardPicture)]

        assert len(boards) == 2
        assert all(board.area and frame.contains_region(board) for board in boards)
        assert max(board.bottom for board in boards) == frame.bottom
