"""What lies on the field besides the board, row by row: pieces and effects."""

from collections.abc import Iterable

from piecement.render.scene import View
from piecement.render.skins.animation import EffectCell, Layer
from piecement.render.skins.look import Look
from piecement.render.skins.skin import TileKind
from piecement_engine.pieces import Piece, Shape

Spots = tuple[tuple[int, str, int], ...]
"""(x, glyph, ink) of what effects put on a row."""

Tiles = tuple[tuple[int, TileKind, int], ...]
"""(x, kind, tile id) of what pieces put on a row."""

RowContent = tuple[tuple[int, ...], Spots, Tiles, Spots]
"""A row of the board, with what lies in its empty cells, the pieces, and what lies over all."""


class FieldContent:
    """The pieces and effects of one moment."""

    def __init__(self) -> None:
        self._under: dict[int, Spots] = {}
        self._pieces: dict[int, Tiles] = {}
        self._over: dict[int, Spots] = {}

    def add_effects(self, effects: Iterable[tuple[Layer, Iterable[EffectCell]]]) -> None:
        """Lay down the cells of effects, in order."""
        for layer, cells in effects:
            rows = self._over if layer is Layer.OVER else self._under
            for x, y, glyph, ink in cells:
                rows[y] = (*rows.get(y, ()), (x, glyph, ink))

    def add_pieces(self, view: View, look: Look, hint: Piece | None = None) -> None:
        """Lay down what the look shows of the pieces that are not locked, and where a bot would put the one in play."""
        piece = view.piece
        if look.spawn_preview and view.next:
            self._add(_spawned(view.next[0], view), TileKind.SPAWN, view.skyline)
        if piece is None:
            return
        ghost = view.ghost if look.ghost else None
        if ghost is not None:
            self._add(ghost, TileKind.GHOST, view.skyline - 1)
        if hint is not None:
            self._add(hint, TileKind.HINT, view.skyline - 1)
        self._add(piece, TileKind.ACTIVE, view.skyline + 1)

    def _add(self, piece: Piece, kind: TileKind, top: int) -> None:
        tile = piece.shape.tile
        for x, y in piece.cells:
            if y <= top:
                self._pieces[y] = (*self._pieces.get(y, ()), (x, kind, tile))

    def row(self, y: int, tiles: tuple[int, ...]) -> RowContent:
        """Return what is to be seen in a row."""
        return tiles, self._under.get(y, ()), self._pieces.get(y, ()), self._over.get(y, ())


def _spawned(shape: Shape, view: View) -> Piece:
    return Piece(shape, 0, (view.width - shape.widths[0]) // 2, view.skyline)
