"""The search: a beam over the known pieces, with hold, that can be stopped at any time.

Every layer is one more piece. A node is a board with what is in hold, how much of the queue is used, combo and
back-to-back; a node that is reached twice is one, by its best way. The best `width` nodes of a layer go on to the next.
Then the best few are looked at for each piece that may come next, the first that is not known.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from piecement_engine.bots.beam import Beam, Nodes
from piecement_engine.bots.position import Placement, Position
from piecement_engine.compiled import COMPILED
from piecement_engine.piece_sets import piece_set

BOARDS: Final = 20 if COMPILED else 10
"""How many boards of each layer are looked at further unless one says how many. The compiled engine looks at these, and
at six by chances, in the time that plain Python takes for ten."""

_MOST_SHAPES: Final = 7
"""How many shapes a game may have at most for each to be tried: with more it would take too long."""


@dataclass(frozen=True, slots=True)
class Search:
    """How far to look and for what."""

    evaluator: str = "survive"
    """What is wanted: a name in `EVALUATORS`."""
    width: int = BOARDS
    """How many boards of each layer are looked at further."""
    depth: int = 6
    """How many pieces to look ahead, as far as they are known; 1 is the piece in play alone."""
    chances: int = 0
    """How many boards of the last layer are judged by what each piece that may come makes of them at best."""

    def think(self, position: Position, first: Placement | None = None) -> Iterator[Placement | None]:
        """Yield the best choice so far whenever a board has been looked at; None while there is none.

        With a `first` choice nothing else comes first: its value is then that of the best line of play after it.
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
        """Return whether the next piece after those that are placed is not known, and one of few."""
        if not self.chances or len(position.next) >= self.depth:
            return False
        return len(piece_set(position.arena.rules.pieces)) <= _MOST_SHAPES

    def _expect(self, position: Position, beam: Beam) -> Iterator[Placement]:
        """Yield the best choice so far while chances are looked at, and last the one with the best chances."""
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
        """Return every choice, judged without looking further; the best one first."""
        beam = Beam(self.evaluator, self.depth, position)
        found: Nodes = {}
        beam.expand(beam.nodes[0], found)
        return [beam.choice(node) for node in sorted(found.values(), key=itemgetter(0), reverse=True)]
