"""Lists of entries: each with a figure at the right, a sentence, and a function that is called when it is chosen."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from piecement.render.cells import pad, wrap
from piecement.terminal.menu_keys import Key
from piecement.ui.messages import CursorMoved
from piecement.ui.texts.plain_hints import plain_hint, wants_ascii
from piecement.ui.themes import MONOCHROME
from piecement_base.language import _

CURSOR_SIGN: Final = ">"


def needs_sign(widget: Widget) -> bool:
    return widget.app.theme == MONOCHROME.name


def with_sign(strip: Strip) -> Strip:
    """Return a line with the sign before its text."""
    start = max(0, len(strip.text) - len(strip.text.lstrip()) - len(CURSOR_SIGN) - 1)
    return Strip.join([strip.crop(0, start), Strip([Segment(CURSOR_SIGN)]), strip.crop(start + len(CURSOR_SIGN))])


NUMBER_KEYS: Final = "1234567890"
"""The keys of the first ten entries."""


class PlainList(OptionList):
    """A list whose cursor is moved by arrows, J and K, or the mouse, and stops at the first and the last entry.

    So a key that was meant for the game, or is held, never moves it from the first entry to the last. A sign marks the
    entry with the cursor where there are no colours, as such a terminal may lack other attributes too.
    """

    DEFAULT_CSS = "PlainList { text-wrap: nowrap; text-overflow: clip; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
    ]

    def __init__(self, *entries: Option, list_id: str) -> None:
        """Prepare the list. Text is not markup, as a player may have written it."""
        super().__init__(*entries, id=list_id, markup=False)
        # As the argument of this name, but for a class that is added before there are styles to work out.
        self.set_reactive(OptionList.compact, True)
        self.add_class("-textual-compact", update=False)

    def place_of(self, name: str | None) -> int | None:
        """Return the place of an entry, or else of the first."""
        places = {option.id: index for index, option in enumerate(self.options) if not option.disabled}
        return places.get(name, next(iter(places.values()), None))

    def action_cursor_up(self) -> None:
        if any(not option.disabled for option in self.options[: self.highlighted or 0]):
            super().action_cursor_up()
            self.post_message(CursorMoved())

    def action_cursor_down(self) -> None:
        after = 0 if self.highlighted is None else self.highlighted + 1
        if any(not option.disabled for option in self.options[after:]):
            super().action_cursor_down()
            self.post_message(CursorMoved())

    @property
    def cursor_place(self) -> Offset:
        """Position on the screen of the entry with the cursor."""
        region = self.scrollable_content_region
        return Offset(region.x, region.y + self._lines_of(self.highlighted or 0).start - self.scroll_offset.y)

    def action_page_up(self) -> None:
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]  # so in Textual

    def action_page_down(self) -> None:
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]  # so in Textual

    @property
    def _padding(self) -> int:
        return self.get_component_styles("option-list--option").padding.width

    def _lines_of(self, index: int) -> range:
        """Return the lines of an entry, as no text is wrapped."""
        heights = [prompt_of(option).plain.count("\n") + 1 for option in self.options[: index + 1]]
        return range(sum(heights[:-1]), sum(heights))

    def render_line(self, y: int) -> Strip:
        """Add the sign if it is needed, and leave the blank line below a sentence outside the bar of the cursor."""
        strip, line = super().render_line(y), y + self.scroll_offset.y
        bar = range(0) if self.highlighted is None else self._lines_of(self.highlighted)
        if line not in bar:
            return strip
        if line == bar.start:
            return with_sign(strip) if needs_sign(self) else strip
        if line == bar[-1] and not strip.text.strip():
            return Strip.blank(strip.cell_length, self.get_visual_style("option-list--option").rich_style)
        return strip


TALL: Final = 32
"""The lines of a terminal from which on entries show their sentences."""


class DrawnList(PlainList):
    """A list whose texts are made for its size: none is ever drawn for another one."""

    shows_sentences = False
    """Whether the entries show their sentences: what explains the one with the cursor leaves out what its row shows."""
    _drawn: object = None
    """The state that the texts were made for."""

    @abstractmethod
    def texts(self, width: int, height: int) -> Sequence[Content]:
        """Return the texts of all entries for the columns and lines that there are."""

    def refresh_entries(self) -> None:
        """Draw the entries again, whose texts have changed."""
        self._drawn = None
        if self.is_mounted:
            self._draw_in_place()
            if self.styles.auto_dimensions:
                self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        self._draw(width - self._padding, container.height)
        return super().get_content_height(container, viewport, width)

    def render_lines(self, crop: Region) -> list[Strip]:
        self._draw_in_place()
        return super().render_lines(crop)

    def scroll_to_highlight(self, top: bool = False) -> None:
        self._draw_in_place()
        super().scroll_to_highlight(top)

    @property
    def is_tall(self) -> bool:
        """Whether the terminal is tall enough for sentences below the entries."""
        return self.app.size.height >= TALL

    def _draw_in_place(self) -> None:
        region = self.scrollable_content_region
        if region and region.width > self._padding:  # no styles before there is a region
            self._draw(region.width - self._padding, region.height)

    def _draw(self, width: int, height: int) -> None:
        drawn = width, height, self.highlighted, self.is_tall, wants_ascii(self)
        if self._drawn != drawn:
            self._drawn, showed = drawn, self.shows_sentences
            for index, text in enumerate(self.texts(width, height)):
                if not prompt_of(self.options[index]).is_same(text):
                    self.replace_option_prompt_at_index(index, text)
            if self.shows_sentences != showed and self.highlighted_option is not None:
                # Only the size that the layout gives decides, so what explains the entry is told anew.
                self.post_message(self.OptionHighlighted(self, self.highlighted_option, self.highlighted or 0))


_GAP: Final = 2
"""The least blanks between a label and its figure."""

_LEAST_LABEL: Final = 12
"""The columns of a label that are left when it is cut."""

Choose = Callable[[], object]
"""Called when an entry is chosen. May raise `StorageError`, whose text is shown."""


class Entry(Option):
    """An entry of a menu."""

    def __init__(
        self,
        name: str,
        label: str,
        choose: Choose | None = None,
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


def group_heading(title: str) -> Option:
    """Return a line that the cursor skips: the name of the entries below it, or an empty one that sets them apart."""
    return Option(Content.styled(title, "$muted"), disabled=True)


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
        self._show((group_heading(question), *answers), "")
        self._asked_at = at

    def confirm(self, question: str, yes: str, choose: Choose) -> None:
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


def prompt_of(option: Option) -> Content:
    """Return the text of an option that is no entry."""
    return option.prompt if isinstance(option.prompt, Content) else Content(str(option.prompt))


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
