"""A result is set beside those before it, and the best of all is celebrated."""

from pathlib import Path

import pytest

from piecement.session.plan import Plan
from piecement.settings.setting_spec import OnOff
from piecement.settings.settings import Settings
from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement_engine import MODES, End
from tests.app.kept_games import record_of, store_in
from tests.app.walking import Player, playing, text_of

S = 1_000_000_000


async def give_up(player: Player) -> str:
    """Play a little, give up, and return what is said."""
    await player.wait_ms(500)
    await player.press("up")
    await player.wait_ms(500)
    await player.press("ctrl+d")
    await player.wait_ms(1500)
    assert player.node is Node.GAME_OVER
    return text_of(player.app)


def launch(folder: Path, *, board: tuple[str, ...] = ()) -> Launch:
    return Launch(plan=Plan(MODES["marathon"], seed=1, board=board), data_folder=folder)


async def test_the_first_game_is_the_first(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path)) as player:
        assert "The first of its kind." in await give_up(player)


@pytest.mark.parametrize(
    ("score", "sentence"), [(4321, "Place 2, the best is 4321 pts."), (0, "A new best! Before it was 0 pts (0 lvl).")]
)
async def test_the_place_and_the_best_are_told(tmp_path: Path, score: int, sentence: str) -> None:
    end = End.COMPLETED if score else End.BLOCK_OUT
    store = store_in(tmp_path)
    store.games.finish(record_of("marathon", score=score, level=20 if score else 0, end=end))
    store.close()
    async with playing(launch=launch(tmp_path)) as player:
        assert sentence in await give_up(player)


async def test_a_game_that_does_not_compete_says_why(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path, board=("####.#####",))) as player:
        assert "Does not compete: unranked, by rules or a board of your own." in await give_up(player)


async def test_a_game_with_a_hint_is_said_to_be_practice(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path)) as player:
        screen = player.app.screen
        assert isinstance(screen, GameScreen)
        screen.session.mark_unranked(practice=True)

        assert "Does not compete: practice, with a hint, an undo or a saved moment." in await give_up(player)


async def test_a_game_that_a_bot_played_is_said_to_be_watched(tmp_path: Path) -> None:
    async with playing(launch=launch(tmp_path)) as player:
        screen = player.app.screen
        assert isinstance(screen, GameScreen)
        screen.session.mark_unranked(bot=True)

        assert "Does not compete: watched, as a bot played." in await give_up(player)


async def test_a_game_by_rules_of_ones_own_is_said_to_be_unranked(tmp_path: Path) -> None:
    async with playing(launch=Launch(data_folder=tmp_path)) as player:
        name = next(s.name for s in Settings().section("gameplay").specs() if s.unranks and isinstance(s.values, OnOff))
        before = getattr(player.app.settings.now.gameplay, name)
        player.app.settings.change("gameplay", name, not before)
        await player.go_to(Node.NEW_GAME)
        await player.press("enter")
        await player.settle()

        assert "Does not compete: unranked, by rules or a board of your own." in await give_up(player)
