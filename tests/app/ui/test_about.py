"""About: what it is, the version, the licence, the thanks."""

from pathlib import Path

from textual.geometry import Size

from piecement.ui.menu_graph import Node
from piecement.ui.widgets.board_picture import BoardPicture
from piecement_engine import __version__
from tests.app.walking import playing, text_of, words_of


async def test_it_tells() -> None:
    async with playing(at=Node.ABOUT) as player:
        shown = text_of(player.app)

        for words in (f"Piecement {__version__}", "tetrs", "Lucas W", "Textual", "MIT"):
            assert words in shown


async def test_sources_are_credited_wherever_credits_are() -> None:
    root = Path(__file__).parents[3]
    async with playing(size=(120, 60), at=Node.ABOUT) as player:
        texts = [text_of(player.app), *((root / name).read_text("utf-8") for name in ("README.md", "LICENSE"))]

    for words in ("tetrs", "jminos", "pytetris", "smk291", "Trevor Slocum"):
        assert all(words in text for text in texts)


async def test_on_a_small_terminal_the_rest_is_scrolled_to() -> None:
    async with playing(size=(40, 12), at=Node.ABOUT) as player:
        first = text_of(player.app)
        await player.press("end")
        await player.wait_for(lambda: "comes with the" in words_of(player.app))

        assert "Piecement" in first


async def test_a_large_terminal_shows_all_turns_of_a_piece() -> None:
    async with playing(size=(120, 40), at=Node.ABOUT) as player:
        assert player.app.screen.query_one(BoardPicture).drawn(Size(24, 12)) is not None
        assert player.app.screen.query_one(BoardPicture).size.height > 0
