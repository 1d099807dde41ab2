"""Textual calls the handler of a message in a class and in each of its bases, so that no handler may call another."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import piecement
from piecement.ui.menu_graph import Node
from tests.app.setting_rows import at_row, go_to_row, line_of
from tests.app.walking import playing

DISPATCHED_ONCE = {"on_event"}
"""Methods that Textual calls as methods are called."""


def is_handler(name: str) -> bool:
    """Tell whether Textual looks a method up in every class."""
    return name.startswith(("on_", "_on_")) and name not in DISPATCHED_ONCE


def calls_of_super() -> Iterator[str]:
    """Return every call of a handler by `super()` in the program."""
    for file in Path(piecement.__file__).parents[1].rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr=name)):
                    if is_handler(name):
                        yield f"{file.name}:{node.lineno} {name}"
                case _:
                    pass


def test_no_handler_calls_its_base_as_textual_calls_it_too() -> None:
    assert list(calls_of_super()) == []


@pytest.mark.wide
@pytest.mark.parametrize(
    ("node", "row"),
    [
        (Node.CONTROLS, "controls."),
        (Node.CONTROLS, "interface.key_releases"),
        (Node.LOOK, "graphics."),
        (Node.SETTINGS, "gameplay.hold"),
    ],
)
async def test_an_arrow_is_one_step_on_every_screen_of_settings(node: Node, row: str) -> None:
    """Twice to the right, and back, is where a line was; and one step is another value than two."""
    async with playing() as player:
        await go_to_row(player, node, row)
        lines = [line_of(player, row)]
        for key in ("right", "right", "left", "left"):
            await player.press(key)
            lines.append(line_of(player, row))

        assert lines[0] != lines[1]
        assert lines[3:] == [lines[1], lines[0]]


async def test_a_row_that_leads_to_another_screen_leads_there_once() -> None:
    async with at_row(Node.SETTINGS, Node.MORE_SETTINGS) as player:
        before = len(player.app.screen_stack)
        await player.press("enter")

        assert len(player.app.screen_stack) == before + 1
