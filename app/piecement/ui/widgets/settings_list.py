"""A list of settings, a row each, with the values beside the titles, and the widgets that open over it."""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from piecement.ui.messages import SettingChanged
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.menu_list import PlainList
from piecement.ui.widgets.overlays import OPEN, ChoiceMenu, Closed, TextEntry
from piecement.ui.widgets.setting_rows import ChoiceAsked, ChoiceConsidered, Explained, Row, RowText, TextAsked

_GAP: Final = 3
_LEAST_VALUE: Final = 14
_LESS: Final = "‹"
_MORE: Final = "›"
"""The signs beside a value that can be stepped."""
_NUMBER: Final = frozenset("0123456789.")


class RowList(PlainList):
    """The rows. It posts the message that a row returns for a key."""

    DEFAULT_CSS = "RowList { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", show=False),
        Binding("right,l", "step(1)", show=False),
        Binding("shift+left,H", "step(-10)", show=False),
        Binding("shift+right,L", "step(10)", show=False),
        Binding("delete,backspace", "clear", show=False),
        Binding("n", "rename", show=False),
        Binding("space", "select", show=False),
    ]

    def __init__(self, rows: Iterable[Option]) -> None:
        self._drawn: dict[int, tuple[RowText, bool, int, int, bool]] = {}  # before the list puts its cursor on a row
        self._title_width = 1
        super().__init__(*rows, list_id="menu")

    @property
    def row(self) -> Row | None:
        option = self.highlighted_option
        return option if isinstance(option, Row) else None

    def show_rows(self, rows: Iterable[Option]) -> None:
        """Show other rows, without a cursor."""
        self._drawn.clear()
        self.set_options(rows)
        self.draw()

    def draw(self) -> None:
        width = self.scrollable_content_region.width - 2
        if width <= 0:
            return
        texts = {index: row.text for index, row in enumerate(self.options) if isinstance(row, Row)}
        widest = max((cell_len(text.title) for text in texts.values()), default=0)
        self._title_width = max(1, min(widest + _GAP, width - _LEAST_VALUE))
        for index, text in texts.items():
            drawn = text, index == self.highlighted, width, self._title_width, wants_ascii(self)
            if self._drawn.get(index) != drawn:
                self._drawn[index] = drawn
                self.replace_option_prompt_at_index(index, _line(*drawn))

    @property
    def value_place(self) -> Offset:
        """Where on the screen the value of the row with the cursor is."""
        region = self.scrollable_content_region
        line = self._index_to_line.get(self.highlighted or 0, 0) - self.scroll_offset.y  # no lines without space
        return Offset(region.x + 1 + self._title_width + 2, region.y + line)

    def action_step(self, steps: int) -> None:
        if self.row is not None:
            self._post(self.row.step(steps))

    def action_clear(self) -> None:
        if self.row is not None:
            self._post(self.row.clear())

    def action_rename(self) -> None:
        for index, row in enumerate(self.options):
            if isinstance(row, Row) and (message := row.rename()):
                if isinstance(message, TextAsked):
                    self.highlighted = index
                self._post(message)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if isinstance(event.option, Row):
            self._post(event.option.select())

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if isinstance(event.option, Row):
            event.option.highlight()
            self._post(Explained(event.option.explanation))

    def on_key(self, event: events.Key) -> None:
        if event.character in _NUMBER and self.row is not None and self.row.is_typed:
            event.stop()
            self._post(TextAsked(self.row, event.character or ""))

    def on_click(self, event: events.Click) -> None:
        """Step by the signs beside a value; the first click on a row whose value is typed only moves the cursor."""
        index = event.style.meta.get("option")
        if index is None:
            return
        row = self.get_option_at_index(int(index))
        if index != self.highlighted:
            if isinstance(row, Row) and row.is_typed:
                event.prevent_default()
                self.highlighted = int(index)
            return
        text = str(row.prompt)
        for sign, steps in ((_LESS, -1), (_MORE, 1)):
            place = text.rfind(plain_hint(sign, ascii_only=wants_ascii(self)), self._title_width)
            if place >= 0 and abs(event.x - self.scrollable_content_region.x + self.region.x - 1 - place) <= 1:
                event.prevent_default()
                self.action_step(steps)

    def on_resize(self) -> None:
        self.draw()

    def watch_highlighted(self, highlighted: int | None) -> None:
        super().watch_highlighted(highlighted)
        self.draw()

    def _post(self, message: Message | None) -> None:
        if message is not None:
            self.post_message(message)
        self.draw()


