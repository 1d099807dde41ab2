"""The arena: the rules of a game, prepared for a search, with its finder of spins."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from piecement_engine.board.board import Board
from piecement_engine.board.geometry import Geometry, geometry
from piecement_engine.board.piece_sets import longest_side, piece_set
from piecement_engine.board.pieces import Piece, Shape, spawn_places
from piecement_engine.bots.bit_boards import cascaded, cleared, set_bits
from piecement_engine.bots.movers import Mover, Reach, mover
from piecement_engine.bots.spin_sets import RULES_WITHOUT_KICKS, SPIN_FINDERS, SpinFinder, SpinSets
from piecement_engine.events import Spin
from piecement_engine.game.inputs import Button
from piecement_engine.game.timers import Delays
from piecement_engine.rotation import ROTATION_SYSTEMS, RotationSystem
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.spins import SPIN_RULES, SpinRule

_TURN_BUTTONS: Final = ((1, Button.ROTATE_RIGHT), (3, Button.ROTATE_LEFT), (2, Button.ROTATE_180))


@dataclass(frozen=True, slots=True)
class Arena:
    """All that does not change while pieces are placed: rules, fall and buttons. Use `arena` to make one."""

    rules: Rules
    fall_delay_ns: int
    """Time from one row to the next (ns); with 0 a piece is always on the ground (20G)."""
    barred: frozenset[Button]
    """Buttons that have no effect."""
    instant_fall: bool = field(compare=False)
    """Whether a piece is always on the ground (20G)."""
    holds: bool = field(compare=False)
    """Whether the player has a hold."""
    turns: tuple[int, ...] = field(compare=False)
    """Rotations that the player has, in clockwise quarters."""
    layout: Geometry = field(compare=False)
    system: RotationSystem
    spin_rule: SpinRule
    mover: Mover = field(compare=False)

    def __reduce__(self) -> tuple[object, ...]:
        return arena, (self.rules, self.fall_delay_ns, self.barred)

    def entry(self, bits: int, shape: Shape) -> Piece | None:
        """Return a new piece at its first spot for a move, after its first fall, or None if it has no room."""
        rules = self.rules
        piece = spawn_places(rules.width, rules.skyline, rules.spawn_facing)[shape]
        _, orientation, x, y = piece
        placed = self.layout.cells(piece)
        if bits & placed:
            return self._kicked_entry(bits, piece)
        if self.instant_fall:
            return self.board(bits).dropped(piece)
        return piece if bits & placed << 1 else Piece(shape, orientation, x, y - 1)

    def _kicked_entry(self, bits: int, piece: Piece) -> Piece | None:
        board = self.board(bits)
        entering = self.system.spawn(board, piece)
        if entering is None or board.grounded(entering):
            return entering
        return board.dropped(entering) if self.instant_fall else entering._replace(y=entering.y - 1)

    def board(self, bits: int) -> Board:
        """Return a board with these bits, but without tiles."""
        return Board.from_bits(bits, self.layout)

    def locked(self, bits: int, piece: Piece) -> tuple[int, int]:
        """Return the bits after the lock of a piece and its clears, and the number of lines cleared."""
        return self.settled(bits | self.layout.cells(piece))

    def settled(self, bits: int) -> tuple[int, int]:
        """Return the bits after all clears that a lock causes, and the number of lines cleared."""
        return cascaded(self.layout, bits) if self.rules.cascade else cleared(self.layout, bits)


def arena(rules: Rules, fall_delay_ns: int | None = None, barred: Collection[Button] = ()) -> Arena:
    """Return the arena of some rules.

    Args:
        rules: The rules.
        fall_delay_ns: Time from one row to the next (ns), instead of that of the first level.
        barred: The buttons that have no effect.
    """
    delay = Delays(rules, rules.start_level, 0).fall if fall_delay_ns is None else fall_delay_ns
    system: Any = ROTATION_SYSTEMS[rules.rotation_system]  # hashable, as its protocol does not say
    return _arena(rules, delay, frozenset(barred), system, SPIN_RULES[rules.spin_rule])


@lru_cache(maxsize=64)
def _arena(rules: Rules, fall_delay_ns: int, barred: frozenset[Button], system: Any, spin_rule: SpinRule) -> Arena:
    """Return the arena of these fields.

    The objects behind names of rules are among them, since names can be registered again.
    """
    layout = geometry(rules.width, rules.height, longest_side(piece_set(rules.pieces)))
    instant_fall, holds = fall_delay_ns == 0, rules.hold != "off" and Button.HOLD not in barred
    turns = tuple(turns for turns, button in _TURN_BUTTONS if button not in barred)
    exact_kicks = spin_rule not in RULES_WITHOUT_KICKS
    moves = _mover(layout, system, turns=turns, instant_fall=instant_fall, exact_kicks=exact_kicks)
    return Arena(rules, fall_delay_ns, barred, instant_fall, holds, turns, layout, system, spin_rule, moves)


_mover: Final = lru_cache(maxsize=16)(mover)
"""Movers that arenas share: the speed of a fall does not change one, unless it is instant."""


def spin_finder(arena: Arena) -> SpinFinder:
    """Return the finder of spins: by sets if the rule has a table, otherwise by a call of the rule for each spot."""
    return SPIN_FINDERS.get(arena.spin_rule) or _generic_finder(arena)


def _generic_finder(arena: Arena) -> SpinFinder:
    rule = arena.spin_rule

    def find(found: Reach, bits: int, locks: list[int]) -> SpinSets:
        board = arena.board(bits)
        full = [0] * len(locks)
        mini = [0] * len(locks)
        for number, state in enumerate(found.states.states):
            for anchor in set_bits(found.reached[number] & locks[state.form]):
                piece = found.states.piece(number, anchor)
                spins = {rule(board, piece, None)}
                if found.turned[number] >> anchor & 1:
                    spins |= {rule(board, piece, (before, piece)) for before in turns_into(arena, found, bits, piece)}
                if Spin.FULL in spins:
                    full[state.form] |= 1 << anchor
                elif Spin.MINI in spins:
                    mini[state.form] |= 1 << anchor
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
