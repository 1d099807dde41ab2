"""About: what it is, the version, the licence, the thanks."""

from pathlib import Path

import pytest

from piecement.ui.menu_graph import Node
from piecement_engine import __version__
from tests.app.walking import playing, text_of


@pytest.mark.parametrize("words", [f"Piecement {__version__}", "tetrs", "Lucas W", "Textual", "MIT"])
async def test_it_tells(words: str) -> None:
    async with playing() as player:
        await player.go_to(Node.ABOUT)

        assert words in text_of(player.app)


@pytest.mark.parametrize("words", ["tetrs", "jminos", "pytetris", "smk291", "Trevor Slocum"])
async def test_sources_are_credited_wherever_credits_are(words: str) -> None:
    root = Path(__file__).parents[3]
    async with playing(size=(120, 60)) as player:
        await player.go_to(Node.ABOUT)

        assert words in text_of(player.app)
    assert all(words in (root / name).read_text("utf-8") for name in ("README.md", "LICENSE"))


async def test_on_a_small_terminal_the_rest_is_scrolled_to() -> None:
    async with playing(size=(40, 12)) as player:
        await player.go_to(Node.ABOUT)
        first = text_of(player.app)
        await player.press("end")
        await player.wait_for(lambda: "comes with the" in " ".join(text_of(player.app).split()))

        assert "Piecement" in first
