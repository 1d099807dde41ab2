"""The boards of a server on the screen: games are seen, watched, raced against, exported and played for."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from piecement.settings.styles import with_style
from piecement.storage.replay_files import read_replay
from piecement.ui.menu_graph import Node
from piecement.ui.messages import OnlineChanged
from piecement.ui.screens.game import GameScreen
from piecement.ui.screens.leaderboards import LeaderboardsScreen
from piecement.ui.widgets.drawn_list import PlainList
from piecement.ui.widgets.filters import FilterChosen, FilterLine
from piecement_net.messages.leaderboards import SoloStart
from tests.app.online_player import OnlinePlayer, at_server
from tests.app.online_sights import see_leaderboards
from tests.app.walking import text_of


@pytest.fixture
async def player() -> AsyncGenerator[OnlinePlayer]:
    """A player with an account, before the board of 40 lines."""
    async with at_server() as online:
        await online.go_to(Node.TITLE)
        await see_leaderboards(online)
        yield online


def told(player: OnlinePlayer) -> str:
    return str(player.app.screen.query_one("#hint").render())


async def test_the_best_games_are_listed_watched_and_exported(player: OnlinePlayer) -> None:
    rows = [str(option.prompt) for option in player.app.screen.query_one("#games", PlainList).options]

    assert [row.split()[1] for row in rows] == ["Amy", "Cleo", "Pat", "Eve", "Dan", "Bob"]
    assert rows[2].startswith("  3  Pat (you)")

    await player.press("h")
    assert told(player) == "You have no ranked game with a replay in this mode."

    await player.press("enter")
    await player.pass_ms(500)
    watched = player.node
    await player.press("escape")
    assert (watched, player.node) == (Node.REPLAY, Node.LEADERBOARDS)

    await player.press("x")
    await player.pass_ms(500)
    (path,) = Path(player.app.store.paths.replays).glob("40_lines-*.replay")
    assert read_replay(path).result.time_ns > 0


async def test_kind_and_rules_are_chosen_by_keys(player: OnlinePlayer) -> None:
    player.state.leaderboards.start = SoloStart(n=0, mode="of_a_later_version", seed=1)
    player.app.post_message(OnlineChanged("solo_start"))
    await player.settle()

    assert player.node is Node.LEADERBOARDS
    assert "of_a_later_version" in told(player)

    for key, name, value in (("v", "kind", "proven"), ("f", "rules", "guideline")):
        await player.press(key, "down", "enter")
        await player.pass_ms(1500, 250)

        assert player.app.screen.query_one(FilterLine).chosen(name) == value
        assert told(player) == "No games here yet. P plays for the first place."


async def test_a_refused_list_is_asked_for_again(player: OnlinePlayer) -> None:
    games = player.app.screen.query_one("#games", PlainList)
    for keys in (["down"], ["home"], ["down"], ["home"], ["down"], ["home"], ["end"]):
        await player.press("w", *keys, "enter")
    await player.pass_ms(250)

    assert player.app.screen.query_one(FilterLine).chosen("window") == "yesterday"
    assert games.option_count == 0
    assert told(player) == "Too many requests: the limit is 1 per second."

    await player.pass_until(lambda: told(player) == "No games here yet. P plays for the first place.")


async def test_an_older_server_is_asked_for_all_rules_together(player: OnlinePlayer) -> None:
    player.state.additions = 0
    await player.press("f", "down", "enter")
    await player.pass_ms(1500, 250)

    assert "This server ranks all rules" in text_of(player.app)
    assert player.app.screen.query_one("#games", PlainList).option_count == 6


async def test_a_game_is_raced_against_for_practice(player: OnlinePlayer) -> None:
    await player.press("r")
    await player.pass_ms(500)
    plan = player.app.run_state.last_plan

    assert player.node is Node.GAME
    assert plan is not None
    assert plan.rival is not None
    assert (plan.is_practice, plan.seed) == (True, plan.rival.setup.seed)


async def test_race_is_in_the_mode_of_its_game_whatever_the_filter(player: OnlinePlayer) -> None:
    screen = player.screen_as(LeaderboardsScreen)
    screen.action_fetch("race")
    screen.query_one(FilterLine).choose("mode", "marathon")
    screen.post_message(FilterChosen())
    await player.pass_ms(500)
    plan = player.app.run_state.last_plan

    assert plan is not None
    assert plan.mode.name == "40_lines"


async def test_game_seen_by_the_server_reaches_the_board_at_its_end(player: OnlinePlayer) -> None:
    player.app.settings.update(lambda settings: with_style(settings, "piecement"))
    await player.press("m", "escape", "p")
    await player.pass_ms(500)
    node = player.node
    await player.pass_ms(4000)
    await player.press("space", "space")
    (screen,) = [screen for screen in player.app.screen_stack if isinstance(screen, GameScreen)]
    screen.session.forfeit()
    await player.pass_ms(1000)
    board = player.server.stores.leaderboards.listed("40_lines", "witnessed", "day")

    assert node is Node.GAME
    assert player.state.leaderboards.standing is not None
    assert not player.state.leaderboards.standing.is_best
    assert len(board) == 6


async def test_a_mode_without_daily_pieces_names_modes_with_some(player: OnlinePlayer) -> None:
    player.app.screen.query_one(FilterLine).choose("mode", "marathon")
    await player.pass_ms(1250, 250)
    await player.press("d")

    assert "40 Lines" in told(player)
