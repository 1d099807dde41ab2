"""A game that was left without an end is offered, and goes on exactly where it was."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from piecement.storage.game_query import GameQuery
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node, Trigger, edge_between
from piecement.ui.screens.game import GameScreen
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.menu_list import MenuList
from piecement_base.plan import Plan
from piecement_engine import MODES, End
from piecement_engine.version import __version__
from tests.app.database_file import change_file
from tests.app.kept_games import recorded, save_slot, short_game, store_in
from tests.app.walking import Player, playing, text_of

MARATHON = Plan(MODES["marathon"], seed=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which a game was left."""
    store = store_in(tmp_path)
    store.autosaves.save(short_game("marathon"), recorded("marathon", seed=1).origin)
    store.close()
    return tmp_path


@asynccontextmanager
async def offered(folder: Path) -> AsyncGenerator[Player]:
    """Run the application at a title that offers a game."""
    async with playing(launch=Launch(data_folder=folder)) as player:
        await player.wait_for(lambda: "Continue" in text_of(player.app))
        await player.settle()
        yield player


async def test_left_game_is_offered_first_with_its_time(folder: Path) -> None:
    async with offered(folder) as player:
        seen = text_of(player.app)
        menu = player.app.screen.query_one(MenuList)

        assert player.node is Node.TITLE, "nothing opens by itself"
        assert "Continue Marathon 0:01" in " ".join(seen.split())
        assert (menu.current and menu.current.id) == Node.LEFT_GAME


async def test_left_game_waits_and_is_dropped_after_a_question(folder: Path) -> None:
    async with offered(folder) as player:
        await player.press("right")
        listed = player.node, text_of(player.app)
        await player.press("escape")

        assert listed[0] is Node.LEFT_GAME
        assert "Marathon, 0:01.55" in listed[1]
        assert player.node is Node.TITLE
        assert len(player.app.store.autosaves.waiting()) == 1

        await player.press("right", "delete")
        asked = text_of(player.app)
        await player.press("down", "enter")
        after = text_of(player.app)
        await player.press("escape")
        assert "Delete Marathon, 0:01.55 for" in asked
        assert "No unfinished game" in after
        assert "Continue" not in text_of(player.app)
    assert store_in(folder).autosaves.waiting() == []


async def test_save_slots_stand_below_the_left_games(folder: Path) -> None:
    save_slot(folder, "2", "zen")
    async with offered(folder) as player:
        await player.press("right")
        seen = text_of(player.app)
        await player.press("down", "enter")
        screen = player.app.screen

        assert seen.index("Marathon, ") < seen.index("SAVE SLOTS") < seen.index("Zen, ")
        assert isinstance(screen, GameScreen)
        assert screen.session.unranked.practice


async def test_it_goes_on_exactly_where_it_was_and_ends_as_one_game(folder: Path) -> None:
    async with offered(folder) as player:
        await player.press("enter")
        screen = player.screen_as(GameScreen)
        left = short_game("marathon").view
        view = screen.session.view

        assert (view.time_ns, view.piece, view.next, view.pieces) == (left.time_ns, left.piece, left.next, left.pieces)
        assert screen.session.statistics.counts.presses == 3
        assert "3" in text_of(player.app), "it counts down"

        await player.press("left")
        await player.wait_ms(200)
        await player.give_up()
        assert player.node is Node.GAME_OVER
        assert ended(player) == [(End.FORFEIT, 3)]
        assert player.app.store.autosaves.waiting() == []


async def test_digits_stay_and_c_continues(folder: Path) -> None:
    """Continue is above Play, and has no digit of its own."""
    async with offered(folder) as player:
        assert "C continue" in text_of(player.app)
        for key, node in (("1", Node.PLAY), ("3", Node.PRACTICE), ("c", Node.GAME)):
            await player.press(key)

            assert player.node is node
            await player.press("escape")
        await player.press("t", "6")
        assert player.node is Node.QUIT


async def test_nothing_is_offered_where_nothing_was_left(tmp_path: Path) -> None:
    store_in(tmp_path).games.modes()
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        await player.wait_for(lambda: __version__ in text_of(player.app))
        await player.settle()

        assert player.node is Node.TITLE
        assert "Continue" not in text_of(player.app)


def ended(player: Player) -> list[tuple[End, int]]:
    """Return the endings of the stored games, and their numbers of pieces."""
    games = player.app.store.games
    return [(game.end, game.result.pieces) for game in games.read(list(games.listing(GameQuery())))]


async def play_a_piece(player: Player) -> None:
    await player.wait_ms(500)
    await player.press("up")
    await player.wait_ms(500)


@pytest.mark.parametrize(("save", "told"), [(True, "quit; game is saved"), (False, "quit; ends the game")])
async def test_the_help_says_whether_the_game_waits(save: bool, told: str) -> None:
    async with playing(launch=Launch(plan=MARATHON, save=save)) as player:
        await play_a_piece(player)
        await player.press("escape", "question_mark")

        assert told in text_of(player.app)


async def test_a_game_is_given_up_by_another_and_in_its_menu() -> None:
    async with playing(MARATHON) as player:
        await play_a_piece(player)
        await player.press("ctrl+r")

        player.screen_as(GameScreen)
        assert ended(player) == [(End.FORFEIT, 1)]

        await play_a_piece(player)
        await player.press("escape")
        await player.open(Node.GAME_OVER)
        assert player.node is Node.GAME_OVER
        assert ended(player) == [(End.FORFEIT, 1)] * 2
        assert player.app.store.autosaves.waiting() == []


