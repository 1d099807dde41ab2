"""A terminal of any size, however small, ends no screen."""

from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Final

import pytest

from piecement.ui.launch import Launch
from piecement.ui.menu_graph import SCREEN_INFO, Node
from tests.app.kept_games import recorded, short_game, store_in
from tests.app.online_player import player_at
from tests.app.walking import A_QUICK_GAME

NODES: Final[list[Node]] = [
    node for node in Node if not SCREEN_INFO[node].terminal and node not in {Node.LEFT_GAME, Node.ATTRACT}
]


@pytest.fixture
def launch(tmp_path: Path) -> Launch:
    store = store_in(tmp_path)
    store.games.finish(recorded())
    store.save_slots.save("1", short_game(), recorded(seed=2).origin)
    store.close()
    return Launch(data_folder=tmp_path)


SIZES: Final = list(product((1, 2, 4, 11), (1, 6)))
TWO_SIZES: Final = {node: (SIZES[at % 8], SIZES[(at + 3) % 8]) for at, node in enumerate(NODES)}
"""Each size on some screens; all of them on all are under `long`."""


async def resize_over(node: Node, launch: Launch, sizes: Iterable[tuple[int, int]]) -> int | None:
    """Press a key on a screen at some sizes, and return the status of a program that ended."""
    if node is Node.GAME_COMPLETE:
        launch = launch._replace(plan=A_QUICK_GAME)
    async with player_at(node, launch) as player:
        for width, height in sizes:
            await player.pilot.resize_terminal(width, height)
            await player.press("down")
        await player.pilot.resize_terminal(80, 24)
        await player.settle()
        return player.app.return_code


@pytest.mark.parametrize("node", NODES)
async def test_every_screen_goes_on_at_tiny_sizes(node: Node, launch: Launch) -> None:
    assert await resize_over(node, launch, TWO_SIZES[node]) is None


@pytest.mark.long
@pytest.mark.parametrize("node", NODES)
async def test_every_screen_goes_on_at_every_size(node: Node, launch: Launch) -> None:
    assert await resize_over(node, launch, product(range(1, 13), (1, 6))) is None
