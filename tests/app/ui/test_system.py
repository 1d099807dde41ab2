"""The tab System of the settings: what is kept, with a question before less is, and the ways to the rest."""

from pathlib import Path

import pytest

from piecement.settings.retention import Retention
from piecement.storage.game_query import GameQuery
from piecement.storage.settings_migrations import SETTINGS_VERSION
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node, Trigger, edges_from
from piecement.ui.texts.tips import TIPS
from piecement.ui.widgets.previews import LookPreview
from tests.app.kept_games import keep, recorded, store_in
from tests.app.setting_rows import at_row, go_to_row, line_of, said
from tests.app.walking import Player, notifications_of, playing, text_of

KEEP = "storage.retention"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game that can be watched."""
    keep(tmp_path, recorded())
    return tmp_path


async def choose(player: Player, *keys: str) -> None:
    """Open the list of what to keep, and press keys there."""
    await go_to_row(player, Node.SYSTEM, KEEP)
    await player.press("enter", *keys)
    await player.settle()


async def test_every_way_is_there_and_stored_data_is_beside_its_rows() -> None:
    async with playing(at=Node.SYSTEM) as player:
        assert all(edge.label in text_of(player.app) for edge in edges_from(Node.SYSTEM, Trigger.MENU))
        assert str(len(TIPS)) in line_of(player, Node.TRY_THIS)

        for row in ("graphics.", KEEP, Node.STORAGE, "interface.language"):
            await go_to_row(player, Node.SYSTEM, row)
            assert ("Save slots" in text_of(player.app)) is (row in {KEEP, Node.STORAGE})


async def test_keeping_less_is_asked_about_and_then_deletes(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await choose(player, "up", "enter")
        asked = said(player)
        before = player.app.store.games.get(1).has_recording
        await player.press("down", "enter")

        assert "Delete all replays for good, and keep the results?" in " ".join(asked.split())
        assert before
        assert not player.app.store.games.get(1).has_recording
        assert "No replays" in line_of(player, KEEP)
    assert store_in(folder).load_settings().settings.storage.retention == "scores"


async def test_choices_are_explained_and_neither_arrow_nor_no_deletes(folder: Path) -> None:
    async with at_row(Node.SYSTEM, KEEP, launch=Launch(data_folder=folder)) as player:
        await player.press("left", "escape", "right", "escape", "delete")
        for answer in ("enter", "escape"):
            await choose(player, "home", "enter", answer)

            assert player.app.settings.now.storage.retention == "replays"
            assert player.app.store.games.get(1).has_recording
        await choose(player, "home")
        told = {said(player)}
        for _ in Retention:
            await player.press("down")
            told.add(said(player))
        assert len(told) == len(Retention)


async def test_nothing_leaves_nothing_but_the_choice(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        player.app.settings.change("graphics", "ghost", False)
        await choose(player, "home", "enter", "down", "enter")

        assert player.app.settings.now.storage.retention == "nothing"
    kept = f'version = {SETTINGS_VERSION}\n\n[storage]\nretention = "nothing"\n'

    assert (folder / "settings.toml").read_text() == kept
    assert not (folder / "games.sqlite").exists()


async def test_keeping_more_is_not_asked_about(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await choose(player, "up", "enter", "down", "enter")
        await choose(player, "down", "enter")

        assert player.app.settings.now.storage.retention == "replays"
    later = store_in(folder)
    assert later.load_settings().settings.storage.retention == "replays"
    assert len(later.games.listing(GameQuery())) == 1


async def test_a_run_that_keeps_nothing_says_so(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder, save=False)) as player:
        await choose(player, "up", "enter", "down", "enter")

        assert "This run saves nothing" in notifications_of(player.app)[0]
    assert store_in(folder).games.get(1).has_recording


@pytest.mark.parametrize(("size", "is_shown"), [((80, 24), False), ((120, 40), True)])
async def test_a_large_terminal_shows_the_look(size: tuple[int, int], is_shown: bool) -> None:
    async with playing(size=size, at=Node.SYSTEM) as player:
        preview = player.app.screen.query_one(LookPreview)

        assert (preview.display, bool(preview.size)) == (is_shown, is_shown)
        assert preview.is_moving is is_shown
