"""Drawings of a board: as Unicode blocks, and as SVG."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from piecement_engine.board.board import Row
from piecement_engine.board.pieces import EMPTY, TETROMINOES, Cell

COLOURS: Final[Mapping[int, str]] = {
    TETROMINOES[name].tile: colour
    for name, colour in {
        "I": "#31c7ef",
        "O": "#f7d308",
        "T": "#ad4d9c",
        "S": "#42b642",
        "Z": "#ef2029",
        "J": "#5a65ad",
        "L": "#ef7921",
    }.items()
}
"""Colours of guideline games by tile."""

_OTHER: Final = "#a0a0a0"
_GROUND: Final = "#141418"
_CELL: Final = 20
"""Pixels from one cell to the next; the last one is a gap."""


def as_unicode(rows: Sequence[Row], width: int, marked: Collection[Cell]) -> str:
    """Return the rows in a frame, two characters for each cell; `marked` cells are shaded."""
    lines = [
        "".join("▒▒" if (x, y) in marked else "██" if tile else "  " for x, tile in enumerate(row))
        for y, row in enumerate(_shown(rows, width, marked))
    ]
    return "\n".join([*(f"│{line}│" for line in reversed(lines)), f"└{'──' * width}┘"])


def as_svg(rows: Sequence[Row], width: int, marked: Collection[Cell], tile: int) -> str:
    """Return the rows as an SVG image; `marked` cells have the colour of `tile`, half transparent."""
    shown = _shown(rows, width, marked)
    size = f'width="{width * _CELL + 1}" height="{len(shown) * _CELL + 1}"'
    cells = [
        _square(x, len(shown) - 1 - y, marked_tile or filled, faint=bool(marked_tile))
        for y, row in enumerate(shown)
        for x, filled in enumerate(row)
        if (marked_tile := tile if (x, y) in marked else EMPTY) or filled
    ]
    ground = f'<rect width="100%" height="100%" fill="{_GROUND}"/>'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', ground, *cells, "</svg>"])


def _square(x: int, line: int, tile: int, *, faint: bool) -> str:
    place = f'x="{x * _CELL + 1}" y="{line * _CELL + 1}" width="{_CELL - 1}" height="{_CELL - 1}"'
    opacity = ' fill-opacity="0.5"' if faint else ""
    return f'<rect {place} fill="{COLOURS.get(tile, _OTHER)}"{opacity}/>'


def _shown(rows: Sequence[Row], width: int, marked: Collection[Cell]) -> list[Row]:
    """Return the rows up to the highest block or marked cell, at least one."""
    height = max(1, len(rows), *(y + 1 for _, y in marked))
    return [*rows, *[(EMPTY,) * width] * (height - len(rows))]
