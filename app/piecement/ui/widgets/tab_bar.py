"""First line of a screen that is a tab: the name of the group, and its tabs, which a click opens."""

from dataclasses import dataclass
from typing import Final

from textual import events
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widgets import Static

from piecement.ui.menu_graph import Node, TabGroup, tab_group
from piecement.ui.widgets.drawn_list import needs_sign
from piecement_base.language import _

_META: Final = "tab"
"""The style's metadata with the node that a click opens."""

_USED: Final = "$block-cursor-foreground on $block-cursor-background"
_GAPS: Final = ((4, 1), (2, 0), (1, 0))
"""Blanks after the name and between two tabs, besides one on each side of a tab; the first that fit."""


class TabBar(Static):
    """The tabs of a group. Brackets mark the one in use where there are no colours."""

    DEFAULT_CSS = "TabBar { width: 100%; height: 1; margin: 0 0 1 0; }"

    @dataclass
    class Chosen(Message):
        """A tab was clicked."""

        node: Node

    def __init__(self, node: Node) -> None:
        super().__init__(id="tabs")
        self._group: Final = tab_group(node) or TabGroup("", {})
        self._node: Final = node

    def on_click(self, event: events.Click) -> None:
        if (node := event.style.meta.get(_META)) is not None:
            self.post_message(self.Chosen(Node(node)))

    def render(self) -> Content:
        """Return the whole bar, with the widest gaps that fit, or the tab in use alone."""
        lines = [self._line(*gaps) for gaps in _GAPS]
        alone = Content.assemble(" < ", self._tab(self._node), " > ")
        return next((line for line in lines if line.cell_length <= self.size.width), alone)

    def _line(self, after_name: int, between: int) -> Content:
        name = Content.styled(_(self._group.title).upper(), "bold $key")
        tabs = Content(" " * between).join(map(self._tab, self._group.tabs))
        return Content.assemble(name, " " * after_name, tabs)

    def _tab(self, node: Node) -> Content:
        title = _(self._group.tabs[node])
        if node is not self._node:
            tab = Content(f" {title} ")
        elif needs_sign(self):
            tab = Content.styled(f"[{title}]", "bold")
        else:
            tab = Content.styled(f" {title} ", _USED)
        return tab.stylize(Style.from_meta({_META: str(node)}))
