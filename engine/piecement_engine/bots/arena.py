"""The arena: the rules of a game on one layout of boards, prepared for a search, with its finder of spins."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import Geometry, spawn_places
from piecement_engine.board.pieces import Piece, Shape
from piecement_engine.bots.bit_boards import cascaded, cleared
from piecement_engine.bots.movers import Mover, Reach, mover
from piecement_engine.bots.spin_sets import RULES_WITHOUT_KICKS, SPIN_FINDERS, SpinFinder, SpinSets
from piecement_engine.bots.states import ALL_TURNS
from piecement_engine.events import Spin
from piecement_engine.native import Bits
from piecement_engine.rotation import ROTATION_SYSTEMS, RotationSystem
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.spins import SPIN_RULES, SpinRule


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
    fields: Any = rules, layout, instant_fall, holds and rules.hold != "off", turns, system, spin_rule  # of many types
    return _arena(*fields)


@lru_cache(maxsize=16)
def _arena(*fields: Any) -> Arena:  # as above
    """Return the arena of these fields, all but the mover.

    The objects behind names of rules are among them, since names can be registered again.
    """
    rules, layout, instant_fall, holds, turns, system, spin_rule = fields
    exact_kicks = spin_rule not in RULES_WITHOUT_KICKS
    moves = mover(layout, system, turns=turns, instant_fall=instant_fall, exact_kicks=exact_kicks)
    return Arena(rules, layout, instant_fall, holds, turns, system, spin_rule, moves)


def spin_finder(arena: Arena) -> SpinFinder:
    """Return the finder of spins: by sets if the rule has a table, otherwise by a call of the rule for each spot."""
    return SPIN_FINDERS.get(arena.spin_rule) or _generic_finder(arena)


def _generic_finder(arena: Arena) -> SpinFinder:
    rule = arena.spin_rule

    def find(found: Reach, bits: int, locks: list[int]) -> SpinSets:
        board = arena.board(bits)
        full = [0] * len(locks)
        mini = [0] * len(locks)
        for state, figure in enumerate(found.states.states):
            left = found.reached[state] & locks[figure.form]
            while left:
                anchor = left & -left
                left ^= anchor
                piece = found.states.piece(state, anchor.bit_length() - 1)
                spins = {rule(board, piece, None)}
                if found.turned[state] & anchor:
                    spins |= {rule(board, piece, (before, piece)) for before in turns_into(arena, found, bits, piece)}
                if Spin.FULL in spins:
                    full[figure.form] |= anchor
                elif Spin.MINI in spins:
                    mini[figure.form] |= anchor
        return SpinSets(full, [minis & ~fulls for minis, fulls in zip(mini, full, strict=True)])

    return find


def turns_into(arena: Arena, found: Reach, bits: int, piece: Piece) -> Iterator[Piece]:
    """Yield the reachable spots from which a rotation leads to the spot of a piece."""
    board = arena.board(bits)
    states = found.states
    near = range(-arena.layout.pad, arena.layout.pad + 1)
    for turn in (1, 2, 3):
        orientation = piece.orientation - turn & 3
        state = states.of_orientation[orientation]
        for dx in near:
            for dy in near:
                before = Piece(piece.shape, orientation, piece.x + dx, piece.y + dy)
                if not board.fits(before) or not found.reached[state] >> states.anchor(before) & 1:
                    continue
                answer = arena.system.rotate(board, before, turn)
                if answer and answer[0] == piece:
                    yield before
