"""The text of a trainer beside the field, or below it on a narrow terminal, on a canvas of its own."""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from functools import partial
from itertools import zip_longest
from textwrap import wrap
from typing import Final, NamedTuple

from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from piecement.render.pen import Pen
from piecement.render.skins.look import Look
from piecement.terminal.canvas.row_canvas import LazyRow, RowCanvas

_OWN_FIELD: Final = 44
"""The columns for a field with the pieces that come and hold beside it."""

_FIELD_HEIGHT: Final = 23
"""The lines of a field, with whose top the text begins on a high terminal."""

_LEAST: Final = 22
_MOST: Final = 46

_MOST_BELOW: Final = 8
"""The most lines below a field."""


class LineTone(Enum):
    HEADING = auto()
    TEXT = auto()
    STRONG = auto()
    MUTED = auto()
    KEYS = auto()
    """Names keys."""


class PanelLine(NamedTuple):
    """A line of text, wrapped where it is too long."""

    text: str
    tone: LineTone = LineTone.TEXT
    indent: int = 0
    """Indentation of wrapped text, in columns."""
    is_extra: bool = False
    """Whether it is the first to be left out where there is little room."""


GAP: Final = PanelLine("")


class TrainerCanvas(RowCanvas):
    DEFAULT_CSS = "TrainerCanvas { height: 100%; }"


class TrainerPanel:
    """The text of a trainer: right of the field, below it on a narrow terminal, or nowhere on one that is low too."""

    def __init__(
        self, look: Callable[[], Look], lines: Callable[[], Sequence[PanelLine]], free_below: Callable[[Size], int]
    ) -> None:
        """Show what a function returns, in the look that another one returns.

        `free_below` returns how many lines of a terminal the field can do without.
        """
        self._look: Final = look
        self._lines: Final = lines
        self._free_below: Final = free_below
        self.canvas: Final = TrainerCanvas()
        self._pen = Pen(look())
        self._size = Size(0, 0)
        self._top = 0

    @property
    def is_shown(self) -> bool:
        return bool(self._size.area)

    def resize(self, room: Size) -> Size:
        """Take what the field leaves, and return the rest."""
        width = min(_MOST, room.width - _OWN_FIELD)
        if width >= _LEAST:
            self._size, rest = Size(width, room.height), Size(room.width - width, room.height)
            self._top = max(1, (room.height - _FIELD_HEIGHT) // 2)
        else:
            height = min(_MOST_BELOW, self._free_below(room))
            self._size, rest = Size(room.width, height), Size(room.width, room.height - height)
            self._top = 0
        self._pen = Pen(self._look())
        styles = self.canvas.styles
        styles.dock = "right" if width >= _LEAST else "bottom"
        styles.width, styles.height = self._size
        styles.display = "block" if self.is_shown else "none"
        return rest

    def draw(self) -> None:
        if self.is_shown:
            room = Size(self._size.width - 2, self._size.height - self._top)
            lines = (*[GAP] * self._top, *fitting(self._lines(), room))
            self.canvas.draw_rows(self._size, tuple(self._rows(lines[: self._size.height])))

    def _rows(self, lines: Sequence[PanelLine]) -> Iterator[LazyRow]:
        for line, _ in zip_longest(lines, range(self._size.height)):
            yield LazyRow((self._pen, line), partial(_strip, self._pen, self._size.width, line))


_ORDER: Final = {LineTone.STRONG: 0, LineTone.TEXT: 2, LineTone.KEYS: 3, LineTone.MUTED: 4, LineTone.HEADING: 5}
"""Order of the lines if not all fit; the last line of all is the second."""


def fitting(lines: Sequence[PanelLine], room: Size) -> Sequence[PanelLine]:
    """Return lines wrapped to so many columns, without the least important ones that so many lines have no room for."""
    wrapped = [_wrapped(line, max(1, room.width)) for line in lines]

    def rank(number: int) -> tuple[bool, bool, int]:
        line = lines[number]
        return line.is_extra, not line.text, 1 if number == len(lines) - 1 else _ORDER[line.tone]

    kept, left = set[int](), room.height
    for number in sorted(range(len(lines)), key=rank):
        if len(wrapped[number]) <= left:
            kept.add(number)
            left -= len(wrapped[number])
    return [part for number, parts in enumerate(wrapped) if number in kept for part in parts]


def _wrapped(line: PanelLine, width: int) -> list[PanelLine]:
    parts = wrap(line.text, width, subsequent_indent=" " * min(line.indent, width - 1)) or [""]
    return [PanelLine(part, line.tone) for part in parts]


def _strip(pen: Pen, width: int, line: PanelLine | None) -> Strip:
    """Return a row with a line, or without any."""
    if line is None:
        return Strip.blank(width, pen.blank)
    return Strip(pen.row(width, (f" {line.text}", _style(pen, line.tone))), width)


def _style(pen: Pen, tone: LineTone) -> Style:
    return {
        LineTone.HEADING: pen.heading,
        LineTone.TEXT: pen.text,
        LineTone.STRONG: pen.lit,
        LineTone.MUTED: pen.muted,
        LineTone.KEYS: pen.muted,
    }[tone]
