"""Looks and sounds saved as files, changed while the game runs, and settings copied and pasted as text."""

from collections.abc import Generator
from pathlib import Path

import pytest
from textual import events

from piecement.render.skins.skins import SKINS, TileKind
from piecement.settings.own_files import OwnFiles
from piecement.settings.presets import preset_names
from piecement.settings.settings import Settings
from piecement.storage.settings_line import settings_line
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from tests.app.setting_rows import at_row, go_to_row, said, value_of
from tests.app.sound_heard import SoundHeard
from tests.app.walking import Player, notifications_of, playing, text_of

FAST = Settings().with_value("graphics", "fps", 144)


@pytest.fixture(autouse=True)
def _nothing_left(tmp_path: Path) -> Generator[None]:
    yield
    OwnFiles(tmp_path / "nowhere")


async def paste(player: Player, text: str) -> None:
    await go_to_row(player, Node.SYSTEM, "paste_settings")
    await player.press("enter")
    player.app.post_message(events.Paste(text))
    await player.settle()


async def test_a_look_is_saved_changed_and_seen(tmp_path: Path) -> None:
    async with at_row(Node.LOOK, "save_look", launch=Launch(data_folder=tmp_path)) as player:
        await player.press("enter", *"sea", "enter")
        path = tmp_path / "looks" / "sea.toml"
        assert "sea.toml" in notifications_of(player.app)[-1]
        player.app.settings.change("graphics", "skin", "sea")
        before = player.app.appearance.look
        path.write_text(path.read_text().replace('# locked = "', '# \nlocked = "[]" # "'))
        player.app.settings.read_own_files()

        assert player.app.appearance.look != before
        assert player.app.appearance.look.chosen_skin.tiles[TileKind.LOCKED] == "[]"


async def test_a_file_is_not_written_over(tmp_path: Path) -> None:
    async with at_row(Node.LOOK, "save_look", launch=Launch(data_folder=tmp_path)) as player:
        await player.press("enter", *"sea", "enter", "enter", *"sea")
        assert "There is a file sea already." in said(player)
        await player.press("enter", "escape", "enter", *"ascii")

        assert "The name ascii is that of a built-in one." in said(player)


async def test_a_copy_of_an_own_look_has_its_text(tmp_path: Path) -> None:
    (tmp_path / "looks").mkdir()
    (tmp_path / "looks" / "sea.toml").write_text('tiles = "ascii"  # of mine\n')
    async with at_row(Node.LOOK, "save_look", launch=Launch(data_folder=tmp_path, skin="sea")) as player:
        await player.press("enter", *"lake", "enter")

    assert (tmp_path / "looks" / "lake.toml").read_text() == 'tiles = "ascii"  # of mine\n'


async def test_faults_are_told_on_the_tab(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.LOOK) as player:
        (tmp_path / "looks").mkdir()
        (tmp_path / "looks" / "sea.toml").write_text('tiles = "nice"')
        await player.press("tab", "shift+tab")
        await player.settle()

        assert "looks/sea.toml: tiles = 'nice': it can be modern" in notifications_of(player.app)[0]
        await go_to_row(player, Node.LOOK, "graphics.skin")
        await player.press("enter", "end")
        assert "tiles = 'nice': it can be" in said(player)
        assert "sea" in text_of(player.app)


async def test_a_sound_set_is_saved_and_played(tmp_path: Path) -> None:
    heard = SoundHeard()
    async with at_row(Node.SOUND, "save_sounds", launch=Launch(data_folder=tmp_path), sound=heard.start) as player:
        await player.press("enter", *"tide", "enter")
        player.app.settings.change("sound", "effect_set", "tide")
        await player.settle()
        path = tmp_path / "sounds" / "tide.toml"
        assert heard.last("set") == ["set", str(path)]
        heard.forget()
        path.write_text('move = "C5 0 40"\n')
        player.app.settings.read_own_files()
        await player.settle()

        assert heard.last("set") == ["set", str(path)]


async def test_settings_are_copied_whole_or_in_part() -> None:
    async with playing() as player:
        player.app.settings.change("graphics", "fps", 144)
        await go_to_row(player, Node.SYSTEM, "copy_settings")
        await player.press("enter", "enter")
        whole = player.app.clipboard
        await player.press("enter", "end", "up")
        told = said(player)
        await player.press("enter")

        assert whole == settings_line(player.app.settings.now)
        assert player.app.clipboard == settings_line(player.app.settings.now, ["graphics"])
        assert told == player.app.clipboard


async def test_pasted_settings_are_asked_about_and_no_other_line_taken() -> None:
    async with playing() as player:
        mine = player.app.settings.now
        await paste(player, "hello")
        told = said(player)
        await player.press("enter", "escape")
        assert "That is not a line of settings" in told
        assert player.app.settings.now == mine

        await paste(player, settings_line(FAST, ["graphics"]))
        await player.press("enter")
        asked = said(player)
        await player.press("enter")
        assert "Frame rate" in asked
        assert player.app.settings.now == mine

        await paste(player, settings_line(FAST, ["graphics"]))
        await player.press("enter", "down", "enter")
        assert value_of(player, "graphics.fps") == 144
        assert set(preset_names(mine, "graphics")) <= set(preset_names(player.app.settings.now, "graphics"))


async def test_sharing_is_found_by_name() -> None:
    async with playing(at=Node.SETTINGS) as player:
        await player.press("slash", *"paste", "enter")

        assert player.node is Node.MORE_SETTINGS
        assert "Imports such a line." in said(player)


def test_no_look_is_left() -> None:
    assert "sea" not in SKINS
