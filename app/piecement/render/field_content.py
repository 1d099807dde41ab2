"""What lies on the field besides the board, row by row: pieces and effects."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from piecement.render.scene import View
from piecement.render.skins.look import Look
from piecement.render.skins.skin import TileKind
from piecement.render.skins.stage import Layer, Spot
from piecement_engine.pieces import Piece, Shape

Spots = tuple[tuple[int, str, int], ...]
"""(x, glyph, ink) of what effects put on a row."""

Tiles = tuple[tuple[int, TileKind, int], ...]
"""(x, kind, tile id) of what pieces put on a row."""

RowContent = tuple[tuple[int, ...], Spots, Tiles, Spots]
"""A row of the board, with what lies in its empty cells, the pieces, and what lies over all."""


@dataclass(slots=True)
class FieldContent:
    """The pieces and effects of one moment."""

    under: dict[int, Spots] = field(default_factory=dict[int, Spots])
    pieces: dict[int, Tiles] = field(default_factory=dict[int, Tiles])
    over: dict[int, Spots] = field(default_factory=dict[int, Spots])

    def put_effects(self, effects: Iterable[tuple[Layer, Iterable[Spot]]]) -> None:
        """Lay down the spots of effects, in order."""
        for layer, spots in effects:
            rows = self.over if layer is Layer.OVER else self.under
            for x, y, glyph, ink in spots:
                rows[y] = (*rows.get(y, ()), (x, glyph, ink))

    def put_pieces(self, view: View, look: Look, hint: Piece | None = None) -> None:
        """Lay down what the look shows of the pieces that are not locked, and where a bot would put the one in play."""
        piece = view.piece
        if look.spawn_preview and view.next:
            self._put(_spawned(view.next[0], view), TileKind.SPAWN, view.skyline)
        if piece is None:
            return
        ghost = view.ghost if look.ghost else None
        if ghost is not None:
            self._put(ghost, TileKind.GHOST, view.skyline - 1)
        if hint is not None:
            self._put(hint, TileKind.HINT, view.skyline - 1)
        self._put(piece, TileKind.ACTIVE, view.skyline + 1)

    def _put(self, piece: Piece, kind: TileKind, top: int) -> None:
        tile = piece.shape.tile
        for x, y in piece.cells:
            if y <= top:
                self.pieces[y] = (*self.pieces.get(y, ()), (x, kind, tile))

    def row(self, y: int, tiles: tuple[int, ...]) -> RowContent:
        """Return what is to be seen in a row."""
        return tiles, self.under.get(y, ()), self.pieces.get(y, ()), self.over.get(y, ())


def _spawned(shape: Shape, view: View) -> Piece:
    return Piece(shape, 0, (view.width - shape.widths[0]) // 2, view.skyline)
