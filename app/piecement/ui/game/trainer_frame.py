"""The frame of a trainer: a heading, the task left of the field, and the last tries right of it.

The field has the middle. On a low terminal the heading and the keys move into the text beside it; on a narrow one all
text is below the field, or one line of it above the stack.
"""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import zip_longest
from typing import ClassVar, Final, NamedTuple, Protocol

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from piecement_base.language import _
from piecement.render.cells import pad, wrap
from piecement.render.field_place import Layout
from piecement.render.overlay import NO_OVERLAY, Overlay, Span
from piecement.render.pen import Pen
from piecement.render.skins.look import Look, PanelKind
from piecement.terminal.canvas.canvas import LazyRow, RowCanvas
from piecement.ui.key_rows import LineKeys, line_labels
from piecement.ui.menu_graph import Node
from piecement.ui.texts.bars import dots, meter

_FIELD: Final = 52
"""The columns for a field with the pieces that come beside it."""

_SMALL_FIELD: Final = 36
"""The columns for a field with small pieces beside it."""

_LEAST: Final = 24
_MOST: Final = 40
"""The columns of the text left of the field."""

_LEAST_HEIGHT: Final = 23
"""The lines of a terminal with room for a heading, the field and the keys below each other."""

_ROOMY: Final = 34
"""The lines of a terminal with room for blank lines around the heading."""

_MOST_BELOW: Final = 8
"""The most lines of text below a field."""

LAST: Final = 20
"""The tries that are shown as dots."""

_IN_A_ROW: Final = 10
"""The dots on a line."""

_METER: Final = 8
_PIECES: Final = frozenset({PanelKind.QUEUE, PanelKind.HELD})
"""Panels that leave no room for text."""
_GAP_RIGHT: Final = 2
"""The columns between the field and the last tries."""


class LineTone(Enum):
    """Kinds of lines, each with its style of the pen, and its rank if not all lines fit."""

    GOOD = "good", 0
    BAD = "bad", 0
    STRONG = "strong", 1
    KEYS = "muted", 2
    """Names keys."""
    TEXT = "text", 3
    MUTED = "muted", 4
    LABEL = "muted", 5
    HEADING = "key", 6

    def style(self, pen: Pen) -> Style:
        style: Style = getattr(pen, self.value[0])
        return style


class PanelLine(NamedTuple):
    """A line of text, wrapped where it is too long."""

    text: str
    tone: LineTone = LineTone.TEXT
    is_extra: bool = False
    """Whether it is the first to be left out where there is little room."""


GAP: Final = PanelLine("")


class Feedback(NamedTuple):
    """A sentence about the last thing that the player did."""

    text: str = ""
    is_good: bool = True


TableRow = tuple[str, float | None, str]
"""A line of the table at the right: a label, the filled part of its meter, if it has any, from 0 to 1, and a value."""


class TrainerText(NamedTuple):
    """All that a trainer says about its exercise."""

    task: str
    figures: Sequence[tuple[str, str]] = ()
    """Labels and values, such as the best result and the player's own."""
    keys: str | None = None
    """The right keys; empty while they are hidden, None if there are none to show."""
    notes: Sequence[str] = ()
    table: tuple[str, Sequence[TableRow]] | None = None
    """Title and lines of a table below the last tries, in a roomy terminal."""
    board: Sequence[Sequence[Segment]] = ()
    """A small board to be shown at the right."""


class Trainee(Protocol):
    """A trainer, as the frame shows it."""

    NODE: ClassVar[Node]

    def text(self) -> TrainerText: ...

    @property
    def feedback(self) -> Feedback: ...

    @property
    def progress(self) -> tuple[str, str, str]:
        """Texts of the tries, the streak and the time."""
        ...

    @property
    def history(self) -> Sequence[bool]:
        """Whether each of the last tries was right, the newest last."""
        ...

    @property
    def own_keys(self) -> Sequence[LineKeys]:
        """The trainer's own keys."""
        ...

    @property
    def look(self) -> Look: ...

    def free_below(self, room: Size) -> int:
        """Return the lines of a terminal that the field can do without."""
        ...


class TrainerCanvas(RowCanvas):
    DEFAULT_CSS = "TrainerCanvas { height: 1; width: 100%; }"


