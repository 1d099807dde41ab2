"""The line of keys: what fits, and always how to go back and where all the keys are told."""

import pytest
from textual.style import Style
from textual.widgets import Input

from piecement.ui.key_rows import line_labels
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.key_line import KeyLine
from tests.app.kept_games import keep_some
from tests.app.walking import playing, text_of
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
        told = str(player.app.screen.query_one(KeyLine).render())

        assert node.is_popup
        assert told.endswith(("Esc back   ? keys", "Esc back  ? keys"))
        assert len(told) <= width


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_blank_row_is_above_the_line(size: tuple[int, int]) -> None:
    keep_some()
    async with playing(size=size) as player:
        for node in (Node.DAILY, Node.PUZZLES, Node.SCOREBOARD, Node.ACHIEVEMENTS, Node.FREE_PRACTICE):
            await player.go_to(node)
            *_above, last, line = text_of(player.app).splitlines()
            assert not last.strip(), node
            assert line.strip(), node
            await player.go_back()


async def test_a_wide_line_leaves_nothing_out() -> None:
    async with playing(size=(80, 24), at=Node.SCOREBOARD) as player:
        told = str(player.app.screen.query_one(KeyLine).render())

        assert told.count("   ") == 6


async def test_a_line_too_narrow_for_anything_is_empty() -> None:
    async with playing(size=(80, 24), at=Node.SETTINGS) as player:
        await player.pilot.resize_terminal(4, 24)

        await player.wait_for(lambda: str(player.app.screen.query_one(KeyLine).render()) == "")


def presses(line: KeyLine) -> list[str]:
    """Return the keys that the line shows, as clicks on them press them."""
    styles = [span.style for span in line.render().spans]
    keys = [str(style.meta["pressed_key"]) for style in styles if isinstance(style, Style) and style.meta]
    return list(dict.fromkeys(keys))


@pytest.mark.parametrize("skin", ["unicode", pytest.param("ascii", marks=pytest.mark.wide)])
async def test_a_click_presses_the_key_that_is_shown(skin: str) -> None:
    keep_some()
    async with playing(size=(120, 40)) as player:
        player.app.settings.change("graphics", "skin", skin)
        for node in WITH_KEY_LINE:
            await player.go_back()
            await player.go_to(node)
            line = player.app.screen.query_one(KeyLine)
            bound = player.app.screen.active_bindings.keys() | {"question_mark", "escape", "up", "down"}

            assert presses(line)
            assert [key for key in presses(line) if key not in bound and not key.isdecimal()] == []


async def test_a_click_on_find_finds() -> None:
    async with playing(size=(110, 34), at=Node.MORE_MODES) as player:
        line = player.app.screen.query_one(KeyLine)
        x = str(line.render()).index("/ find") + (line.size.width - len(str(line.render()))) // 2
        await player.pilot.click(line, offset=(x, 0))

        await player.wait_for(lambda: isinstance(player.app.screen.focused, Input))


def test_keys_of_the_line_have_names_and_labels() -> None:
    labels = {keys: "".join(label for label, _key in line_labels(keys)) for keys in ("f2", "pageup", "shift+tab")}

    assert labels == {"f2": "F2", "pageup": "PgUp", "shift+tab": "Shift+Tab"}
    assert line_labels("1 2 3 4") == [("1", "1"), ("-", ""), ("4", "4")]
    assert line_labels("up down") == [("↑", "up"), ("↓", "down")]
    assert line_labels("up down", ascii_only=True) == [("Up", "up"), ("/", ""), ("Down", "down")]
