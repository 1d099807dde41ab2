"""Move generator: every spot at which a piece can come to rest, by steps, rotations and drops.

A whole set of spots is one integer (see `states`): falling is one addition whose carry runs down the free run, a step
sideways is a shift by a column, a kick another shift. The sets are exact for any rotation system, board size and
polyomino.
"""

from piecement_engine.bots.generic_mover import GenericMover
from piecement_engine.bots.reach import Mover, Reach, Slide, free_places, seed_of, slide, slide_on_ground
from piecement_engine.bots.states import QUARTERS, States, is_table, table_states
from piecement_engine.geometry import Geometry
from piecement_engine.native import Bits
from piecement_engine.pieces import Piece, Shape
from piecement_engine.rotation import RotationSystem, TableSystem


class TableMover(Mover):
    """Mover for rotation by table: every kick moves a whole set of spots at once."""

    def __init__(
        self, layout: Geometry, system: TableSystem, turns: tuple[int, ...], *, instant_fall: bool, exact_kicks: bool
    ) -> None:
        super().__init__(layout, turns, instant_fall=instant_fall)
        self._system = system
        self._exact_kicks = exact_kicks

    def _new_states(self, shape: Shape) -> States:
        return table_states(self._layout, shape, self._system, self._turns, exact_kicks=self._exact_kicks)

    def reach(self, bits: Bits, start: Piece) -> Reach:
        states = self.states(start.shape)
        free = free_places(states, bits)
        number = states.of_orientation[start.orientation]
        if not self._instant_fall:
            return _flood(states, free, number, seed_of(states, free[number], bits, start), slide)
        found = _flood(states, free, number, free[number] & 1 << states.anchor(start), slide_on_ground)
        found.drop_passing()
        return found


def _flood(states: States, free: list[Bits], start: int, seed: Bits, spread: Slide) -> Reach:
    """Spread from the seed, and rotate and spread the new spots until there are none."""
    stride = states.layout.column_stride
    figures = states.states
    count = len(figures)
    fresh: list[Bits] = [0] * count
    reached, turned, kicked, leapt = fresh[:], fresh[:], fresh[:], fresh[:]
    fresh[start] = seed
    waiting = [start] if seed else []
    while waiting:
        number = waiting.pop()
        known: Bits = reached[number]
        new: Bits = spread(free[number], fresh[number], known, stride)
        fresh[number] = 0
        reached[number] = known | new
        for _, target, kicks in figures[number].turns:
            source: Bits = new
            room: Bits = free[target]
            landed: Bits = 0
            for shift, is_kick, is_leap in kicks:
                hits: Bits = (source << shift if shift >= 0 else source >> -shift) & room
                if hits:
                    landed |= hits
                    if is_kick:
                        kicked[target] |= hits
                    if is_leap:
                        leapt[target] |= hits
                    source &= ~(hits >> shift if shift >= 0 else hits << -shift)
                    if not source:
                        break
            turned[target] |= landed
            landed &= ~reached[target]
            if landed:
                if not fresh[target]:
                    waiting.append(target)
                fresh[target] |= landed
    return Reach(states, free, reached, turned, kicked, leapt)


def mover(
    layout: Geometry,
    system: RotationSystem,
    *,
    turns: tuple[int, ...] = QUARTERS,
    instant_fall: bool = False,
    exact_kicks: bool = False,
) -> Mover:
    """Return the move generator of a rotation system.

    Args:
        layout: The layout of the boards.
        system: The rotation system.
        turns: The rotations that the player has, in clockwise quarters.
        instant_fall: 20G: a piece falls to the ground after every action.
        exact_kicks: Whether kicks of pieces that are the same upside down are marked, which is slower.
    """
    if isinstance(system, TableSystem) and is_table(system):
        return TableMover(layout, system, turns, instant_fall=instant_fall, exact_kicks=exact_kicks)
    return GenericMover(layout, system, turns, instant_fall=instant_fall)
