"""Settings outlive the program, and what is wrong with their file is told without stopping anything."""

from asyncio import sleep, timeout
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from piecement.storage.paths import Paths
from piecement.terminal.keyboard_capabilities import KeyboardCapabilities
from piecement.ui.application import Piecement
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement_base.plan import Plan
from tests.app.stand_ins import ONE_PIECE
from tests.app.walking import Player, notifications_of, playing, text_of
from tests.patience import PATIENCE_S


def written(folder: Path, text: str) -> Launch:
    folder.mkdir(exist_ok=True)
    Paths.of(folder).settings.write_text(text)
    return Launch(data_folder=folder)


@asynccontextmanager
async def warned(launch: Launch) -> AsyncGenerator[Piecement]:
    """Run the application where it may warn the player."""
    app = Piecement(launch)
    async with app.run_test(size=(100, 40), notifications=True) as pilot:
        await pilot.pause()
        yield app


_EDGES: Final = frozenset("▌╭")
"""What a sentence that pops up has on its left, with colours and without."""


async def sees(app: Piecement, sentence: str) -> None:
    """Wait until a sentence pops up."""
    async with timeout(PATIENCE_S):
        while not any(sentence in message for message in notifications_of(app)) or not _EDGES & set(text_of(app)):
            await sleep(0.01)


async def settled(player: Player) -> Player:
    """Wait until the settings are read, which is after the first frame."""
    await player.settle()
    assert player.app.settings.now is not None
    await player.settle()
    return player


async def test_a_change_is_written_before_the_end_begins(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        app = (await settled(player)).app
        app.settings.change("interface", "resume_countdown", 1)
        app.prepare_end()

        assert "resume_countdown = 1" in Paths.of(tmp_path).settings.read_text()


@pytest.mark.parametrize("begins_to_end", [True, False])
async def test_failed_writing_at_the_end_is_told_afterwards(begins_to_end: bool, tmp_path: Path) -> None:
    Paths.of(tmp_path).settings.mkdir()
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        app = (await settled(player)).app
        app.settings.change("interface", "resume_countdown", 1)
        if begins_to_end:
            app.prepare_end()

    assert ["settings.toml cannot be read" in sentence for sentence in app.final_warnings] == [True]


async def test_changes_are_kept_and_the_command_line_holds_for_one_run(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path, fps=144, skin="ascii")) as player:
        app = (await settled(player)).app
        overridden = app.settings.now.graphics
        app.settings.change("interface", "resume_countdown", 1)
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        settings = (await settled(player)).app.settings.now

        assert (overridden.fps, overridden.skin) == (144, "ascii")
        assert (settings.graphics.skin, settings.interface.resume_countdown) == ("unicode", 1)


async def test_a_change_is_written_while_the_program_runs(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        (await settled(player)).app.settings.change("interface", "resume_countdown", 1)
        await player.wait_for(Paths.of(tmp_path).settings.exists)

        assert "resume_countdown = 1" in Paths.of(tmp_path).settings.read_text()


async def test_without_saving_nothing_is_written(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path, save=False)) as player:
        (await settled(player)).app.settings.change("interface", "resume_countdown", 1)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[interface]\nresume_countdown = 'long'", "interface.resume_countdown is 'long'"),
        ("[interface]\nspeed = 3", "This version has no setting interface.speed"),
        ("[interface", "Line 1, '[interface', cannot be read."),
    ],
)
async def test_wrong_settings_are_told_and_the_game_goes_on(tmp_path: Path, text: str, complaint: str) -> None:
    async with warned(written(tmp_path, text)) as app:
        await sees(app, complaint)

        assert app.settings.now.interface.resume_countdown == 3


async def test_an_unwritable_place_is_told_and_settings_change(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    place = tmp_path / "file" / "below"
    async with warned(Launch(data_folder=place)) as app:
        await sees(app, "cannot be written to: nothing is saved there.")
        app.settings.change("interface", "resume_countdown", 1)

        assert app.settings.now.interface.resume_countdown == 1


async def test_without_saving_no_place_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    async with playing(launch=Launch(data_folder=tmp_path / "file" / "below", save=False)) as player:
        await settled(player)

        assert not any("nothing is saved" in sentence for sentence in notifications_of(player.app))


async def test_a_terminal_without_releases_is_noted_until_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-kitty")
    monkeypatch.delenv("TERM_PROGRAM", raising=False)
    for name in ("TMUX", "STY", "ZELLIJ"):
        monkeypatch.delenv(name, raising=False)
    noted: list[tuple[str, ...]] = []
    async with playing(Plan(ONE_PIECE)) as player:
        for keyboard in (KeyboardCapabilities(31, lacks_releases=True), KeyboardCapabilities(31)):
            player.app.keyboard = keyboard
            await player.settle()
            noted.append(player.app.settings.now.interface.silent_terminals)
        await player.go_to(Node.GAME_COMPLETE)
        noted.append(player.app.settings.now.interface.silent_terminals)

    assert noted == [("xterm-kitty",), ("xterm-kitty",), ()]


async def test_most_terminals_noted_as_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERM_PROGRAM", raising=False)
    async with playing() as player:
        for number in range(10):
            monkeypatch.setenv("TERM", f"terminal-{number}")
            player.app.keyboard = KeyboardCapabilities(31, lacks_releases=True)
            player.app.services.keyboard.note_releases()
        noted = player.app.settings.now.interface.silent_terminals

    assert len(noted) == 8
    assert noted[-1].startswith("terminal-9")
