"""Names that look like markup are shown as they are, wherever a player or a file from elsewhere brought them in."""

from pathlib import Path

import pytest

from piecement.settings.presets import with_change, with_renamed_preset
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from tests.app.kept_games import record_of, recorded, short_game, store_in
from tests.app.setting_rows import go_to_row
from tests.app.walking import playing, text_of

ODD = "[/] a[b]c"
"""A name that is no markup, and that markup would stumble over."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder, of an odd name, with a game of an odd mode, a savepoint of it, and a game that was left."""
    folder = tmp_path / ODD
    store = store_in(folder)
    store.games.finish(recorded(preset=ODD))
    store.games.finish(record_of(ODD, preset=ODD))
    store.save_slots.save("1", short_game(), record_of(ODD).origin)
    store.autosaves.save(short_game(), record_of(ODD).origin)
    store.close()
    return folder


async def test_on_the_scoreboard_and_in_its_games(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.LEFT_GAME) as player:
        left = text_of(player.app)
        await player.press("escape")
        await player.go_to(Node.SCOREBOARD)
        await player.press("m", "end")
        modes = text_of(player.app)
        await player.press("enter", "enter")
        game = text_of(player.app)

        assert ODD in left
        assert ODD in modes
        assert player.node is Node.DETAILS
        assert ODD.upper() in game, "the mode"
        assert ODD in game, "the preset"


async def test_where_a_replay_is_written_to(folder: Path) -> None:
    async with playing(size=(200, 40), launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        await player.press("m", "home", "enter", "down", "enter", *["down"] * 5)
        told = text_of(player.app)
        await player.press("enter")

        assert ODD in told
        assert "Saved as" in text_of(player.app)


@pytest.mark.parametrize("node", [Node.STATISTICS, Node.LOAD_GAME])
async def test_brackets_show_on_screens_of_stored_games(folder: Path, node: Node) -> None:
    async with playing(size=(160, 40), launch=Launch(data_folder=folder), at=node) as player:
        if node is Node.STATISTICS:
            await player.press("m", "end", "enter")

        assert ODD in text_of(player.app)


@pytest.mark.wide
@pytest.mark.parametrize(
    ("node", "section", "change"),
    [
        (Node.LOOK, "graphics", ("fps", 30)),
        (Node.SETTINGS, "gameplay", ("preview_count", 6)),
        (Node.CONTROLS, "controls", ("keys", {"hold": ["x"]})),
    ],
)
async def test_as_the_name_of_a_slot(tmp_path: Path, node: Node, section: str, change: tuple[str, object]) -> None:
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        player.app.settings.apply(
            with_renamed_preset(with_change(player.app.settings.now, section, *change), section, ODD)
        )
        await go_to_row(player, node, f"{section}.")
        told = text_of(player.app)
        await player.press("enter")
        shown = text_of(player.app)

        assert ODD in told
        assert ODD in shown
