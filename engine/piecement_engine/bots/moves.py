"""Where a piece can come to rest: every place that steps, turns and drops lead to.

Whole sets of places are one integer each (see `states`): falling is one addition whose carry runs down the free run, a
step sideways is a shift by a column, a kick another shift. What the sets hold is exact for any rotation system,
board size and polyomino.
"""

from typing import Protocol

from piecement_engine.bots.flood import TableMover
from piecement_engine.bots.generic_mover import GenericMover
from piecement_engine.bots.reach import Reach
from piecement_engine.bots.states import QUARTERS, States, is_table
from piecement_engine.geometry import Geometry
from piecement_engine.pieces import Piece, Shape
from piecement_engine.rotation import RotationSystem, TableSystem


class Mover(Protocol):
    """Finds what pieces can reach on boards of one layout. Make one with `mover`."""

    def states(self, shape: Shape) -> States:
        """Return the states of a shape."""
        ...

    def reach(self, bits: int, start: Piece) -> Reach:
        """Return what a piece can reach from where it is; nothing where it does not fit."""
        ...


def mover(
    layout: Geometry,
    system: RotationSystem,
    *,
    turns: tuple[int, ...] = QUARTERS,
    instant_fall: bool = False,
    exact_kicks: bool = False,
) -> Mover:
    """Return what finds the reachable places under a rotation system.

    `turns` are those that the player has, in clockwise quarters. `instant_fall` is 20G: a piece falls to the ground
    after everything that it does. Without `exact_kicks`, pieces that look the same upside down are faster, and their
    kicks are not marked.
    """
    if isinstance(system, TableSystem) and is_table(system):
        return TableMover(layout, system, turns, instant_fall=instant_fall, exact_kicks=exact_kicks)
    return GenericMover(layout, system, turns, instant_fall=instant_fall)
