"""Search: a beam over the known pieces, with hold, that can stop at any time.

Every layer is one more piece. A node is a board with its hold, the used part of the queue, combo and back-to-back; a
node that is reached twice is one, with its best score. The best `width` nodes of a layer continue to the next. Then the
best few are examined for each possible next piece, the first unknown one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from piecement_engine.board.piece_sets import piece_set
from piecement_engine.bots.beam import Beam, Nodes
from piecement_engine.bots.position import Placement, Position
from piecement_engine.native import COMPILED

BOARDS: Final = 20 if COMPILED else 10
"""Default number of boards of each layer that are examined further.

The compiled engine examines these, and six by chances, in the time that plain Python takes for ten.
"""

_MOST_SHAPES: Final = 7
"""Maximum number of shapes of a game to try each of them: more would take too long."""


@dataclass(frozen=True, slots=True)
class Search:
    """Goal and size of a search."""

    evaluator: str = "survive"
    """Goal: a name in `EVALUATORS`."""
    width: int = BOARDS
    """Number of boards of each layer that are examined further."""
    depth: int = 6
    """Maximum number of pieces to look ahead, of the known ones; 1 is the piece in play alone."""
    chances: int = 0
    """Number of boards of the last layer that are evaluated by the best placement of each possible next piece."""

    def think(self, position: Position, first: Placement | None = None) -> Iterator[Placement | None]:
        """Yield the best choice so far after each board, or None while there is none.

        With a `first` choice no other is placed first: its value is then that of the best line of play after it.
        """
        beam = Beam(self.evaluator, self.depth, position)
        best: Placement | None = None
        for layer in range(min(self.depth, len(beam.queue))):
            found: Nodes = {}
            for node in beam.nodes:
                yield best
                beam.expand(node, found)
            if first and not layer:
                found = beam.beginning_with(first, found)
            if not found:
                break
            beam.nodes = sorted(found.values(), key=itemgetter(0), reverse=True)[: self.width]
            best = beam.choice(beam.nodes[0])
        if best and self._takes_chances(position):
            yield from self._expect(position, beam)
        else:
            yield best

    def _takes_chances(self, position: Position) -> bool:
        """Return whether the next piece after the placed ones is unknown, and one of few."""
        if not self.chances or len(position.next) >= self.depth:
            return False
        return len(piece_set(position.arena.rules.pieces)) <= _MOST_SHAPES

    def _expect(self, position: Position, beam: Beam) -> Iterator[Placement]:
        """Yield the best choice so far while chances are examined, and finally the one with the best chances."""
        nodes = beam.nodes[: self.chances]
        chosen = nodes[0]
        most = float("-inf")
        for node in nodes if len({node[8] for node in nodes}) > 1 else ():
            total = 0.0
            of_hold = beam.best_with(node, node[4]) if node[4] else float("-inf")
            for shape in piece_set(position.arena.rules.pieces):
                yield beam.choice(chosen)
                total += max(of_hold, beam.best_with(node, shape))
            if total > most:
                chosen, most = node, total
        yield beam.choice(chosen)

    def rank(self, position: Position) -> list[Placement]:
        """Return every choice by its own value without further search, best first."""
        beam = Beam(self.evaluator, self.depth, position)
        found: Nodes = {}
        beam.expand(beam.nodes[0], found)
        return [beam.choice(node) for node in sorted(found.values(), key=itemgetter(0), reverse=True)]
