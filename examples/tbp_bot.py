"""A bot of one's own as a program that speaks the Tetris Bot Protocol, over lines of JSON.

pip install piecement
piecement bot --bot "python examples/tbp_bot.py" --watch
"""

import sys
from collections.abc import Iterator

from piecement_engine.bots import Placement, Position, Responder


class Lowest:
    """Bot that chooses the placement whose highest cell is the lowest."""

    def think(self, position: Position) -> Iterator[Placement]:
        if position.placements:
            yield min(position.placements, key=lambda placement: max(y for _, y in placement.piece.cells))


for reply in Responder(Lowest(), "Lowest").serve(sys.stdin):
    print(reply, flush=True)
