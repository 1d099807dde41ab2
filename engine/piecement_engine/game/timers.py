"""Kinds of timers in a game, and its delays: fall, soft drop, lock, DAS, ARR."""

from fractions import Fraction
from functools import lru_cache
from typing import Final, Self

from piecement_engine.native import mypyc_attr
from piecement_engine.quick import copied
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
SHIFT: Final = 10
"""Move sideways by a press."""
AUTO_SHIFT: Final = 11
"""Repeated move sideways of a held direction."""
ROTATE: Final = 12
LOCK_DELAY: Final = 13
"""Lock at the end of the lock delay."""
CASCADE: Final = 14
"""End of the fall of loose bodies."""
KINDS: Final = 15
"""Number of kinds."""


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
