"""A running game is kept in a slot, in two keys, and goes on as if nothing had been."""

from pathlib import Path

from textual.widgets import Static

from piecement.storage.save_slots import SaveSlot
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement_base.plan import Plan
from piecement_engine import MODES
from tests.app.kept_games import save_slot
from tests.app.walking import Player, playing, text_of, words_of
from tests.sampling import mostly_wide

MARATHON = Plan(MODES["marathon"], seed=1)


def launched(folder: Path) -> Launch:
    return Launch(plan=MARATHON, data_folder=folder)


def game_of(player: Player) -> GameScreen:
    return next(screen for screen in player.app.screen_stack if isinstance(screen, GameScreen))


def saved(player: Player) -> dict[str, SaveSlot]:
    return {point.name: point for point in player.app.store.save_slots.all()}


async def test_two_keys_save_and_the_game_goes_on(tmp_path: Path) -> None:
    async with playing(launch=launched(tmp_path)) as player:
        await player.drop(2)
        await player.press("ctrl+s")
        shown = text_of(player.app)
        node = player.node
        await player.press("enter")
        await player.wait_ms(3200)
        going_on = text_of(player.app)
        await player.drop()
        (point,) = saved(player).values()

        assert (node, player.node) == (Node.SAVE_GAME, Node.GAME)
        assert "SAVE" in shown
        assert "Saves the game here. You play on." in " ".join(shown.split())
        assert "Saved in slot 1" in going_on
        assert (point.name, point.result.pieces, point.origin.mode) == ("1", 2, "marathon")
        assert game_of(player).session.view.pieces == 3
        assert not game_of(player).session.unranked


async def test_the_next_free_slot_is_offered_first(tmp_path: Path) -> None:
    async with playing(launch=launched(tmp_path)) as player:
        await player.drop()
        await player.press("ctrl+s", "enter", "ctrl+s", "enter")

        assert list(saved(player)) == ["1", "2"]


async def test_saving_over_a_game_is_asked_about(tmp_path: Path) -> None:
    save_slot(tmp_path, "2")
    async with playing(launch=launched(tmp_path)) as player:
        await player.drop()
        await player.press("ctrl+s", "2", "2")
        asked = text_of(player.app)
        await player.press("enter")
        kept = saved(player)["2"].origin.mode
        await player.press("2", "down", "enter")

        assert "Overwrite 40 Lines, 0:01.55?" in asked
        assert kept == "40_lines"
        assert saved(player)["2"].origin.mode == "marathon"
        assert player.node is Node.GAME


async def test_a_saved_game_is_forgotten_if_wanted(tmp_path: Path) -> None:
    save_slot(tmp_path)
    async with playing(launch=launched(tmp_path)) as player:
        await player.press("ctrl+s", "down", "delete")
        asked = text_of(player.app)
        await player.press("down", "enter")

        assert "Delete 40 Lines, 0:01.55 for good?" in asked
        assert saved(player) == {}
        assert player.node is Node.SAVE_GAME


async def test_it_is_reached_from_the_pause_by_the_menu_and_by_its_key(tmp_path: Path) -> None:
    async with playing(launch=launched(tmp_path)) as player:
        await player.drop()
        await player.press("escape", "ctrl+s", "enter")
        by_key = list(saved(player)), player.node
        await player.press("down", "down", "down", "enter")

        assert by_key == (["1"], Node.PAUSE)
        assert player.node is Node.SAVE_GAME


async def test_undone_game_stays_practice_in_a_slot(tmp_path: Path) -> None:
    async with playing(launch=launched(tmp_path)) as player:
        await player.drop(2)
        await player.press("ctrl+z", "ctrl+z", "ctrl+s", "enter")
        (point,) = saved(player).values()

        assert (point.result.pieces, point.origin.unranked.practice) == (1, True)


async def test_without_a_file_a_slot_says_how_long_it_lasts() -> None:
    async with playing(launch=Launch(plan=MARATHON, save=False)) as player:
        await player.press("ctrl+s")

        hint = player.app.screen.query_one("#hint", Static)

        assert str(hint.content).endswith("Only until you quit.")


@mostly_wide("size", [(40, 24), (80, 24), (120, 40)])
async def test_a_slot_tells_its_game_in_any_width(size: tuple[int, int], tmp_path: Path) -> None:
    save_slot(tmp_path, "3", "guideline")
    async with playing(launch=launched(tmp_path), size=size) as player:
        await player.press("ctrl+s")
        (row,) = [line for line in text_of(player.app).splitlines() if "3  Modern" in line]

        assert "0:01.55" in row
        assert "2026-01-01" in row


async def test_a_fight_is_not_saved_and_nothing_in_it_is_taken_back() -> None:
    async with playing(at=Node.MATCH) as player:
        await player.drop()
        pieces = game_of(player).session.view.pieces
        for key in ("ctrl+s", "ctrl+l", "ctrl+z", "ctrl+u"):
            await player.press(key)
            assert player.node is Node.MATCH
        said = words_of(player.app)

        assert game_of(player).session.view.pieces == pieces
        assert "A match" in said


async def test_saving_is_not_offered_where_it_cannot_be() -> None:
    async with playing(at=Node.MATCH) as player:
        await player.press("escape", "ctrl+s")
        node, menu = player.node, text_of(player.app)
        await player.press("question_mark")

        assert node is Node.PAUSE
        assert "Save" not in menu
        assert "Ctrl+S" not in text_of(player.app)
