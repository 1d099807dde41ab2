"""How much room the parts of a picture ask for."""

from dataclasses import dataclass
from typing import Final, Self

from piecement.drawing.goal import goal
from piecement.drawing.scene import Caption, View

_LEAST_RANK: Final = 4
_KINDS: Final = {4: 7, 5: 18, 6: 60}


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What decides a layout, besides the terminal and the look."""

    width: int = 10
    """Columns of the board."""
    skyline: int = 20
    """Rows of the board that are seen."""
    rank: int = 4
    """Cells of the largest piece."""
    previews: int = 1
    legend: int = 0
    """Lines of the key legend."""
    has_goal: bool = True
    has_focus: bool = True

    @classmethod
    def of(cls, view: View, caption: Caption) -> Self:
        """Return what a game asks for."""
        return cls(
            width=view.width,
            skyline=view.skyline,
            rank=rank_of(view),
            previews=view.rules.preview_count,
            legend=len(caption.legend),
            has_goal=goal(view) is not None,
            has_focus=caption.focus is not None,
        )

    @property
    def preview_height(self) -> int:
        """Rows of the tallest piece as it spawns, flat side down."""
        return (self.rank + 1) // 2

    @property
    def small_height(self) -> int:
        """Lines of a piece drawn with half-blocks."""
        return (self.preview_height + 1) // 2

    @property
    def kinds(self) -> int:
        """How many pieces there are to count."""
        return _KINDS.get(self.rank, 60)


def rank_of(view: View) -> int:
    """Return how many cells the largest piece in sight has, but at least a tetromino's."""
    shapes = [*view.next, *([view.piece.shape] if view.piece else []), *([view.hold.shape] if view.hold else [])]
    return max((len(shape.cells) for shape in shapes), default=_LEAST_RANK) if shapes else _LEAST_RANK
