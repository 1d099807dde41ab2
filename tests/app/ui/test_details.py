"""The details of a stored game: the likeliest action first, what is lost asked about, and its last board."""

from pathlib import Path

import pytest

from piecement.storage.replay_files import ENDING
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.details import DetailsScreen
from piecement_engine.modes import OptionValue
from tests.app.kept_games import keep, record_of, recorded
from tests.app.thinking import thinking
from tests.app.walking import labels_of, notifications_of, playing, text_of
from tests.sampling import mostly_wide


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game that has a replay."""
    keep(tmp_path, recorded("marathon"))
    return tmp_path


async def test_a_game_is_watched_exported_and_deleted_after_a_question(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.DETAILS) as player:
        labels = labels_of(player)
        await player.press("enter")
        watched = player.node
        await player.press("escape", "home", *["down"] * 5, "enter")
        (written,) = (folder / "replays").iterdir()
        await player.press("down", "down", "enter", "down", "enter")

        assert labels == ["watch", "coach", "race", "copy", "line", "export", "fumen", "forget", "delete"]
        assert watched is Node.REPLAY
        assert written.name.endswith(ENDING)
        assert "The replay is deleted" in text_of(player.app)
        assert labels_of(player) == ["copy", "delete"]
        assert not player.app.store.games.get(1).has_recording

        await player.press("end", "enter")
        asked = text_of(player.app)
        await player.press("escape", "end", "enter", "enter")
        kept = player.node
        await player.press("end", "enter", "down", "enter")
        assert "Delete this game?" in asked
        assert kept is Node.DETAILS
        assert player.node is Node.SCOREBOARD
        assert not player.app.store.games.modes()


async def test_a_race_begins_beside_the_game(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.DETAILS) as player:
        await player.press("down", "down", "enter")
        plan = player.session.plan

        assert plan.mode.name == "marathon"
        assert plan.rival == player.app.store.games.recording(1)


async def test_without_a_replay_copy_has_the_focus(tmp_path: Path) -> None:
    keep(tmp_path, record_of())
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.DETAILS) as player:
        labels = labels_of(player)
        await player.press("enter")

        assert labels == ["copy", "delete"]
        assert player.node is Node.DETAILS
        assert "Piecement" in notifications_of(player.app)[0]


@pytest.mark.parametrize(
    ("mode", "options", "shown"),
    [
        ("custom", {"pieces": 10, "time": 45}, "Custom (Time goal 45 s, Pieces goal 10 pieces)"),
        ("40_lines", {"cascade": True}, "40 Lines (Cascade on)"),
        ("40_lines", {}, "40 Lines"),
    ],
)
async def test_options_of_a_game_have_their_titles(
    tmp_path: Path, mode: str, options: dict[str, OptionValue], shown: str
) -> None:
    keep(tmp_path, record_of(mode, options=options))
    async with playing(launch=Launch(data_folder=tmp_path), at=Node.DETAILS) as player:
        assert f"{shown.upper()}   " in text_of(player.app)


@pytest.mark.painted
async def test_the_last_board_is_shown_once_it_is_found(folder: Path) -> None:
    async with thinking(launch=Launch(data_folder=folder), at=Node.DETAILS) as player:
        before = text_of(player.app)
        await player.think()

        assert "║" not in before
        assert "║" in text_of(player.app)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_all_groups_of_figures_end_at_one_column(folder: Path, size: tuple[int, int]) -> None:
    async with thinking(launch=Launch(data_folder=folder), size=size, at=Node.DETAILS) as player:
        await player.think()
        lines = str(player.app.screen.query_one("#figures").render()).splitlines()

        assert any(line.startswith("Most rows in 2 s") for line in lines)
        assert len({len(line) for line in lines if line}) == 1


@mostly_wide("size", [(40, 24), (60, 20), (80, 24)])
async def test_five_figures_are_seen(folder: Path, size: tuple[int, int]) -> None:
    async with playing(launch=Launch(data_folder=folder), size=size, at=Node.DETAILS) as player:
        seen = text_of(player.app)

        assert [one for one in ("Time", "Lines", "Pieces/s", "Keys/piece", "Finesse") if one not in seen] == []
        assert "MARATHON" in seen
        assert ("Doubles" in seen) is False


async def test_a_game_that_is_gone_says_so(folder: Path) -> None:
    async with playing(launch=Launch(data_folder=folder), at=Node.SCOREBOARD) as player:
        player.app.store.games.delete(1)
        await player.press("enter", "enter", "c")

        assert player.screen_as(DetailsScreen).game_id == 1
        assert "There is no game 1." in text_of(player.app)
