"""The line of keys: what fits, and always how to go back and where all the keys are told."""

import pytest

from piecement.ui.menu_graph import Node
from piecement.ui.widgets.key_line import KeyLine
from tests.app.kept_games import keep_some
from tests.app.walking import playing
from tests.sampling import sampled

WITH_KEY_LINE = (
    Node.PLAY, Node.SETTINGS, Node.LOOK, Node.CONTROLS, Node.SYSTEM, Node.STORAGE, Node.ABOUT,
    Node.SCOREBOARD, Node.STATISTICS, Node.VERSUS, Node.COACH,
)  # fmt: skip


@pytest.mark.wide
@pytest.mark.parametrize(("node", "width", "skin"), sampled(WITH_KEY_LINE, [40, 80], ["unicode", "ascii"]))
async def test_the_way_back_and_the_help_are_always_told(node: Node, width: int, skin: str) -> None:
    keep_some()
    async with playing(size=(width, 24)) as player:
        player.app.settings.change("graphics", "skin", skin)
        await player.go_to(node)
        told = str(player.app.screen.query_one(KeyLine).content)

        assert node.is_popup
        assert told.endswith(("Esc back   ? keys", "Esc back  ? keys"))
        assert len(told) <= width


async def test_a_wide_line_leaves_nothing_out() -> None:
    async with playing(size=(80, 24)) as player:
        await player.go_to(Node.SCOREBOARD)
        told = str(player.app.screen.query_one(KeyLine).content)

        assert told.count("   ") == 6


async def test_a_line_too_narrow_for_anything_is_empty() -> None:
    async with playing(size=(80, 24)) as player:
        await player.go_to(Node.SETTINGS)
        await player.pilot.resize_terminal(4, 24)

        await player.wait_for(lambda: str(player.app.screen.query_one(KeyLine).content) == "")
