"""Panels of pieces: the next ones and hold as previews, and counts."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from rich.cells import cell_len

from piecement.render.arrangements import LISTED
from piecement.render.cells import pad
from piecement.render.field_cells import merged
from piecement.render.layout import Slot
from piecement.render.panel_columns import REST_INDENT
from piecement.render.panels.panel import Panel, PanelMaker, StyledLine, boxed, headed, line_width, panel, placed
from piecement.render.pen import Pen
from piecement.render.rows import Cell, Row
from piecement.render.scene import Scene
from piecement.render.skins.look import PanelKind
from piecement.render.skins.skins import SmallPieces
from piecement_base.language import _
from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import GREY, Shape, as_spawned
from piecement_engine.game.view import GameView

_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bits of a braille character from the top, left and right."""


def _large(shape: Shape, pen: Pen, scale: int, *, is_spent: bool = False) -> list[StyledLine]:
    """Return the lines of a piece in full cells; a spent one must not be swapped yet."""
    cells = set(shape.cells)
    blank: Cell = ("  ", pen.blank)
    tile = pen.spent_tile(shape.tile) if is_spent else pen.previews[shape.tile]
    lines: list[StyledLine] = []
    for y in reversed(range(shape.heights[0])):
        row = [tile if (x, y) in cells else blank for x in range(shape.widths[0])]
        for line in range(scale):
            enlarged = ((pen.skin.enlarge(glyph, scale)[line], style) for glyph, style in row)
            lines.append([(segment.text, segment.style or pen.blank) for segment in merged(enlarged)])
    return lines


def _small(shape: Shape, pen: Pen, *, is_faint: bool = False) -> list[StyledLine]:
    """Return the lines of a small piece."""
    if pen.skin.small is not SmallPieces.BLOCKS:
        return [_tiny(shape, pen, is_faint=is_faint)]
    style = pen.preview_style(shape.tile, is_faint=is_faint)
    cells = set(shape.cells)
    top = shape.heights[0] + shape.heights[0] % 2
    return [
        [("".join(_HALVES[(x, y + 1) in cells, (x, y) in cells] for x in range(shape.widths[0])), style)]
        for y in reversed(range(0, top, 2))
    ]


