"""Menus: entries with a figure at the right, a sentence, and a function that is called when one is chosen."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from piecement.render.cells import pad, wrap
from piecement.terminal.menu_keys import Key
from piecement.ui.messages import CursorMoved
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.widgets.drawn_list import DrawnList, prompt_of
from piecement_base.language import _

NUMBER_KEYS: Final = "1234567890"
"""The keys of the first ten entries."""

_GAP: Final = 2
"""The least blanks between a label and its figure."""

_LEAST_LABEL: Final = 12
"""The columns of a label that are left when it is cut."""

Action = Callable[[], object]
"""Called when an entry is chosen. May raise `StorageError`, whose text is shown."""


class Entry(Option):
    """An entry of a menu."""

    def __init__(
        self,
        name: str,
        label: str,
        choose: Action | None = None,
        sentence: str = "",
        *,
        figure: str = "",
        key: str = "",
    ) -> None:
        """Create the entry.

        Args:
            name: Names it within its list.
            label: Its text at the left.
            choose: Called when it is chosen.
            sentence: Explains it: in the card, and in tall terminals below the label.
            figure: Its text at the right.
            key: The digit before the label, which moves the cursor to it, and chooses it there; or another text there.
        """
        super().__init__(label, id=name)
        self.label = label
        self.choose = choose
        self.figure = figure
        self.sentence = sentence
        self.key = key


def static_line(text: str) -> Option:
    """Return a line that the cursor skips: a heading, a note, or a blank."""
    return Option(Content.styled(text, "$muted"), disabled=True)


class MenuList(DrawnList):
    """Entries, and between them headings, which the cursor skips.

    Where a terminal is tall, and there is room, the sentence of an entry is below its label, and a blank line follows.
    """

    def __init__(self, entries: Iterable[Option], *, at: str = "", first: str = "", has_sentences: bool = True) -> None:
        """Create the list.

        Args:
            entries: The entries and headings.
            at: The name of the entry that the cursor begins on; else the first.
            first: The name of the entry that the digit 1 chooses, 2 the next one, and so on; else digits choose none.
            has_sentences: Whether tall terminals show the sentences.
        """
        self._first = first
        self._has_sentences = has_sentences
        self._entries = tuple(entries)
        self._asked_at = ""
        """The name of the entry to go back to from a question; empty where none is open."""
        super().__init__(*self._entries, list_id="menu")
        self.set_reactive(OptionList.highlighted, self.place_of(at))

    @property
    def current(self) -> Entry | None:
        """The entry with the cursor."""
        option = self.highlighted_option
        return option if isinstance(option, Entry) else None

    @property
    def current_name(self) -> str:
        """The name of the entry with the cursor; empty where there is none."""
        return (self.current.id if self.current else None) or ""

    @property
    def is_asking(self) -> bool:
        return bool(self._asked_at)

    def show(self, entries: Iterable[Option], *, at: str = "") -> None:
        """Show other entries, with the cursor on the one of a name, or else on the same one if it is still there."""
        self._entries = tuple(entries)
        self._show(self._entries, at or self._asked_at or self.current_name)

    def ask(self, question: str, *answers: Entry) -> None:
        """Ask a question instead of the entries, with the cursor on the first answer; any answer brings them back."""
        at = self.current_name
        self._show((static_line(question), *answers), "")
        self._asked_at = at

    def confirm(self, question: str, yes: str, choose: Action) -> None:
        """Ask whether to do what cannot be undone."""
        self.ask(question, Entry("no", _("No, go back")), Entry("yes", yes, choose))

    def cancel(self) -> None:
        """Leave a question for the entries."""
        if self.is_asking:
            self._show(self._entries, self._asked_at)

    def action_select(self) -> None:
        """Choose the entry with the cursor; an answer to a question first brings the entries back."""
        chosen = self.current
        if chosen is not None and self.is_asking:
            self.cancel()
            self.post_message(self.OptionSelected(self, chosen, 0))
        else:
            super().action_select()

    def on_key(self, event: events.Key) -> None:
        digit = self._digit_of(event)
        if not digit:
            return
        keyed = [index for index, option in enumerate(self.options) if _key_of(option) == digit]
        start = next((index for index, option in enumerate(self.options) if option.id == self._first), None)
        numbered = [] if start is None else [each for each in self.options[start:] if not each.disabled]
        number = NUMBER_KEYS.find(digit)
        if number < len(numbered):
            event.stop()
            self.highlighted = self.options.index(numbered[number])
            self.action_select()
        elif keyed:
            event.stop()
            if self.highlighted == keyed[0]:
                self.action_select()
            else:
                self.highlighted = keyed[0]
                self.post_message(CursorMoved())

    def _digit_of(self, event: events.Key) -> str:
        """Return the digit of a key, or else that at its place on the keyboard, unless the key is of other use."""
        if event.key in NUMBER_KEYS:
            return event.key
        return event.digit if isinstance(event, Key) and event.key not in self.screen.active_bindings else ""

    def get_content_width(self, container: Size, viewport: Size) -> int:
        entries = [option for option in self.options if isinstance(option, Entry)]
        lines = [cell_len(entry.label) + _GAP + cell_len(entry.figure) for entry in entries]
        if self._has_sentences and self.is_tall:
            lines += [cell_len(entry.sentence) for entry in entries]
        return self._key_width + max(lines, default=0) + self._padding

    def _show(self, options: Iterable[Option], at: str) -> None:
        self._asked_at = ""
        self._drawn = None
        self.set_options(options)
        self.highlighted = self.place_of(at)

    @property
    def _key_width(self) -> int:
        keys = [cell_len(key) for key in map(_key_of, self.options) if key]
        return max([3, *(width + 2 for width in keys)]) if keys else 0

    def texts(self, width: int, height: int) -> Sequence[Content]:
        """Return the texts, with sentences if all of those fit."""
        self.shows_sentences = self._has_sentences and self.is_tall
        texts = self._texts(width, is_tall=self.shows_sentences)
        if self.shows_sentences and sum(text.plain.count("\n") + 1 for text in texts) > height:
            self.shows_sentences = False
            return self._texts(width, is_tall=False)
        return texts

    def _texts(self, width: int, *, is_tall: bool) -> list[Content]:
        keys, ascii_only = self._key_width, wants_ascii(self)
        texts: list[Content] = []
        for index, option in enumerate(self.options):
            if not isinstance(option, Entry):
                texts.append(prompt_of(option))
                continue
            lines = [_first_line(option, keys, width, ascii_only=ascii_only, is_current=index == self.highlighted)]
            if is_tall:
                told = wrap(plain_hint(option.sentence, ascii_only=ascii_only), max(1, width - keys))
                style = "" if index == self.highlighted else "$muted"
                lines += [Content.styled(" " * keys + line, style) for line in told]
                lines.append(Content(""))
            texts.append(Content("\n").join(lines))
        return texts


def _key_of(option: Option) -> str:
    return option.key if isinstance(option, Entry) else ""


def _first_line(entry: Entry, keys: int, width: int, *, ascii_only: bool, is_current: bool) -> Content:
    """Return key, label and figure; the entry with the cursor has no colours, as the bar has its own."""
    key = pad(entry.key, keys)
    label, figure = (plain_hint(text, ascii_only=ascii_only) for text in (entry.label, entry.figure))
    room = max(0, width - keys)
    if cell_len(figure) > room - min(cell_len(label), _LEAST_LABEL) - 1:
        figure = ""
    rest = room - cell_len(figure)
    if cell_len(label) > rest - bool(figure):
        label = set_cell_size(label, max(0, rest - bool(figure)))
    gap = " " * (rest - cell_len(label))
    if is_current:
        return Content(key + label + gap + figure)
    return Content.assemble((key, "$muted"), label, gap, (figure, "$muted"))
