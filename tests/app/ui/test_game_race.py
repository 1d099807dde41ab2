"""In a game one races against the best game that is kept of the mode."""

from dataclasses import replace
from pathlib import Path

import pytest

from piecement.session.records import GameRecord
from piecement.ui.game.single_game import SingleGame
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement_base.plan import Plan
from piecement_engine import MODES, Recording
from tests.app.kept_games import record_of, store_in
from tests.app.walking import Player, playing, text_of
from tests.engine.nimble_player import nimble_game


@pytest.fixture(scope="module")
def best() -> Recording:
    """The recording of a game of forty lines that was won."""
    return Recording.of(nimble_game(2, 120, rules=MODES["40_lines"].rules))


@pytest.fixture
def launch(tmp_path: Path, best: Recording) -> Launch:
    """Launch of a game of forty lines in a folder with a stored one."""
    store = store_in(tmp_path)
    plain = record_of("40_lines")
    record = GameRecord.of_recording(Recording(best.setup, best.inputs, best.result, plain.origin.to_dict()))
    store.games.finish(replace(record, ruleset=plain.ruleset))
    store.close()
    return Launch(plan=Plan(MODES["40_lines"], seed=1), data_folder=tmp_path)


def best_board(player: Player) -> list[str]:
    """Return the rows of the small board, if it is there."""
    return [line.split("│")[1] for line in text_of(player.app).splitlines() if line.strip().startswith("│")]


async def test_the_best_is_the_game_to_beat(launch: Launch) -> None:
    async with playing(launch=launch, wait_ms=500) as player:
        seen = text_of(player.app)

        assert "Best" in seen
        assert "0:48.30" in seen
        assert "┌───best───┐" not in seen


async def test_the_small_board_replays_it_beside_the_player(launch: Launch, best: Recording) -> None:
    async with playing(launch=launch) as player:
        player.app.settings.change("graphics", "show_rival", True)
        for _ in range(10):
            await player.wait_ms(1000)
        board = best_board(player)
        view = best.replay(10_000_000_000).view

        assert "┌───best───┐" in text_of(player.app)
        assert len(board) == 10
        lowest = [bool(tile) for tile in view.rows[0]]
        assert [cell != " " for cell in board[-1]] == [
            low or high for low, high in zip(lowest, map(bool, view.rows[1]), strict=True)
        ]


@pytest.mark.parametrize("key", ["ctrl+r", "ctrl+z"])
async def test_race_restarts_from_the_start_or_the_undone_point(key: str, launch: Launch) -> None:
    async with playing(launch=launch) as player:
        player.app.settings.change("graphics", "show_rival", True)
        await player.press("up")
        for _ in range(20):
            await player.wait_ms(1000)
        late = best_board(player)
        await player.press("up", "ctrl+z", "ctrl+z", "ctrl+z", "ctrl+z", key)
        await player.wait_ms(500)
        early = best_board(player)

        assert "".join(late).strip()
        assert len("".join(early).replace(" ", "")) <= 14


async def test_it_can_be_switched_off(launch: Launch) -> None:
    async with playing(launch=launch) as player:
        player.app.settings.change("graphics", "show_race", False)
        await player.wait_ms(500)

        assert "0:48.30" not in text_of(player.app)


async def test_race_off_costs_nothing_and_comes_on_in_a_game(launch: Launch) -> None:
    async with playing(launch=Launch(data_folder=launch.data_folder)) as player:
        player.app.settings.change("graphics", "show_race", False)
        await player.go_to(Node.PLAY)
        await player.press("enter")
        screen = player.screen_as(GameScreen)
        assert isinstance(screen.director, SingleGame)
        before = screen.director.race
        await player.press("escape")
        player.app.settings.change("graphics", "show_race", True)
        await player.press("escape")
        await player.wait_ms(3500)

        assert before is None
        assert screen.director.race is not None
        assert "0:48.30" in text_of(player.app)


async def test_of_a_mode_without_a_best_game_only_the_pace_is_told() -> None:
    async with playing(Plan(MODES["dig"], seed=1), wait_ms=500) as player:
        assert "Best" not in text_of(player.app)


async def test_nobody_races_in_a_fight(launch: Launch) -> None:
    async with playing(launch=Launch(data_folder=launch.data_folder), at=Node.MATCH, wait_ms=500) as player:
        assert "0:48.30" not in text_of(player.app)
