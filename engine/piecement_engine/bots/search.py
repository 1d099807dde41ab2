"""Search: a beam over the known pieces, with hold, that can stop at any time.

Every layer is one more piece. A node is a board with its hold, the used part of the queue, combo and back-to-back; a
node that is reached twice is one, with its best score. The best `width` nodes of a layer continue to the next. Then the
best few are examined for each possible next piece, the first unknown one.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from sys import maxsize
from typing import Final

from piecement_engine.board.piece_sets import piece_set
from piecement_engine.bots.beam import Beam, hold_of, root_of
from piecement_engine.bots.evaluators import EVALUATORS
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position
from piecement_engine.errors import RuleError, cut_repr
from piecement_engine.json_values import is_whole
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

    def __post_init__(self) -> None:
        """Check the fields. Raises `RuleError` for an unknown evaluator or an impossible number."""
        if not isinstance(self.evaluator, str):
            raise RuleError(f"the evaluator is {cut_repr(self.evaluator)}: it is the name of one")
        _ = EVALUATORS[self.evaluator]
        for name, least in (("width", 1), ("depth", 1), ("chances", 0)):
            if not is_whole(getattr(self, name), least):
                raise RuleError(
                    f"{name} is {cut_repr(getattr(self, name))}: it must be a whole number of at least {least}"
                )

    def think(self, position: Position, first: Placement | None = None) -> Iterator[Placement | None]:
        """Yield the best choice so far after each board, or None while there is none.

        With a `first` choice no other is placed first: its value is then that of the best line of play after it.
        """
        beam = Beam(self.evaluator, self.depth, position)
        best: Placement | None = None
        for layer in range(min(self.depth, len(beam.queue))):
            for node in beam.nodes:
                yield best
                beam.expand(node)
            if not beam.advance(self.width, None if layer else first):
                break
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
        for node in nodes if len(set(map(root_of, nodes))) > 1 else ():
            total = 0.0
            hold = hold_of(node)
            of_hold = beam.best_with(node, hold) if hold else float("-inf")
            for shape in piece_set(position.arena.rules.pieces):
                yield beam.choice(chosen)
                total += max(of_hold, beam.best_with(node, shape))
            if total > most:
                chosen, most = node, total
        yield beam.choice(chosen)

    def rank(self, position: Position) -> list[Placement]:
        """Return every choice by its own value without further search, best first."""
        beam = Beam(self.evaluator, self.depth, position)
        beam.expand(beam.nodes[0])
        return [beam.choice(node) for node in beam.nodes] if beam.advance(maxsize) else []
