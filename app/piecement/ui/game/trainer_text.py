"""The text of a trainer: task, figures, feedback and last tries, as lines that are left out where there is no room."""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.content import Content
from textual.geometry import Size

from piecement.render.cells import flow, pad, pad_left, wrap
from piecement.render.still_board import StillBoard
from piecement.ui.key_rows import LineKeys, line_labels
from piecement.ui.texts.bars import dots, meter
from piecement_base.language import _

_METER: Final = 8
"""Maximum columns of a meter in a table."""

LAST: Final = 20
"""The tries that are shown as dots."""

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
    """Return lines wrapped to the columns of a room, without the least important ones if its rows do not hold all."""
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
