"""A result is set beside those before it, and the best of all is celebrated."""

from pathlib import Path

import pytest

from piecement.launch import Launch
from piecement.menu_graph import Node
from piecement.plan import Plan
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
        assert "It does not compete: unranked." in await give_up(player)
