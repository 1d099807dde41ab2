"""A list of settings, a line each, with the values beside the titles."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widgets.option_list import Option

from piecement.settings.knobs import Kind, Setting
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.menu_list import PlainList

_GAP: Final = 3
_LEAST_VALUE: Final = 14
_LESS: Final = "‹"
_MORE: Final = "›"
"""The signs beside a value that can be stepped."""
_NUMBER: Final = frozenset("0123456789.")


class KnobOption(Option):
    """A line for a setting."""

    def __init__(self, setting: Setting) -> None:
        super().__init__("", id=f"{setting.section}.{setting.name}")
        self.setting = setting


class SlotOption(Option):
    """A line for the slot of a section that is in force."""

    def __init__(self, section: str) -> None:
        super().__init__("", id=f"{section}.")
        self.section = section


class HeadingOption(Option):
    """A line between groups of settings, which the cursor passes over."""

    def __init__(self, title: str) -> None:
        super().__init__(Content.styled(title, "$accent"), disabled=True)


class RowText(NamedTuple):
    """What a line says."""

    title: str
    value: str = ""
    mark: str = ""
    """One character before the title."""
    is_faint: bool = False
    may_step: bool = False
    """Whether the arrows change it."""


class Stepped(Message):
    """The player asks for another value, some steps away."""

    def __init__(self, option: Option, steps: int) -> None:
        super().__init__()
        self.option = option
        self.steps = steps


class Cleared(Message):
    """The player asks for a line to be as it was at first."""

    def __init__(self, option: Option) -> None:
        super().__init__()
        self.option = option


class Typed(Message):
    """The player began to type a number."""

    def __init__(self, option: KnobOption, text: str) -> None:
        super().__init__()
        self.option = option
        self.text = text


class KnobList(PlainList):
    """Lines with values, which the arrows change; what they say is asked of a function."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "Less", show=False),
        Binding("right,l", "step(1)", "More", show=False),
        Binding("shift+left,H", "step(-10)", "Much less", show=False),
        Binding("shift+right,L", "step(10)", "Much more", show=False),
        Binding("delete,backspace", "clear", "As it was", show=False),
        Binding("space", "select", "Choose", show=False),
    ]

    def __init__(self, rows: Sequence[Option], tell: Callable[[Option], RowText]) -> None:
        self._tell = tell  # before the list puts its cursor on the first line
        self._told: dict[int, tuple[RowText, bool, int, int, bool]] = {}
        self._title_width = 1
        super().__init__(*rows, list_id="menu")

    def retell(self) -> None:
        """Show what the lines say now."""
        width = self.scrollable_content_region.width - 2
        if width <= 0:
            return
        texts = {i: self._tell(option) for i, option in enumerate(self.options) if not option.disabled}
        widest = max(cell_len(text.title) for text in texts.values())
        self._title_width = max(1, min(widest + _GAP, width - _LEAST_VALUE))
        for index, text in texts.items():
            told = text, index == self.highlighted, width, self._title_width, wants_ascii(self)
            if self._told.get(index) != told:
                self._told[index] = told
                self.replace_option_prompt_at_index(index, _line(*told))

    def value_place(self) -> Offset:
        """Return where on the screen the value of the line with the cursor is."""
        region = self.scrollable_content_region
        line = self._index_to_line[self.highlighted or 0] - self.scroll_offset.y
        return Offset(region.x + 1 + self._title_width + 2, region.y + line)

    def action_step(self, steps: int) -> None:
        """Ask for another value of the line with the cursor."""
        if self.highlighted_option is not None:
            self.post_message(Stepped(self.highlighted_option, steps))

    def action_clear(self) -> None:
        """Ask for the line with the cursor to be as it was at first."""
        if self.highlighted_option is not None:
            self.post_message(Cleared(self.highlighted_option))

    def on_key(self, event: events.Key) -> None:
        """Let a digit begin a number."""
        option = self.highlighted_option
        if event.character in _NUMBER and isinstance(option, KnobOption) and option.setting.kind is Kind.NUMBER:
            event.stop()
            self.post_message(Typed(option, event.character or ""))

    def on_click(self, event: events.Click) -> None:
        """Step by the signs beside a value; of a number, which would have to be typed, only show them at first."""
        index = event.style.meta.get("option")
        if index is None:
            return
        option = self.get_option_at_index(int(index))
        if index != self.highlighted:
            if isinstance(option, KnobOption) and option.setting.kind is Kind.NUMBER:
                event.prevent_default()
                self.highlighted = int(index)
            return
        text = str(option.prompt)
        for sign, steps in ((_LESS, -1), (_MORE, 1)):
            place = text.rfind(plain_hint(sign, ascii_only=wants_ascii(self)), self._title_width)
            if place >= 0 and abs(event.x - self.scrollable_content_region.x + self.region.x - 1 - place) <= 1:
                event.prevent_default()
                self.action_step(steps)

    def on_resize(self) -> None:
        """Use the room there is."""
        self.retell()

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Show on the line with the cursor that it can be changed."""
        super().watch_highlighted(highlighted)
        self.retell()


def _line(text: RowText, is_current: bool, width: int, title_width: int, ascii_only: bool) -> Content:
    """Return a line; that with the cursor has no colours of its own, as it lies on one."""
    title = set_cell_size(f"{text.mark or ' '} {text.title}", title_width)
    value = f"{_LESS} {text.value} {_MORE}" if is_current and text.may_step else f"  {text.value}"
    room = width - cell_len(title)
    if cell_len(value) > room and is_current and text.may_step:
        value = f"{value[0]}{text.value}{value[-1]}"
    shown = value if cell_len(value) <= room else f"{set_cell_size(value, max(0, room - 1))}…"
    title, shown = (plain_hint(said, ascii_only=ascii_only) for said in (title, shown))  # as wide as before
    if is_current:
        return Content(title + shown)
    style = "$muted" if text.is_faint else ""
    return Content.assemble((title, style), (shown, style or "bold"))
