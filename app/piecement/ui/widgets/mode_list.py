"""The list of the modes: a line each, with the best result so far beside the title.

A number key, or a click, goes to a mode; the same once more plays it.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from piecement.ui.widgets.menu_list import NUMBER_KEYS, PlainList
from piecement_engine import Mode

_PADDING: Final = 2
"""The columns that the sheet leaves free on both sides of a line."""

_NUMBER_WIDTH: Final = 2
"""The columns of the key that goes to a mode, and of the blank after it."""


class ModeText(NamedTuple):
    """What stands beside the title of a mode."""

    beside: str
    is_locked: bool = False


class ModeList(PlainList):
    """The modes. What stands beside them is asked of a function, once they are told to show it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "screen.options", show=False),
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

    def on_key(self, event: events.Key) -> None:
        """Go to a mode by its number."""
        index = NUMBER_KEYS.find(event.key) if len(event.key) == 1 else -1
        if 0 <= index < len(self._modes):
            event.stop()
            self._point_at(index)

    def on_click(self, event: events.Click) -> None:
        """Go to the mode that is pointed at."""
        event.prevent_default()  # which would play it at once
        if (index := event.style.meta.get("option")) is not None:
            self._point_at(int(index))

    def _point_at(self, index: int) -> None:
        if index == self.highlighted:
            self.action_select()
        else:
            self.highlighted = index

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
                self.replace_option_prompt_at_index(index, _line(index, self._modes[index].title, *drawn))


def _line(index: int, title: str, text: ModeText, is_current: bool, width: int) -> Content:
    number = f"{NUMBER_KEYS[index : index + 1]:<{_NUMBER_WIDTH}}"
    room = max(0, width - _NUMBER_WIDTH - cell_len(title) - 1)
    beside = text.beside if cell_len(text.beside) <= room else set_cell_size(text.beside, room)
    gap = " " * (width - _NUMBER_WIDTH - cell_len(title) - cell_len(beside))
    if is_current:
        return Content(number + title + gap + beside)
    return Content.assemble((number, "$muted"), (title, "$muted" if text.is_locked else ""), gap, (beside, "$muted"))
