"""A match over a network on the screen: joined, played, won, and played again."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from piecement.client.state import ConnectionState
from piecement.render.picture import Frame
from piecement.storage.match_files import read_match
from piecement.terminal.key_events import KeyDown
from piecement.ui.game.running_screen import RunningScreen
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.messages import OnlineChanged
from piecement.ui.screens.online_round import OnlineRoundScreen
from piecement.ui.screens.round import RoundReplayScreen
from piecement_base.timestamps import from_text
from piecement_engine import Button
from piecement_net.messages.from_client import Join, Ready
from piecement_net.messages.rooms import RoomRules
from tests.app.kept_games import START
from tests.app.online_player import OnlinePlayer, at_server, in_room
from tests.app.server.server_in_process import ADDRESS
from tests.app.server.stored_matches import stored_match
from tests.app.walking import playing, text_of


async def test_a_match_of_two_is_joined_played_and_won() -> None:
    async with in_room(begun=True) as player:
        await player.press("up")
        await player.pass_ms(300)

        ann = player.rivals[0].client.state.round
        assert ann is not None
        assert ann.others[1].view.pieces == 1

        await player.win(500)
        assert "You win round 1" in text_of(player.app)

        await player.begin_round()
        await player.win(4000)

        assert player.node is Node.ONLINE_OVER
        assert "YOU WIN THE MATCH" in text_of(player.app)


async def test_a_late_state_of_the_room_ends_no_round() -> None:
    async with in_room() as player:
        await player.pass_ms(500)
        player.client.send(Ready(on=True, hand=player.app.services.online.connection.hand))
        player.rivals[0].get_ready()
        while player.client.state.round is None:
            await player.pass_ms(10)
        await player.settle()
        assert player.node is Node.ONLINE_ROUND
        player.app.post_message(OnlineChanged("said"))
        await player.settle()

        assert player.node is Node.ONLINE_ROUND


async def test_a_match_is_watched_live_paused_and_from_its_start() -> None:
    async with at_server() as player:
        room = await player.begin_without(RoomRules(preset="guideline", first_to=1), 2)
        player.rivals[0].tap(Button.HARD_DROP)
        await player.pass_ms(1000, 250)
        player.client.send(Join(room=room, role="watch"))
        await player.pass_ms(1500, 250)
        live = player.round.session(0).view.pieces
        await player.press("home", "space")
        await player.pass_ms(250)
        at_start = player.round.session(0).view.pieces
        await player.press("end")
        await player.pass_ms(250)

        assert player.node is Node.ONLINE_ROUND
        assert (live, at_start, player.round.session(0).view.pieces) == (1, 0, 1)
        assert "watching live" in text_of(player.app)


async def test_broken_connection_shows_small_and_returns_without_loss() -> None:
    async with in_room(begun=True) as player:
        player.server.is_reachable = False
        player.server.cut()
        await player.pass_until(lambda: player.state.contact is ConnectionState.LOST)
        await player.press("up")
        await player.wait_for(lambda: "connection lost" in text_of(player.app))
        player.server.is_reachable = True
        await player.pass_until(lambda: player.state.contact is ConnectionState.CONNECTED)
        await player.pass_until(lambda: player.rivals[0].round.others[1].view.pieces == 1)

        assert player.node is Node.ONLINE_ROUND
        assert not player.round.is_out


async def test_the_boards_of_four_others_are_seen_beside_the_own() -> None:
    async with in_room(RoomRules(preset="guideline", players=5, first_to=1), others=4, begun=True) as player:
        player.rivals[2].give_up()
        await player.pass_ms(500)
        text = text_of(player.app)

        assert [name for name in ("Ann", "Ben", "Cleo", "Dan") if name not in text] == []
        assert ">Ann" in text  # least attacked, the first of them
        assert "5th" in text


async def test_late_watcher_knows_the_beaten_players() -> None:
    async with at_server() as player:
        room = await player.begin_without(RoomRules(preset="guideline", players=3, first_to=1), 3)
        player.rivals[1].give_up()
        await player.pass_ms(500)
        player.client.send(Join(room=room, role="watch"))
        await player.pass_ms(2000, 250)

        assert [player.round.place(seat) for seat in player.round.players] == [0, 3, 0]
        assert [player.round.target(seat) for seat in player.round.players] == [2, None, 0]


async def test_watcher_of_three_follows_another_player() -> None:
    async with at_server() as player:
        room = await player.begin_without(RoomRules(preset="guideline", players=3, first_to=1), 3)
        player.client.send(Join(room=room, role="watch"))
        await player.pass_ms(2000, 250)
        screen, shown = player.screen_as(OnlineRoundScreen), list[int]()
        for key in ("down", "down", "up"):
            await player.press(key)
            shown.append(next(seat for seat in range(3) if screen.sides[0].session is player.round.session(seat)))

        assert shown == [1, 2, 1]


async def test_result_names_the_players_and_not_later_sitters() -> None:
    async with at_server() as player:
        await player.see(Node.ONLINE_ROUND)
        await player.rivals.pop().leave()
        ben = await player.add_rival("Ben")
        (room,) = player.server.lobby.rooms
        ben.join(room.id)
        await player.pass_ms(4000, 250)

        assert player.node is Node.ONLINE_OVER
        assert "Ann" in text_of(player.app)
        assert "Ben" not in text_of(player.app)


async def test_menu_over_a_round_gives_way_to_the_matchs_end() -> None:
    async with at_server() as player:
        await player.see(Node.ONLINE_MENU)
        await player.win(4000, 250)

        assert player.node is Node.ONLINE_OVER


async def test_starting_round_saves_and_leaves_a_game_alone() -> None:
    async with at_server(launch=Launch()) as player:
        player.app.services.online.connection.connect(ADDRESS)
        await player.enter_room()
        await player.go_to(Node.GAME)
        await player.wait_ms(200)
        await player.press("up")
        await player.begin_round()

        assert player.node is Node.ONLINE_ROUND
        assert player.left_games


async def test_a_program_that_was_killed_comes_back_to_its_seat() -> None:
    async with at_server(launch=Launch()) as player:
        player.app.services.online.connection.connect(ADDRESS)
        await player.enter_room()
        await player.begin_round()
        await player.press("up")
        await player.pass_ms(300)
        await player.app.services.online.close(keeps_seat=True)
        player.server.carriers[-1].close()
        async with playing(connect=player.server.connect) as again:
            back = OnlinePlayer.at(again, player.server)
            back.clock.now_ns = player.clock.now_ns
            back.server.clock = back.clock
            await back.pass_ms(500)

            assert back.node is Node.ONLINE_ROUND
            assert back.round.own is not None
            assert back.round.own.view.pieces == 1


async def test_played_round_is_stored_proven_and_watched_again() -> None:
    async with at_server(launch=Launch()) as player:
        player.app.services.online.connection.connect(ADDRESS)
        await player.enter_room(RoomRules(preset="guideline", first_to=1))
        await player.begin_round()
        await player.press("up")
        player.rivals[0].tap(Button.HARD_DROP)
        await player.pass_ms(500)
        await player.win(4000, 250)
        (path,) = player.app.store.matches.latest()
        (stored,) = read_match(path).rounds
        await player.press("down", "enter")
        await player.pass_ms(250)
        at_start = text_of(player.app)
        await player.press("end")
        await player.pass_ms(250)

        assert stored.verify() is None
        assert player.node is Node.ROUND_REPLAY
        assert "0:00" in at_start
        assert "Space pause" in at_start
        assert "Esc back" in at_start
        screen = player.screen_as(RoundReplayScreen)
        assert [side.session.view.pieces for side in screen.sides] == [1, 1]


async def test_match_rounds_make_one_recording_equal_to_the_servers() -> None:
    async with at_server(launch=Launch()) as player:
        player.app.services.online.connection.connect(ADDRESS)
        await player.enter_room(RoomRules(preset="guideline", first_to=2))
        player.app.store.now = lambda: START  # type: ignore[misc]  # the time of the test
        for _ in range(2):
            await player.begin_round()
            await player.press("up")
            player.rivals[0].tap(Button.HARD_DROP)
            await player.pass_ms(500)
            await player.win(4000, 250)
        (path,) = player.app.store.matches.latest()
        records = [store.record.round for store in player.server.records if store.record.round is not None]
        match = read_match(path)

        assert player.app.store.matches.round_count(path) == 2
        assert match.verify() is None
        assert 0.7 < (START - from_text(match.about["started"])).total_seconds() < 2, "the first round has begun then"
        assert match.rounds == tuple(
            replace(record.recording(), about=own.about) for record, own in zip(records, match.rounds, strict=True)
        )
        assert [own.about["names"] for own in match.rounds] == [match.about["names"]] * 2


async def test_news_end_a_rest_and_the_menu_says_when_a_round_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_room(begun=True) as player:
        screen, woken = player.screen_as(OnlineRoundScreen), list[int]()
        with monkeypatch.context() as patch:
            patch.setattr(screen._frames, "wake", lambda: woken.append(player.clock.now_ns))
            player.rivals[0].tap(Button.HARD_DROP)
            await player.pass_ms(100)

        assert woken
        assert screen.sides[0]._caption.hints == (("menu", "Esc"), ("keys", "?")), "no pause, which there never is"

        await player.press("escape")
        await player.win(500)
        assert player.node is Node.ONLINE_MENU
        assert "The round is over" in text_of(player.app)


@pytest.mark.parametrize("is_online", [True, False], ids=["network", "one screen"])
async def test_a_match_of_a_file_is_watched_at_once(is_online: bool) -> None:
    rounds = [record.round.recording() for record in stored_match() if record.round is not None]
    recording = rounds[0] if is_online else replace(rounds[0], about={"names": ["You", "Gale"]})
    async with playing(launch=Launch(watch_match=recording), size=(120, 30)) as player:
        await player.press("end")
        await player.wait_ms(100)
        at_end = text_of(player.app)
        screen = player.screen_as(RoundReplayScreen)
        pieces = [side.session.view.pieces for side in screen.sides]
        screen.announce("Once seen")
        announced = text_of(player.app)
        await player.press("home")
        await player.wait_ms(2000)
        in_the_past = text_of(player.app)
        await player.press("escape", "escape")

        assert pieces == [2, 2]
        assert ("ANNA" if is_online else "YOU") in at_end.upper()
        assert ("Once seen" in announced, "Once seen" in in_the_past) == (True, False)
        assert player.node is Node.VERSUS


async def test_key_paints_own_field_at_once_and_others_next_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_room(begun=True) as player:
        screen, painted = player.screen_as(RunningScreen), list[int]()

        def note(number: int, frame: Callable[..., Frame], *of: Any) -> Frame:  # as the methods of `Side` have them
            painted.append(number)
            return frame(*of)

        for number, side in enumerate(screen.sides):
            monkeypatch.setattr(side, "frame", partial(note, number, side.frame))
            monkeypatch.setattr(side, "answer", partial(note, number, side.answer))
        screen.apply_key(KeyDown("left", time_ns=player.clock.now_ns))

        assert painted == [0]

        await player.pass_ms(100)

        assert 1 in painted


async def test_who_wins_a_round_is_called_out_and_who_loses() -> None:
    async with at_server() as player:
        player.app.settings.change("graphics", "skin", "modern")
        await player.enter_room()
        await player.begin_round()
        await player.win(600, 50)
        await player.pass_until(lambda: player.state.round_end is not None)
        sides = player.screen_as(OnlineRoundScreen).sides

        assert [side._picture._callouts.last.large for side in sides] == [("Win",), ("Lose",)]
        assert sides[0].frame(player.app.size, player.clock.now_ns).calls_out
        await player.pass_ms(2000, 100)
        assert not sides[0].frame(player.app.size, player.clock.now_ns).calls_out
