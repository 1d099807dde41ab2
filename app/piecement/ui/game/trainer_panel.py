"""What a trainer says beside the field, on a canvas of its own."""

from collections.abc import Callable, Hashable, Sequence
from enum import Enum, auto
from textwrap import wrap
from typing import Final, NamedTuple

from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from piecement.render.pen import Pen
from piecement.render.skins.look import Look
from piecement.terminal.canvas.strip_canvas import StripCanvas

_OWN_FIELD: Final = 44
"""The columns for a field with the pieces that come and hold beside it."""

_FIELD_HEIGHT: Final = 23
"""The lines of a field, with whose top the text begins on a high terminal."""

_LEAST: Final = 22
_MOST: Final = 46


class Tone(Enum):
    HEADING = auto()
    TEXT = auto()
    STRONG = auto()
    MUTED = auto()


class PanelLine(NamedTuple):
    """A line of text, wrapped where it is too long."""

    text: str
    tone: Tone = Tone.TEXT
    indent: int = 0
    """How many columns further in the text goes on where it is wrapped."""


GAP: Final = PanelLine("")


class TrainerCanvas(StripCanvas):
    DEFAULT_CSS = "TrainerCanvas { height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self._pen: Pen | None = None
        self._lines: tuple[PanelLine, ...] = ()

    def apply_look(self, look: Look) -> None:
        self._pen = Pen(look)
        self.forget_rows()
        self.mark_all()

    def show(self, lines: Sequence[PanelLine], width: int) -> None:
        """Show lines, each wrapped to a width; what does not fit below is left out."""
        now = tuple(PanelLine(part, line.tone) for line in lines for part in _wrapped(line, max(1, width - 2)))
        if now != self._lines:
            self._lines, before = now, self._lines
            height = max(len(now), len(before))
            self.mark(y for y in range(min(height, self.size.height)) if now[y : y + 1] != before[y : y + 1])

    def row_key(self, y: int) -> Hashable:
        return self._lines[y] if y < len(self._lines) else None

    def build_row(self, y: int) -> Strip:
        width = self.size.width
        if self._pen is None or y >= len(self._lines):
            return Strip.blank(width, self._pen.blank if self._pen else self.rich_style)
        line = self._lines[y]
        return Strip(self._pen.row(width, (f" {line.text}", _style(self._pen, line.tone))), width)


class TrainerPanel:
    """The text of a trainer, right of the field; on a narrow terminal there is none."""

    def __init__(self, look: Callable[[], Look], lines: Callable[[], Sequence[PanelLine]]) -> None:
        """Show what a function returns, in the look that the other returns."""
        self._look: Final = look
        self._lines: Final = lines
        self._trainer_canvas: Final = TrainerCanvas()
        self.width: int = 0
        """How many columns it has."""
        self._top = 1

    @property
    def canvas(self) -> StripCanvas:
        return self._trainer_canvas

    def resize(self, room: Size) -> int:
        """Take what the field leaves."""
        left = min(_MOST, room.width - _OWN_FIELD)
        self.width = left if left >= _LEAST else 0
        self._top = max(1, (room.height - _FIELD_HEIGHT) // 2)
        self._trainer_canvas.apply_look(self._look())
        self.canvas.styles.width = self.width
        self.canvas.styles.display = "block" if self.width else "none"
        return self.width

    def draw(self) -> None:
        if self.width:
            self._trainer_canvas.show((*[GAP] * self._top, *self._lines()), self.width)


def _wrapped(line: PanelLine, width: int) -> list[str]:
    return wrap(line.text, width, subsequent_indent=" " * min(line.indent, width - 1)) or [""]


def _style(pen: Pen, tone: Tone) -> Style:
    return {Tone.HEADING: pen.heading, Tone.TEXT: pen.text, Tone.STRONG: pen.lit, Tone.MUTED: pen.muted}[tone]
