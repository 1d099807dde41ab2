"""Lists with a cursor, and lists whose texts are made for their size."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from piecement.ui.messages import CursorMoved
from piecement.ui.texts.plain_hints import wants_ascii
from piecement.ui.themes import MONOCHROME

CURSOR_SIGN: Final = ">"


def needs_sign(widget: Widget) -> bool:
    return widget.app.theme == MONOCHROME.name


def with_sign(strip: Strip) -> Strip:
    """Return a line with the sign before its text."""
    start = max(0, len(strip.text) - len(strip.text.lstrip()) - len(CURSOR_SIGN) - 1)
    return Strip.join([strip.crop(0, start), Strip([Segment(CURSOR_SIGN)]), strip.crop(start + len(CURSOR_SIGN))])


def prompt_of(option: Option) -> Content:
    """Return the text of an option as it is drawn now."""
    return option.prompt if isinstance(option.prompt, Content) else Content(str(option.prompt))


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
    """Whether the entries show their sentences; an explanation beside them then leaves out that of the current one."""
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
