"""Teams and targets on the screens: chosen by keys and clicks, seen by players, watchers and in replays."""

from piecement.client.recorded_round import to_client_round
from piecement.ui.menu_graph import Node
from piecement.ui.room_specs import rules_of
from piecement.ui.screens.online_round import OnlineRoundScreen
from piecement_engine import Button
from piecement_engine.match import RecordedMatch
from piecement_net.messages.from_client import Join, Team
from piecement_net.messages.rooms import RoomRules
from piecement_net.round_recordings import to_match
from tests.app.online_player import OnlinePlayer, at_server, in_room
from tests.app.walking import text_of

TEAMS = RoomRules(preset="guideline", players=4, first_to=1, teams=2, choose=True)
CHOOSING = RoomRules(preset="guideline", players=5, first_to=1, choose=True)


def teams(player: OnlinePlayer) -> list[int]:
    assert player.state.room is not None
    return [one.team for one in player.state.room.players]


async def click_board(player: OnlinePlayer, name: str) -> None:
    """Press the mouse on the board of an opponent."""
    player.screen_as(OnlineRoundScreen)
    lines = text_of(player.app).splitlines()
    y = next(number for number, line in enumerate(lines) if name in line)
    await player.pilot.mouse_down(offset=(lines[y].index(name), y + 2))
    await player.pass_ms(100)


def test_rules_of_a_room_have_teams_and_choice() -> None:
    rules = rules_of({"teams": "3", "targets": "choose", "players": 6})

    assert (rules.teams, rules.choose, rules.targets) == (3, True, "least")
    assert rules_of({"targets": "back"}) == RoomRules(preset="guideline", targets="back")
    assert rules.known_to(2) == RoomRules(preset="guideline", players=6)


async def test_team_is_chosen_by_key_and_click() -> None:
    async with in_room(TEAMS, others=3) as player:
        assert (player.node, teams(player)) == (Node.ROOM, [1, 2, 1, 2])
        await player.press("left")
        await player.pass_ms(300)
        assert teams(player) == [1, 2, 1, 1]

        y = next(number for number, line in enumerate(text_of(player.app).splitlines()) if "› A" in line)
        await player.pilot.click("#players", offset=(3, y - player.app.screen.query_one("#players").region.y))
        await player.pass_ms(300)
        text = text_of(player.app)
        assert teams(player) == [1, 2, 1, 2]
        assert "players choose their targets" in text
        assert [line for line in ("A Ann", "B Ben", "A Cleo") if line not in text] == []


async def test_only_the_host_moves_others() -> None:
    async with in_room(TEAMS, others=2) as player:
        await player.pilot.click("#players", offset=(3, 0))
        await player.pass_ms(300)

        assert teams(player) == [1, 2, 1]
        assert "only the host puts other players into a team" in text_of(player.app).lower()


async def test_one_team_is_told_that_no_round_begins() -> None:
    async with in_room(TEAMS, others=1) as player:
        player.client.send(Team(p=1, team=1))
        await player.pass_ms(500)

        assert "All are in one team" in text_of(player.app)


async def test_a_team_wins_round_and_match() -> None:
    async with in_room(TEAMS, others=3, begun=True) as player:
        text = text_of(player.app)
        assert [name for name in ("A >Ann", "B Ben", "A Cleo", "TEAM B · YOU") if name not in text] == []
        await player.win(500)
        assert player.state.round_end is None
        player.rivals[2].give_up()
        await player.pass_ms(1000)
        assert "Your team wins round 1" in text_of(player.app)
        await player.pass_ms(3500, 250)

        assert player.node is Node.ONLINE_OVER
        assert "YOUR TEAM WINS THE MATCH" in text_of(player.app)
        assert "1st  B Ben" in text_of(player.app)


async def test_targets_are_chosen_by_keys() -> None:
    async with in_room(CHOOSING, others=4, begun=True) as player:
        you = player.round.you
        assert you == 4
        assert ">Ann" in text_of(player.app)
        assert "YOU: EVEN" in text_of(player.app)
        await player.press("tab")
        await player.pass_ms(200)
        assert player.round.fixed_target(you) == 1
        assert "»Ben" in text_of(player.app)
        assert "YOU → BEN" in text_of(player.app)

        await player.press("v", "v")
        await player.pass_ms(200)
        assert (player.round.fixed_target(you), player.round.targeting(you)) == (None, "random")
        told = player.rivals[0].round
        assert (told.fixed_target(you), told.targeting(you)) == (None, "random")


async def test_target_keys_can_be_rebound() -> None:
    async with at_server() as player:
        player.app.settings.change("commands", "target_key", "n")
        await player.enter_room(CHOOSING, others=4)
        await player.begin_round()
        await player.press("tab")
        await player.pass_ms(100)
        assert player.round.fixed_target(4) is None
        await player.press("n")
        await player.pass_ms(100)
        assert player.round.fixed_target(4) == 1


async def test_clicked_board_is_attacked_until_it_is_out() -> None:
    async with in_room(CHOOSING, others=4, begun=True) as player:
        await click_board(player, "Cleo")
        assert player.round.fixed_target(4) == 2
        assert "»Cleo" in text_of(player.app)

        player.rivals[2].give_up()
        await player.pass_ms(1000)
        assert player.round.fixed_target(4) is None
        assert ">Ann" in text_of(player.app)
        await click_board(player, "Dan")
        await click_board(player, "Dan")  # gives it back
        assert player.round.fixed_target(4) is None


async def test_own_team_cannot_be_a_target() -> None:
    async with in_room(TEAMS, others=3, begun=True) as player:
        await click_board(player, "Ben")
        assert player.round.fixed_target(3) is None
        await click_board(player, "Cleo")
        assert player.round.fixed_target(3) == 2


async def test_rules_that_choose_leave_no_choice() -> None:
    async with in_room(RoomRules(preset="guideline", players=5, first_to=1), others=4, begun=True) as player:
        await player.press("tab", "v")
        await player.pass_ms(200)

        assert player.round.choosable == ()
        assert player.round.fixed_target(4) is None
        assert "YOU: " not in text_of(player.app)


async def test_watchers_and_replays_show_teams_and_targets() -> None:
    async with at_server() as player:
        room = await player.begin_without(TEAMS, 4)
        rivals = player.rivals
        player.client.send(Join(room=room, role="watch"))
        await player.pass_ms(500)
        rivals[0].client.choose_target(3)
        rivals[0].tap(Button.HARD_DROP)
        await player.pass_ms(2000, 250)
        text = text_of(player.app)
        assert "A Ann" in text
        assert "B »!Dan" in text

        for rival in (rivals[1], rivals[3]):
            rival.give_up()
        await player.pass_ms(1500, 250)
        recording = rivals[0].round.recording()
        assert recording.verify() is None
        written = RecordedMatch.from_text(to_match([recording]).to_text())
        shown = to_client_round(written.rounds[0], player.clock)
        assert shown.playback is not None
        assert [shown.players[seat].team for seat in shown.players] == [1, 2, 1, 2]
        shown.playback.toggle()
        shown.playback.go_to(0)
        before = shown.fixed_target(0)
        shown.playback.go_to(recording.time_ns - 1)
        assert before is None
        assert shown.fixed_target(0) in {None, 3}
        shown.playback.go_to(1_500_000_000)
        assert shown.target(0) == 3
