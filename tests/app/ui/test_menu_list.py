"""The lists of menus: where the cursor goes, and that it is seen."""

import pytest

from piecement.ui.application import Piecement
from piecement.ui.menu_graph import Node
from piecement.ui.widgets.drawn_list import CURSOR_SIGN, PlainList
from piecement.ui.widgets.list_popups import ChoiceMenu, TextEntry
from piecement.ui.widgets.questions import Choose, TypeText
from piecement.ui.widgets.rows import TextRow
from piecement.ui.widgets.settings_list import RowList, SettingsList
from tests.app.kept_games import keep_some
from tests.app.walking import A_QUICK_GAME, Player, playing, text_of

LISTS = [Node.TITLE, Node.PLAY, Node.SETTINGS, Node.LOOK, Node.CONTROLS, Node.STORAGE]
RESULTS = [Node.GAME_OVER, Node.GAME_COMPLETE]


def list_of(app: Piecement) -> PlainList:
    """Return the list that has the cursor."""
    shown = app.focused
    assert isinstance(shown, PlainList)
    return shown


async def reach(player: Player, node: Node) -> PlainList:
    """Go to a screen, and to the first entry of its list."""
    await player.go_to(node)
    await player.press("home")
    return list_of(player.app)


@pytest.mark.wide
@pytest.mark.parametrize("node", [*LISTS, *RESULTS])
async def test_the_cursor_stays_at_both_ends(node: Node) -> None:
    async with playing(A_QUICK_GAME if node in RESULTS else None) as player:
        shown = await reach(player, node)
        first = shown.highlighted
        await player.press("up", "k")
        after_up = shown.highlighted
        await player.press("end")
        last = shown.highlighted
        await player.press("down", "j")

        assert first != last
        assert (after_up, shown.highlighted) == (first, last)


@pytest.mark.wide
@pytest.mark.parametrize("node", LISTS)
async def test_the_cursor_is_seen_without_colours(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing() as player:
        shown = await reach(player, node)
        await player.press("down")

        option = shown.highlighted_option
        signed = [line for line in text_of(player.app).splitlines() if line.lstrip().startswith(CURSOR_SIGN)]
        assert option is not None
        assert len(signed) == 1
        assert str(option.prompt).split()[0] in signed[0]


async def test_no_sign_is_needed_with_colours() -> None:
    async with playing(at=Node.SETTINGS) as player:
        assert not any(line.lstrip().startswith(CURSOR_SIGN) for line in text_of(player.app).splitlines())


async def test_keys_do_no_harm_where_there_is_no_room() -> None:
    async with playing() as player:
        await reach(player, Node.LOOK)
        await player.press("down")
        await player.pilot.resize_terminal(3, 2)
        await player.press("pagedown", "pageup", "end", "home", "enter", "enter")
        await player.pilot.resize_terminal(80, 24)
        await player.settle()

        assert player.app.return_code is None


async def test_an_open_list_of_a_filter_stays_open_in_any_width() -> None:
    keep_some()
    async with playing(size=(60, 20), at=Node.SCOREBOARD) as player:
        await player.press("m")
        opened = player.app.screen.query_one(ChoiceMenu)
        for width in range(11, 20):
            await player.pilot.resize_terminal(width, 8)
            await player.press("pagedown", "up")
        await player.settle()

        assert player.app.return_code is None
        assert opened.has_focus


async def test_choice_is_followed_by_a_text_entry() -> None:
    considered: list[str | None] = []
    entry = TypeText("text", lambda _: "", lambda _: None)
    async with playing(at=Node.SYSTEM) as player:
        settings = player.app.screen.query_one(SettingsList)
        settings.ask(Choose({"new": "New"}, "new", {}, lambda _: entry, considered.append))
        await player.press("enter")
        opened = player.app.screen.query_one(TextEntry)

        assert opened.has_focus
        assert opened.value == "text"
        assert considered == ["new", None]


async def test_values_are_below_each_other_whatever_they_end_with() -> None:
    """A row leads to another screen by its kind, not by the sign at the end of its value."""
    async with playing(at=Node.SYSTEM) as player:
        rows = player.app.screen.query_one(RowList)
        rows.show_rows([TextRow("text", "A title", "value ›"), TextRow("other", "Other", "value")])
        first, second = (str(option.prompt) for option in rows.options)

        assert first.index("value") == second.index("value")
