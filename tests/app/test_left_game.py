"""A game that was left without an end is offered, and goes on exactly where it was."""

from pathlib import Path

import pytest

from piecement.launch import Launch
from piecement.menu_graph import Node
from piecement.plan import Plan
from piecement.screens.game import GameScreen
from piecement.storage.scores import GameQuery
from piecement_engine import MODES, End
from tests.app.kept_games import recorded, short_game, store_in
from tests.app.walking import Player, playing, text_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which a game was left."""
    store = store_in(tmp_path)
    store.running.save(short_game("marathon"), recorded("marathon", seed=1).origin)
    store.close()
    return tmp_path


async def offered(player: Player) -> None:
    await player.wait_for(lambda: player.node is Node.LEFT_GAME)
    await player.settle()


async def test_it_is_offered_with_what_is_known_of_it(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await offered(player)
        seen = text_of(player.app)

        assert "A game was left" in seen
        assert "Marathon, 0min 1.55sec" in seen
        assert "Exactly where it was left" in seen


async def test_it_goes_on_exactly_where_it_was(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await offered(player)
        await player.press("enter")
        screen = player.app.screen
        assert isinstance(screen, GameScreen)
        left = short_game("marathon").view
        view = screen.round.view

        assert player.node is Node.GAME
        assert (view.time_ns, view.piece, view.next, view.pieces) == (left.time_ns, left.piece, left.next, left.pieces)
        assert screen.round.statistics.presses == 3
        assert "3" in text_of(player.app), "it counts down"


async def test_its_end_is_kept_as_one_game(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await offered(player)
        await player.press("enter", "escape")
        await player.wait_ms(200)
        await player.press("ctrl+d")
        await player.wait_ms(1500)
        store = player.app.store
        (game,) = store.games.read(list(store.games.listing(GameQuery())))

        assert player.node is Node.GAME_OVER
        assert game.pieces == 3
        assert game.end is End.FORFEIT
        assert store.running.left() == []


async def test_it_can_wait(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await offered(player)
        await player.press("escape")

        assert player.node is Node.TITLE
    assert len(store_in(folder).running.left()) == 1


async def test_it_can_be_dropped_which_is_asked_about(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await offered(player)
        await player.press("end", "enter")
        asked = text_of(player.app)
        await player.press("down", "enter")

        assert "Forget this game for good?" in asked
        assert player.node is Node.TITLE
    assert store_in(folder).running.left() == []


async def test_nothing_is_offered_where_nothing_was_left(tmp_path: Path) -> None:
    store_in(tmp_path).games.modes()
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        await player.wait_for(lambda: player.app._has_looked)
        await player.settle()

        assert player.node is Node.TITLE


async def test_leaving_a_running_game_keeps_it_as_given_up() -> None:
    async with playing(Plan(MODES["marathon"], seed=1)) as player:
        await player.wait_ms(500)
        await player.press("up")
        await player.wait_ms(500)
        await player.press("ctrl+r")
        store = player.app.store
        (game,) = store.games.read(list(store.games.listing(GameQuery())))

        assert (game.end, game.pieces) == (End.FORFEIT, 1)


async def test_a_closed_terminal_leaves_the_game_to_be_played_on(tmp_path: Path) -> None:
    launch = Launch(plan=Plan(MODES["marathon"], seed=1), data_folder=tmp_path)
    async with playing(launch=launch) as player:
        await player.wait_ms(500)
        await player.press("up")
        await player.wait_ms(500)
        player.app.exit(return_code=129)
        await player.settle()

    (left,) = store_in(tmp_path).running.left()
    assert left.time_ns == 1_000_000_000
