"""A list of settings, a row each, with the values beside the titles, and the widgets that open over it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.style import Style
from textual.widgets import OptionList

from piecement.render.cells import pad_left, wrap
from piecement.terminal.key_events import Modifiers
from piecement.terminal.menu_keys import Key
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.drawn_list import DrawnList, prompt_of
from piecement.ui.widgets.key_prompt import KeyPrompt
from piecement.ui.widgets.list_popups import OPEN, ChoiceMenu, Closed, TextEntry
from piecement.ui.widgets.questions import Choose, PressKey, TypeText
from piecement.ui.widgets.rows import GroupHeading, Line, Reply, Row, RowText

_GAP: Final = 3
"""Columns before the title of a row."""
_INDENT: Final = 2
"""Columns before the sentence of a row."""
_LEAST_VALUE: Final = 14
_ROOMY: Final = 14
"""Lines from which a list that scrolls has blank lines before its headings."""
_LESS: Final = "‹"
_MORE: Final = "›"
"""The signs beside a value that can be stepped; the second also ends a row that leads to another screen."""
_SIGN_WIDTH: Final = 2
"""Columns of a sign before a value, and of the blank between them."""
_META: Final = "steps"
"""Key of the metadata of a sign: a click on the sign makes that many steps."""
_TENS: Final = {"h": -10, "l": 10}
"""Steps of letters with Shift."""
_NUMBER: Final = frozenset("0123456789.")


class RowList(DrawnList):
    """The rows. Keys call the callbacks of the row with the cursor, and `reply` gets their results."""

    DEFAULT_CSS = "RowList { width: 1fr; height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", show=False),
        Binding("right,l", "step(1)", show=False),
        Binding("shift+left", "step(-10)", show=False),
        Binding("shift+right", "step(10)", show=False),
        Binding("delete,backspace", "clear", show=False),
        Binding("n", "rename", show=False),
        Binding("space", "select", show=False),
    ]

    def __init__(
        self,
        rows: Iterable[Line],
        reply: Callable[[Reply], None],
        type_if_open: Callable[[str], bool],
        *,
        has_sentences: bool,
    ) -> None:
        """Prepare the rows.

        Args:
            rows: The rows, and headings between them.
            reply: Receives the results of the callbacks.
            type_if_open: Types a character in the line for values if that is open, and returns whether it is.
            has_sentences: Whether tall terminals show the sentences of rows, if there is room.
        """
        self._title_width = 1
        """The columns of titles, as the rows are drawn now."""
        self._told: Mapping[int, str] = {}
        """The lines below the rows that show their sentences, as they are drawn now."""
        self._has_sentences: Final = has_sentences
        self._reply: Final = reply
        self._type_if_open: Final = type_if_open
        super().__init__(*rows, list_id="menu")

    @property
    def row(self) -> Row | None:
        option = self.highlighted_option
        return option if isinstance(option, Row) else None

    @property
    def explanation(self) -> Content:
        """The explanation of the row with the cursor, without the sentence that the row shows."""
        text = self.row.explain() if self.row is not None else Content("")
        if self.row is None or not self._told.get(self.highlighted or 0, "").strip():
            return text
        first, *rest = text.split("\n", allow_blank=True)
        if first.plain != _sentence(self.row, self.row.text().title):
            return text
        return Content("\n").join(rest[1:] if rest and not rest[0].plain else rest)

    def show_rows(self, rows: Iterable[Line]) -> None:
        """Show other rows, without a cursor."""
        self.set_options(rows)
        self.refresh_entries()

    def renew_rows(self, rows: Iterable[Line]) -> None:
        """Show other rows, with the cursor on the same one, or else on the first."""
        at = self.highlighted_option.id if self.highlighted_option else None
        self.show_rows(rows)
        self.highlighted = self.place_of(at)

    def go_to(self, row: str) -> None:
        """Move the cursor to a row, if it is there."""
        for index, option in enumerate(self.options):
            if option.id == row:
                self.highlighted = index

    def texts(self, width: int, height: int) -> Sequence[Content]:
        """Return the texts, and note how the rows are drawn: explanations, clicks and places depend on it."""
        rows = {index: option for index, option in enumerate(self.options) if isinstance(option, Row)}
        texts = {index: row.text() for index, row in rows.items()}
        widest = max((cell_len(text.title) for text in texts.values() if not text.leads_on), default=0)
        self._title_width = max(1, min(widest + _GAP, width - _LEAST_VALUE))
        self._told = told = self._sentences(rows, texts, width)
        self.shows_sentences = bool(told)
        groups = sum(isinstance(option, GroupHeading) for option in self.options[1:])
        is_set_apart = not told and (len(self.options) + groups <= height or len(self.options) > height >= _ROOMY)
        drawn: list[Content] = []
        for index, option in enumerate(self.options):
            if isinstance(option, GroupHeading):
                title = f"\n{option.title}" if is_set_apart and index else option.title
                drawn.append(Content.styled(title, "$muted"))
            elif index in rows:
                drawn.append(self._text(texts[index], width, told.get(index, ""), is_current=index == self.highlighted))
            else:
                drawn.append(prompt_of(option))
        return drawn

    def _text(self, text: RowText, width: int, told: str, *, is_current: bool) -> Content:
        ascii_only = wants_ascii(self)
        line = _line(text, is_current, width, self._title_width, ascii_only)
        return line.append(Content.styled(plain_hint(told, ascii_only=ascii_only), "" if is_current else "$muted"))

    def _sentences(self, rows: Mapping[int, Row], texts: Mapping[int, RowText], width: int) -> Mapping[int, str]:
        """Return the lines below each row, the last of them blank; none where they do not fit, or most rows have none.

        What several rows share is not shown.
        """
        room = self.scrollable_content_region.height - len(self.options)
        if not self._has_sentences or not self.is_tall or room < 2 * len(rows):
            return {}
        sentences = {index: _sentence(row, texts[index].title) for index, row in rows.items()}
        shared = Counter(sentences.values())
        told = {
            index: wrap(sentence, max(1, width - _INDENT)) if shared[sentence] == 1 else []
            for index, sentence in sentences.items()
        }
        if sum(map(bool, told.values())) * 2 <= len(rows) or sum(len(lines) + 1 for lines in told.values()) > room:
            return {}
        return {index: "".join(f"\n{' ' * _INDENT}{line}" for line in lines) + "\n" for index, lines in told.items()}

    @property
    def value_place(self) -> Offset:
        """Position on the screen of the column of values, in the row with the cursor."""
        before = self.get_component_styles("option-list--option").padding.left
        return self.cursor_place + Offset(before + self._title_width + _SIGN_WIDTH, 0)

    def action_step(self, steps: int) -> None:
        if self.row is not None:
            self._answer(self.row.step(steps))

    def action_clear(self) -> None:
        if self.row is not None:
            self._answer(self.row.clear())

    def action_rename(self) -> None:
        """Call all rows: the one of a preset renames it, whichever row the cursor is on."""
        for index, option in enumerate(self.options):
            if isinstance(option, Row) and (reply := option.rename()) is not None:
                if isinstance(reply, TypeText):
                    self.highlighted = index
                self._answer(reply)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if isinstance(event.option, Row):
            self._answer(event.option.select())

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if isinstance(event.option, Row):
            self._answer(self.explanation)

    def on_key(self, event: events.Key) -> None:
        if event.character in _NUMBER and self._type_if_open(event.character):
            event.stop()  # typed before the line had the focus
            return
        if event.key in _TENS and isinstance(event, Key) and event.modifiers == Modifiers.SHIFT:
            event.stop()
            event.prevent_default()
            self.action_step(_TENS[event.key])
            return
        row = self.row
        if event.character in _NUMBER and row is not None and row.is_typed:
            event.stop()
            ask = row.select()
            self._answer(replace(ask, text=event.character) if isinstance(ask, TypeText) else ask)

    def on_click(self, event: events.Click) -> None:
        """Step by the signs beside a value; the first click on a row whose value is typed only moves the cursor."""
        index, steps = event.style.meta.get("option"), event.style.meta.get(_META)
        option = None if index is None else self.get_option_at_index(index)
        if index == self.highlighted and steps is not None:
            event.prevent_default()
            self.action_step(steps)
        elif index != self.highlighted and isinstance(option, Row) and option.is_typed:
            event.prevent_default()
            self.highlighted = index

    def _answer(self, reply: Reply) -> None:
        self._reply(reply)
        self.refresh_entries()


class SettingsList(Vertical):
    """The rows, the line to type a value in, and the list to choose one from."""

    def __init__(
        self,
        rows: Iterable[Line],
        say: Callable[[Content], None],
        *,
        prompt: KeyPrompt | None = None,
        has_sentences: bool = False,
    ) -> None:
        """Prepare the list.

        Args:
            rows: The rows, and headings between them.
            say: Shows the explanation of the row with the cursor, and of a text or a choice meanwhile.
            prompt: Asks for a key; a widget of the screen.
            has_sentences: Whether tall terminals show the sentences of rows, if there is room.
        """
        super().__init__()
        self._entry: Final = TextEntry(self._say_problem)
        self.rows: Final = RowList(rows, self.ask, self._entry.type_if_open, has_sentences=has_sentences)
        self.prompt: Final = prompt
        self._say: Final = say
        self._menu: Final = ChoiceMenu(say)

    @property
    def is_choosing(self) -> bool:
        """Whether the list to choose from is open."""
        return self._menu.has_class(OPEN)

    def compose(self) -> ComposeResult:
        yield self.rows
        yield self._entry
        yield self._menu

    def refresh_rows(self) -> None:
        """Show the rows as they are now, and explain the one with the cursor unless something is open."""
        self.rows.refresh_entries()
        is_asking = any(child.has_class(OPEN) for child in self.children)
        if self.rows.row is not None and not is_asking and not (self.prompt is not None and self.prompt.is_open):
            self._say(self.rows.explanation)

    def ask(self, reply: Reply) -> None:
        """Ask the player a question beside the row with the cursor, or show a text."""
        place = self.rows.value_place
        match reply:
            case Choose():
                self._menu.ask(reply, self.rows.region, place)
            case TypeText():
                self._entry.ask(reply, place)
            case PressKey():
                if self.prompt is not None:
                    self.prompt.ask(reply, place)
            case Content():
                self._say(reply)
            case None:
                pass

    def on_closed(self, event: Closed) -> None:
        event.stop()
        if event.further is None:
            self.resume()
        else:
            self.ask(event.further)

    def resume(self) -> None:
        """Return to the rows, once nothing is open over them."""
        self.rows.focus()
        self.refresh_rows()

    def _say_problem(self, problem: str) -> None:
        self._say(Content(problem) if problem else self.rows.explanation)


def _sentence(row: Row, title: str) -> str:
    """Return the first line that explains a row, besides its title."""
    return next((line for line in row.explain().plain.splitlines() if line and line != title), "")


def _line(text: RowText, is_current: bool, width: int, usual: int, ascii_only: bool) -> Content:
    """Return the text of a row; the row with the cursor has no colours, as the cursor has its own.

    Args:
        text: The parts of the row.
        is_current: Whether the cursor is on it.
        width: The columns of the row.
        usual: The columns of most titles, which put the values below each other.
        ascii_only: Whether the text has to be ASCII.
    """
    plain = partial(plain_hint, ascii_only=ascii_only)  # before it is measured: a hint may have another width
    less, more = plain(_LESS), plain(_MORE)
    title, value = plain(f"{text.mark or ' '} {text.title}"), plain(text.value)
    if text.leads_on:
        value = f"{value} {more}".lstrip()
    has_signs = is_current and text.may_step
    shown = f"{less} {value} {more}" if has_signs else f"{' ' * _SIGN_WIDTH}{value}"
    free = width - cell_len(shown)
    title = set_cell_size(title, free if text.leads_on else _title_width(cell_len(title) + 1, free, usual))
    room = width - cell_len(title)
    if has_signs and cell_len(shown) > room:
        shown = f"{less}{value}{more}"
    is_too_long = cell_len(shown) > room
    if is_too_long:
        shown = _wrapped(shown, room, usual) if text.wraps else set_cell_size(shown, max(0, room - 1)) + plain("…")
    rest = max(0, width - cell_len(title + shown))
    note = pad_left(text.note, rest) if 0 < cell_len(text.note) < rest else ""
    if not is_current:
        style = "$error" if text.is_bad else "$muted" if text.is_faint else ""
        return Content.assemble((title, style), (shown, style or "bold"), (note, "$warn"))
    if not has_signs:
        return Content(title + shown + note)
    line = Content(title + shown + (note or " "[:rest]))  # also a blank after the sign can be clicked
    line = _with_steps(line, len(title), -1)
    return line if is_too_long else _with_steps(line, len(title + shown) - len(more), 1)


def _title_width(needed: int, free: int, usual: int) -> int:
    """Return the columns of a title that needs some, where its value leaves some free.

    A short title leaves room to a long value, and a short value to a long title.
    """
    return max(needed, free) if free < usual else max(usual, min(needed, free))


def _wrapped(value: str, room: int, title_width: int) -> str:
    """Return a value on several lines, below each other."""
    indent = value[: len(value) - len(value.lstrip())]
    lines = wrap(value.strip(), max(_LEAST_VALUE, room - len(indent)))
    return f"\n{' ' * title_width}".join(f"{indent}{line}" for line in lines)


def _with_steps(line: Content, place: int, steps: int) -> Content:
    """Return the line with a sign that a click on it, or on a character beside it, makes steps."""
    return line.stylize(Style.from_meta({_META: steps}), place - 1, place + 2)
