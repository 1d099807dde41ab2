"""Skin: the glyphs of the field, of its frame and of the boxes beside it, as data."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from piecement.render.skins.hard_drops import HardDropEffect
from piecement.render.skins.line_clears import LineClearEffect
from piecement.render.skins.locks import LockEffect
from piecement_engine.pieces import EMPTY, GREY


class TileKind(StrEnum):
    """Kind of a tile in the field or a preview."""

    LOCKED = "locked"
    ACTIVE = "active"
    GHOST = "ghost"
    PREVIEW = "preview"
    SPAWN = "spawn"
    """Spawn of the next piece."""
    HINT = "hint"
    """Placement that a bot suggests."""


HALF: Final = 0
"""Scale at which two rows of the board share one line of text."""


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
    """Character of a bar in a diagram."""


class Border(NamedTuple):
    """Border of the field. Fills are two characters, the width of a cell."""

    left: str
    right: str
    top_fill: str
    top_left: str
    top_right: str
    bottom_fill: str
    bottom_left: str
    """Extends to the left of the wall if it is longer than the wall."""
    bottom_right: str
    top_left_joint: str
    """Corner that a box joins from the side."""
    top_right_joint: str
    left_joint: str
    """Wall that a line of a box joins from the side."""
    right_joint: str
    meter: str
    """Part of the bottom that shows the remaining lock delay."""
    below_fill: str = ""
    """Optional line under the bottom."""


class Skin(NamedTuple):
    """Glyphs and effects for drawing a game; all glyphs of cells are two characters wide."""

    name: str
    title: str
    sentence: str
    """Description for the player."""
    tiles: Mapping[TileKind, str]
    """Glyph of each kind; in a lettered skin, `A` and `a` are replaced by the letter of the piece."""
    frame: Border
    box: Box
    hard_drop: HardDropEffect
    lock: LockEffect
    line_clear: LineClearEffect
    empty: str = "  "
    grid: str = " ."
    """Empty cell if the grid is shown."""
    scales: tuple[int, ...] = (3, 2, 1, HALF)
    """Supported scales, the preferred one first."""
    compact_scale: int = 1
    """Maximum scale for which the side panels may be dropped."""
    is_ascii: bool = False
    """Whether to write only ASCII, whatever the text."""
    is_lettered: bool = False
    is_solid: bool = False
    """Whether tiles are letters on a coloured background instead of coloured glyphs."""
    enlarged: Mapping[tuple[str, int], tuple[str, ...]] = MappingProxyType({})
    """Lines of a glyph at a scale, for glyphs that cannot simply repeat their characters."""

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
