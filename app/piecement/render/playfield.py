"""Lines of the field: its frame, and the pieces and effects inside."""

from collections.abc import Iterable
from typing import Final

from rich.segment import Segment
from rich.style import Style

from piecement.render.field_cells import PieceCells, RowContent, RowsContent, Spots, field_drawer
from piecement.render.field_place import FieldPlace, Role
from piecement.render.frame_lights import NO_GLOW, FrameGlow, Glow, LineGlow, glow_at
from piecement.render.layout import FieldSide, Slot
from piecement.render.pen import Pen
from piecement.render.rows import Row
from piecement.render.scene import Scene
from piecement.render.skins.animation import EffectCell, Layer
from piecement.render.skins.skins import TileKind
from piecement_engine.board.pieces import Piece, spawn_places
from piecement_engine.game.view import GameView
from piecement_engine.quick import new_tuple

_REVERSE: Final = Style(reverse=True)


class FieldFrame:
    """Draws the walls and the floor of the field, with joints for adjoining boxes."""

    def __init__(self, pen: Pen, place: FieldPlace, slots: tuple[Slot, ...], spill: int) -> None:
        self._pen = pen
        self._frame: Final = pen.skin.frame
        self._inside = place.width - len(self._frame.left) - len(self._frame.right)
        self._is_painted: Final = pen.skin.is_modern and pen.look.has_seams
        """Whether walls are background, where glyphs do not reach from line to line."""
        self._joints = {(y, slot.side) for slot in slots if slot.box for y in (slot.y, slot.y + slot.box - 1)}
        self.spill: Final = min(spill, len(self._frame.bottom_left) - len(self._frame.left))
        """Number of characters by which the floor extends beyond either wall."""

    def wall(self, role: Role, y: int, side: FieldSide, glow: Glow | None = None) -> Row:
        """Return a wall on a line, in a light or in its own colour."""
        frame, style = self._frame, self._style(glow)
        joins = (y, side) in self._joints
        if role is Role.RIM:
            left = frame.top_left_joint if joins else frame.top_left
            right = frame.top_right_joint if joins else frame.top_right
        elif role is Role.INSIDE:
            left = frame.left_joint if joins else frame.left
            right = frame.right_joint if joins else frame.right
        else:
            left, right = " " * len(frame.left), " " * len(frame.right)
        wall = left if side is FieldSide.LEFT else right
        if self._is_painted and role is Role.INSIDE:
            return (Segment(" " * len(wall), style + _REVERSE),)
        return self._pen.row(len(wall), (wall, style))

    def floor(self, meter: int, glow: Glow | None = None) -> Row:
        """Return the bottom line, with a meter of some characters, the others in a light or in their own colour."""
        pen, frame, style = self._pen, self._frame, self._style(glow)
        if self._is_painted and not meter:
            return (Segment("▄" * (self._inside + 2), style + _REVERSE),)
        start = len(frame.bottom_left) - len(frame.left) - self.spill
        left = frame.bottom_left[start:]
        right = frame.bottom_right[: len(frame.right) + self.spill]
        fill = (frame.bottom_fill * self._inside)[meter : self._inside]
        width = len(left) + self._inside + len(right)
        return pen.row(width, (left, style), (frame.meter * meter, pen.lit), (fill + right, style))

    def below(self) -> Row:
        pen, frame = self._pen, self._frame
        indent = " " * len(frame.left)
        fill = (frame.below_fill * self._inside)[: self._inside]
        return pen.row(2 * len(frame.left) + self._inside, (indent + fill, pen.frame))

    def _style(self, glow: Glow | None) -> Style:
        return self._pen.frame if glow is None else self._pen.glows[glow]

    def meter_length(self, part: float) -> int:
        """Return the number of characters of a meter at a fraction from 0 to 1."""
        return round(max(0.0, min(1.0, part)) * self._inside)


_CACHE_SIZE: Final = 32
"""Maximum number of lines whose cells are cached."""

LineContent = tuple[RowsContent | int, LineGlow]
"""Content of a line inside the walls or the length of the meter on the floor, and the light on the frame."""


