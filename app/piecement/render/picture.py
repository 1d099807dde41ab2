"""A picture of a game on a terminal: rows that are drawn only when they change.

Every frame, `show` looks at the game and makes a key for each row: the tiles of the board there, the pieces
and effects on it, and the lines of the panels beside it. Making the keys is cheap; rows with the same key
look the same, so only those whose keys are new are ever built. No widget and no clock is used here.
"""

from collections.abc import Hashable, Iterable, Sequence
from itertools import zip_longest
from operator import itemgetter
from typing import Final, NamedTuple

from rich.segment import Segment
from textual.strip import Strip

from piecement.render.effects import Effects
from piecement.render.feats import Feats
from piecement.render.field_messages import Messages
from piecement.render.layout import Layout, layout_for
from piecement.render.panel import Line, Panel
from piecement.render.panels import PANELS
from piecement.render.pen import Pen, simplified
from piecement.render.playfield import Playfield
from piecement.render.scene import Caption, Scene
from piecement.render.skins.animation import FieldSnapshot
from piecement.render.skins.look import Look
from piecement.session.live_stats import NO_STATS, Rival, Stats
from piecement.terminal.canvas.strip_canvas import RowParts
from piecement_engine.events import Event
from piecement_engine.pieces import Piece
from piecement_engine.view import GameView

_SPILL: Final = 3


class SideRow(NamedTuple):
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
        self._feats = Feats(look)
        self._messages = Messages()
        self._keys: list[Hashable] = []
        self._version = 0
        """Raised by every change after which a key means another look."""

    def apply_look(self, look: Look, caption: Caption) -> None:
        """Draw in another look once it was given a size again; messages, and effects that are playing, go on."""
        self._look = look
        self._caption = caption
        self._effects.apply_look(look)
        self._feats.apply_look(look)

    def resize(self, width: int, height: int, view: GameView) -> Layout:
        """Lay everything out for a size of the terminal, and return where it went."""
        self.layout = layout_for(width, height, view, self._look, self._caption)
        self._prepare(view)
        return self.layout

    def _prepare(self, view: GameView) -> None:
        layout = self.layout
        self._level = self._palette_level(view)
        self._pen = Pen(self._look, self._level)
        self._panels: list[Panel] = [PANELS[slot.part](slot, self._pen) for slot in layout.slots]
        self._seen: list[tuple[Line, ...]] = [()] * len(self._panels)
        self._beside: list[tuple[tuple[int, Line], ...]] = [()] * layout.size.height
        self._parts: list[RowParts] = [()] * layout.size.height
        """What is beside the field on each row."""
        self._sides: dict[int, tuple[SideRow, SideRow]] = {}
        self._field = Playfield(self._pen, layout.field, layout.slots, _free_beside_floor(layout), view.width)
        self._keys = [None] * layout.size.height
        self._field_keys: Sequence[Hashable] = ()
        self._version += 1

    def _palette_level(self, view: GameView) -> int:
        return view.level % len(self._look.chosen_palette.levels)

    @property
    def is_moving(self) -> bool:
        return self._effects.are_playing or self._feats.are_flashing

    def on_events(self, events: Iterable[Event], view: GameView) -> None:
        events = tuple(events)
        if events:
            field = FieldSnapshot(view.width, view.skyline, view.rows)
            self._effects.on_events(events, field)
            self._feats.on_events(events, field)
            self._messages.on_events(events)

    def clear(self) -> None:
        """End all effects and messages, as when another time of a recording is shown."""
        self._effects.clear()
        self._feats.clear()
        self._messages.clear()

    def show(
        self,
        view: GameView,
        *,
        time_ns: int | None = None,
        stats: Stats = NO_STATS,
        fps: int | None = None,
        hint: Piece | None = None,
        rival: Rival | None = None,
        goals: tuple[Piece, ...] = (),
    ) -> list[int]:
        """Look at the game as it is now, and return the rows of the terminal that have changed.

        The time is the game's own unless it is given, as when a game has ended and its effects play on. A hint is
        where a bot would put a piece; a rival is the game beside this one; goals are where pieces are to lie.
        """
        if not self.layout.fits:
            return []
        if self._palette_level(view) != self._level:
            self._prepare(view)
        now_ns = view.time_ns if time_ns is None else time_ns
        feat = self._feats.at(now_ns)
        messages = self._messages.at(now_ns, self._feats.flashing_ns)
        stale = self._update_panels(Scene(view, self._caption, stats, messages, fps, rival))
        stale |= self._update_field(self._field.update(view, now_ns, self._effects.at(now_ns), hint, feat, goals=goals))
        return self._changed(stale)

    def _update_panels(self, scene: Scene) -> set[int]:
        stale: set[int] = set()
        for i, panel in enumerate(self._panels):
            lines = panel.lines(scene)
            before = self._seen[i]
            if lines is not before:
                self._seen[i] = lines
                rows = enumerate(zip_longest(lines, before), panel.slot.y)
                stale.update(y for y, (line, old) in rows if line is not old)
        for y in stale:
            beside = self._beside[y] = self._lines_at(y)
            self._parts[y] = tuple((x, line.width, line.drawn) for x, line in beside)
            self._sides.pop(y, None)
        return stale

    def _update_field(self, keys: Sequence[Hashable]) -> set[int]:
        before, self._field_keys = self._field_keys, keys
        if keys is before:
            return set()
        if not before:
            return set(range(self.layout.size.height))
        return {y for y, (new, old) in enumerate(zip(keys, before, strict=True), self.layout.field.y) if new != old}

    def _lines_at(self, y: int) -> tuple[tuple[int, Line], ...]:
        return tuple(
            (panel.slot.x, lines[y - panel.slot.y])
            for panel, lines in zip(self._panels, self._seen, strict=True)
            if 0 <= y - panel.slot.y < len(lines)
        )

    def _changed(self, stale: Iterable[int]) -> list[int]:
        """Make the keys of rows that may have changed anew, and return those that did."""
        changed: list[int] = []
        for y in stale:
            key = self._version, y, self._field_key(y), self._beside[y]
            if key != self._keys[y]:
                self._keys[y] = key
                changed.append(y)
        return changed

    def _field_key(self, y: int) -> Hashable:
        line = y - self.layout.field.y
        return self._field_keys[line] if 0 <= line < len(self._field_keys) else None

    def row_key(self, y: int) -> Hashable:
        """Return what decides the look of a row; equal keys mean equal rows."""
        return self._keys[y]

    def row_parts(self, y: int) -> RowParts:
        """Return what is on a row besides blanks; the row of a part is the same object unless the part has changed."""
        if not self.layout.fits:
            return ()
        field, beside = self.layout.field, self._parts[y]
        if not 0 <= y - field.y < len(self._field_keys):
            return beside
        before, row = self._field.row(y - field.y)
        return (*beside, (field.x - before, field.width + 2 * before, row))

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

    def _sides_at(self, y: int) -> tuple[SideRow, SideRow]:
        sides = self._sides.get(y)
        if sides is None:
            field_x = self.layout.field.x
            beside = sorted(self._beside[y], key=itemgetter(0)) if self.layout.fits else []
            left = self._side(0, [(x, line) for x, line in beside if x < field_x])
            right = self._side(None, [(x, line) for x, line in beside if x >= field_x])
            sides = self._sides[y] = left, right
        return sides

    def _side(self, start: int | None, lines: list[tuple[int, Line]]) -> SideRow:
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
        return SideRow(begin, used, simplified(segments))

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
