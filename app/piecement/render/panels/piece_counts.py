"""Panel of piece counts."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from rich.cells import cell_len

from piecement.render.arrangements import LISTED
from piecement.render.cells import pad
from piecement.render.layout import Slot
from piecement.render.panels.panel import PanelMaker, StyledLine, headed, panel
from piecement.render.pen import Pen
from piecement.render.rows import Row
from piecement.render.scene import Scene
from piecement.render.skins.look import PanelKind
from piecement_base.language import _
from piecement_engine.board.piece_sets import piece_set
from piecement_engine.board.pieces import GREY
from piecement_engine.game.view import GameView

_COUNT_WIDTH: Final = 5


class Count(NamedTuple):
    name: str
    tile: int
    placed: int


@dataclass(frozen=True, slots=True)
class PieceCounts:
    """Piece counts of a game; equal if `key` is equal."""

    pieces: str
    key: Hashable
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
    rows = headed(pen, slot, _("PIECES"), lines)
    total = sum(entry.placed for entry in counts)
    rows[0] = pen.row(slot.width, (_("PIECES"), pen.heading), (f"  {total}", pen.strong))
    return rows


def _with_bars(pen: Pen, slot: Slot, counts: list[Count], entries: list[StyledLine]) -> list[StyledLine]:
    """Return a line for each shape, with a bar proportional to its count."""
    room = slot.width - sum(cell_len(text) for text, _ in entries[0]) if entries else 0
    most = max(room, *(entry.placed for entry in counts), 1)
    bars = [pen.skin.box.bar * (entry.placed * room // most) for entry in counts]
    return [[*entry, (bar, entry[0][1])] for entry, bar in zip(entries, bars, strict=True)]


PANELS: Final[dict[PanelKind, PanelMaker]] = {PanelKind.PIECES: panel(_see_pieces, _draw_pieces)}
