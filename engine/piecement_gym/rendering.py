"""Pictures of a game: as text, and as pixels."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from piecement_engine import EMPTY, GREY, TETROMINOES, GameView, RuleError
from piecement_engine.board.drawing import COLOURS
from piecement_engine.board.piece_sets import piece_set

RENDER_MODES: Final = ("ansi", "rgb_array")


def check_render_mode(render_mode: str | None) -> None:
    """Raise `RuleError` if the render mode is unknown."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise RuleError(f"unknown render mode {render_mode!r}: modes are {', '.join(RENDER_MODES)}")


_CELL: Final = 12
"""Size of a cell (pixels); the last pixel is a gap."""

_COLOURS: Final = {shape.name: tuple(bytes.fromhex(COLOURS[shape.tile][1:])) for shape in TETROMINOES.values()}

_LETTERS: Final = {"": " ", "garbage": "#", "ghost": "'"}
"""Letters of cells that no shape fills, in text."""

_OTHER: Final = (160, 160, 160)
_GHOST: Final = (70, 70, 70)
_GROUND: Final = (20, 20, 24)
_SHOWN_ABOVE: Final = 2
"""Number of hidden rows drawn too, as pieces spawn there."""


def rendered(view: GameView, mode: str | None) -> Any:
    """Return a picture of a game: a text for `ansi`, (height, width, 3) for `rgb_array`.

    Raises `RuleError` without a mode.
    """
    if mode == "ansi":
        return as_text(view)
    if mode == "rgb_array":
        return as_pixels(view)
    raise RuleError(f"nothing to render: make the environment with a render_mode, one of {', '.join(RENDER_MODES)}")


def as_text(view: GameView) -> str:
    """Return the field as text: letters are blocks by their shape, `#` garbage, `'` the ghost; the score is below."""
    rows = _names(view)
    lines = [f"|{''.join(_LETTERS.get(name, name[:1]) for name in row)}|" for row in reversed(rows)]
    coming = " ".join(shape.name for shape in view.next)
    hold = view.hold.shape.name if view.hold else "-"
    below = [f"+{'-' * view.width}+", f"lines {view.lines}  score {view.score}", f"hold {hold}  next {coming}"]
    return "\n".join([*lines, *below, ""])


def as_pixels(view: GameView) -> NDArray[np.uint8]:
    """Return the field as pixels, top row first."""
    colours = {**_COLOURS, "": _GROUND, "ghost": _GHOST}
    rows = _names(view)
    cells = np.array([[colours.get(name, _OTHER) for name in row] for row in reversed(rows)], np.uint8)
    pixels = cells.repeat(_CELL, axis=0).repeat(_CELL, axis=1)
    pixels[_CELL - 1 :: _CELL] = pixels[:, _CELL - 1 :: _CELL] = _GROUND
    return pixels


def _names(view: GameView) -> list[list[str]]:
    """Return the name of a shape, or an empty text, for each cell of the visible rows and a few above, lowest first."""
    height = min(view.height, view.skyline + _SHOWN_ABOVE)
    shapes = {shape.tile: shape.name for shape in piece_set(view.rules.pieces)}
    names = {EMPTY: "", GREY: "garbage", **shapes}
    rows = [[names.get(tile, "garbage") for tile in row] for row in view.rows[:height]]
    rows += [[""] * view.width for _ in range(height - len(rows))]
    piece, ghost = view.piece, view.ghost
    for figure, name in ((ghost, "ghost"), (piece, piece.shape.name if piece else "")):
        for x, y in figure.cells if figure else ():
            if y < height:
                rows[y][x] = name
    return rows