class SettingsList(Vertical):
    """The rows, the line to type a value in, and the list to choose one from.

    It posts `Explained` for the row with the cursor, and for what is typed or chosen; `ChoiceConsidered` for a name
    with the cursor; and the changes, for the screen.
    """

    def __init__(self, rows: Sequence[Option], *, menu_inside: bool = False) -> None:
        """Prepare the list; with `menu_inside`, a list of choices stays within its area."""
        super().__init__()
        self.rows = RowList(rows)
        self._menu_inside = menu_inside
        self._asking: Row | None = None
        """The row that asked for a text."""

    def compose(self) -> ComposeResult:
        yield self.rows
        yield TextEntry()
        yield ChoiceMenu()

    def refresh_rows(self) -> None:
        """Show the rows as they are now, and explain the one with the cursor unless something is open."""
        self.rows.draw()
        if self.rows.row is not None and not self.query(f".{OPEN}"):
            self.post_message(Explained(self.rows.row.explanation))

    def on_choice_asked(self, event: ChoiceAsked) -> None:
        event.stop()
        menu, place = self.query_one(ChoiceMenu), self.rows.value_place
        if self._menu_inside:
            place = menu.place_within(self.rows.region, place, event.titles.values())
        menu.ask(event.row, event.titles, event.current, place)

    def on_text_asked(self, event: TextAsked) -> None:
        event.stop()
        self._asking = event.row
        self.query_one(TextEntry).ask(event.text, self.rows.value_place, event.row.problem)

    def on_choice_menu_considered(self, event: ChoiceMenu.Considered) -> None:
        event.stop()
        if isinstance(event.asker, Row):
            self.post_message(Explained(event.asker.explain_choice(event.name)))
            message = event.asker.choose(event.name)
            self.post_message(ChoiceConsidered(message.change if isinstance(message, SettingChanged) else None))

    def on_choice_menu_chosen(self, event: ChoiceMenu.Chosen) -> None:
        event.stop()
        if isinstance(event.asker, Row):
            self._post(event.asker.choose(event.name))

    def on_text_entry_checked(self, event: TextEntry.Checked) -> None:
        event.stop()
        if self._asking is not None:
            self.post_message(Explained(Content(event.problem) if event.problem else self._asking.explanation))

    def on_text_entry_entered(self, event: TextEntry.Entered) -> None:
        event.stop()
        if self._asking is not None:
            self._post(self._asking.enter(event.text))

    def on_closed(self, event: Closed) -> None:
        event.stop()
        self.rows.focus()
        self.post_message(ChoiceConsidered(None))
        self.refresh_rows()

    def _post(self, message: Message | None) -> None:
        if message is not None:
            self.post_message(message)


def _line(text: RowText, is_current: bool, width: int, title_width: int, ascii_only: bool) -> Content:
    """Return the text of a row; the row with the cursor has no colours, as the cursor has its own."""
    title = set_cell_size(f"{text.mark or ' '} {text.title}", title_width)
    content = (is_current and text.current_value) or text.value
    value = f"{_LESS} {content} {_MORE}" if is_current and text.may_step else f"  {content}"
    room = width - cell_len(title)
    if cell_len(value) > room and is_current and text.may_step:
        value = f"{value[0]}{content}{value[-1]}"
    shown = value if cell_len(value) <= room else _shortened(value, room, title_width, wraps=text.wraps)
    title, shown = (plain_hint(part, ascii_only=ascii_only) for part in (title, shown))  # as wide as before
    if is_current:
        return Content(title + shown)
    style = "$muted" if text.is_faint else ""
    return Content.assemble((title, style), (shown, style or "bold"))


def _shortened(value: str, room: int, title_width: int, *, wraps: bool) -> str:
    """Return a value that is too long: on several lines, below each other, or cut with a sign."""
    if wraps:
        indent = value[: len(value) - len(value.lstrip())]
        lines = wrap(value.strip(), max(_LEAST_VALUE, room - len(indent)))
        return f"\n{' ' * title_width}".join(f"{indent}{line}" for line in lines)
    return f"{set_cell_size(value, max(0, room - 1))}…"
