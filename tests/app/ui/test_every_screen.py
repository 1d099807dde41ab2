"""Promises of every screen: its keys are its own and are shown, any size of terminal works, the mouse leaves a popup.

Each of them is opened once, and asked all of this.
"""

import re
from collections.abc import Iterable
from itertools import product
from typing import Final

import pytest

from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.screen import NodeScreen
from tests.app.kept_games import keep_some
from tests.app.online_player import player_at
from tests.app.walking import A_QUICK_GAME, NORMAL, Player, click_right, text_of

NODES: Final = [node for node in Node if not node.is_end]
ASK_FIRST: Final = {Node.LEFT_GAME, Node.PAUSE, Node.COACH}
"""The popups that the right button does not simply leave."""
SIZES: Final = list(product((1, 2, 4, 11), (1, 6)))
TWO_SIZES: Final = {node: (SIZES[at % 8], SIZES[(at + 3) % 8]) for at, node in enumerate(NODES)}
"""Each size on some screens; all of them on all are under `long`."""


@pytest.fixture
def launch(request: pytest.FixtureRequest) -> Launch:
    """Keep what there is to look at, and return how the application starts for a screen."""
    node = request.node.callspec.params["node"]
    keep_some(left=node is Node.LEFT_GAME)
    in_a_game = node in {Node.GAME, Node.PAUSE, Node.GAME_OVER, Node.GAME_COMPLETE}
    return Launch(plan=A_QUICK_GAME if in_a_game else None)


def letters_taken_by_widgets(player: Player) -> list[str]:
    """Return the letters of a screen that do something else where the focus is."""
    screen = player.screen_as(NodeScreen)
    active = screen.active_bindings
    letters = [key for row in screen.KEYS for key in row.actions if len(key) == 1]
    return [key for key in letters if key in active and active[key].node is not screen]


async def resize_through(player: Player, sizes: Iterable[tuple[int, int]]) -> int | None:
    """Press a key at some sizes, and return the status of a program that ended."""
    for width, height in sizes:
        await player.pilot.resize_terminal(width, height)
        await player.press("down")
    await player.pilot.resize_terminal(*NORMAL)
    await player.settle()
    return player.app.return_code


@pytest.mark.wide
@pytest.mark.parametrize("node", NODES)
async def test_every_screen(node: Node, launch: Launch) -> None:
    async with player_at(node, launch) as player:
        assert letters_taken_by_widgets(player) == []

        if node not in {Node.HELP, Node.ATTRACT}:
            await player.press("question_mark")
            seen = text_of(player.app)
            await player.press("escape")

            assert f"KEYS   {node.heading}" in seen
            assert re.search(r"Ctrl\+C +quit", seen)
            assert player.node is node

        if node is not Node.ATTRACT:  # any key ends it
            assert await resize_through(player, TWO_SIZES[node]) is None
        if node.is_popup and node not in ASK_FIRST:
            below = player.app.stack.nodes[-2]
            await click_right(player)

            assert player.node is below


@pytest.mark.long
@pytest.mark.parametrize("node", NODES)
async def test_every_screen_goes_on_at_every_size(node: Node, launch: Launch) -> None:
    async with player_at(node, launch) as player:
        assert await resize_through(player, product(range(1, 13), (1, 6))) is None
