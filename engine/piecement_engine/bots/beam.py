"""Beam of a search: the nodes of a layer, and their expansion to the next layer."""

from operator import itemgetter
from typing import Final, cast

from piecement_engine.board.pieces import T_PIECE, Piece, Shape
from piecement_engine.bots.drops import dropper
from piecement_engine.bots.evaluators import EVALUATORS
from piecement_engine.bots.placement import Placement
from piecement_engine.bots.position import Position, options
from piecement_engine.events import Spin
from piecement_engine.native import Bits

Root = tuple[Shape, int, int, bool, Spin]
"""First placement of a line of play: shape, state, anchor, whether it comes from hold, and its spin."""

Node = tuple[float, float, float, Bits, Shape | None, int, int, int, Root | None]
"""Board after some placements, with in order:

- its value, the sum of the next two,
- the rewards of the placements,
- the potential of the board,
- the bits of the board,
- the piece in hold,
- the number of pieces taken from the queue,
- the combo and the back-to-back chain,
- the first of the placements, or None at the start.

A plain tuple, which is quicker to make than an object.
"""

_Nodes = dict[tuple[Bits, Shape | None, int, int, int], Node]
"""Nodes of a layer by board, hold, used part of the queue, combo and back-to-back."""

_NO_ROOM: Final = float("-inf")


def root_of(node: Node) -> Root:
    """Return the first placement of a node that is not the start."""
    _, _, _, _, _, _, _, _, root = node
    return cast("Root", root)


def hold_of(node: Node) -> Shape | None:
    _, _, _, _, hold, _, _, _, _ = node
    return hold


class Beam:
    """Nodes of the present layer of a search from one position, and the nodes of the next layer found so far."""

    def __init__(self, evaluator: str, depth: int, position: Position) -> None:
        self.queue = position.queue[: depth + 1]
        start = (0.0, 0.0, 0.0, position.bits, position.hold, 0, position.combo, position.back_to_back, None)
        self.nodes: list[Node] = [start]
        self._found: _Nodes = {}
        self._position = position
        self._arena = position.arena
        self._evaluator = EVALUATORS[evaluator](position)
        self._dropper = dropper(position.arena)
        self._layout = position.arena.layout

    def choice(self, node: Node) -> Placement:
        """Return the first placement of a node, with the node's value."""
        shape, state, anchor, hold, spin = root_of(node)
        piece = self._arena.mover.states(shape).piece(state, anchor)
        return Placement(piece, hold, spin, node[0], site=self._position.site)

    def expand(self, node: Node) -> None:
        """Place one more piece in every way, for the next layer."""
        _, _, _, bits, hold, used, _, _, first = node
        may_hold = self._arena.holds if first else self._position.may_hold
        for shape, hold_after, used_after, held in options(self.queue, hold, used, may_hold=may_hold):
            start = self._arena.entry(bits, shape) if first or held else self._position.piece
            if start is not None:
                self._place(node, start, (hold_after, used_after, held), self._found)

    def advance(self, width: int, first: Placement | None = None) -> bool:
        """Advance to the best nodes of the next layer, and return whether it has any.

        With a `first` placement, the next layer is the first one, and only its nodes for the board of that are left.
        """
        found, self._found = [*self._found.values()], {}
        if first is not None:
            bits, _ = self._arena.locked(self._position.bits, first.piece)
            found = [node for node in found if node[3] == bits and root_of(node)[3] is first.hold]
        if found:
            found.sort(key=itemgetter(0), reverse=True)
            self.nodes = found[:width]
        return bool(found)

    def best_with(self, node: Node, shape: Shape) -> float:
        """Return the maximum value of a node after one more piece of a shape, -inf if it has no room."""
        _, _, _, bits, hold, used, _, _, _ = node
        found: _Nodes = {}
        start = self._arena.entry(bits, shape)
        if start is not None:
            self._place(node, start, (hold, used, False), found)
        return max([after[0] for after in found.values()], default=_NO_ROOM)

    def _place(self, node: Node, start: Piece, taken: tuple[Shape | None, int, bool], found: _Nodes) -> None:
        """Add the nodes for all placements of a piece.

        `taken` has the hold and the used part of the queue after it, and whether it comes from hold.
        """
        hold, used, held = taken
        _, earned, _, bits, _, _, combo, back_to_back, first = node
        shape = start.shape
        empty = self._layout.empty
        reward, potential = self._evaluator.reward, self._evaluator.potential
        slots = (hold is T_PIECE) + (T_PIECE in self.queue[used:])
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
