"""Evaluators of clears, by points or by attack, and of the stack by the clears that it makes possible."""

from collections.abc import Callable
from functools import cache
from typing import Final

from piecement_engine.board.geometry import Geometry
from piecement_engine.board.pieces import T_PIECE, Shape
from piecement_engine.bots.bit_boards import cleared, full_rows
from piecement_engine.bots.columns import Columns, columns_for
from piecement_engine.bots.drops import Drop
from piecement_engine.bots.features import open_cells, row_transitions
from piecement_engine.bots.position import Position
from piecement_engine.bots.weights import AttackWeights, StackWeights
from piecement_engine.events import Spin
from piecement_engine.native import Bits
from piecement_engine.rules.scoring import SCORINGS, Lock
from piecement_engine.rules.spins import all_mini_plus, all_twists, guideline_all_mini, t_three_corner


class StackValue:
    """Value of the boards of one layout."""

    def __init__(self, layout: Geometry, skyline: int, weights: StackWeights) -> None:
        self._layout: Final = layout
        self._columns: Final = columns_for(layout)
        self._row_transition: Final = weights.row_transition
        self._hole: Final = weights.hole
        self._cover: Final = weights.cover
        self._cover_most: Final = weights.cover_most
        self._well: Final = weights.well_depth
        self._height_worth: Final = [_height_worth(weights, height, skyline) for height in range(layout.height + 1)]
        self._slot_worth: Final = weights.slots
        self._first_shift: Final = layout.pad * layout.column_stride
        self._column: Final = (1 << layout.height) - 1
        self._spun_in: Final[Bits] = layout.places[T_PIECE][2].mask
        """A T upside down whose anchor is bit 0, one column to the left of its middle."""

    def value(self, bits: Bits, slots: int) -> float:
        """Return the value of a board, with up to `slots` T-slots in it."""
        worth = 0.0
        columns = self._columns
        if columns is not None:
            columns.read(bits)
        while slots:
            middle = self._slot(bits) if columns is None else columns.t_slot()
            if middle < 0:
                break
            slots -= 1
            after, lines = cleared(self._layout, bits | self._spun_in << middle - self._layout.column_stride)
            worth += self._slot_worth[lines]
            if lines < 2:
                break
            bits = after
            if columns is not None:
                columns.read(bits)
        return worth + (self._shape(bits) if columns is None else self._shape_of(columns))

    def _shape_of(self, columns: Columns) -> float:
        holes = columns.holes()
        cover = columns.cover(self._cover_most) if holes else 0
        return self._added_up(columns.row_transitions(), holes, cover, columns.stack_height(), columns.well_depth())

    def _shape(self, bits: int) -> float:
        layout = self._layout
        sky = open_cells(layout, bits)
        holes = ~bits & layout.field ^ sky
        count = cover = 0
        if holes:
            count = holes.bit_count()
            below_top = layout.field & ~sky
            cover = 2 * count
            for rows in range(2, self._cover_most):
                cover += (holes & below_top << rows).bit_count()
        transitions = row_transitions(layout, bits)
        return self._added_up(transitions, count, cover, self._height(bits & layout.field), self._well_depth(bits, sky))

    def _added_up(self, transitions: int, holes: int, cover: int, height: int, well_depth: int) -> float:
        worth = self._row_transition * transitions
        if holes:
            worth += self._hole * holes + self._cover * cover
        return worth + self._height_worth[height] + self._well * well_depth

    def _height(self, filled: int) -> int:
        layout = self._layout
        for shift in layout.folds:
            filled |= filled >> shift
        rows = (filled & layout.first_column) >> self._first_shift
        return layout.height + 1 - (rows & -rows).bit_length() if rows else 0

    def _well_depth(self, bits: int, sky: int) -> int:
        """Return the number of rows, up from the ground of the lowest column, that are full but for that column."""
        layout = self._layout
        lowest = sky
        for shift in layout.folds:
            lowest |= lowest >> shift
        ground = ((lowest & layout.first_column) >> self._first_shift).bit_length() - 1
        if ground < 0:
            return 0
        well = (sky & layout.rows[layout.height - 1 - ground]).bit_length() // layout.column_stride
        rows = full_rows(layout, bits | self._column << well * layout.column_stride)
        gaps: int = ~rows & (2 << ground) - 1
        return ground + 1 - gaps.bit_length()

    def _slot(self, bits: int) -> int:
        """Return the bit of the middle of a T in a slot that is open on one side, or -1."""
        layout = self._layout
        stride = layout.column_stride
        empty = ~bits & layout.field
        sky = open_cells(layout, bits)
        ledge = sky & bits >> 1
        stem = sky >> 1
        middle = ledge << stride & stem & bits >> stride + 1 & empty >> stride & bits >> stride - 1
        if not middle:
            middle = ledge >> stride & stem & bits << stride - 1 & empty << stride & bits << stride + 1
        return (middle & -middle).bit_length() - 1


def _height_worth(weights: StackWeights, height: int, skyline: int) -> float:
    if not height:
        return 0.0
    half, three_quarters = skyline // 2, skyline * 3 // 4
    worth = weights.height * height
    if height > half:
        worth += weights.height_above_half * (height - half)
    if height > three_quarters:
        worth += weights.height_above_three_quarters * (height - three_quarters)
    return worth


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


class ScoreEvaluator:
    """Evaluator of the points of clears, and of the stack by its possibilities."""

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


def score_evaluator(position: Position) -> ScoreEvaluator:
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
    return ScoreEvaluator(position, points, chain, StackWeights(), _WASTED_T)


_ATTACK: Final = AttackWeights()


def attack_evaluator(position: Position, weights: AttackWeights = _ATTACK) -> ScoreEvaluator:
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

    return ScoreEvaluator(position, attack, chain, weights.stack, weights.wasted_t)