class TrainerFrame:
    """The heading and the text of a trainer."""

    def __init__(self, trainee: Trainee) -> None:
        self._trainee: Final = trainee
        self.heading: Final = TrainerCanvas()
        self.panel: Final = TrainerCanvas()
        self.canvases: Final = (self.heading, self.panel)
        self._pen = Pen(trainee.look)
        self._heading_size = Size(0, 0)
        self._size = Size(0, 0)
        self.is_below = False
        """Whether the text is below the field."""
        self.has_footer = True
        """Whether the keys have a line of their own at the bottom."""
        self._is_board_left = True
        """Whether the small board has no room right of the field."""

    @property
    def is_shown(self) -> bool:
        """Whether there is room for text."""
        return bool(self._size.area)

    def resize(self, room: Size) -> Size:
        """Take what the field leaves, and return the rest."""
        self._pen = Pen(self._trainee.look)
        self.is_below = room.width < _LEAST + _SMALL_FIELD
        is_high = room.height >= _LEAST_HEIGHT and not self.is_below
        self.has_footer = is_high
        top = 0 if not is_high else 3 if room.height >= _ROOMY else 1
        self._heading_size = Size(room.width, top) if top else Size(0, 0)
        if self.is_below:
            height = min(_MOST_BELOW, self._trainee.free_below(room))
            self._size, rest = Size(room.width, height), Size(room.width, room.height - height)
        else:
            width = max(_LEAST, min(_MOST, room.width - _FIELD))
            height = room.height - top - is_high
            self._size, rest = Size(width, height), Size(room.width - width, height)
        for canvas, size in ((self.heading, self._heading_size), (self.panel, self._size)):
            canvas.styles.width, canvas.styles.height = size
            canvas.styles.display = "block" if size.area else "none"
        return rest

    def draw(self) -> None:
        if self._heading_size.area:
            middle = self._heading_size.height // 2
            rows = [self._heading_row() if y == middle else self._row(PanelLine("")) for y in range(middle * 2 + 1)]
            self.heading.draw_rows(self._heading_size, tuple(rows[: self._heading_size.height]))
        if self.is_shown:
            indent = 2 if not self.is_below else 1
            room = Size(self._size.width - indent - 1, self._size.height)
            fitted_lines = fitting(self._lines(), room)
            rows = [self._row(line or GAP, indent) for line, _ in zip_longest(fitted_lines, range(self._size.height))]
            board = self._board(self._trainee.text()) if self._is_board_left and not self.is_below else []
            used = max((number for number, line in enumerate(fitted_lines, start=1) if line.text), default=0)
            if board and len(board) < self._size.height - used:
                start = self._size.height - len(board)
                rows[start:] = [
                    self._lazy_row(self._size.width, (" " * indent, self._pen.blank), *line) for line in board
                ]
            self.panel.draw_rows(self._size, tuple(rows[: self._size.height]))

    def _heading_row(self) -> LazyRow:
        done, streak, time = self._trainee.progress
        width, title = self._heading_size.width, _(self._trainee.NODE.heading).upper()
        told = f"{done}   {streak}".strip()
        left = max(self._size.width + 2, cell_len(title) + 5)
        right = width - cell_len(time) - 4
        if left + cell_len(told) > right:
            told = set_cell_size(told, max(0, right - left))
        parts = (
            (pad(f"  {title}", left), self._pen.key),
            (pad(told, right - left), self._pen.text),
            (time, self._pen.text),
        )
        return self._lazy_row(width, *parts)

    def _row(self, line: PanelLine, indent: int = 0) -> LazyRow:
        width = self._size.width if indent else self._heading_size.width
        return self._lazy_row(width, (" " * indent + line.text, line.tone.style(self._pen)))

    def _lazy_row(self, width: int, *parts: tuple[str, Style]) -> LazyRow:
        pen = self._pen
        return LazyRow((pen, width, parts), lambda: Strip(pen.row(width, *parts), width))

    def _board(self, text: TrainerText) -> list[list[tuple[str, Style]]]:
        """Return the lines of the small board below its name."""
        board = [[(part.text, part.style or self._pen.blank) for part in row] for row in text.board]
        return [[(_("BOT"), self._pen.muted)], *board] if board else []

    def _lines(self) -> Iterator[PanelLine]:
        trainee = self._trainee
        text, feedback = trainee.text(), trainee.feedback
        told = PanelLine(feedback.text, LineTone.GOOD if feedback.is_good else LineTone.BAD)
        if not self.has_footer:
            yield PanelLine(
                "   ".join([_(trainee.NODE.heading).upper(), *filter(None, trainee.progress[:2])]), LineTone.HEADING
            )
        if self.has_footer:
            yield PanelLine(_("TASK"), LineTone.LABEL, is_extra=True)
        yield PanelLine(text.task, LineTone.STRONG)
        yield GAP
        widest = max((cell_len(label) for label, __ in text.figures), default=0)
        yield from (PanelLine(f"{pad(label, widest)}  {value}") for label, value in text.figures)
        yield GAP
        if text.keys is not None:
            yield PanelLine(_("RIGHT KEYS"), LineTone.LABEL, is_extra=True)
            yield PanelLine(text.keys or _("[H] shows them."), LineTone.TEXT if text.keys else LineTone.MUTED)
            yield GAP
        yield told if told.text else GAP
        yield GAP
        yield from (PanelLine(note, LineTone.MUTED, is_extra=True) for note in text.notes)
        if not self.has_footer:
            yield GAP
            yield PanelLine("  ".join(f"[{_label(keys)}] {_(does)}" for keys, does in trainee.own_keys), LineTone.KEYS)

    def overlay(self, layout: Layout) -> Overlay:
        """Return the last tries, the table and the small board, right of the field as far as there is room."""
        if not self.is_shown or self.is_below:
            return self._most_important(layout)
        field, text = layout.field, self._trainee.text()
        x = field.x + field.width + _GAP_RIGHT
        beside = [slot for slot in layout.slots if slot.x + slot.width > x and slot.part in _PIECES]
        y = max((slot.y + slot.height for slot in beside), default=field.top - 1) + 1
        room, end = layout.size.width - x - 1, field.bottom
        board, lines = self._board(text), self._dots(room)
        self._is_board_left = len(lines) + 1 + len(board) > end - y or room < _IN_A_ROW
        if self._is_board_left:
            board = []
        end -= len(board)
        free = end - y - bool(board)
        if text.table is not None and len(lines) + len(text.table[1]) + 2 <= free:
            lines += [[], *self._table(*text.table, room)]
        lines = lines if len(lines) <= free else []
        placed = {y + number: line for number, line in enumerate(lines)}
        placed |= {end + number: line for number, line in enumerate(board)}
        return {at: tuple(_spans(x, line)) for at, line in placed.items() if line and room >= _IN_A_ROW}

    def _dots(self, room: int) -> list[list[tuple[str, Style]]]:
        last = self._trainee.history[-LAST:]
        if not last:
            return []
        per_line = max(1, min(LAST if room >= 2 * LAST else _IN_A_ROW, (room + 1) // 2))
        lines: list[list[tuple[str, Style]]] = [[(_("LAST {count}").format(count=LAST), self._pen.muted)]]
        for start in range(0, len(last), per_line):
            marks = last[start : start + per_line]
            shown = zip(marks, dots(marks, ascii_only=self._pen.skin.is_ascii), strict=True)
            lines.append([(f"{dot} ", self._pen.good if mark else self._pen.bad) for mark, dot in shown])
        return lines

    def _table(self, title: str, rows: Sequence[TableRow], room: int) -> Iterator[list[tuple[str, Style]]]:
        yield [(title[:room], self._pen.muted)]
        widest = max(cell_len(label) for label, _part, _value in rows)
        longest = max(cell_len(value) for _label, _part, value in rows)
        length = max(0, min(_METER, room - widest - longest - 4))  # 4 blanks
        for label, part, value in rows:
            bar = "" if part is None else meter(part, length, ascii_only=self._pen.skin.is_ascii)
            yield [(set_cell_size(f"{pad(label, widest)}  {bar}  {value}".rstrip(), room).rstrip(), self._pen.text)]

    def _most_important(self, layout: Layout) -> Overlay:
        """Return the feedback or the task over the first line, if there is no room for other text."""
        if self.is_shown:
            return NO_OVERLAY
        feedback = self._trainee.feedback
        tone = LineTone.STRONG if not feedback.text else LineTone.GOOD if feedback.is_good else LineTone.BAD
        said = self._pen.words(feedback.text or self._trainee.text().task)
        return {0: (Span(0, set_cell_size(said, layout.size.width), tone.style(self._pen)),)}


def _spans(x: int, parts: Sequence[tuple[str, Style]]) -> Iterator[Span]:
    for text, style in parts:
        yield Span(x, text, style)
        x += cell_len(text)


def fitting(lines: Iterator[PanelLine] | Sequence[PanelLine], room: Size) -> Sequence[PanelLine]:
    """Return lines wrapped to so many columns, without the least important ones that so many lines have no room for."""
    every = list(lines)
    wrapped = [[PanelLine(part, line.tone) for part in wrap(line.text, max(1, room.width)) or [""]] for line in every]

    def rank(number: int) -> tuple[bool, bool, int]:
        line = every[number]
        return line.is_extra, not line.text, line.tone.value[1]

    kept, left = set[int](), room.height
    for number in sorted(range(len(every)), key=rank):
        if len(wrapped[number]) <= left:
            kept.add(number)
            left -= len(wrapped[number])
    return [part for number, parts in enumerate(wrapped) if number in kept for part in parts]


def _label(keys: str) -> str:
    return "".join(label for label, _key in line_labels(keys))
