"""The screens on which programs are ended are those that they are called by."""

from pathlib import Path

import pytest

from piecement.storage.paths import Paths
from piecement.ui.launch import Launch
from tests.app.kept_games import games_file
from tests.app.walking import playing
from tests.terminal.endings import SCREENS, Begin

KEYS = {"↓": "down", "⇓": "end", "\r": "enter"}


@pytest.mark.long
async def test_the_keys_of_a_screen_lead_from_the_title_to_it(tmp_path: Path) -> None:
    reached: dict[str, str] = {}
    for name, (begin, keys) in SCREENS.items():
        if begin is not Begin.GAME:
            folder = tmp_path / name
            folder.mkdir()
            if begin is Begin.STORED_GAME:
                Paths.of(folder).games.write_bytes(games_file())
            async with playing(launch=Launch(data_folder=folder)) as player:
                await player.press(*(KEYS.get(key, key) for key in keys.replace("\x1b[B", "↓").replace("\x1b[F", "⇓")))
                reached[name] = player.node

    assert {name: name.split()[-1] for name in reached} == reached
