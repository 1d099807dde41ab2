"""In a game, Ctrl+Z takes back the last piece and Ctrl+U the last press, for practice; what is kept replays."""

from pathlib import Path

import pytest

from piecement.storage.game_query import GameQuery
from piecement.terminal.key_events import KeyDown, Modifiers
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement_base.plan import Plan
from piecement_engine import MODES, Recording
from tests.app.thinking import Turns
from tests.app.walking import Player, playing, text_of, words_of

MARATHON = Plan(MODES["marathon"], seed=1)

PRACTICE = {"Undo": "Ctrl+Z", "Save": "Ctrl+S", "Load": "Ctrl+L"}


def agree(player: Player) -> None:
    """Mark the game as practice, so that no question appears."""
    player.session.mark_unranked(practice=True)


async def test_a_first_undo_of_a_ranked_game_asks() -> None:
    async with playing(MARATHON) as player:
        await player.drop(3)
        await player.press("ctrl+z")
        await player.wait_ms(50)
        asked, pieces = text_of(player.app), player.session.view.pieces
        ranked = not player.session.unranked
        await player.press("ctrl+z")
        await player.wait_ms(50)

        assert "Undo makes it practice. Press again?" in asked
        assert (ranked, pieces) == (True, 3)
        assert player.session.view.pieces == 2
        assert player.session.unranked.practice
        assert "PRACTICE" in text_of(player.app).splitlines()[-1]


async def test_a_late_second_press_asks_anew() -> None:
    async with playing(MARATHON) as player:
        await player.drop(3)
        await player.press("ctrl+z")
        await player.wait_ms(5_100)
        after = text_of(player.app)
        await player.press("ctrl+z")

        assert "Press again?" not in after
        assert "Press again?" in text_of(player.app)
        assert not player.session.unranked


async def test_another_key_does_not_answer() -> None:
    async with playing(MARATHON) as player:
        await player.drop(3)
        await player.press("ctrl+z", "ctrl+t", "ctrl+z")

        assert not player.session.unranked
        assert player.session.view.pieces == 3


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 20)])
async def test_the_questions_fit(size: tuple[int, int]) -> None:
    async with playing(MARATHON, size=size) as player:
        await player.drop()
        await player.press("ctrl+u")
        undo = text_of(player.app)
        await player.press("ctrl+t")

        assert "Undo makes it practice. Press again?" in undo
        assert "Hints make it practice. Press again?" in text_of(player.app)


async def test_ctrl_z_takes_back_pieces_one_by_one() -> None:
    async with playing(MARATHON) as player:
        await player.drop(3)
        agree(player)
        pieces: list[int] = []
        for _ in range(4):
            await player.press("ctrl+z")
            pieces.append(player.session.view.pieces)

        assert pieces == [2, 1, 0, 0]
        assert "Nothing to undo" in words_of(player.app)
        assert player.node is Node.GAME


async def test_ctrl_u_takes_back_presses_one_by_one() -> None:
    async with playing(MARATHON) as player:
        await player.drop()
        await player.wait_ms(100)
        start = player.piece.x
        await player.press("left")
        await player.wait_ms(100)
        agree(player)
        await player.press("left", "ctrl+u")
        once = player.piece.x
        await player.press("ctrl+u")
        twice = player.piece.x
        await player.press("ctrl+u")

        assert (once, twice) == (start - 1, start)
        assert player.session.view.pieces == 0


async def test_undone_part_is_left_out_of_the_stored_game(tmp_path: Path) -> None:
    async with playing(launch=Launch(plan=MARATHON, data_folder=tmp_path)) as player:
        await player.drop(3)
        agree(player)
        await player.press("ctrl+z", "ctrl+z", "left")
        await player.drop()
        await player.give_up()
        store = player.app.store
        (game,) = store.games.read(list(store.games.listing(GameQuery())))
        recording = store.games.recording(game.id)

    assert (game.result.pieces, game.unranked.practice) == (2, True)
    assert recording.verify() is None
    assert game.counts.presses == 3


async def test_legend_tells_practice_keys_unless_a_bot_plays() -> None:
    async with playing(MARATHON, size=(120, 40), later=Turns(), wait_ms=50) as player:
        seen = text_of(player.app)
        await player.press("ctrl+w")
        with_bot = text_of(player.app)

        assert all(f"{label}   [{key}]" in seen for label, key in PRACTICE.items())
        assert not any(f"[{key}]" in with_bot for key in PRACTICE.values())


async def test_undo_works_during_a_running_countdown() -> None:
    async with playing(MARATHON) as player:
        await player.drop(2)
        await player.press("escape", "escape", "ctrl+z", "ctrl+z")
        counting = player.session.is_running
        pieces = player.session.view.pieces
        await player.wait_ms(3200)

        assert (counting, pieces) == (False, 1)
        assert player.session.is_running


async def test_nothing_is_taken_back_while_a_bot_plays() -> None:
    async with playing(MARATHON, later=Turns()) as player:
        await player.drop(2)
        await player.press("ctrl+w", "ctrl+z")

        assert player.session.view.pieces == 2
        assert "Ctrl+W first" in words_of(player.app)


@pytest.mark.parametrize("mode", ["survival", "cheese"])
async def test_a_session_with_rising_rows_goes_back_whole(mode: str) -> None:
    async with playing(Plan(MODES[mode], seed=3)) as player:
        await player.drop(6)
        agree(player)
        await player.press("ctrl+z", "ctrl+u", "ctrl+z")
        game = player.session.game

        assert Recording.of(game).verify() is None


async def test_redo_puts_the_undone_piece_back() -> None:
    async with playing(MARATHON) as player:
        await player.drop(2)
        await player.press("ctrl+y")
        nothing = words_of(player.app)
        agree(player)
        await player.press("ctrl+z", "ctrl+z")
        undone = player.session.view.pieces
        await player.press("ctrl+y", "ctrl+y", "ctrl+y")

        assert "Nothing to redo" in nothing
        assert (undone, player.session.view.pieces) == (0, 2)


@pytest.mark.parametrize("letter", ["y", "w", "t"])
async def test_a_chord_of_a_command_presses_no_button(letter: str) -> None:
    """Even if its letter and Ctrl itself are keys of buttons."""
    async with playing(MARATHON) as player:
        keys = player.screen_as(GameScreen).director.keys
        keys.bindings = (
            keys.bindings.bind(letter, "rotate_left").bind("left_control", "hold").bind("right_control", "hold")
        )
        pressed = keys.handle(KeyDown(letter, modifiers=Modifiers.CTRL, time_ns=player.clock()))

        assert pressed == []


@pytest.mark.parametrize("name", ["undo_key", "undo_press_key"])
async def test_undo_has_a_key_of_ones_own(name: str) -> None:
    async with playing(MARATHON) as player:
        player.app.settings.change("commands", name, "f10")
        player.app.settings.change("commands", "redo_key", "ctrl+o")
        await player.drop(2)
        agree(player)
        await player.press("f10")
        undone = player.session.view.pieces
        await player.press("ctrl+o")

        assert (undone, player.session.view.pieces) == (1, 2)
