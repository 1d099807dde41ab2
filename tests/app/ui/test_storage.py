"""Screen for the choice of stored data; storing less asks a question first."""

from pathlib import Path

import pytest

from piecement.settings.retention import Retention
from piecement.storage.game_query import GameQuery
from piecement.storage.settings_file import SETTINGS_VERSION
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from tests.app.kept_games import recorded, store_in
from tests.app.walking import Player, playing, text_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game that can be watched."""
    store = store_in(tmp_path)
    store.games.finish(recorded())
    store.close()
    return tmp_path


async def opened(player: Player) -> None:
    await player.go_to(Node.STORAGE)


def keep_of(player: Player) -> str:
    return player.app.settings.now.storage.retention


async def test_storage_screen_lists_files_and_places(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(160, 30)) as player:
        await opened(player)
        seen = "".join(text_of(player.app).split())

        assert "•Everything•" in seen
        assert "1,1withareplay" in seen
        assert str(folder / "games.sqlite") in seen
        assert str(folder / "settings.toml") in seen


async def test_paths_at_home_begin_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    async with playing(launch=Launch(data_folder=tmp_path / "games of mine")) as player:
        await opened(player)
        seen = text_of(player.app)

        assert str(Path("~", "games of mine", "settings.toml")) in seen
        assert str(tmp_path) not in seen


async def test_keeping_less_is_asked_about_and_then_deletes(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        await player.press("up", "enter")
        asked = text_of(player.app)
        before = player.app.store.games.one(1).has_recording
        await player.press("down", "enter")
        told = text_of(player.app)

        assert "Delete all replays for good, and keep the results?" in asked
        assert before
        assert not player.app.store.games.one(1).has_recording
        assert "Saved from now on: Settings and scores." in told
        assert "• Settings and scores •" in told
    assert store_in(folder).load_settings().settings.storage.retention == "scores"


async def test_no_is_the_first_answer(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        await player.press("home", "enter", "enter")

        assert keep_of(player) == "replays"
        assert player.app.store.games.one(1).has_recording


async def test_nothing_leaves_nothing_but_the_choice(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        player.app.settings.change("graphics", "ghost", False)
        await opened(player)
        await player.press("home", "enter", "down", "enter")
        told = text_of(player.app)

        assert keep_of(player) == "nothing"
        assert "Saved from now on: Nothing." in told
    assert (
        folder / "settings.toml"
    ).read_text() == f'version = {SETTINGS_VERSION}\n\n[storage]\nretention = "nothing"\n'
    assert not (folder / "games.sqlite").exists()


async def test_keeping_more_is_not_asked_about(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        await player.press("up", "enter", "down", "enter", "down", "enter")

        assert keep_of(player) == "replays"
    later = store_in(folder)
    assert later.load_settings().settings.storage.retention == "replays"
    assert len(later.games.listing(GameQuery())) == 1


async def test_a_run_that_keeps_nothing_says_so(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder, save=False)) as player:
        await opened(player)
        before = text_of(player.app)
        await player.press("up", "enter", "down", "enter")

        assert "saves nothing: started with --no-save" in before
        assert "This run saves nothing, as it was started that way." in text_of(player.app)
    assert store_in(folder).games.one(1).has_recording


async def test_every_choice_is_explained(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder)) as player:
        await opened(player)
        await player.press("home")
        told = {text_of(player.app)}
        for _ in Retention:
            await player.press("down")
            told.add(text_of(player.app))

        assert any("Saves only this choice." in seen for seen in told)
        assert len(told) >= len(Retention)


async def test_replays_that_others_sent_are_taken_in(folder: Path) -> None:
    recording = recorded("cheese", seed=5).recording
    assert recording is not None
    async with playing(launch=Launch(data_folder=folder), size=(160, 30)) as player:
        await opened(player)
        await player.press("end", "enter")
        before = text_of(player.app)
        store = player.app.store
        exported = store.replays.export(1)
        exported.with_name("friend.replay").write_text(recording.to_text())
        exported.with_name("torn.replay").write_text(recording.to_text()[:-40])
        await player.press("enter")
        (game,) = store.games.read(list(store.games.listing(GameQuery(mode="cheese"))))
        told = " ".join(text_of(player.app).split())

        assert "There are no replay files in that folder." in before
        assert "1 new, 1 already known, 1 refused." in told
        assert "torn.replay: the recording is damaged" in told
        assert game.unranked.imported
        assert game.has_recording
        assert store.statistics.stored().games == 2
