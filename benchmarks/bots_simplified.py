"""The game of the papers: any turn in any column, straight down from above the stack, uniform pieces, no previews.

Built on the features and weights of the bots; these rules exist only to be compared with what was published.
"""

from functools import lru_cache
from random import Random

from piecement_engine.bots.clearing import cleared
from piecement_engine.bots.features import Features, eroded_cells
from piecement_engine.bots.survive import SurviveEvaluator
from piecement_engine.geometry import Geometry, geometry
from piecement_engine.notices import Spin
from piecement_engine.pieces import TETROMINOES, Shape

_ROOM = 4
"""Rows above the field for pieces to come from."""


@lru_cache(maxsize=64)
def _drops(layout: Geometry, shape: Shape) -> tuple[tuple[int, int, float], ...]:
    """Return (cells at the top, height of the corner there, half of the height) for each turn and column."""
    drops: list[tuple[int, int, float]] = []
    for orientation in range(len(set(shape.orientations))):
        mask, base = layout.footprints[shape][orientation]
        y = layout.height - shape.heights[orientation]
        middle = (shape.heights[orientation] - 1) / 2
        columns = range(layout.width - shape.widths[orientation] + 1)
        drops += [(mask << base + x * layout.lane - y, y, middle) for x in columns]
    return tuple(drops)


def simplified_game(weights: Features, width: int, height: int, seed: int, most_pieces: int = 10**9) -> int:
    """Return the lines of one game; a placement that leaves anything above the field ends it."""
    layout = geometry(width, height + _ROOM, 4)
    above = layout.above[height - 1]
    evaluator = SurviveEvaluator(layout, weights)
    random = Random(seed)
    shapes = list(TETROMINOES.values())
    bits, lines = layout.empty, 0
    for _ in range(most_pieces):
        shape = shapes[int(random.random() * 7)]
        best: tuple[float, int, int] | None = None
        for cells, y, middle in _drops(layout, shape):
            best = _better(best, _placed(layout, evaluator, bits, cells, (y, middle, above)))
        if best is None:
            break
        bits, lines = best[1], lines + best[2]
    return lines


def _better(best: tuple[float, int, int] | None, other: tuple[float, int, int] | None) -> tuple[float, int, int] | None:
    return other if other and (best is None or other[0] > best[0]) else best


def _placed(
    layout: Geometry, evaluator: SurviveEvaluator, bits: int, cells: int, place: tuple[int, float, int]
) -> tuple[float, int, int] | None:
    """Drop a piece, and return (value, board, lines), or None where that loses."""
    y, middle, above = place
    while not bits & cells << 1:
        cells <<= 1
        y -= 1
    placed = bits | cells
    if placed & above & layout.field:
        return None
    after, lines = cleared(layout, placed)
    eroded = eroded_cells(layout, placed, cells) if lines else 0
    drop = (after, lines, Spin.NONE, y + middle, eroded, 0, 0)
    reward, _, _ = evaluator.reward(TETROMINOES["O"], drop, False, 0, 0)
    return reward + evaluator.potential(after, 0, 0), after, lines
