"""A picture of a game on a terminal: rows that are drawn only when they change.

Every frame, `show` looks at the game and makes a key for each row: the tiles of the board there, the pieces
and effects on it, and the lines of the panels beside it. Making the keys is cheap; rows with the same key
look the same, so only those whose keys are new are ever built. Nothing here knows a widget or a clock.
"""

from collections.abc import Hashable, Iterable, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from rich.segment import Segment
from textual.strip import Strip

from piecement.drawing.effects import Effects
from piecement.drawing.layout import Layout, layout_for
from piecement.drawing.messages import Messages
from piecement.drawing.panel import Line, Panel
from piecement.drawing.panels import PANELS
from piecement.drawing.pen import Pen, simplified
from piecement.drawing.playfield import Playfield
from piecement.drawing.scene import NO_STATS, Caption, Rival, Scene, Stats, View
from piecement.skins import Look, Stage
from piecement_engine.notices import Notice
from piecement_engine.pieces import Piece

_SPILL: Final = 3


class Side(NamedTuple):
    """What is beside the field on a row, on one side of it."""

    start: int
    stop: int
    row: list[Segment]


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

    def dress(self, look: Look, caption: Caption) -> None:
        """Draw in another look once it was given a size again; messages, and effects that are playing, go on."""
        self._look = look
        self._caption = caption
        self._effects.dress(look)

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
        self._sides: dict[int, tuple[Side, Side]] = {}
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
        rival: Rival | None = None,
    ) -> list[int]:
        """Look at the game as it is now, and return the rows of the terminal that have changed.

        The time is the game's own unless it is given, as when a game has ended and its effects play on. A hint is
        where a bot would put a piece; a rival is the game beside this one.
        """
        if not self.layout.fits:
            return []
        if self._palette_level(view) != self._level:
            self._prepare(view)
        now_ns = view.time_ns if time_ns is None else time_ns
        self._see_panels(Scene(view, self._caption, stats, self._messages.at(now_ns), fps, rival))
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
            self._sides.pop(y, None)

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
        for y in changed:
            self._keys[y] = keys[y]
        return changed

    def row_key(self, y: int) -> Hashable:
        """Return what decides the look of a row; equal keys mean equal rows."""
        return self._keys[y]

    def build_row(self, y: int) -> Strip:
        """Return a row, exactly as wide as the terminal."""
        width, field = self.layout.size.width, self.layout.field
        left, right = self._sides_at(y)
        middle: Sequence[Segment] = ()
        start = stop = left.stop
        if 0 <= y - field.y < len(field.lines):
            before, middle = self._field.row(y - field.y)
            start = field.x - before
            stop = start + sum(segment.cell_length for segment in middle)
        inner = (*left.row[-1:], self._gap(left.stop, start), *middle, self._gap(stop, right.start), *right.row[:1])
        return Strip([*left.row[:-1], *simplified(inner), *right.row[1:]], width)

    def _sides_at(self, y: int) -> tuple[Side, Side]:
        sides = self._sides.get(y)
        if sides is None:
            field_x = self.layout.field.x
            beside = sorted(self._beside[y], key=itemgetter(0)) if self.layout.fits else []
            left = self._side(0, [(x, line) for x, line in beside if x < field_x])
            right = self._side(None, [(x, line) for x, line in beside if x >= field_x])
            sides = self._sides[y] = left, right
        return sides

    def _side(self, start: int | None, lines: list[tuple[int, Line]]) -> Side:
        """Return lines side by side, from a column on; or from the first of them on to the end of the row."""
        width = self.layout.size.width
        begin = used = (lines[0][0] if lines else width) if start is None else start
        segments: list[Segment] = []
        for x, line in lines:
            segments += [self._gap(used, x), *line.row]
            used = x + line.width
        if start is None:
            segments.append(self._gap(used, width))
            used = width
        return Side(begin, used, simplified(segments))

    def _gap(self, start: int, stop: int) -> Segment:
        return Segment(" " * (stop - start), self._pen.blank)


def _free_beside_floor(layout: Layout) -> int:
    """Return how many characters are free on both sides of the floor."""
    field = layout.field
    end = field.x + field.width
    beside = [slot for slot in layout.slots if slot.y < field.bottom <= slot.y + slot.height]
    left = [field.x - slot.x - slot.width for slot in beside if slot.x < field.x]
    right = [slot.x - end for slot in beside if slot.x >= end]
    return min(_SPILL, field.x, layout.size.width - end, *left, *right)
