"""A picture of a game on a terminal: rows that are drawn only when they change.

Every frame, `show` looks at the game and makes a key for each row: the tiles of the board there, the pieces
and effects on it, and the lines of the panels beside it. Making the keys is cheap; rows with the same key
look the same, so only those whose keys are new are ever built. Nothing here knows a widget or a clock.
"""

from collections.abc import Hashable, Iterable
from typing import Final

from rich.segment import Segment
from textual.strip import Strip

from piecement.drawing.effects import Effects
from piecement.drawing.layout import Layout, layout_for
from piecement.drawing.messages import Messages
from piecement.drawing.panel import Line, Panel
from piecement.drawing.panels import PANELS
from piecement.drawing.pen import Pen, Row, simplified
from piecement.drawing.playfield import Playfield
from piecement.drawing.scene import NO_STATS, Caption, Scene, Stats, View
from piecement.skins import Look, Stage
from piecement_engine.notices import Notice
from piecement_engine.pieces import Piece

_SPILL: Final = 3

Span = tuple[int, int, Row]
"""(x, width, what is there) of a part of a row."""


class Picture:
    """A game as it looks on a terminal. Give it a size first, then show it the game, then ask for rows."""

    layout: Layout

    def __init__(self, look: Look, caption: Caption) -> None:
        self._look = look
        self._caption = caption
        self._effects = Effects(look)
        self._messages = Messages()
        self._keys: list[Hashable] = []
        self._version = 0
        """Raised by every change after which a key means another look."""

    def resize(self, width: int, height: int, view: View) -> Layout:
        """Lay everything out for a size of the terminal, and return where it went."""
        self.layout = layout_for(width, height, view, self._look, self._caption)
        self._prepare(view)
        return self.layout

    def _prepare(self, view: View) -> None:
        layout = self.layout
        self._level = self._palette_level(view)
        self._pen = Pen(self._look, self._level)
        self._panels: list[Panel] = [PANELS[slot.part](slot, self._pen) for slot in layout.slots]
        self._seen: list[tuple[Line, ...]] = [()] * len(self._panels)
        self._beside: list[tuple[tuple[int, Line], ...]] = [()] * layout.size.height
        self._field = Playfield(self._pen, layout.field, layout.slots, _free_beside_floor(layout), view.width)
        self._keys = [None] * layout.size.height
        self._version += 1

    def _palette_level(self, view: View) -> int:
        return view.level % len(self._look.chosen_palette.levels)

    def feed(self, notices: Iterable[Notice], view: View) -> None:
        """Take in what the game reported, for the effects and the messages."""
        notices = tuple(notices)
        if notices:
            self._effects.feed(notices, Stage(view.width, view.skyline, view.rows))
            self._messages.feed(notices)

    def clear(self) -> None:
        """Forget what was reported, as when another moment of a recording is shown."""
        self._effects.clear()
        self._messages.clear()

    def show(
        self,
        view: View,
        *,
        time_ns: int | None = None,
        stats: Stats = NO_STATS,
        fps: int | None = None,
        hint: Piece | None = None,
    ) -> list[int]:
        """Look at the game as it is now, and return the rows of the terminal that have changed.

        The time is the game's own unless it is given, as when a game has ended and its effects play on. A hint is
        where a bot would put a piece.
        """
        if not self.layout.fits:
            return []
        if self._palette_level(view) != self._level:
            self._prepare(view)
        now_ns = view.time_ns if time_ns is None else time_ns
        self._see_panels(Scene(view, self._caption, stats, self._messages.at(now_ns), fps))
        return self._changed(self._field.see(view, now_ns, self._effects.at(now_ns), hint))

    def _see_panels(self, scene: Scene) -> None:
        stale: set[int] = set()
        for i, panel in enumerate(self._panels):
            lines = panel.lines(scene)
            if lines is not self._seen[i]:
                self._seen[i] = lines
                stale.update(range(panel.slot.y, panel.slot.y + panel.slot.height))
        for y in stale:
            self._beside[y] = self._lines_at(y)

    def _lines_at(self, y: int) -> tuple[tuple[int, Line], ...]:
        return tuple(
            (panel.slot.x, lines[y - panel.slot.y])
            for panel, lines in zip(self._panels, self._seen, strict=True)
            if 0 <= y - panel.slot.y < len(lines)
        )

    def _changed(self, field_keys: Iterable[Hashable]) -> list[int]:
        version, beside = self._version, self._beside
        keys: list[Hashable] = [(version, y, None, lines) for y, lines in enumerate(beside)]
        for y, key in enumerate(field_keys, self.layout.field.y):
            keys[y] = (version, y, key, beside[y])
        changed = [y for y, (new, old) in enumerate(zip(keys, self._keys, strict=True)) if new != old]
        self._keys = keys
        return changed

    def row_key(self, y: int) -> Hashable:
        """Return what decides the look of a row; equal keys mean equal rows."""
        return self._keys[y]

    def build_row(self, y: int) -> Strip:
        """Return a row, exactly as wide as the terminal."""
        width = self.layout.size.width
        spans = [(x, *_measured(line.row)) for x, line in self._beside[y]] if self.layout.fits else []
        index = y - self.layout.field.y
        if 0 <= index < len(self.layout.field.lines):
            before, row = self._field.row(index)
            spans.append((self.layout.field.x - before, *_measured(row)))
        return Strip(_joined(spans, width, self._pen), width)


def _free_beside_floor(layout: Layout) -> int:
    """Return how many characters are free on both sides of the floor."""
    field = layout.field
    end = field.x + field.width
    beside = [slot for slot in layout.slots if slot.y < field.bottom <= slot.y + slot.height]
    left = [field.x - slot.x - slot.width for slot in beside if slot.x < field.x]
    right = [slot.x - end for slot in beside if slot.x >= end]
    return min(_SPILL, field.x, layout.size.width - end, *left, *right)


def _measured(row: Row) -> tuple[int, Row]:
    return sum(segment.cell_length for segment in row), row


def _joined(spans: list[Span], width: int, pen: Pen) -> list[Segment]:
    """Return the spans side by side with blanks between them."""
    segments: list[Segment] = []
    used = 0
    for x, length, row in sorted(spans, key=lambda span: span[0]):
        segments += [Segment(" " * (x - used), pen.blank), *row]
        used = x + length
    segments.append(Segment(" " * (width - used), pen.blank))
    return simplified(segments)
