"""Skins: the characters of tiles, frames and boxes, and the effects that go with them."""

import tomllib
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from piecement.render.skins import endings, line_clears, piece_effects
from piecement.render.skins.animation import no_effect
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.palettes import Depth
from piecement.render.skins.piece_effects import HARD_DROPS, LOCKS
from piecement_engine.board.pieces import GREY


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


class SmallPieces(StrEnum):
    """Drawing of previews that are not large."""

    BLOCKS = "blocks"
    """Half-blocks; the last ones in a long row are dots."""
    DOTS = "dots"
    LETTERS = "letters"
    """Names of the pieces."""


HALF: Final = 0
"""Scale at which two rows of the board share one line of text."""

ROOMY: Final = 1.5
"""Scale at which two rows of the board share three lines of text."""


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
    hard_drop: piece_effects.HardDropEffect
    lock: piece_effects.LockEffect
    line_clear: line_clears.LineClearEffect
    win: endings.EndingEffect = no_effect
    crumble: endings.EndingEffect = no_effect
    """End of a lost match; that of a lost game is the same in all skins."""
    empty: str = "  "
    grid: str = " ."
    """Empty cell if the grid is shown."""
    scales: tuple[float, ...] = (3, 2, 1, HALF)
    """Supported scales, the preferred one first."""
    compact_scale: int = 1
    """Maximum scale for which the side panels may be dropped."""
    small: SmallPieces = SmallPieces.BLOCKS
    is_ascii: bool = False
    """Whether to write only ASCII, whatever the text."""
    is_lettered: bool = False
    is_solid: bool = False
    """Whether tiles are letters on a coloured background instead of coloured glyphs."""
    enlarged: Mapping[tuple[str, int], tuple[str, ...]] = MappingProxyType({})
    """Lines of a glyph at a scale, for glyphs that cannot simply repeat their characters."""
    garbage: str = ""
    """Glyph of grey tiles of the board; empty for that of the others."""
    is_modern: bool = False
    """Whether the state of a tile shows in its shade, on a field that is dark on any terminal."""
    spent: str = ""
    """Glyph of a piece in hold that must not be swapped yet; empty for a small, faint piece."""
    has_ghost_edges: bool = False
    """Whether a ghost shows the halves of its glyph only at its left and at its right edge."""
    has_edge_per_cell: bool = False
    """Whether each ghost cell has both edges, instead of each row of them."""
    by_depth: Mapping[Depth, "Skin"] = MappingProxyType({})
    """Variants for palettes with fewer colours."""

    def glyph(self, kind: TileKind, tile: int) -> str:
        if tile == GREY and kind is TileKind.LOCKED and self.garbage:
            return self.garbage
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
"""Letters by tile; that of an empty cell is a blank."""


def tile_letter(tile: int) -> str:
    """Return the letter of a tile; the letters of large pieces repeat."""
    if tile == GREY:
        return "#"
    if tile < len(_LETTERS):
        return _LETTERS[tile]
    return chr(ord("A") + tile % 10_000 % 26)


EDGED: Final = "▔▔"
"""Glyph of a tile that is background, with an edge."""

_MODERN: Final = (LOCKS["none"], line_clears.WHITE_OUTWARD)
_EFFECTS: Final[Mapping[str, Sequence[object]]] = {
    "unicode": (piece_effects.tall_trail, piece_effects.UNICODE_FLASH, line_clears.UNICODE_SHRINK),
    "ascii": (piece_effects.tall_trail, piece_effects.ASCII_FLASH, line_clears.ASCII_BLINK),
    "electronika_60": (HARD_DROPS["none"], piece_effects.ELECTRONIKA_60_FLASH, line_clears.ELECTRONIKA_60_WIPE),
    "braille": (HARD_DROPS["helix"], LOCKS["spiral"], LINE_CLEARS["braille sparks"]),
    "contrast": (piece_effects.tall_trail, LOCKS["white flash"], LINE_CLEARS["left to right"]),
    "modern_sixteen": (piece_effects.LIGHT_IN_GLYPHS, *_MODERN, endings.SHADED_ROWS, endings.crumble),
    "modern": (piece_effects.light_column, *_MODERN, endings.LIGHT_ROWS, endings.crumble),
}
"""Effects of skins that have some of their own: hard drop, lock, line clear, win and lost match."""


def _read(name: str, values: dict[str, Any], made: Mapping[str, Skin]) -> Skin:  # TOML has values of many types
    """Return the skin of a table, which may be like one made before."""
    like = made.get(values.pop("like", ""))
    readers: dict[str, Callable[[Any], object]] = {
        "tiles": lambda glyphs: dict(zip(TileKind, glyphs, strict=True)),
        "frame": lambda table: Border(**table),
        "box": lambda table: Box(**table),
        "scales": tuple,
        "small": SmallPieces,
        "enlarged": lambda rows: {(glyph, scale): tuple(lines) for glyph, scale, *lines in rows},
    }
    own: dict[str, Any] = {"name": name, **values}
    own |= {key: readers[key](value) for key, value in values.items() if key in readers}
    own |= zip(("hard_drop", "lock", "line_clear", "win", "crumble"), _EFFECTS.get(name, ()), strict=False)
    return like._replace(**own) if like else Skin(**own)


def _skins() -> Iterator[Skin]:
    """Yield the skins of the table, in menu order."""
    made: dict[str, Skin] = {}
    for name, table in tomllib.loads(Path(__file__).with_name("skins.toml").read_text("utf-8")).items():
        made[name] = _read(name, table, made)
    variants = {Depth.ANSI: made.pop("modern_sixteen"), Depth.NONE: made.pop("modern_plain")}
    yield made.pop("modern")._replace(by_depth=MappingProxyType(variants))
    yield from made.values()


BUILT_IN_SKINS: Final = {skin.name: skin for skin in _skins()}
"""Skins by name, in menu order."""

OWN_SKINS: Final[dict[str, Skin]] = {}
"""Skins of the custom looks that were read last."""

SKINS: Final = ChainMap(OWN_SKINS, BUILT_IN_SKINS)
"""Built-in skins by name, then those of custom looks."""
