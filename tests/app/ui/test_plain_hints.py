"""A player who chose the ASCII skin is told of keys in ASCII."""

import pytest

from piecement.ui.launch import Launch
from piecement.ui.menu_graph import Node
from piecement.ui.texts.plain_hints import plain_hint
from piecement.ui.widgets.filters import FilterLine
from piecement.ui.widgets.key_line import KeyLine
from tests.app.kept_games import keep_some
from tests.app.setting_rows import at_row, line_of
from tests.app.walking import playing, text_of

ASCII = Launch(skin="ascii")


@pytest.mark.parametrize(
    ("hint", "told"), [("↑↓", "Up/Down"), ("Shift+← →", "Shift+<- ->"), ("‹ on ›", "< on >"), ("Esc", "Esc")]
)
def test_arrows_and_signs_are_told_in_ascii(hint: str, told: str) -> None:
    assert plain_hint(hint) == told
    assert plain_hint(hint, ascii_only=False) == hint


async def test_the_line_of_keys_is_in_ascii() -> None:
    async with playing(launch=ASCII) as player:
        for node in (Node.TITLE, Node.PLAY, Node.SETTINGS, Node.CONTROLS, Node.SCOREBOARD):
            await player.go_to(node)
            await player.settle()
            told = str(player.app.screen.query_one(KeyLine).render())

            assert told
            assert told.isascii()


async def test_the_line_of_keys_follows_the_skin() -> None:
    async with at_row(Node.LOOK, "graphics.skin") as player:
        before = str(player.app.screen.query_one(KeyLine).render())
        player.app.settings.change("graphics", "skin", "ascii")
        await player.settle()

        assert not before.isascii()
        assert str(player.app.screen.query_one(KeyLine).render()).isascii()


async def test_a_line_of_a_setting_is_in_ascii() -> None:
    async with at_row(Node.CONTROLS, "move_left", launch=ASCII) as player:
        assert "Left" in line_of(player, "move_left")
        assert line_of(player, "move_left").isascii()


async def test_values_stand_in_one_column_in_ascii() -> None:
    """A title that is shorter in ASCII, as that of Rotate 0°, drew its value to the left."""
    async with playing(launch=ASCII, at=Node.CONTROLS) as player:
        rows = text_of(player.app).splitlines()
        unbound = [row[:45].rstrip() for row in rows if row[:45].rstrip().endswith("  -")]

    assert any("Rotate 0" in row for row in unbound)
    assert len({len(row) for row in unbound}) == 1


BOXES = (Node.LOAD_GAME, Node.SAVE_GAME, Node.DETAILS, Node.STORAGE, Node.PAUSE, Node.HELP)


@pytest.mark.wide
@pytest.mark.parametrize("node", BOXES)
async def test_windows_over_a_screen_are_in_ascii(node: Node) -> None:
    keep_some()
    async with playing(launch=ASCII, at=node) as player:
        assert text_of(player.app).isascii()


async def test_a_key_prompt_is_in_ascii() -> None:
    async with at_row(Node.CONTROLS, "move_left", launch=ASCII, size=(80, 40)) as player:
        await player.press("enter", "right")

        assert "Right already does Move right." in text_of(player.app)
        assert text_of(player.app).isascii()


async def test_a_filter_is_in_ascii() -> None:
    async with playing(launch=ASCII, at=Node.SCOREBOARD) as player:
        filters = str(player.app.screen.query_one(FilterLine).render())

        assert "< all >" in filters
        assert filters.isascii()
