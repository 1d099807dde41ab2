"""Kinds of timers in a game, and its delays: fall, soft drop, lock, DAS, ARR."""

from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, Self

from piecement_engine.game.inputs import BUTTON_BITS, Button
from piecement_engine.native import copied, mypyc_attr
from piecement_engine.rules.rules import Rules
from piecement_engine.rules.timing import MILLISECOND, TIMINGS

Timer = int
"""A kind of timer: a plain number, since a game handles very many."""

# The kinds, in the order in which they are handled at one instant. Kinds of buttons are due at once. Plain constants,
# since the compiler of the engine then knows their values where they are used.
LINE_CLEAR: Final = 0
SPAWN: Final = 1
LOCK: Final = 2
HOLD: Final = 3
HARD_DROP: Final = 4
SONIC_DROP: Final = 5
TELEPORT_LEFT: Final = 6
TELEPORT_RIGHT: Final = 7
SOFT_DROP: Final = 8
FALL: Final = 9
MOVE_SLOW: Final = 10
MOVE_FAST: Final = 11
ROTATE: Final = 12
LOCK_DELAY: Final = 13
CASCADE: Final = 14
KINDS: Final = 15
"""Number of kinds."""

HOLD_BIT: Final = BUTTON_BITS[Button.HOLD]
MOVE_LEFT_BIT: Final = BUTTON_BITS[Button.MOVE_LEFT]
SOFT_DROP_BIT: Final = BUTTON_BITS[Button.SOFT_DROP]
ROTATE_0_BIT: Final = BUTTON_BITS[Button.ROTATE_0]
DIRECTION_BITS: Final = MOVE_LEFT_BIT | BUTTON_BITS[Button.MOVE_RIGHT]

FRAME_ORDER: Final = (
    (HOLD_BIT, HOLD, 0),
    (BUTTON_BITS[Button.TELEPORT_LEFT], TELEPORT_LEFT, 0),
    (BUTTON_BITS[Button.TELEPORT_RIGHT], TELEPORT_RIGHT, 0),
    (DIRECTION_BITS, MOVE_SLOW, 0),
    (ROTATE_0_BIT, ROTATE, 0),
    (BUTTON_BITS[Button.ROTATE_RIGHT], ROTATE, 1),
    (BUTTON_BITS[Button.ROTATE_180], ROTATE, 2),
    (BUTTON_BITS[Button.ROTATE_LEFT], ROTATE, 3),
    (BUTTON_BITS[Button.SONIC_DROP], SONIC_DROP, 0),
    (SOFT_DROP_BIT, SOFT_DROP, 0),
    (BUTTON_BITS[Button.HARD_DROP], HARD_DROP, 0),
)
"""The order in which jminos handles the presses of one frame: the buttons, their kind, and the quarters clockwise.

Source: the input order of its frame, hold | left | right | rotate 0 | CW | 180 | CCW | soft drop | hard drop; buttons
unknown to it stand beside similar ones.
"""

_TURNS: Final = {bit: turns for bit, kind, turns in FRAME_ORDER if kind == ROTATE}
"""Quarters clockwise of each rotation button."""

TURN_BITS: Final = sum(_TURNS)
"""Mask of the rotation buttons."""

_PRESSES: Final = sorted((kind, bit) for bit, kind, _ in FRAME_ORDER if kind not in {ROTATE, MOVE_SLOW})
"""Kind that the press of each other button causes. Directions depend on both of their buttons."""


@cache
def button_turns(buttons: int) -> int:
    """Return the rotation of all buttons of a mask together, 0 to 3 quarters clockwise."""
    return sum(turns for bit, turns in _TURNS.items() if buttons & bit) & 3


class Change:
    """Meaning of one change of the held buttons, independent of the state of the game."""

    __slots__ = ("direction", "kind", "others", "pressed", "stops_soft_drop", "turns")

    def __init__(self, before: int, held: int) -> None:
        self.pressed: Final = held & ~before
        """Buttons that were not held before."""
        self.turns: Final = button_turns(self.pressed)
        """Rotation of the piece, 0 to 3 quarters clockwise."""
        kinds = [kind for kind, bit in _PRESSES if self.pressed & bit]
        if self.turns or self.pressed & ROTATE_0_BIT:
            kinds.append(ROTATE)
        direction = None
        if (before ^ held) & DIRECTION_BITS:
            newest = self.pressed & DIRECTION_BITS or held & DIRECTION_BITS
            direction = 0 if not newest else -1 if newest & MOVE_LEFT_BIT else 1
            if direction:
                kinds.append(MOVE_SLOW if self.pressed & DIRECTION_BITS else MOVE_FAST)
        self.direction: Final = direction
        """Newest held direction: -1, 1, or 0 for none; left if both are new, None if no direction changed."""
        self.kind: Final = kinds.pop() if kinds else None
        """Last of the kinds that it makes due at once; that of a direction, if there is one."""
        self.others: Final = tuple(kinds)
        """All other kinds, mostly none."""
        self.stops_soft_drop: Final = bool(before & ~held & SOFT_DROP_BIT)
        """Whether soft drop was released."""


_ROWS_OF_CURVES: Final = 20
"""Visible rows for which the fall curves are made."""


_FIELDS: Final = (
    *("_rules", "arr", "das", "fall", "level", "lock", "soft_fall"),
    *("appearance", "das_cut", "double_tap", "hard_drop", "hard_drop_guard", "soft_drop"),
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Delays:
    """Delays by the rules and the level (ns)."""

    __slots__ = _FIELDS

    def __init__(self, rules: Rules, level: int, lines: int) -> None:
        self._rules = rules
        self.appearance = rules.appearance_delay_ns
        self.das_cut = rules.das_cut_ns
        self.double_tap = rules.double_tap_ns
        self.hard_drop = rules.hard_drop_delay_ns
        self.hard_drop_guard = rules.hard_drop_guard_ns
        self.soft_drop = rules.soft_drop_delay_ns
        self.set_level(level, lines)

    def set_level(self, level: int, lines: int) -> None:
        rules = self._rules
        timing = TIMINGS[rules.timing]
        self.level = level
        """Level of the delays. A mode may show another one."""
        self.fall = self._fall(timing.fall_delay(level, lines)) if rules.fall_delay_ns is None else rules.fall_delay_ns
        """Time from one row to the next, without soft drop."""
        self.lock = timing.lock_delay(level, lines) if rules.lock_delay_ns is None else rules.lock_delay_ns
        """Time on the ground before a piece locks."""
        self.soft_fall = (
            _soft_fall(self.fall, rules.soft_drop_factor)
            if rules.soft_drop_interval_ns is None
            else min(self.fall, rules.soft_drop_interval_ns)
        )
        """Time from one row to the next, with soft drop."""
        self.das = max(0, min(rules.das_ns, self.lock - MILLISECOND))
        """Delayed auto shift, capped so that no piece locks before it."""
        self.arr = max(0, min(rules.arr_ns, self.lock - MILLISECOND))
        """Auto repeat rate, with the same cap."""

    def _fall(self, delay: int) -> int:
        """Return the fall delay of a curve, scaled to the height of the field if the rules say so."""
        return delay * _ROWS_OF_CURVES // self._rules.skyline if self._rules.scaled_fall else delay

    def copy(self) -> Self:
        return copied(self, _FIELDS)


@lru_cache(maxsize=256)
def _soft_fall(fall_ns: int, factor: float) -> int:
    """Return the quotient in seconds as floats, rounded to ns half to even, as in tetrs."""
    return round(Fraction(fall_ns / 1e9 / max(factor, 1e-5)) * 10**9)
