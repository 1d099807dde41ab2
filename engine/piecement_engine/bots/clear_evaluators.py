"""Evaluators of clears, by points or by attack, and of the stack by the clears that it makes possible."""

from collections.abc import Callable
from functools import cache
from typing import Final

from piecement_engine.board.pieces import T_PIECE, Shape
from piecement_engine.bots.drops import Drop
from piecement_engine.bots.position import Position
from piecement_engine.bots.stack_value import StackValue
from piecement_engine.bots.weights import AttackWeights, StackWeights
from piecement_engine.events import Spin
from piecement_engine.native import Bits
from piecement_engine.rules.scoring import SCORINGS, Lock
from piecement_engine.rules.spins import all_mini_plus, all_twists, guideline_all_mini, t_three_corner

_T_SPIN_RULES: Final = (t_three_corner, guideline_all_mini, all_mini_plus, all_twists)
_QUAD_WORTH: Final = 8.0
"""Value of a quad beside the stack, whatever points a score rule gives for it."""
_CHAINED_QUAD_WORTH: Final = 12.0
"""Maximum value of a chained quad; some score rules let chains grow without bounds."""
_LINE_COST: Final = 2.0
"""Value of a row that is not cleared: material for a better clear."""
_WASTED_T: Final = -1.5
"""Value of a T that is placed without a full spin of two lines or more."""

Counted = tuple[float, int, int]
"""A reward, and combo and back-to-back after it."""

Rewarder = Callable[[int, Spin, bool, int, int], Counted]
"""Function that rewards (lines, spin, perfect clear, combo, back-to-back)."""


class ClearEvaluator:
    """Evaluator of clears by a rewarder, and of the stack by the clears that it makes possible."""

    def __init__(
        self,
        position: Position,
        rewarder: Rewarder,
        chain: Callable[[int], float],
        weights: StackWeights,
        wasted_t: float,
    ) -> None:
        rules = position.arena.rules
        self._spins = position.arena.spin_rule in _T_SPIN_RULES
        self._rewarder = rewarder
        self._chain = chain
        self._wasted_t: float = wasted_t
        self._rewards: dict[int, Counted] = {}
        """Rewards by all arguments as one number: hashing a spin takes Python as long as everything else here."""
        self._stack = StackValue(position.arena.layout, rules.skyline, weights)

    def reward(self, shape: Shape, drop: Drop, perfect_clear: bool, combo: int, back_to_back: int) -> Counted:
        _, lines, spin, _, _, _, _ = drop
        kind = 0 if spin is Spin.NONE else 1 if spin is Spin.MINI else 2
        number = back_to_back << 40 | combo << 10 | lines << 3 | kind << 1 | perfect_clear
        counted = self._rewards.get(number)
        if counted is None:
            counted = self._rewards[number] = self._rewarder(lines, spin, perfect_clear, combo, back_to_back)
        if self._spins and shape is T_PIECE and (lines < 2 or spin is not Spin.FULL):
            return counted[0] + self._wasted_t, counted[1], counted[2]
        return counted

    def potential(self, bits: Bits, back_to_back: int, slots: int) -> float:
        return self._stack.value(bits, slots if self._spins else 0) + self._chain(back_to_back)


def score_evaluator(position: Position) -> ClearEvaluator:
    """Return the evaluator of points by the score rule of a game."""
    award = SCORINGS[position.arena.rules.scoring].award
    level = position.level

    def quad(back_to_back: int) -> int:
        return award(Lock(4, Spin.NONE, False, level, 0, back_to_back)).points

    def points(lines: int, spin: Spin, perfect_clear: bool, combo: int, back_to_back: int) -> Counted:
        earned = award(Lock(lines, spin, perfect_clear, level, combo, back_to_back))
        return earned.points * scale - _LINE_COST * lines, earned.combo, earned.back_to_back

    @cache
    def chain(back_to_back: int) -> float:
        return scale * (quad(back_to_back) - unchained)

    unchained = quad(0)
    scale = min(_QUAD_WORTH / max(1, unchained), _CHAINED_QUAD_WORTH / max(1, quad(position.back_to_back)))
    return ClearEvaluator(position, points, chain, StackWeights(), _WASTED_T)


_ATTACK: Final = AttackWeights()


def attack_evaluator(position: Position, weights: AttackWeights = _ATTACK) -> ClearEvaluator:
    """Return the evaluator of attack."""
    tables = {Spin.NONE: weights.clears, Spin.MINI: weights.minis, Spin.FULL: weights.spins}

    def attack(lines: int, spin: Spin, perfect_clear: bool, combo: int, back_to_back: int) -> Counted:
        if not lines:
            return 0.0, 0, back_to_back
        special = spin is not Spin.NONE or lines >= 4
        table = tables[spin]
        earned = weights.perfect_clear if perfect_clear else table[min(lines, len(table) - 1)]
        if special and back_to_back and not perfect_clear:
            earned += weights.back_to_back
        chain = back_to_back if perfect_clear else 0
        return earned + weights.combo * (combo // 2), combo + 1, 1 if special else min(1, chain)

    def chain(back_to_back: int) -> float:
        return weights.chain if back_to_back else 0.0

    return ClearEvaluator(position, attack, chain, weights.stack, weights.wasted_t)
