"""Arena of a search: the rules of a game on one layout of boards."""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from piecement_engine.board import Board
from piecement_engine.bots.clearing import cascaded, cleared
from piecement_engine.bots.moves import mover
from piecement_engine.bots.reach import Mover
from piecement_engine.bots.spin_sets import RULES_WITHOUT_KICKS
from piecement_engine.bots.states import ALL_TURNS
from piecement_engine.geometry import Geometry
from piecement_engine.native import Bits
from piecement_engine.pieces import Piece, Shape
from piecement_engine.rotation import ROTATION_SYSTEMS, RotationSystem
from piecement_engine.rules import Rules
from piecement_engine.spawn_place import spawn_places
from piecement_engine.spins import SPIN_RULES, SpinRule


@dataclass(frozen=True, slots=True, eq=False)
class Arena:
    """Rules on one layout of boards. Use `arena` to make one."""

    rules: Rules
    layout: Geometry
    instant_fall: bool
    """Whether a piece is always on the ground (20G)."""
    holds: bool
    """Whether the game has a hold."""
    turns: tuple[int, ...]
    """Rotations that a player has, in clockwise quarters."""
    system: RotationSystem
    spin_rule: SpinRule
    mover: Mover

    def __reduce__(self) -> tuple[object, ...]:
        made = partial(arena, instant_fall=self.instant_fall, turns=self.turns, holds=self.holds)
        return made, (self.rules, self.layout)

    def entry(self, bits: int, shape: Shape) -> Piece | None:
        """Return a new piece at its first spot for a move, after its first fall, or None if it has no room."""
        rules = self.rules
        piece = spawn_places(rules.width, rules.skyline, rules.spawn_facing)[shape]
        _, orientation, x, y = piece
        placed = self.layout.cells(piece)
        if bits & placed:
            return self._kicked_entry(bits, piece)
        return piece if bits & placed << 1 else Piece(shape, orientation, x, y - 1)

    def _kicked_entry(self, bits: int, piece: Piece) -> Piece | None:
        board = self.board(bits)
        entering = self.system.spawn(board, piece)
        if entering is None or board.grounded(entering):
            return entering
        return entering._replace(y=entering.y - 1)

    def board(self, bits: int) -> Board:
        """Return a board with these bits, but without tiles."""
        return Board.from_bits(bits, self.layout)

    def cells(self, piece: Piece) -> Bits:
        return self.layout.cells(piece)

    def settled(self, bits: int) -> tuple[int, int]:
        """Return the bits after all clears that a lock causes, and the number of lines cleared."""
        return cascaded(self.layout, bits) if self.rules.cascade else cleared(self.layout, bits)


def arena(
    rules: Rules,
    layout: Geometry,
    *,
    instant_fall: bool = False,
    turns: tuple[int, ...] = ALL_TURNS,
    holds: bool = True,
) -> Arena:
    """Return the arena of some rules and a layout, without hold if the rules have none."""
    system, spin_rule = ROTATION_SYSTEMS[rules.rotation_system], SPIN_RULES[rules.spin_rule]
    return _arena(_Names(rules, system, spin_rule), layout, instant_fall, turns, holds and rules.hold != "off")


class _Names(NamedTuple):
    """Cache key: rules with the objects behind their names, since names can be registered again."""

    rules: Rules
    system: RotationSystem
    spin_rule: SpinRule


@lru_cache(maxsize=16)
def _arena(names: _Names, layout: Geometry, instant_fall: bool, turns: tuple[int, ...], holds: bool) -> Arena:
    rules, system, spin_rule = names
    exact_kicks = spin_rule not in RULES_WITHOUT_KICKS
    return Arena(
        rules=rules,
        layout=layout,
        instant_fall=instant_fall,
        holds=holds,
        turns=turns,
        system=system,
        spin_rule=spin_rule,
        mover=mover(layout, system, turns=turns, instant_fall=instant_fall, exact_kicks=exact_kicks),
    )
