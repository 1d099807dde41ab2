"""Space requirements of the parts of a frame."""

from functools import lru_cache
from typing import NamedTuple, Self

from piecement.render.scene import Caption
from piecement_engine import Rules
from piecement_engine.piece_sets import piece_set
from piecement_engine.view import GameView


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
    legend: int = 0
    """Lines of the key legend."""
    has_hold: bool = True
    has_goal: bool = True
    has_focus: bool = True
    has_race: bool = False
    has_attack: bool = False
    rival: tuple[int, int] | None = None
    """Columns and visible rows of the rival game, or None."""

    @classmethod
    def of(cls, view: GameView, caption: Caption) -> Self:
        rules = view.rules
        return cls(
            width=view.width,
            skyline=view.skyline,
            pieces=extent_of(rules.pieces),
            previews=rules.preview_count,
            legend=len(caption.legend),
            has_hold=rules.hold != "off",
            has_goal=any(rules.limits.given()),
            has_focus=caption.focus is not None,
            has_race=caption.has_race,
            has_attack=caption.has_attack,
            rival=caption.rival,
        )

    @classmethod
    def of_rules(cls, rules: Rules) -> Self:
        """Return the minimum needs of all games by these rules."""
        return cls(
            width=rules.width,
            skyline=rules.skyline,
            pieces=extent_of(rules.pieces),
            previews=rules.preview_count,
            has_hold=rules.hold != "off",
        )

    @property
    def small_height(self) -> int:
        """Lines of a piece drawn with half-blocks."""
        return (self.pieces.height + 1) // 2
