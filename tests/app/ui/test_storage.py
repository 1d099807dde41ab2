"""Export, import and deletion of stored games, and where they are."""

from pathlib import Path

import pytest

from piecement.settings.retention import Retention
from piecement.storage.game_query import GameQuery
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement_base.atomic_file import write_atomically
from piecement_base.errors import StorageError
from piecement_base.origin import Owner
from tests.app.kept_games import keep, recorded, store_in
from tests.app.walking import playing, text_of, words_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game that can be watched."""
    keep(tmp_path, recorded())
    return tmp_path


async def test_storage_screen_lists_files_and_places(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(160, 30), at=Node.STORAGE) as player:
        seen = "".join(text_of(player.app).split())

        assert "1,1withareplay" in seen
        assert str(folder / "games.sqlite") in seen
        assert str(folder / "settings.toml") in seen


async def test_paths_at_home_begin_with_a_tilde(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    async with playing(
        launch=Launch(data_folder=tmp_path / "games of mine"), size=(120, 40), at=Node.STORAGE
    ) as player:
        seen = text_of(player.app)

        assert str(Path("~", "games of mine", "settings.toml")) in seen
        assert str(tmp_path) not in seen


async def test_all_replays_are_exported(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.STORAGE) as player:
        await player.press("enter")

        assert "1 replay exported." in text_of(player.app)
    assert len([*(folder / "replays").glob("*.replay")]) == 1


async def test_deleting_all_games_asks_with_their_number(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.STORAGE) as player:
        await player.press("end", "enter")
        asked = words_of(player.app)
        await player.press("enter")
        kept = player.app.store.statistics.stored().games
        await player.press("enter", "down", "enter")

        assert "Delete 1 game" in asked
        assert kept == 1
        assert player.app.store.statistics.stored().games == 0
        assert player.app.settings.now.storage.retention == "replays"
    assert len(store_in(folder).games.listing(GameQuery())) == 0


def _full_disk(path: Path, content: bytes) -> None:
    raise StorageError("no space left")


async def test_games_are_deleted_where_settings_cannot_be_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.STORAGE) as player:
        writes = iter([write_atomically])

        def write_once(path: Path, content: bytes) -> None:
            next(writes, _full_disk)(path, content)

        monkeypatch.setattr("piecement.storage.settings_file.write_atomically", write_once)
        await player.press("end", "enter", "down", "enter")

        assert player.app.store.statistics.stored().games == 0
        assert player.app.settings.now.storage.retention == "replays"
    assert store_in(folder).retention is Retention.REPLAYS


async def test_a_run_that_keeps_nothing_says_so(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder, save=False), size=(120, 40), at=Node.STORAGE) as player:
        assert "saves nothing: started with --no-save" in text_of(player.app)


async def test_replays_that_others_sent_are_taken_in(folder: Path) -> None:
    recording = recorded("cheese", seed=5).recording
    assert recording is not None
    async with playing(launch=Launch(data_folder=folder), size=(160, 30), at=Node.STORAGE) as player:
        await player.press("down", "enter", "enter")
        before = text_of(player.app)
        store = player.app.store
        exported = store.replays.export(1)
        exported.with_name("friend.replay").write_text(recording.to_text())
        exported.with_name("torn.replay").write_text(recording.to_text()[:-40])
        await player.press("enter", "down", "enter")
        (game,) = store.games.read(list(store.games.listing(GameQuery(mode="cheese"))))
        told = words_of(player.app)

        assert "There are no replay files in that folder." in before
        assert "1 new, 1 already there, 1 rejected." in told
        assert "torn.replay: the recording is damaged" in told
        assert game.unranked.imported
        assert game.owner is Owner.OTHER
        assert game.has_recording
        assert store.statistics.stored().games == 2


async def test_the_frame_names_what_it_holds(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), size=(120, 40), at=Node.STORAGE) as player:
        await player.press("down")

        assert "─ Your data ─" in text_of(player.app)