class Playfield:
    """Draws the lines of the field at its place; unchanged lines stay the same objects."""

    def __init__(self, pen: Pen, place: FieldPlace, slots: tuple[Slot, ...], spill: int, scene: Scene) -> None:
        """Draw the first scene, without effects."""
        self._look = pen.look
        self._skyline: Final = scene.view.skyline
        self._frame = FieldFrame(pen, place, slots, spill)
        self._cells: Final = field_drawer(pen, scene.view.width, place.scale).row
        self._cells_cache: dict[tuple[int, RowsContent], Row] = {}
        """Cells of lines inside the frame, since a falling piece looks the same on successive lines."""
        self._lines: Final = dict(enumerate(place.lines, place.y))
        """Each line by its number on the terminal."""
        inside = [y for y, line in self._lines.items() if line.y >= 0]
        self._heights: Final = {y: number for number, y in enumerate(reversed(inside))}
        """Height above the floor of each line with walls."""
        self._glows = dict.fromkeys(self._lines, glow_at(NO_GLOW, None, 0))
        """Light on the frame on each line in the last update."""
        self._glow = NO_GLOW
        self._walls: Final[dict[int, tuple[Row, Row]]] = {y: self._walls_on(y) for y in self._lines}
        self._rows: Final = {y: line.rows(place.scale) if line.y >= 0 else () for y, line in self._lines.items()}
        """Rows of the board on each line, the upper one first; none on those of the floor."""
        rows = {y for on_line in self._rows.values() for y in on_line}
        self._lines_with: Final = {y: [line for line, shown in self._rows.items() if y in shown] for y in rows}
        """Lines on which each row of the board is."""
        self._floor: Final = [line for line, shown in self._rows.items() if not shown]
        self._contents: Final[dict[int, RowContent]] = {}
        """Content of each row in the last update."""
        self._covered = set[int]()
        """Rows with pieces or effects in the last update."""
        self._board: list[tuple[int, ...]] | None = None
        """Rows of the board in the last update."""
        self._meter: int | None = None
        """Number of characters of the lock meter on the floor in the last update."""
        self.drawn: Final[dict[int, tuple[LineContent, int, Row]]] = {}
        """Content of each line, its start left of the wall, and its text."""
        self.update(scene, ())

    @property
    def height(self) -> int:
        """Number of lines of a wall."""
        return len(self._heights)

    def update(
        self, scene: Scene, effects: Iterable[tuple[Layer, Iterable[EffectCell]]], glow: FrameGlow = NO_GLOW
    ) -> set[int]:
        """Draw the lines changed by a scene with its effects and the light on the frame, and return their numbers."""
        view, stale = scene.view, self._light_frame(glow) if glow != self._glow else set[int]()
        under, pieces, over = dict[int, Spots](), dict[int, PieceCells](), dict[int, Spots]()
        for layer, cells in effects:
            spots = over if layer is Layer.OVER else under
            for x, y, glyph, ink, light in cells:
                spots[y] = (*spots.get(y, ()), (x, glyph, ink, light))
        for (shape, orientation, left, bottom), kind, top in self._pieces(scene):
            for x, above in shape.orientations[orientation]:
                y = bottom + above
                if y <= top:
                    pieces[y] = (*pieces.get(y, ()), (left + x, kind, shape.tile))
        board, covered = list(view.rows), {*under, *pieces, *over}
        for y in covered | self._covered if board == self._board else self._lines_with:
            tiles = board[y] if y < len(board) else ()
            content = new_tuple(RowContent, (tiles, under.get(y, ()), pieces.get(y, ()), over.get(y, ())))
            if y in self._lines_with and content != self._contents.get(y):
                self._contents[y] = content
                stale.update(self._lines_with[y])
        meter = self._meter_at(view, scene.time_ns) if self._look.lock_meter else 0
        if meter != self._meter:
            stale.update(self._floor)
        self._board, self._covered, self._meter = board, covered, meter
        self._draw(stale, meter)
        return stale

    def _light_frame(self, glow: FrameGlow) -> set[int]:
        """Put a light on the frame, and return the lines on which it differs from the last one."""
        self._glow, before = glow, self._glows
        self._glows = {y: glow_at(glow, self._heights.get(y), self.height) for y in self._lines}
        stale = {y for y in self._lines if self._glows[y] != before[y]}
        self._walls.update({y: self._walls_on(y) for y in stale})
        return stale

    def _walls_on(self, y: int) -> tuple[Row, Row]:
        role, (left, right) = self._lines[y].role, self._glows[y]
        return self._frame.wall(role, y, FieldSide.LEFT, left), self._frame.wall(role, y, FieldSide.RIGHT, right)

    def _pieces(self, scene: Scene) -> list[tuple[Piece, TileKind, int]]:
        """Return the pieces that the look shows, the lowest layer first, their kind, and their highest visible row."""
        view, look, skyline = scene.view, self._look, self._skyline
        piece, pieces = view.piece, list[tuple[Piece, TileKind, int]]()
        if look.spawn_preview and (following := view.next):
            spawned = spawn_places(view.width, skyline, view.rules.spawn_facing)[following[0]]
            pieces.append((spawned, TileKind.SPAWN, skyline))
        for goal in scene.goals:
            pieces.append((goal, TileKind.HINT, skyline - 1))
        if piece is None:
            return pieces
        if look.ghost and (ghost := view.ghost) is not None:
            pieces.append((ghost, TileKind.GHOST, skyline - 1))
        if scene.hint is not None:
            pieces.append((scene.hint, TileKind.HINT, skyline - 1))
        pieces.append((piece, TileKind.ACTIVE, skyline + 1))
        return pieces

    def _meter_at(self, view: GameView, time_ns: int) -> int:
        """Return the length of the lock meter: the rest of the lock delay."""
        due_ns = view.lock_due_ns
        if due_ns is None or not view.lock_delay_ns:
            return 0
        return self._frame.meter_length((due_ns - time_ns) / view.lock_delay_ns)

    def _draw(self, lines: Iterable[int], meter: int) -> None:
        """Draw some lines, with a meter of some characters on the floor."""
        contents, cache, frame = self._contents, self._cells_cache, self._frame
        for number in lines:
            line, rows = self._lines[number], self._rows[number]
            glow = self._glows[number]
            if not rows:
                is_below = line.role is Role.BELOW
                row = frame.below() if is_below else frame.floor(meter, glow[0])
                self.drawn[number] = (meter, glow), 0 if is_below else frame.spill, row
                continue
            content = tuple(map(contents.__getitem__, rows))
            left, right = self._walls[number]
            if line.role is not Role.INSIDE:
                cells = self._cells(content, line)
            elif (known := cache.get((line.line, content))) is not None:
                cells = known
            else:
                if len(cache) >= _CACHE_SIZE:
                    cache.clear()
                cells = cache[line.line, content] = self._cells(content, line)
            self.drawn[number] = (content, glow), 0, (*left, *cells, *right)
