"""Skins: characters of all that is drawn."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from piecement_base.language import N_
from piecement.render.skins import animation, endings, line_clears
from piecement.render.skins.animation import HARD_DROPS, LOCKS, no_effect
from piecement.render.skins.line_clears import LINE_CLEARS
from piecement.render.skins.palettes import Depth
from piecement_engine.board.pieces import EMPTY, GREY


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
    hard_drop: animation.HardDropEffect
    lock: animation.LockEffect
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
    """Whether a ghost shows each half of its glyph only at that outer side."""
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
_UNNAMED: Final = {EMPTY: " ", GREY: "#"}


def tile_letter(tile: int) -> str:
    """Return the letter of a tile; the letters of large pieces repeat."""
    if tile in _UNNAMED:
        return _UNNAMED[tile]
    if tile < len(_LETTERS):
        return _LETTERS[tile]
    return chr(ord("A") + tile % 10_000 % 26)


def _tiles(*glyphs: str) -> dict[TileKind, str]:
    """Return the glyphs of locked and active tiles, ghost, preview, spawn and hint."""
    return dict(zip(TileKind, glyphs, strict=True))


_UNICODE: Final = Skin(
    name="unicode",
    title=N_("Unicode"),
    sentence=N_("Block characters, as in the original game."),
    tiles=_tiles("██", "▓▓", "░░", "██", "╱╱", "╱╲"),
    grid=" ⢀",
    frame=Border(
        left="║", right="║", top_fill="╶╶", top_left="╓", top_right="╖",
        bottom_fill="▀▀", bottom_left="░▒▓█", bottom_right="█▓▒░",
        top_left_joint="╥", top_right_joint="╥", left_joint="╢", right_joint="╟", meter="█",
    ),
    box=Box(
        horizontal="─", vertical="│", top_left="┌", top_right="┐", bottom_left="└", bottom_right="┘",
        rule="─", rule_end="╴", bar="━",
    ),
    hard_drop=animation.seed_trail,
    lock=animation.UNICODE_FLASH,
    line_clear=line_clears.UNICODE_SHRINK,
)  # fmt: skip

_ASCII: Final = Skin(
    name="ascii",
    title="ASCII",
    sentence=N_("ASCII only; small previews are letters."),
    tiles=_tiles("##", "[]", "::", "[]", "//", "<>"),
    frame=Border(
        left="|", right="|", top_fill="- ", top_left="|", top_right="|",
        bottom_fill="==", bottom_left="~#", bottom_right="#~",
        top_left_joint="|", top_right_joint="+", left_joint="|", right_joint="+", meter="#",
    ),
    box=Box(
        horizontal="-", vertical="|", top_left="+", top_right="+", bottom_left="+", bottom_right="+",
        rule="-", rule_end="", bar="=",
    ),
    hard_drop=animation.seed_trail,
    lock=animation.ASCII_FLASH,
    line_clear=line_clears.ASCII_BLINK,
    scales=(3, 2, 1),
    small=SmallPieces.LETTERS,
    is_ascii=True,
    enlarged={
        ("- ", 2): ("- - ", "- - "),
        ("- ", 3): ("- - - ", "- - - ", "- - - "),
        ("[]", 2): ("[--]", "[__]"),
        ("[]", 3): ("[----]", "[    ]", "[____]"),
    },
)  # fmt: skip

_ELECTRONIKA_60: Final = Skin(
    name="electronika_60",
    title=N_("Electronika 60"),
    sentence=N_("Like the very first game of this kind; best in green or amber."),
    tiles=_tiles("▮▮", "▮▮", " .", "▮▮", "▯▯", "<>"),
    empty=" .",
    frame=Border(
        left="<!", right="!>", top_fill="  ", top_left="  ", top_right="  ",
        bottom_fill="==", bottom_left="<!", bottom_right="!>", below_fill="\\/",
        top_left_joint="  ", top_right_joint="  ", left_joint="<!", right_joint="!>", meter="#",
    ),
    box=Box(
        horizontal=" ", vertical=" ", top_left=" ", top_right=" ", bottom_left=" ", bottom_right=" ",
        rule="-", rule_end="", bar="=",
    ),
    hard_drop=HARD_DROPS["none"],
    lock=animation.ELECTRONIKA_60_FLASH,
    line_clear=line_clears.ELECTRONIKA_60_WIPE,
    scales=(3, 2, 1),
    enlarged={(" .", 2): ("    ", "  . "), (" .", 3): ("      ", "   .  ", "      ")},
)  # fmt: skip

_BRAILLE: Final = _UNICODE._replace(
    name="braille",
    title=N_("Braille"),
    sentence=N_("Tiles of dots."),
    tiles=_tiles("⣿⣿", "⣏⣹", "⠰⠆", "⣏⣹", "⢌⡡", "⠪⠕"),
    hard_drop=HARD_DROPS["helix"],
    lock=LOCKS["spiral"],
    line_clear=LINE_CLEARS["braille sparks"],
    enlarged={
        ("⣏⣹", 2): ("⡏⠉⠉⢹", "⣇⣀⣀⣸"),
        ("⣏⣹", 3): ("⡏⠉⠉⠉⠉⢹", "⡇    ⢸", "⣇⣀⣀⣀⣀⣸"),
        ("⠰⠆", 2): (" ⣀⣀ ", " ⠉⠉ "),
        ("⠰⠆", 3): ("      ", "  ⣿⣿  ", "      "),
    },
)

_HALF_BLOCK: Final = _UNICODE._replace(
    name="half_block",
    title=N_("Half blocks"),
    sentence=N_("Two rows per line of text, for small terminals."),
    scales=(HALF,),
)

_DOUBLE: Final = _UNICODE._replace(
    name="double",
    title=N_("Double size"),
    sentence=N_("Cells of twice the size; side panels may have to go."),
    compact_scale=3,
)

_CONTRAST: Final = _UNICODE._replace(
    name="contrast",
    title=N_("High contrast"),
    sentence=N_("Each piece shows its letter on a solid colour."),
    tiles=_tiles("A ", "AA", "aa", "AA", "··", "<>"),
    grid=" ·",
    lock=LOCKS["white flash"],
    line_clear=LINE_CLEARS["left to right"],
    is_lettered=True,
    is_solid=True,
)

EDGED: Final = "▔▔"
"""Glyph of a tile that is background, with an edge."""

_MODERN_SIXTEEN: Final = _UNICODE._replace(
    name="modern",
    title=N_("Modern"),
    sentence=N_("A bright piece, a calm stack, and a field without a frame."),
    tiles=_tiles("██", "██", "▏▕", "██", "╱╱", "╱╲"),
    grid=" ·",
    frame=Border(
        left="▐", right="▌", top_fill="  ", top_left=" ", top_right=" ",
        bottom_fill="▀▀", bottom_left="▝", bottom_right="▘",
        top_left_joint=" ", top_right_joint=" ", left_joint="▐", right_joint="▌", meter="█",
    ),
    hard_drop=animation.LIGHT_IN_GLYPHS,
    lock=LOCKS["none"],
    line_clear=line_clears.WHITE_OUTWARD,
    win=endings.SHADED_ROWS,
    crumble=endings.crumble,
    garbage="▒▒",
    is_modern=True,
    spent="░░",
    has_ghost_edges=True,
    enlarged={
        (glyph, scale): (glyph[0] + " " * (2 * scale - 2) + glyph[1],) * scale
        for glyph in ("▏▕", "▏ ", " ▕")
        for scale in (2, 3)
    },
)  # fmt: skip

_MODERN: Final = _MODERN_SIXTEEN._replace(
    hard_drop=animation.LIGHT_COLUMN,
    win=endings.LIGHT_ROWS,
    enlarged={
        **_MODERN_SIXTEEN.enlarged,
        **{(EDGED, scale): (EDGED * scale, *["  " * scale] * (scale - 1)) for scale in (2, 3)},
    },
    scales=(3, 2, ROOMY, 1, HALF),
    garbage="██",
    spent="██",
    by_depth=MappingProxyType(
        {
            Depth.ANSI: _MODERN_SIXTEEN,
            Depth.NONE: _MODERN_SIXTEEN._replace(
                tiles=_tiles("▓▓", "██", "▏▕", "██", "╱╱", "╱╲"), has_edge_per_cell=True
            ),
        }
    ),
)

SKINS: Final[dict[str, Skin]] = {
    skin.name: skin for skin in (_MODERN, _UNICODE, _ASCII, _ELECTRONIKA_60, _BRAILLE, _HALF_BLOCK, _DOUBLE, _CONTRAST)
}
"""Skins in menu order, then those of the player's own."""