def _tiny(shape: Shape, pen: Pen, *, is_faint: bool = False) -> StyledLine:
    """Return a piece of at most four rows in dots, or its name where small pieces are letters."""
    if pen.skin.small is SmallPieces.LETTERS:
        return [(pen.words(shape.name), pen.name_style(shape.tile, is_faint=is_faint))]
    style = pen.preview_style(shape.tile, is_faint=is_faint)
    lowest = 2 if shape.heights[0] < len(_DOTS) else 3
    characters = [0x2800] * ((shape.widths[0] + 1) // 2)
    for x, y in shape.cells:
        if y <= lowest:
            characters[x // 2] |= _DOTS[lowest - y][x % 2]
    return [("".join(map(chr, characters)), style)]


def _next(scene: Scene) -> tuple[tuple[Shape, ...], str]:
    """Return the next pieces, and how they face."""
    return scene.view.next, scene.view.rules.spawn_facing


def _draw_next(pen: Pen, slot: Slot, seen: tuple[tuple[Shape, ...], str]) -> list[Row]:
    upcoming, facing = seen
    shapes = [as_spawned(shape, facing) for shape in upcoming]
    rows = boxed(pen, slot, _("next"), _large_ones(pen, slot, shapes[: slot.previews]))
    rest = shapes[slot.previews :]
    left = slot.height - len(rows)
    if left <= 0:
        return rows
    shown, lines = _in_line(pen, slot.width - REST_INDENT, [_small(shape, pen) for shape in rest])
    dots = [[_tiny(shape, pen)] for shape in rest[shown:]]
    while dots:
        shown, line = _in_line(pen, slot.width - REST_INDENT, dots)
        lines += line
        dots = dots[max(1, shown) :]
    return rows + [pen.row(slot.width, (" " * REST_INDENT, pen.blank), *line) for line in lines]


def _large_ones(pen: Pen, slot: Slot, shapes: Sequence[Shape]) -> list[StyledLine]:
    """Return the lines of large previews below each other, each as high as its share of the box."""
    each = (slot.box - 1) // max(1, slot.previews) - 1
    lines: list[StyledLine] = []
    for shape in shapes:
        drawn = _large(shape, pen, slot.scale)
        if len(drawn) > each or max(map(line_width, drawn)) > slot.width - 2:
            drawn = _small(shape, pen)
        lines += [[] for _ in range(bool(lines) + (each - len(drawn) + 1) // 2)]
        lines += drawn
        lines += [[] for _ in range((each - len(drawn)) // 2)]
    return lines


def _in_line(pen: Pen, width: int, figures: Iterable[list[StyledLine]]) -> tuple[int, list[StyledLine]]:
    """Return the number of figures that fit side by side, and the lines they make."""
    lines: list[StyledLine] = []
    shown = used = 0
    for figure in figures:
        figure_width = max(map(line_width, figure))
        if used + figure_width > width:
            break
        lines += [[(" " * used, pen.blank)] for _ in range(len(figure) - len(lines))]
        for i in range(len(lines)):
            lines[i] += figure[i] if i < len(figure) else [(" " * figure_width, pen.blank)]
            lines[i].append((" ", pen.blank))
        used += figure_width + 1
        shown += 1
    return shown, lines


def _held(scene: Scene) -> tuple[Shape, str, bool] | None:
    """Return the piece in hold, how it faces, and whether it may be swapped."""
    hold = scene.view.hold
    return None if hold is None else (hold.shape, scene.view.rules.spawn_facing, hold.may_swap)


def _draw_hold(pen: Pen, slot: Slot, seen: tuple[Shape, str, bool] | None) -> list[Row]:
    lines: list[StyledLine] = []
    if seen is not None:
        held, facing, may_swap = seen
        shape = as_spawned(held, facing)
        if not slot.box:
            lines = _large(shape, pen, slot.scale, is_spent=not may_swap)
        elif slot.scale and may_swap:
            lines = _large(shape, pen, slot.scale)
        else:
            lines = _small(shape, pen, is_faint=not may_swap)
    if slot.box:
        return boxed(pen, slot, _("hold"), lines)
    return [placed(pen, slot, line) for line in ([(_("hold").upper(), pen.muted)], *lines)]


def _next_panel(slot: Slot, pen: Pen) -> Panel[tuple[tuple[Shape, ...], str]]:
    """Return the panel of the next pieces; without a box it caches each, as a new one leaves the others as they are."""
    if slot.box:
        return Panel(slot, pen, _next, _draw_next)
    heading, blank = placed(pen, slot, [(_("next").upper(), pen.muted)]), pen.row(slot.width)

    @lru_cache(maxsize=64)
    def preview(shape: Shape, facing: str, *, is_large: bool) -> list[Row]:
        shape = as_spawned(shape, facing)
        lines = _large(shape, pen, slot.scale)[: slot.each] if is_large else _small(shape, pen)
        below = slot.each - len(lines) if is_large else 1
        return [*(placed(pen, slot, line) for line in lines), *[blank] * below]

    def draw(_pen: Pen, _slot: Slot, seen: tuple[tuple[Shape, ...], str]) -> list[Row]:
        shapes, facing = seen
        previews = [preview(shape, facing, is_large=number < slot.previews) for number, shape in enumerate(shapes)]
        return [heading, *chain.from_iterable(previews)]

    return Panel(slot, pen, _next, draw)


_COUNT_WIDTH: Final = 5


class Count(NamedTuple):
    name: str
    tile: int
    placed: int


@dataclass(frozen=True, slots=True)
class PieceCounts:
    """Piece counts of a game."""

    pieces: str
    """Name of the piece set."""
    key: Hashable
    """Value that changes with the counts; they are equal if it is."""
    view: GameView = field(compare=False)


def _see_pieces(scene: Scene) -> PieceCounts:
    view = scene.view
    pieces = view.rules.pieces
    # Counting thousands of shapes in every frame would be slow; the visible pieces change with each of them as well.
    if len(_tiles(pieces)) <= LISTED:
        return PieceCounts(pieces, tuple(view.pieces_locked.values()), view)
    return PieceCounts(pieces, (view.pieces, view.piece and view.piece.shape, view.hold, view.next), view)


@lru_cache(maxsize=16)
def _tiles(pieces: str) -> dict[str, int]:
    return {shape.name: shape.tile for shape in piece_set(pieces)}


def _counts(seen: PieceCounts) -> list[Count]:
    tiles, placed = _tiles(seen.pieces), seen.view.pieces_locked
    if len(tiles) <= LISTED:
        return [Count(name, tile, placed.get(name, 0)) for name, tile in tiles.items()]
    counts = [Count(name, tiles.get(name, GREY), count) for name, count in placed.items() if count]
    return sorted(counts, key=lambda entry: -entry.placed)


def _draw_pieces(pen: Pen, slot: Slot, seen: PieceCounts) -> list[Row]:
    counts = _counts(seen)
    name_width = max((cell_len(entry.name) for entry in counts), default=1)
    entries: list[StyledLine] = [
        [(pad(name, name_width), pen.name_style(tile)), (f" {placed}".ljust(_COUNT_WIDTH), pen.text)]
        for name, tile, placed in counts
    ]
    if slot.height >= 2 + len(counts):
        lines = _with_bars(pen, slot, counts, entries)
    else:
        each = max(1, (slot.width + 1) // (name_width + _COUNT_WIDTH))
        lines = [list(chain.from_iterable(entries[i : i + each])) for i in range(0, len(entries), each)]
    return headed(pen, slot, _("PIECES"), lines, f"  {sum(entry.placed for entry in counts)}")


def _with_bars(pen: Pen, slot: Slot, counts: list[Count], entries: list[StyledLine]) -> list[StyledLine]:
    """Return a line for each shape, with a bar proportional to its count."""
    room = slot.width - sum(cell_len(text) for text, _ in entries[0]) if entries else 0
    most = max(room, *(entry.placed for entry in counts), 1)
    bars = [pen.skin.box.bar * (entry.placed * room // most) for entry in counts]
    return [[*entry, (bar, entry[0][1])] for entry, bar in zip(entries, bars, strict=True)]


PANELS: Final[dict[PanelKind, PanelMaker]] = {
    PanelKind.NEXT: _next_panel,
    PanelKind.HOLD: panel(_held, _draw_hold),
    PanelKind.PIECES: panel(_see_pieces, _draw_pieces),
}
