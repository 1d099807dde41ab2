"""Picture of a game on a terminal: frames that reuse the unchanged rows of the frame before.

A frame is made from a scene in one call. It has a row for each line of the terminal, with a key: the board tiles on
that line, the pieces and effects on it, and the panel lines beside it. Keys are cheap to make, and rows with equal keys
look the same, so only rows with new keys are built. No widget and no clock is used here.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import partial
from itertools import zip_longest
from operator import itemgetter
from typing import Any, Final, NamedTuple

from rich.style import Style
from textual.strip import Strip

from piecement.render.callouts import Callouts
from piecement.render.effects import Effects
from piecement.render.frame_lights import NO_LIGHT, FrameGlow, FrameLights, LightPace
from piecement.render.layout import Layout
from piecement.render.layout_planner import layout_for
from piecement.render.messages import EVENTS_WITH_TEXT, Messages
from piecement.render.overlay import Overlay, draw_over
from piecement.render.panels import PANELS
from piecement.render.panels.panel import Panel
from piecement.render.pen import Pen
from piecement.render.playfield import Playfield
from piecement.render.rows import Row, side_by_side, simplified
from piecement.render.scene import Scene
from piecement.render.skins.animation import EffectCell, FieldSnapshot, Layer
from piecement.render.skins.look import Look
from piecement.terminal.canvas.canvas import LazyRow, RowParts
from piecement.terminal.clock import SECOND_NS
from piecement_engine.events import Event
from piecement_engine.game.view import GameView
from piecement_engine.quick import new_tuple

_SPILL: Final = 3
"""Most characters by which a floor may extend beyond the walls."""


class Frame(NamedTuple):
    """Appearance of a game at one time."""

    layout: Layout
    """Positions of all parts; parts that do not fit are not drawn."""
    rows: tuple[LazyRow, ...]
    """One row per line of the layout."""
    is_moving: bool
    """Whether any animation is running."""
    calls_out: bool
    """Whether a feat is called out in the field, or the light on its frame changes slowly."""


class Picture:
    """Makes frames of a game, storing running effects, callouts and messages, and the rows of the last frame."""

    def __init__(self) -> None:
        self.clear()
        self._drawing: _Drawing | None = None

    def on_events(self, events: Iterable[Event], view: GameView, look: Look) -> None:
        """Start the effects and messages of new events in a look; `view` is the game after them."""
        events = tuple(events)
        if events:
            self._has_news = True
            field = FieldSnapshot(view.rules.width, view.rules.skyline, view.rows)
            self._effects.on_events(events, field, look)
            for event in events:
                self._lights.on_event(event)
                if isinstance(event, EVENTS_WITH_TEXT):
                    self._callouts.on_event(event, look)
                    self._messages.on_event(event)

    def withdraw(self, text: str) -> None:
        """Show a message no more."""
        self._messages.withdraw(text)
        self._has_news = True

    @property
    def ending_ns(self) -> int:
        """Time that the effect of the end of the game takes, 0 without one (ns)."""
        return self._effects.ending_ns

    def clear(self) -> None:
        """End all effects and messages, such as after a jump in a recording."""
        self._effects, self._callouts, self._messages = Effects(), Callouts(), Messages()
        self._lights, self._light = FrameLights(), NO_LIGHT
        self._has_news = True
        """Whether more than moves of the piece happened since the last frame."""

    def frame(self, scene: Scene, *, is_answer: bool = False) -> Frame:
        """Return the frame of a scene.

        With `is_answer`, the frame shows a key at once: figures that only a move changed wait for the next frame.
        """
        drawing, view = self._drawing, scene.view
        made_for = _made_for(scene)
        if drawing is None or drawing.made_for != made_for or drawing.level != view.level % drawing.levels:
            drawing = self._drawing = _Drawing(scene)
            self._has_news = True
        effects = list(self._effects.at(scene.time_ns)) if self._effects.playing else ()
        callouts = self._callouts
        has_news, self._has_news = self._has_news, False
        # A mere move redraws the field, not the panels, nor the light on its frame.
        is_move = is_answer and not has_news
        if has_news or (not is_move and self._light.pace is not LightPace.STILL):
            self._light = self._lights.at(view, scene.time_ns, drawing.wall_height, callouts, scene.look)
        light = self._light
        if not is_move:
            called_ns = None if scene.look.is_steady else callouts.start_ns
            scene = scene._replace(messages=self._messages.at(scene.time_ns, called_ns))
        rows = drawing.rows_of(scene, effects, light.glow, is_move=is_move)
        calls_out = callouts.start_ns >= 0 and callouts.is_shown(scene.time_ns)  # no call while there is none
        if calls_out:
            rows = _under(rows, callouts.overlay(scene.view, scene.time_ns, drawing.layout, scene.look))
        rains = calls_out and callouts.last.feat.has_confetti and not scene.look.is_steady
        is_moving = bool(self._effects.playing) or light.pace is LightPace.EVERY_FRAME or rains
        return new_tuple(Frame, (drawing.layout, rows, is_moving, calls_out or light.pace is LightPace.SLOW))


def _made_for(scene: Scene) -> tuple[object, ...]:
    """Return everything that the layout and the panels of a scene are made for."""
    return scene.size, scene.look, scene.caption, scene.view.rules


class _Drawing:
    """Drawing for one size, look, caption and kind of board, with the rows of the last scene."""

    def __init__(self, scene: Scene) -> None:
        self.made_for: Final = _made_for(scene)
        self.levels: Final = len(scene.look.chosen_palette.levels)
        """Number of levels with colours of their own."""
        self.level: Final = scene.view.level % self.levels
        self._token: Final = object()
        """Distinguishes these rows from those of any other drawing."""
        self.layout: Final = layout_for(*scene.size, scene.view, scene.look, scene.caption)
        layout, self._pen = self.layout, Pen(scene.look, self.level)
        # No method: rows that refer to their drawing would wait for the garbage collector.
        self._strip: Final = partial(_strip, layout.size.width, layout.field.x, self._pen.blank)
        self._field: Final = Playfield(self._pen, layout.field, layout.slots, _free_beside_floor(layout), scene)
        self._panels: Final[list[Panel[Any]]] = [PANELS[slot.part](slot, self._pen) for slot in layout.slots]
        self._lines = [panel.lines(scene) for panel in self._panels]
        self._unit_ns: Final = 1 if scene.caption.is_timed or not scene.look.is_calm else SECOND_NS
        self._figures: tuple[object, ...] = ()
        """Values of the last scene that the panels depend on; other counts of a game change only with these."""
        self.wall_height: Final = self._field.height
        self._beside: Final = self._beside_at(range(layout.size.height))
        """Lines of the panels on each row."""
        self._rows = tuple(self._rows_at(range(layout.size.height)))

    def rows_of(
        self, scene: Scene, effects: Sequence[tuple[Layer, Iterable[EffectCell]]], glow: FrameGlow, *, is_move: bool
    ) -> tuple[LazyRow, ...]:
        """Return the rows of a scene; unchanged rows are the same objects as in the last one."""
        stale = self._field.update(scene, effects, glow)
        if not is_move:
            view = scene.view
            counts = scene.time_ns // self._unit_ns, view.score, view.lines, view.level, view.hold, view.next
            held = view.held if scene.look.pressed_keys else None
            figures = *counts, held, scene.stats, scene.fps, scene.rival, scene.messages
            before, self._figures = self._figures, figures  # the same objects are compared the quickest
            if figures != before:
                stale |= self._look_beside(scene)
        if stale:
            rows = list(self._rows)
            for y, row in zip(stale, self._rows_at(stale), strict=True):
                rows[y] = row
            self._rows = tuple(rows)
        return self._rows

    def _look_beside(self, scene: Scene) -> set[int]:
        """Update all panel lines and return the changed rows."""
        stale: set[int] = set()
        for i, panel in enumerate(self._panels):
            lines, before = panel.lines(scene), self._lines[i]
            if lines is not before:
                self._lines[i] = lines
                rows = enumerate(zip_longest(lines, before), panel.slot.y)
                stale.update([y for y, (line, old) in rows if line is not old])
        for y, beside in zip(stale, self._beside_at(stale), strict=True):
            self._beside[y] = beside
        return stale

    def _beside_at(self, lines: Iterable[int]) -> list[RowParts]:
        slots = [(panel.slot, rows) for panel, rows in zip(self._panels, self._lines, strict=True)]
        return [
            tuple([(slot.x, slot.width, rows[y - slot.y]) for slot, rows in slots if slot.y <= y < slot.y + len(rows)])
            for y in lines
        ]

    def _rows_at(self, lines: Collection[int]) -> list[LazyRow]:
        token, strip, field, drawn = self._token, self._strip, self.layout.field, self._field.drawn
        rows: list[LazyRow] = []
        for y in lines:
            beside = self._beside[y]
            if y in drawn:
                content, before, cells = drawn[y]
                x, width = field.x - before, field.width + 2 * before
                key, parts = (token, y, content, beside), (*beside, (x, width, cells))
                rows.append(new_tuple(LazyRow, (key, partial(strip, beside, (x, cells)), parts)))
            else:
                rows.append(new_tuple(LazyRow, ((token, y, None, beside), partial(strip, beside), beside)))
        return rows


def _strip(width: int, field_x: int, blank: Style, beside: RowParts, *field: tuple[int, Row]) -> Strip:
    """Return a row of lines beside the field, and a line of the field if there is one."""
    lines = sorted(((x, simplified(text)) for x, _width, text in beside), key=itemgetter(0))
    right = [line for line in lines if line[0] >= field_x]
    begin = right[0][0] if right else width
    left = side_by_side([*(line for line in lines if line[0] < field_x), *field], 0, begin, blank)
    return Strip(simplified([*left, *simplified(side_by_side(right, begin, width, blank))]), width)


def _under(rows: tuple[LazyRow, ...], overlay: Overlay) -> tuple[LazyRow, ...]:
    """Return rows under an overlay."""

    def row(y: int, below: LazyRow) -> LazyRow:
        spans = overlay.get(y)
        return LazyRow((below.key, spans), lambda: draw_over(below.build(), spans)) if spans else below

    return tuple(row(y, below) for y, below in enumerate(rows)) if overlay else rows


def _free_beside_floor(layout: Layout) -> int:
    """Return the number of free characters on both sides of the floor."""
    field = layout.field
    end = field.x + field.width
    beside = [slot for slot in layout.slots if slot.y < field.bottom <= slot.y + slot.height]
    left = [field.x - slot.x - slot.width for slot in beside if slot.x < field.x]
    right = [slot.x - end for slot in beside if slot.x >= end]
    return min(_SPILL, field.x, layout.size.width - end, *left, *right)
