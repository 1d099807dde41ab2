"""The screens on which programs are ended are those that they are called by."""

from pathlib import Path

import pytest

from piecement.ui.launch import Launch
from tests.app.walking import playing
from tests.terminal.endings import SCREENS

KEYS = {"↓": "down", "\r": "enter"}


@pytest.mark.long
async def test_the_keys_of_a_screen_lead_from_the_title_to_it(tmp_path: Path) -> None:
    reached: dict[str, str] = {}
    for name, (has_game, keys) in SCREENS.items():
        if not has_game:
            async with playing(launch=Launch(data_folder=tmp_path / name)) as player:
                await player.press(*(KEYS.get(key, key) for key in keys.replace("\x1b[B", "↓")))
                reached[name] = player.node

    assert {name: name.split()[-1] for name in reached} == reached
