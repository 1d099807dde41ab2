"""The text of a trainer: task, figures, feedback and last tries, in a column left of the field.

The column and the field stand in the middle. On a low terminal the keys are a part of the text; on a narrow one the
text is below the field, or one line of it above the stack.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from piecement.render.ascii_text import in_ascii
from piecement.render.cells import flow, pad, pad_left, wrap
from piecement.render.still_board import StillBoard
from piecement.terminal.canvas.canvas import RowCanvas
from piecement.ui.key_rows import LineKeys, line_labels
from piecement.ui.services import Services
from piecement.ui.texts.bars import dots, meter
from piecement.ui.widgets.board_picture import BoardPicture
from piecement_base.language import _

_FIELD: Final = 52
"""The columns for a field with the pieces that come beside it."""

_SMALL_FIELD: Final = 36
"""The columns for a field with small pieces beside it."""

_LEAST: Final = 24
_MOST: Final = 40
"""The columns of the text left of the field."""

_LEAST_HEIGHT: Final = 23
"""The lines of a terminal with room for the keys below the field."""

_ROOMY: Final = 36
"""The lines for all that a trainer says."""

_LARGEST: Final = 3
"""The scale of the largest cells of any skin."""

_MOST_BELOW: Final = 8
"""The most lines of text below a field."""

LAST: Final = 20
"""The tries that are shown as dots."""

_METER: Final = 8
_PADDING: Final = 2
"""The blank columns around the text; beside a whole field there is a blank line above it too, as on all pages."""

_BOARD: Final = 7
"""Minimum number of lines for a board below the text."""
_NAME: Final = 2
"""Number of these lines that the name of the board takes."""

_ARE_TRIES: Final = re.compile("[●*○o ]+").fullmatch


class LineTone(Enum):
    """Kinds of lines, each with its style, and its rank if not all lines fit."""

    GOOD = "bold $good", 0
    BAD = "bold $bad", 0
    STRONG = "bold", 1
    KEYS = "$muted", 2
    TEXT = "", 3
    MUTED = "$muted", 4
    LABEL = "$muted", 5
    HEADING = "bold $key", 6


class PanelLine(NamedTuple):
    """Text of one tone. Each of its lines is wrapped where it is too long."""

    text: str
    tone: LineTone = LineTone.TEXT
    is_extra: bool = False
    """Whether it is the first to be left out where there is little room."""

    def content(self) -> Content:
        content = Content.styled(self.text, self.tone.value[0])
        if not _ARE_TRIES(self.text):  # `o` is a word of several languages
            return content
        return content.highlight_regex("[●*]", style="$good").highlight_regex("[○o]", style="$bad")


GAP: Final = PanelLine("")
LAST_GAP: Final = PanelLine("", LineTone.KEYS)
"""The one above the keys, which the extra lines make room for."""


class Feedback(NamedTuple):
    """A sentence about the last thing that the player did."""

    text: str = ""
    is_good: bool = True


TableRow = tuple[str, float | None, str]
"""A line of a table: a label, the filled part of its meter, if it has any, from 0 to 1, and a value."""


class TrainerText(NamedTuple):
    """All that a trainer says about its exercise."""

    task: str
    figures: Sequence[tuple[str, str]] = ()
    """Labels and values, such as the best result and the present one."""
    keys: str | None = None
    """The right keys; empty while they are hidden, None if there are none to show."""
    notes: Sequence[str] = ()
    """Lines below the feedback; an empty one is a gap where there is room."""
    table: tuple[str, Sequence[TableRow]] | None = None
    """Title and lines of a table below the last tries, in a roomy terminal."""
    board: StillBoard | None = None
    """A bot's board, to be shown below the text."""


class TrainerState(NamedTuple):
    """A trainer at one moment, as its text shows it."""

    heading: str
    text: TrainerText
    feedback: Feedback
    progress: tuple[str, str, str]
    """Texts of the tries, the streak and the time."""
    history: Sequence[bool]
    """Whether each of the last tries was right, the newest last."""
    keys: Sequence[LineKeys]
    """Keys of this trainer."""


