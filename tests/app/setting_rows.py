"""Finds the lines of settings on a screen, by the keys that a player has up to its list."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from textual.widgets import Static

from piecement.settings.specs import SettingSpec
from piecement.settings.values import Choices
from piecement.ui.menu_graph import Node
from piecement.ui.setting_pages import PAGES, more_specs
from piecement.ui.widgets.questions import Ask, Choose, PressKey, TypeText
from piecement.ui.widgets.rows import Row
from piecement.ui.widgets.settings_list import RowList
from tests.app.walking import Player, playing


async def go_to_row(player: Player, node: Node, row: str) -> None:
    """Go to a tab of settings, or on to its "More", and to a line, named `graphics.skin`; a preset `graphics.`."""
    more = {f"{spec.section}.{spec.name}" for spec in more_specs(node)} if node in PAGES else set[str]()
    is_more = row in {*more, *(PAGES[node].more_rows if node in PAGES else ())}
    if is_more or (node in PAGES and row == f"{PAGES[node].preset}."):
        if player.node is not Node.MORE_SETTINGS or all(option.id != row for option in list_of(player).options):
            if player.node is Node.MORE_SETTINGS:
                await player.press("escape")
            await player.go_to(node)
            await go_to_row(player, node, Node.MORE_SETTINGS)
            await player.press("enter")
    elif player.node is not node:
        if player.node is Node.MORE_SETTINGS:
            await player.press("escape")
        await player.go_to(node)
    rows = list_of(player)
    rows.highlighted = rows.get_option_index(row)  # at once: the cursor has tests of its own
    await player.settle()


@asynccontextmanager
async def at_row(node: Node, row: str, **given: Any) -> AsyncGenerator[Player]:
    """Run the application at a line of a tab of settings."""
    async with playing(**given) as player:
        await go_to_row(player, node, row)
        yield player


def list_of(player: Player) -> RowList:
    """Return the list on the screen."""
    return player.app.screen.query_one(RowList)


def cursor_of(player: Player) -> str | None:
    """Return the line with the cursor."""
    option = list_of(player).highlighted_option
    return None if option is None else option.id


def asked_by(player: Player, row: str) -> Ask:
    """Return the question that a line asks for Enter."""
    option = list_of(player).get_option(row)
    assert isinstance(option, Row)
    ask = option.select()
    assert isinstance(ask, Choose | TypeText | PressKey)
    return ask


def line_of(player: Player, row: str) -> str:
    """Return the text of a line."""
    return str(list_of(player).get_option(row).prompt)


def said(player: Player) -> str:
    """Return the description of the line with the cursor."""
    return str(player.app.screen.query_one("#details", Static).content)


def value_of(player: Player, row: str) -> object:
    """Return the value of a setting."""
    section, name = row.split(".")
    return getattr(player.app.settings.now.section(section), name)


def titles_of(spec: SettingSpec) -> dict[str, str]:
    """Return the titles of the names that a setting can have, by name."""
    return dict(spec.values.titles) if isinstance(spec.values, Choices) else {}
