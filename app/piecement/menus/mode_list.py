"""The list of the modes: a line each, with the best result so far beside the title."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from piecement.menus.menu_list import PlainList
from piecement_engine import Mode

_PADDING: Final = 2
"""The columns that the sheet leaves free on both sides of a line."""


class ModeText(NamedTuple):
    """What stands beside the title of a mode."""

    beside: str
    is_locked: bool = False


class ModeList(PlainList):
    """The modes. What stands beside them is asked of a function, once they are told to show it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "screen.options", "Options", show=False),
    ]

    def __init__(self, modes: Sequence[Mode], tell: Callable[[Mode], ModeText]) -> None:
        self._modes = tuple(modes)  # before the list puts its cursor on the first line
        self._tell = tell
        self._told: dict[int, ModeText] = {}
        self._drawn: dict[int, tuple[ModeText, bool, int]] = {}
        super().__init__(*(Option(mode.title, id=mode.name) for mode in modes), list_id="modes")

    @property
    def mode(self) -> Mode:
        """The mode that the cursor is on."""
        return self._modes[self.highlighted or 0]

    def retell(self) -> None:
        """Show what there is to say of the modes now."""
        self._told = {index: self._tell(mode) for index, mode in enumerate(self._modes)}
        self._draw(*self._told)

    def on_resize(self) -> None:
        """Use the room there is."""
        self._draw(*self._told)

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Have no colours on the line with the cursor, as it lies on one."""
        super().watch_highlighted(highlighted)
        self._draw(*self._told)

    def _draw(self, *indices: int) -> None:
        width = self.scrollable_content_region.width - _PADDING
        if width <= 0:
            return
        for index in indices:
            drawn = self._told[index], index == self.highlighted, width
            if self._drawn.get(index) != drawn:
                self._drawn[index] = drawn
                self.replace_option_prompt_at_index(index, _line(self._modes[index].title, *drawn))


def _line(title: str, text: ModeText, is_current: bool, width: int) -> Content:
    room = max(0, width - cell_len(title) - 1)
    beside = text.beside if cell_len(text.beside) <= room else set_cell_size(text.beside, room)
    gap = " " * (width - cell_len(title) - cell_len(beside))
    if is_current:
        return Content(title + gap + beside)
    return Content.assemble((title, "$muted" if text.is_locked else ""), gap, (beside, "$muted"))
