"""The game of the papers: any turn in any column, straight down from above the stack, uniform pieces, no previews.

Built on the features and weights of the bots; these rules exist only to be compared with what was published. The
second game here differs in that pieces move as in SRS, from rows above the field that always stay empty.
"""

from functools import lru_cache
from random import Random

from piecement_engine.board.geometry import Geometry, geometry
from piecement_engine.board.pieces import TETROMINOES, Piece, Shape
from piecement_engine.bots.arena import arena
from piecement_engine.bots.bit_boards import cleared
from piecement_engine.bots.drops import dropper
from piecement_engine.bots.evaluators import SurviveEvaluator
from piecement_engine.bots.features import Features, eroded_cells
from piecement_engine.bots.weights import BCTS
from piecement_engine.events import Spin
from piecement_engine.game.inputs import Button
from piecement_engine.rules.rules import Rules

_ROOM = 4
"""Rows above the field for pieces to come from."""


@lru_cache(maxsize=64)
def _drops(layout: Geometry, shape: Shape) -> tuple[tuple[int, int, float], ...]:
    """Return (cells at the top, height of the corner there, half of the height) for each turn and column."""
    drops: list[tuple[int, int, float]] = []
    for orientation in range(len(set(shape.orientations))):
        places = layout.places[shape][orientation]
        y = layout.height - shape.heights[orientation]
        middle = (shape.heights[orientation] - 1) / 2
        columns = range(layout.width - shape.widths[orientation] + 1)
        drops += [(places.mask << places.base + x * layout.column_stride - y, y, middle) for x in columns]
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


def moving_game(width: int, height: int, seed: int) -> int:
    """Return the lines of one game in which BCTS has every placement that movement reaches from above the field."""
    rules = Rules(
        rotation_system="srs", width=width, height=height + 6, skyline=height + 2, preview_count=0, hold="off"
    )
    field = arena(rules, barred={Button.ROTATE_180})
    above = field.layout.above[height - 1] & field.layout.field
    evaluator = SurviveEvaluator(field.layout, BCTS)
    drops = dropper(field)
    random = Random(seed)
    shapes = list(TETROMINOES.values())
    bits, lines = field.layout.empty, 0
    while True:
        shape = shapes[int(random.random() * 7)]
        start = Piece(shape, 0, (width - shape.widths[0]) // 2, height + 1)
        kept = [drop for drop in drops.drops(bits, start) if not drop[0] & above]
        if not kept:
            return lines
        best = max(
            kept, key=lambda drop: evaluator.reward(shape, drop, False, 0, 0)[0] + evaluator.potential(drop[0], 0, 0)
        )
        bits, lines = best[0], lines + best[1]
