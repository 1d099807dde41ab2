"""The list of the modes in groups: a line each, with the best result so far beside the title.

A number key, or a click, goes to a mode; the same once more plays it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import events, on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from piecement.language import _
from piecement.ui.widgets.menu_list import NUMBER_KEYS, PlainList
from piecement.ui.widgets.setting_rows import heading
from piecement_engine import Mode
from piecement_engine.modes import GROUPS

_PADDING: Final = 2
"""The columns that the sheet leaves free on both sides of a line."""

_NUMBER_WIDTH: Final = 2
"""The columns of the key that goes to a mode, and of the blank after it."""


class ModeText(NamedTuple):
    """Text beside the title of a mode."""

    beside: str
    is_locked: bool = False


_NOTHING: Final = ModeText("")
"""Stands beside a mode until there is something to say of it."""


class ModeOption(Option):
    """A line for a mode, with the key that goes to it if it has one."""

    def __init__(self, mode: Mode, key: str | None = None, *, is_recent: bool = False) -> None:
        super().__init__(_(mode.title), id=None if is_recent else mode.name)  # that is of the line in the group
        self.mode = mode
        self.key = key


class ModeList(PlainList):
    """The modes. The text beside each comes from `tell`, and is empty until the first `retell`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "screen.options", show=False),
    ]

    def __init__(self, modes: Iterable[Mode], tell: Callable[[Mode], ModeText]) -> None:
        self._modes = tuple(modes)  # before the list puts its cursor on the first line
        self._tell = tell
        self._told: dict[str, ModeText] = {}
        self._drawn: dict[int, tuple[ModeText, bool, int]] = {}
        super().__init__(*_lines(self._modes), list_id="modes")

    @property
    def mode(self) -> Mode:
        """The mode that the cursor is on."""
        option = self.highlighted_option
        return option.mode if isinstance(option, ModeOption) else self._modes[0]

    def go_to(self, mode: Mode) -> None:
        """Put the cursor on the first line of a mode."""
        self.highlighted = next(index for index, option in self._mode_options() if option.mode is mode)

    def show_modes(self, modes: Iterable[Mode], recent: Sequence[Mode]) -> None:
        """Show other modes, and some once more before all groups, with the cursor on the first line of its mode."""
        mode = self.mode
        self._modes = tuple(modes)
        self._drawn.clear()
        self.set_options(_lines(self._modes, recent))
        self.go_to(mode)
        self._draw()

    def on_key(self, event: events.Key) -> None:
        """Go to a mode by its number."""
        for index, option in self._mode_options():
            if option.key == event.key:
                event.stop()
                self._point_at(index)

    def on_click(self, event: events.Click) -> None:
        """Go to the mode that is pointed at."""
        event.prevent_default()  # which would play it at once
        index = event.style.meta.get("option")
        if index is not None and not self.get_option_at_index(int(index)).disabled:
            self._point_at(int(index))

    def _point_at(self, index: int) -> None:
        if index == self.highlighted:
            self.action_select()
        else:
            self.highlighted = index

    def retell(self) -> None:
        """Show what there is to say of the modes now."""
        self._told = {mode.name: self._tell(mode) for mode in self._modes}
        self._draw()

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Show the first heading with the line below it, and no colours on the line with the cursor: it lies on one."""
        super().watch_highlighted(highlighted)
        if highlighted == 1:
            self.scroll_home(animate=False)
        self._draw()

    def _mode_options(self) -> Iterator[tuple[int, ModeOption]]:
        return ((index, option) for index, option in enumerate(self.options) if isinstance(option, ModeOption))

    @on(events.Resize)
    def _draw(self) -> None:
        width = self.scrollable_content_region.width - _PADDING
        if width <= 0:
            return
        for index, option in self._mode_options():
            drawn = self._told.get(option.mode.name, _NOTHING), index == self.highlighted, width
            if self._drawn.get(index) != drawn:
                self._drawn[index] = drawn
                self.replace_option_prompt_at_index(index, _line(option, *drawn))


def _lines(modes: Sequence[Mode], recent: Sequence[Mode] = ()) -> Iterator[Option]:
    if recent:
        yield heading(_("Recent"))
        yield from (ModeOption(mode, is_recent=True) for mode in recent)
    keys = iter(NUMBER_KEYS)
    for group in dict.fromkeys((*GROUPS, *(mode.group for mode in modes))):
        members = [mode for mode in modes if mode.group == group]
        if members:
            yield heading(_(group))
        yield from (ModeOption(mode, next(keys, None)) for mode in members)


def _line(option: ModeOption, text: ModeText, is_current: bool, width: int) -> Content:
    number, title = f"{option.key or '':<{_NUMBER_WIDTH}}", _(option.mode.title)
    room = max(0, width - _NUMBER_WIDTH - cell_len(title) - 1)
    beside = text.beside if cell_len(text.beside) <= room else set_cell_size(text.beside, room)
    gap = " " * (width - _NUMBER_WIDTH - cell_len(title) - cell_len(beside))
    if is_current:
        return Content(number + title + gap + beside)
    return Content.assemble((number, "$muted"), (title, "$muted" if text.is_locked else ""), gap, (beside, "$muted"))
