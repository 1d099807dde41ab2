"""What a skin is: the glyphs of the field, of its frame and of the boxes beside it, as data."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from piecement.render.skins.hard_drops import HardDropEffect
from piecement.render.skins.line_clears import LineClearEffect
from piecement.render.skins.locks import LockEffect
from piecement_engine.pieces import EMPTY, GREY


class TileKind(StrEnum):
    """What a tile of the field or of a preview is part of."""

    LOCKED = "locked"
    ACTIVE = "active"
    GHOST = "ghost"
    PREVIEW = "preview"
    SPAWN = "spawn"
    """The place where the next piece will come in."""
    HINT = "hint"
    """The place where a bot would put the piece in play, or the one in hold."""


HALF: Final = 0
"""The scale at which two rows of the board share one line of text."""


class Box(NamedTuple):
    horizontal: str
    vertical: str
    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    rule: str
    rule_end: str
    bar: str
    """What a bar of a diagram is made of."""


class Border(NamedTuple):
    """What surrounds the field. Fills are two characters, the width of a cell."""

    left: str
    right: str
    top_fill: str
    top_left: str
    top_right: str
    bottom_fill: str
    bottom_left: str
    """Reaches out to the left of the wall where it is longer than the wall."""
    bottom_right: str
    top_left_joint: str
    """The corner, where a box joins it from the side."""
    top_right_joint: str
    left_joint: str
    """The wall, where a line of a box joins it from the side."""
    right_joint: str
    meter: str
    """The part of the bottom that shows how much of the lock delay is left."""
    below_fill: str = ""
    """One more line under the bottom."""


class Skin(NamedTuple):
    """A way to draw everything. All glyphs of cells are two characters wide."""

    name: str
    title: str
    sentence: str
    """Shown to the player beside the choice."""
    tiles: Mapping[TileKind, str]
    """In a lettered skin, `A` and `a` stand for the letter of the piece."""
    frame: Border
    box: Box
    hard_drop: HardDropEffect
    lock: LockEffect
    line_clear: LineClearEffect
    empty: str = "  "
    grid: str = " ."
    """An empty cell where the grid is shown."""
    scales: tuple[int, ...] = (3, 2, 1, HALF)
    """The sizes of a cell that it can be drawn at, the preferred one first."""
    compact_scale: int = 1
    """Up to which scale the side panels may be given up for the size of the field."""
    is_ascii: bool = False
    """Whether nothing but ASCII may be written, whatever text is shown."""
    is_lettered: bool = False
    is_solid: bool = False
    """Whether tiles are letters on a coloured background, instead of coloured glyphs."""
    enlarged: Mapping[tuple[str, int], tuple[str, ...]] = MappingProxyType({})
    """The lines of a glyph at a scale, where repeating its characters would not do."""

    def glyph(self, kind: TileKind, tile: int) -> str:
        text = self.tiles[kind]
        if not self.is_lettered:
            return text
        letter = tile_letter(tile)
        return text.replace("A", letter).replace("a", letter.lower())

    def enlarge(self, glyph: str, scale: int) -> tuple[str, ...]:
        """Return the lines of a glyph for a cell of `2 * scale` by `scale` characters."""
        lines = self.enlarged.get((glyph, scale))
        if lines is None:
            lines = ("".join(character * scale for character in glyph),) * scale
        return lines


_LETTERS: Final = " OISZTLJ"
_UNNAMED: Final = {EMPTY: " ", GREY: "#"}


def tile_letter(tile: int) -> str:
    """Return the letter of a tile; the letters of large pieces repeat."""
    if tile in _UNNAMED:
        return _UNNAMED[tile]
    if tile < len(_LETTERS):
        return _LETTERS[tile]
    return chr(ord("A") + tile % 10_000 % 26)
