"""Spin sets: the resting spots that are spins, as sets of anchors, for the spin rules that bits can decide."""

from collections.abc import Callable
from typing import Final, NamedTuple

from piecement_engine.board.pieces import T_PIECE, Piece
from piecement_engine.bots.movers import Reach
from piecement_engine.bots.states import States
from piecement_engine.events import Spin
from piecement_engine.native import Bits
from piecement_engine.rules import spins
from piecement_engine.rules.spins import SpinRule


class SpinSets(NamedTuple):
    """Spins among the resting spots, as one set for each form of the piece; no spot is in both."""

    full: list[Bits]
    mini: list[Bits]

    def at(self, states: States, piece: Piece) -> Spin:
        """Return the spin of a piece at its resting spot."""
        form, anchor = states.state(piece).form, states.anchor(piece)
        return spin_at(anchor, self.full[form], self.mini[form])


def spin_at(anchor: int, full: Bits, mini: Bits) -> Spin:
    if full >> anchor & 1:
        return Spin.FULL
    return Spin.MINI if mini >> anchor & 1 else Spin.NONE


SpinFinder = Callable[[Reach, Bits, list[Bits]], SpinSets | None]
"""Function from (reach, bits of the board, resting spots by form) to the spins, or None if there can be none."""


def no_spins(found: Reach, bits: Bits, locks: list[Bits]) -> None:
    """Return None: there can be no spins."""


def lifted_spins(found: Reach, bits: Bits, locks: list[Bits]) -> SpinSets:
    """Return the spots from which the piece cannot move up by a row, whatever its last action was."""
    states = found.states
    full = [anchors & ~(found.free[first] << 1) for first, anchors in zip(states.forms, locks, strict=True)]
    return SpinSets(full, [0] * len(full))


def immobile_spins(found: Reach, bits: Bits, locks: list[Bits]) -> SpinSets:
    """Return the spots from which the piece cannot move, and as minis the others with a kick as last action."""
    full = _immobile(found, locks)
    kicked = _by_form(found, found.kicked)
    minis = [anchors & kicks & ~fulls for anchors, kicks, fulls in zip(locks, kicked, full, strict=True)]
    return SpinSets(full, minis)


def corner_spins(found: Reach, bits: Bits, locks: list[Bits]) -> SpinSets | None:
    """Return the rotated T with three filled corners: full with both front corners or after a leap, else mini."""
    if found.states.shape is not T_PIECE:
        return None
    pairs = [
        _state_spins(found, bits, first, anchors & found.turned[first], found.leapt[first])
        for first, anchors in zip(found.states.forms, locks, strict=True)
    ]
    return SpinSets([full for full, _ in pairs], [mini for _, mini in pairs])


def guideline_all_mini_spins(found: Reach, bits: Bits, locks: list[Bits]) -> SpinSets | None:
    """Return the spins of T by its corners, and as minis all other pieces that rotated and cannot move."""
    if found.states.shape is T_PIECE:
        return corner_spins(found, bits, locks)
    minis = _turned_immobile(found, locks)
    return SpinSets([0] * len(minis), minis)


def all_mini_plus_spins(found: Reach, bits: Bits, locks: list[Bits]) -> SpinSets:
    """Return as minis the rotated pieces that cannot move, and the spins of T by its corners."""
    full: list[Bits] = [0] * len(locks)
    minis = _turned_immobile(found, locks)
    if found.states.shape is T_PIECE:
        for form, first in enumerate(found.states.forms):
            leapt: Bits = found.leapt[first] if found.states.states[first].orientation & 1 else 0
            spins = _state_spins(found, bits, first, locks[form] & found.turned[first], leapt)
            full[form] = spins[0]
            minis[form] = (minis[form] | spins[1]) & ~spins[0]
    return SpinSets(full, minis)


def all_twists_spins(found: Reach, bits: Bits, locks: list[Bits]) -> SpinSets:
    """Return the kicked pieces that cannot move, and the spins of T by its corners."""
    kicked = _by_form(found, found.kicked)
    full = [anchors & kicks for anchors, kicks in zip(_immobile(found, locks), kicked, strict=True)]
    corners = corner_spins(found, bits, locks)
    if corners is None:
        return SpinSets(full, [0] * len(full))
    full = [twists | spins for twists, spins in zip(full, corners.full, strict=True)]
    return SpinSets(full, [minis & ~fulls for minis, fulls in zip(corners.mini, full, strict=True)])


def _turned_immobile(found: Reach, locks: list[Bits]) -> list[Bits]:
    turned = _by_form(found, found.turned)
    return [anchors & turns for anchors, turns in zip(_immobile(found, locks), turned, strict=True)]


def _state_spins(found: Reach, bits: Bits, state: int, turned: Bits, leapt: Bits) -> tuple[Bits, Bits]:
    """Return the full spins and the minis of a state; a spot in `leapt` is full instead of mini."""
    if not turned:
        return 0, 0
    front_left, front_right, back_left, back_right = _filled_corners(found.states, state, bits)
    front: Bits = front_left & front_right
    back: Bits = back_left & back_right
    spun: Bits = turned & (front & (back_left | back_right) | back & (front_left | front_right))
    full: Bits = spun & (front | leapt)
    return full, spun & ~full


def _immobile(found: Reach, locks: list[Bits]) -> list[Bits]:
    stride = found.states.layout.column_stride
    free = [found.free[first] for first in found.states.forms]
    return [
        anchors & ~(places << 1 | places << stride | places >> stride)
        for anchors, places in zip(locks, free, strict=True)
    ]


def _by_form(found: Reach, sets: list[Bits]) -> list[Bits]:
    united = [0] * len(found.states.forms)
    for state, anchors in zip(found.states.states, sets, strict=True):
        united[state.form] |= anchors
    return united


def _filled_corners(states: States, state: int, bits: Bits) -> tuple[Bits, Bits, Bits, Bits]:
    """Return the anchors at which each corner of a T's box is filled: front left and right, back left and right."""
    stride = states.layout.column_stride
    orientation = states.states[state].orientation
    middle_x, middle_y = ((1, 0), (0, 1), (1, 1), (1, 1))[orientation]
    middle = middle_x * stride + states.states[state].height - 1 - middle_y
    forward, right = ((-1, stride), (stride, 1), (1, -stride), (-stride, -1))[orientation]
    corners = (forward - right, forward + right, -forward - right, -forward + right)
    offsets = (middle + corner for corner in corners)
    first, second, third, fourth = (bits >> offset if offset >= 0 else bits << -offset for offset in offsets)
    return first, second, third, fourth


SPIN_FINDERS: Final[dict[SpinRule, SpinFinder]] = {
    spins.no_spins: no_spins,
    spins.cannot_move_up: lifted_spins,
    spins.immobile: immobile_spins,
    spins.t_three_corner: corner_spins,
    spins.guideline_all_mini: guideline_all_mini_spins,
    spins.all_mini_plus: all_mini_plus_spins,
    spins.all_twists: all_twists_spins,
}
"""Finders of spins for the rules that have one."""

RULES_WITHOUT_KICKS: Final = frozenset(SPIN_FINDERS) - {spins.immobile, spins.all_twists}
"""Rules for which kicks of a piece that is the same upside down do not matter."""
