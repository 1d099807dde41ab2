"""The list of a menu's entries."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from piecement.menu_graph import Edge

LIST_KEYS: list[BindingType] = [
    Binding("j", "cursor_down", "Down", show=False),
    Binding("k", "cursor_up", "Up", show=False),
]
"""The keys of a list besides those that Textual gives it."""


class EdgeOption(Option):
    """An entry that walks an edge of the menu graph."""

    def __init__(self, edge: Edge) -> None:
        super().__init__(edge.label, id=edge.target)
        self.edge = edge


class BackOption(Option):
    """An entry that leaves a pop-up."""

    def __init__(self, label: str, sentence: str) -> None:
        super().__init__(label, id="back")
        self.sentence = sentence


class MenuList(OptionList):
    """The entries of a menu, moved through by arrows, J and K, or the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = LIST_KEYS

    def __init__(self, edges: Iterable[Edge], *, back: BackOption | None = None) -> None:
        entries = [EdgeOption(edge) for edge in edges]
        super().__init__(*([back] if back else []), *entries, id="menu", compact=True)

    @staticmethod
    def sentence(option: Option) -> str:
        """Return what a player should know before choosing an entry."""
        match option:
            case EdgeOption():
                return option.edge.sentence
            case BackOption():
                return option.sentence
            case _:
                return ""