async def test_a_fight_cannot_be_left_without_its_end() -> None:
    async with playing(at=Node.MATCH) as player:
        await player.press("escape", "end")

        assert "End game" not in text_of(player.app)
        assert "Ends this" in text_of(player.app)


async def test_game_left_for_the_title_comes_first_and_goes_on() -> None:
    async with playing(MARATHON) as player:
        await play_a_piece(player)
        await player.press("escape", "t")
        seen = text_of(player.app)
        await player.press("enter")
        screen = player.screen_as(GameScreen)

        assert "Continue Marathon 0:0" in " ".join(seen.split())
        assert (player.node, screen.session.view.pieces) == (Node.GAME, 1)
        assert ended(player) == []
        assert player.app.store.autosaves.waiting() == [], "it is played again"


async def test_games_left_for_others_wait_and_are_all_offered() -> None:
    async with playing(MARATHON) as player:
        await play_a_piece(player)
        await player.press("escape", "t")
        await player.open(Node.PLAY)
        await player.press("enter")
        await play_a_piece(player)
        await player.press("escape", "t")
        left = [point.origin.mode for point in player.app.store.autosaves.waiting()]
        seen = text_of(player.app)
        await player.open(Node.LEFT_GAME)
        await player.press("delete", "down", "enter")

        assert len(left) == 2
        assert "2 games" in seen
        assert player.node is Node.LEFT_GAME
        assert len(player.app.store.autosaves.waiting()) == 1


async def test_ctrl_c_leaves_the_game_to_be_played_on(tmp_path: Path) -> None:
    async with playing(launch=Launch(plan=MARATHON, data_folder=tmp_path)) as player:
        await play_a_piece(player)
        await player.press("ctrl+c")

    store = store_in(tmp_path)
    assert [point.time_ns for point in store.autosaves.waiting()] == [1_000_000_000]
    assert list(store.games.listing(GameQuery())) == []


@pytest.mark.parametrize("presses", [[], ["escape"], ["question_mark"]], ids=["in play", "paused", "in the help"])
async def test_terminal_loss_counts_once(presses: list[str], tmp_path: Path) -> None:
    async with playing(launch=Launch(plan=MARATHON, data_folder=tmp_path)) as player:
        await play_a_piece(player)
        await player.press(*presses)
        for number in (1, 15):
            player.app.exit(return_code=128 + number)
        await player.wait_for(lambda: player.app.return_code is not None)

        assert player.app.return_code == 129
    assert [point.time_ns for point in store_in(tmp_path).autosaves.waiting()] == [1_000_000_000]


async def test_nothing_is_opened_in_a_program_that_ends() -> None:
    async with playing(MARATHON) as player:
        await play_a_piece(player)
        player.app.exit()
        edge = edge_between(Node.GAME, Node.PAUSE, Trigger.KEY)
        assert edge is not None
        player.app.navigate(edge)

        assert player.node is Node.GAME


@pytest.mark.parametrize("screen", [Node.PAUSE, Node.HELP, Node.SAVE_GAME])
async def test_ending_program_waits_for_a_screen_being_made(screen: Node, tmp_path: Path) -> None:
    async with playing(launch=Launch(plan=MARATHON, data_folder=tmp_path)) as player:
        await play_a_piece(player)
        edge = edge_between(Node.GAME, screen, Trigger.KEY)
        assert edge is not None
        player.app.navigate(edge, player.screen_as(GameScreen).payload_of(edge))
        player.app.exit(return_code=129)
        await player.wait_for(lambda: player.app.return_code is not None)

        assert player.app.return_code == 129
    assert len(store_in(tmp_path).autosaves.waiting()) == 1


async def test_an_error_leaves_the_game_to_be_played_on(tmp_path: Path) -> None:
    async def fail() -> None:
        async with playing(launch=Launch(plan=MARATHON, data_folder=tmp_path)) as player:
            await play_a_piece(player)
            player.app.fail(RuntimeError("failed on purpose"))
            await player.settle()

    with pytest.raises(RuntimeError, match="failed on purpose"):
        await fail()

    assert [point.time_ns for point in store_in(tmp_path).autosaves.waiting()] == [1_000_000_000]


@pytest.mark.parametrize("head", ["{", "{}"])
def test_a_damaged_game_hides_no_other(folder: Path, head: str) -> None:
    store = store_in(folder)
    store.autosaves.save(short_game("zen"), recorded("zen").origin)
    store.close()
    change_file(folder, "UPDATE checkpoints SET head = ? WHERE head LIKE '%zen%'", (head,))
    store = store_in(folder)

    assert [summary.origin.mode for summary in store.autosaves.waiting()] == ["marathon"]
    assert store.pop_warnings() == ()


async def test_options_that_are_not_there_any_more_are_left_out(tmp_path: Path) -> None:
    """As of a game that another version left, or one that goes on from a replay file; the game itself has its rules."""
    store = store_in(tmp_path)
    store.autosaves.save(short_game("marathon"), replace(recorded("marathon").origin, options={"gone": 3}))
    store.close()
    async with offered(tmp_path) as player:
        await player.press("enter", "escape", "ctrl+r")

        assert player.session.plan == Plan(MODES["marathon"])


async def test_board_and_figures_are_beside_the_list(folder: Path) -> None:
    save_slot(folder, "2", "zen")
    async with offered(folder) as player:
        await player.press("right")
        board = player.app.screen.query_one(BoardPicture)
        await player.wait_for(lambda: "Pieces" in text_of(player.app))
        left = text_of(player.app)
        await player.press("down")
        await player.wait_for(lambda: "Resumes as practice." in text_of(player.app))

        assert board.size.width >= 22
        assert all(name in left for name in ("Score", "Lines", "Level", "Saved"))
        assert "Pieces" in text_of(player.app)
