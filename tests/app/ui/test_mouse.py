"""Menus are usable by the mouse alone: keys that are told can be clicked, and the right button goes back.

Numbers choose too.
"""

import pytest
from rich.cells import cell_len
from textual.widget import Widget

from piecement.ui.menu_graph import Node
from piecement.ui.screens.game import GameScreen
from piecement.ui.widgets.key_line import KeyLine
from piecement.ui.widgets.menu_list import MenuList
from piecement.ui.widgets.settings_list import RowList
from piecement.ui.widgets.tab_bar import TabBar
from piecement_base.language import choose
from piecement_base.plan import Plan
from tests.app.setting_rows import at_row, value_of
from tests.app.stand_ins import ENDLESS
from tests.app.walking import Player, click_right, playing, text_of


async def click_text(player: Player, text: str, within: type[Widget], offset: int = 0) -> None:
    """Click on some text in a widget."""
    widget = player.app.screen.query_one(within)
    for y in range(widget.size.height):
        before, found, _after = widget.render_line(y).text.partition(text)
        if found:
            await player.pilot.click(within, offset=(cell_len(before) + offset, y))
            await player.settle()
            return
    raise AssertionError(f"{text!r} is not there")


async def test_a_key_in_the_line_of_keys_can_be_clicked() -> None:
    """In a skin of letters, too."""
    async with playing() as player:
        await click_text(player, "? keys", KeyLine)
        helped = player.node
        await player.press("escape")

        assert helped is Node.HELP
        for skin, hint in (("unicode", "↓ move"), ("ascii", "Down move")):
            player.app.settings.change("graphics", "skin", skin)
            await player.settle()
            await click_text(player, hint, KeyLine)
            await player.press("enter")
            assert player.node is Node.VERSUS
            await player.press("escape", "up")


async def test_key_hints_are_clicked_like_the_keys() -> None:
    async with playing() as player:
        for offset in (6, 0):
            await player.go_to(Node.ABOUT)
            await click_text(player, "Esc back", KeyLine, offset)

            assert player.node is Node.SYSTEM


async def test_no_number_leaves_the_pause_but_the_right_button() -> None:
    async with playing(Plan(ENDLESS, seed=7), wait_ms=100) as player:
        await player.press("escape", *"1234567890")
        stayed = player.node
        await click_right(player)

        assert stayed is Node.PAUSE
        assert isinstance(player.app.screen, GameScreen)


async def test_a_click_goes_to_a_mode_and_a_second_one_plays_it() -> None:
    async with playing(at=Node.PLAY) as player:
        await click_text(player, "Cheese", MenuList)
        after_one = player.node
        await click_text(player, "Cheese", MenuList)

        assert after_one is Node.PLAY
        assert player.node is Node.GAME
        assert player.app.run_state.last_plan is not None
        assert player.app.run_state.last_plan.mode.name == "cheese"


async def test_the_options_of_a_mode_are_opened_by_a_click_on_one() -> None:
    async with playing(at=Node.PLAY) as player:
        await player.press("5")
        await player.pilot.click(RowList, offset=(3, 1))
        await player.settle()
        rows = player.app.screen.query_one(RowList)

        assert rows.has_focus
        assert rows.highlighted == 1


async def test_a_number_is_set_by_the_signs_beside_it() -> None:
    """A click on another line shows its signs, and changes neither of them."""
    async with at_row(Node.SETTINGS, "gameplay.arr_ms") as player:
        before = value_of(player, "gameplay.arr_ms"), value_of(player, "gameplay.das_ms")
        await click_text(player, "›", RowList)
        more = value_of(player, "gameplay.arr_ms")
        await click_text(player, "‹", RowList)
        await click_text(player, "DAS", RowList)

        assert more > before[0]  # type: ignore[operator]  # both are numbers
        assert (value_of(player, "gameplay.arr_ms"), value_of(player, "gameplay.das_ms")) == before
        assert "‹ 167 ms ›" in text_of(player.app)


@pytest.mark.parametrize("language", ["ja", "zh_CN"])
async def test_signs_beside_a_wide_title_step(language: str) -> None:
    """So do the cells beside them; nothing opens over the list."""
    choose(language)
    async with at_row(Node.SETTINGS, "gameplay.preview_count") as player:
        before = value_of(player, "gameplay.preview_count")
        for offset in (-1, 0, 1):
            await click_text(player, "‹", RowList, offset)
            less = value_of(player, "gameplay.preview_count")
            await click_text(player, "›", RowList, offset)

            assert less < before  # type: ignore[operator]  # both are numbers
            assert value_of(player, "gameplay.preview_count") == before
            assert player.app.screen.focused is player.app.screen.query_one(RowList)


async def test_a_number_chooses_from_the_title() -> None:
    async with playing() as player:
        await player.press("9")
        beyond = player.node
        await player.press("5")

        assert beyond is Node.TITLE
        assert player.node is Node.SETTINGS


async def test_settings_are_reached_and_left_by_the_mouse_alone() -> None:
    async with playing() as player:
        await player.pilot.click("#menu", offset=(5, 5))
        await player.settle()
        reached = player.node
        await click_text(player, "Look", TabBar)
        further = player.node
        await click_text(player, "Esc back", KeyLine)

        assert (reached, further, player.node) == (Node.SETTINGS, Node.LOOK, Node.TITLE)
