"""Layout requirements of a game: the size of its board and pieces, and the parts that it can show."""

from functools import lru_cache
from typing import NamedTuple, Self

from piecement.render.scene import Caption
from piecement_engine import Rules
from piecement_engine.board.piece_sets import piece_set
from piecement_engine.game.view import GameView


class Extent(NamedTuple):
    width: int
    """Cells of the widest shape."""
    height: int
    """Cells of the highest shape."""
    kinds: int
    """Number of shapes."""


TETROMINO_EXTENT = Extent(4, 2, 7)
"""Minimum extent of a set, so that boxes are never too small for their labels."""


@lru_cache(maxsize=16)
def extent_of(pieces: str) -> Extent:
    """Return the extent of a piece set, by its name in the rules."""
    shapes = piece_set(pieces)
    width = max(shape.widths[0] for shape in shapes)
    height = max(shape.heights[0] for shape in shapes)
    return Extent(max(TETROMINO_EXTENT.width, width), max(TETROMINO_EXTENT.height, height), len(shapes))


class Requirements(NamedTuple):
    """Game properties that determine a layout, besides the terminal and the look."""

    width: int = 10
    """Columns of the board."""
    skyline: int = 20
    """Visible rows of the board."""
    pieces: Extent = TETROMINO_EXTENT
    previews: int = 1
    has_hold: bool = True
    has_goal: bool = True
    caption: Caption = Caption()

    @classmethod
    def of(cls, view: GameView, caption: Caption) -> Self:
        needs, has_goal = cls.of_rules(view.rules), any(view.rules.limits.given())
        return needs._replace(width=view.width, skyline=view.skyline, has_goal=has_goal, caption=caption)

    @classmethod
    def of_rules(cls, rules: Rules) -> Self:
        """Return the minimum needs of all games by these rules."""
        pieces, has_hold = extent_of(rules.pieces), rules.hold != "off"
        return cls(rules.width, rules.skyline, pieces, previews=rules.preview_count, has_hold=has_hold)

    @property
    def small_height(self) -> int:
        """Lines of a piece drawn with half-blocks."""
        return (self.pieces.height + 1) // 2
