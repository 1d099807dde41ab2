"""The search: a beam over the known pieces, with hold, that can be stopped at any time.

Every layer is one more piece. A node is a board with what is in hold, how much of the queue is used, combo and
back-to-back; a node that is reached twice is one, by its best way. The best `width` nodes of a layer go on to the next.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from piecement_engine.bots.drops import dropper
from piecement_engine.bots.evaluators import EVALUATORS
from piecement_engine.bots.position import Placement, Position, options
from piecement_engine.events import Spin
from piecement_engine.pieces import TETROMINOES, Piece, Shape

_Root = tuple[Shape, int, int, bool, Spin]
"""The first placement of a line of play: shape, state, anchor, whether it comes from hold, and its spin."""

_Node = tuple[float, float, float, int, Shape | None, int, int, int, _Root | None]
"""Value, rewards, potential, bits, hold, how much of the queue is used, combo, back-to-back, first placement."""

_Key = tuple[int, Shape | None, int, int, int]

_Nodes = dict[_Key, _Node]
"""The nodes of a layer by board, hold, place in the queue, combo and back-to-back."""


_T: Final = TETROMINOES["T"]


@dataclass(frozen=True, slots=True)
class Search:
    """How far to look and for what."""

    evaluator: str = "survive"
    """What is wanted: a name in `EVALUATORS`."""
    width: int = 10
    """How many boards of each layer are looked at further."""
    depth: int = 6
    """How many pieces to look ahead, as far as they are known; 1 is the piece in play alone."""

    def think(self, position: Position, first: Placement | None = None) -> Iterator[Placement | None]:
        """Yield the best choice so far whenever a board has been looked at; None while there is none.

        With a `first` choice nothing else comes first: its value is then that of the best line of play after it.
        """
        beam = _Beam(self, position)
        best: Placement | None = None
        for layer in range(min(self.depth, len(beam.queue))):
            found: _Nodes = {}
            for node in beam.nodes:
                yield best
                beam.expand(node, found)
            if first and not layer:
                found = beam.beginning_with(first, found)
            if not found:
                break
            beam.nodes = sorted(found.values(), key=itemgetter(0), reverse=True)[: self.width]
            best = beam.choice(beam.nodes[0])
        yield best

    def rank(self, position: Position) -> list[Placement]:
        """Return every choice, judged without looking further; the best one first."""
        beam = _Beam(self, position)
        found: _Nodes = {}
        beam.expand(beam.nodes[0], found)
        return [beam.choice(node) for node in sorted(found.values(), key=itemgetter(0), reverse=True)]


class _Beam:
    """The nodes of a layer, and how they lead to the next."""

    def __init__(self, search: Search, position: Position) -> None:
        self.queue = (position.piece.shape, *position.next)[: search.depth + 1]
        start = (0.0, 0.0, 0.0, position.bits, position.hold, 0, position.combo, position.back_to_back, None)
        self.nodes: list[_Node] = [start]
        self._position = position
        self._arena = position.arena
        self._evaluator = EVALUATORS[search.evaluator](position)
        self._dropper = dropper(position.arena)
        self._layout = position.arena.layout

    def choice(self, node: _Node) -> Placement:
        """Return the first placement of a node, with the node's value."""
        root = node[8]
        assert root is not None, "only the start has no first placement, and it is never asked"  # noqa: S101  # for the types
        shape, state, anchor, hold, spin = root
        return Placement(self._arena.mover.states(shape).piece(state, anchor), hold, spin, node[0])

    def beginning_with(self, first: Placement, found: _Nodes) -> _Nodes:
        bits, _ = self._position.after(first)
        return {key: node for key, node in found.items() if node[3] == bits and node[8] and node[8][3] is first.hold}

    def expand(self, node: _Node, found: _Nodes) -> None:
        """Place one more piece in every way, and add the nodes to those found."""
        bits, hold, used, first = node[3], node[4], node[5], node[8]
        may_hold = self._arena.holds if first else self._position.may_hold
        for shape, hold_after, used_after, held in options(self.queue, hold, used, may_hold=may_hold):
            start = self._arena.entry(bits, shape) if first or held else self._position.piece
            if start is not None:
                self._place(node, start, (hold_after, used_after, held), found)

    def _place(self, node: _Node, start: Piece, rest: tuple[Shape | None, int, bool], found: _Nodes) -> None:
        hold, used, held = rest
        _, earned, _, bits, _, _, combo, back_to_back, first = node
        shape = start.shape
        empty = self._layout.empty
        reward, potential = self._evaluator.reward, self._evaluator.potential
        slots = (hold is _T) + (_T in self.queue[used:])
        for drop in self._dropper.drops(bits, start):
            after, lines, spin, _, _, state, anchor = drop
            gain, combo_after, chain_after = reward(shape, drop, lines > 0 and after == empty, combo, back_to_back)
            total = earned + gain
            key = (after, hold, used, combo_after, chain_after)
            known = found.get(key)
            if known is None:
                worth = potential(after, chain_after, slots)
            elif known[1] >= total:
                continue
            else:
                worth = known[2]
            root = first or (shape, state, anchor, held, spin)
            found[key] = (total + worth, total, worth, after, hold, used, combo_after, chain_after, root)