class TrainerPlaces(NamedTuple):
    """The sizes of the text and the field in a terminal."""

    text: Size
    field: Size
    is_below: bool = False
    """Whether the text is below the field."""
    has_key_line: bool = False
    """Whether the keys have a line of their own at the bottom."""

    @classmethod
    def of(cls, room: Size, free_below: Callable[[Size], int]) -> "TrainerPlaces":
        """Return the sizes, by a function of the lines that the field alone can do without."""
        if room.width < _LEAST + _SMALL_FIELD:
            height = min(_MOST_BELOW, free_below(room))
            return cls(Size(room.width, height), Size(room.width, room.height - height), is_below=True)
        has_key_line = room.height >= _LEAST_HEIGHT
        width, height = max(_LEAST, min(_MOST, room.width - _FIELD)), room.height - has_key_line
        scale = min(height // 22, (room.width - width - 10) // 36, _LARGEST)  # of the largest cells that fit
        field_width = min(room.width - width, max(_FIELD, 10 + 36 * scale))
        height = min(height, max(_ROOMY, 22 * scale + 4))
        return cls(Size(width, height), Size(field_width, height), has_key_line=has_key_line)


class TrainerPanel(Vertical):
    """The text of a trainer, and a bot's board where there is one."""

    canvases: Sequence[RowCanvas] = ()

    def __init__(
        self, services: Services, state: Callable[[], TrainerState], free_below: Callable[[Size], int]
    ) -> None:
        super().__init__()
        self._services: Final = services
        self._state: Final = state
        self._free_below: Final = free_below
        self._text: Final = Static()
        self._board: Final = BoardPicture(None, services)
        self._asked: tuple[StillBoard | None, Size] = None, Size(0, 0)
        self._has_board = False
        """Whether there is room for the board, and the board and room that this was asked of."""
        self._shown: list[PanelLine] = []
        self.places = TrainerPlaces.of(services.terminal.size, free_below)

    def compose(self) -> ComposeResult:
        yield self._text
        yield self._board

    def resize(self, room: Size) -> Size:
        """Take a part of a terminal, and return what is left of it for the field."""
        self.places = TrainerPlaces.of(room, self._free_below)
        self.styles.width, self.styles.height = self.places.text
        around = int(self.places.has_key_line)
        self.styles.padding = (around, 1, around, 1)
        self.styles.display = "block" if self.places.text.area else "none"
        return self.places.field

    def draw(self) -> None:
        state, room = self._state(), self.places.text - Size(_PADDING, 2 * self.places.has_key_line)
        board = state.text.board if self.places.has_key_line else None
        if self.places.has_key_line:
            state = state._replace(keys=())
        lines = self._lines(state, room - Size(0, _BOARD * (board is not None)))
        self._board.show(board)
        if (asked := (board, room - Size(0, len(lines) + _NAME))) != self._asked:  # drawing takes long for each frame
            self._asked, self._has_board = asked, self._board.drawn(asked[1]) is not None
        if self._has_board:
            lines += (GAP, PanelLine(_("BOT"), LineTone.LABEL))
        if lines != self._shown:
            self._shown = lines
            self._text.styles.height = len(lines)
            self._text.update(Content("\n").join(line.content() for line in lines), layout=False)

    def _lines(self, state: TrainerState, room: Size) -> list[PanelLine]:
        ascii_only = self._services.appearance.ascii_only
        every = trainer_lines(state, room.width, ascii_only=ascii_only)
        return fitting([line._replace(text=in_ascii(line.text)) for line in every] if ascii_only else every, room)


def trainer_lines(state: TrainerState, width: int, *, ascii_only: bool) -> Iterator[PanelLine]:
    """Yield all that a trainer says, with its keys if there are any."""
    text, feedback = state.text, state.feedback
    done, streak, time = state.progress
    title = _(state.heading).upper()
    yield PanelLine(title + pad_left(time, width - cell_len(title)), LineTone.HEADING)
    if told := f"{done}   {streak}".strip():
        yield PanelLine(told)
    yield GAP
    yield PanelLine(text.task, LineTone.STRONG)
    yield GAP
    widest = max((cell_len(label) for label, __ in text.figures), default=0)
    yield from (PanelLine(f"{pad(label, widest)}  {value}") for label, value in text.figures)
    yield GAP
    if text.keys is not None:
        yield PanelLine(_("KEYS TO PRESS"), LineTone.LABEL)
        yield PanelLine(text.keys or _("[H] shows them."), LineTone.TEXT if text.keys else LineTone.MUTED)
        yield GAP
    tone = LineTone.GOOD if feedback.is_good else LineTone.BAD
    yield PanelLine(feedback.text, tone, is_extra=not feedback.text)
    yield GAP._replace(is_extra=not feedback.text)
    yield from (PanelLine(note, LineTone.MUTED, is_extra=bool(note)) for note in text.notes)
    if state.history:
        yield GAP
        last = _last_tries(state.history[-LAST:], width, ascii_only=ascii_only)
        yield PanelLine(last, LineTone.LABEL, is_extra=True)
    if text.table is not None:
        yield GAP
        yield PanelLine(_table(*text.table, width, ascii_only=ascii_only), LineTone.LABEL, is_extra=True)
    if state.keys:
        yield LAST_GAP
        yield PanelLine(flow((f"[{_label(names)}] {_(does)}" for names, does in state.keys), width), LineTone.KEYS)


def _last_tries(last: Sequence[bool], width: int, *, ascii_only: bool) -> str:
    """Return the lines of dots below their title."""
    marks, per_line = dots(last, ascii_only=ascii_only), LAST if width >= 2 * LAST else LAST // 2
    lines = (" ".join(marks[start : start + per_line]) for start in range(0, len(marks), per_line))
    return "\n".join((_("LAST {count}").format(count=LAST), *lines))


def _table(title: str, rows: Sequence[TableRow], width: int, *, ascii_only: bool) -> str:
    widest = max(cell_len(label) for label, _part, _value in rows)
    longest = max(cell_len(value) for _label, _part, value in rows)
    length = max(0, min(_METER, width - widest - longest - 4))  # 4 blanks
    bars = ("" if part is None else meter(part, length, ascii_only=ascii_only) for _label, part, _value in rows)
    lines = (f"{pad(label, widest)}  {bar}  {value}" for (label, __, value), bar in zip(rows, bars, strict=True))
    return "\n".join((title, *(set_cell_size(line.rstrip(), width).rstrip() for line in lines)))


def fitting(lines: Iterable[PanelLine], room: Size) -> list[PanelLine]:
    """Return lines wrapped to so many columns, without the least important ones that so many lines have no room for."""
    every = list(lines)
    wrapped = [
        [line._replace(text=part) for row in line.text.split("\n") for part in wrap(row, max(1, room.width)) or [""]]
        for line in every
    ]

    def rank(number: int) -> tuple[bool, bool, int]:
        line = every[number]
        return not line.text and line is not LAST_GAP, line.is_extra, line.tone.value[1]

    kept, left = set[int](), room.height
    for number in sorted(range(len(every)), key=rank):
        if len(wrapped[number]) <= left:
            kept.add(number)
            left -= len(wrapped[number])
    return [part for number, parts in enumerate(wrapped) if number in kept for part in parts]


def _label(keys: str) -> str:
    return "".join(label for label, _key in line_labels(keys))
