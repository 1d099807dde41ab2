"""Lock-down policies: the time at which a piece on the ground locks.

One policy serves all pieces of a game, one after another. After each change of the piece it receives the piece's spot
and returns the time of the lock. Times are in ns.
"""

import copy
from collections.abc import Callable
from typing import Final, Literal, NamedTuple, Self

from piecement_engine.native import mypyc_attr
from piecement_engine.registry import Registry

_NOWHERE: Final = 1 << 30
"""A row above every board."""


Action = Literal[0, 1, 2]
"""Kind of the last successful action of the player: `NOTHING`, a `MOVE` (or teleport), or a `TURN`."""

NOTHING: Final = 0
MOVE: Final = 1
TURN: Final = 2


class LockdownOptions(NamedTuple):
    """Numbers in the rules for policies."""

    ground_time_max_ns: int
    lock_resets: int
    lock_cap_factor: float
    forced_lock_delay_ns: int
    turn_lock_delay_ns: int


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Lockdown:
    """Each landing starts the lock delay, and nothing restarts it on the ground (`classic` of rules before version 3).

    It is also the base of all policies.
    """

    gated: bool = False
    """Whether `allows_move` and `allows_turn` must be called."""
    follows_falls: bool = True
    """Whether `step` must also be called in the air, not only on landing, on the ground and on lifting off."""

    _lock_delay = 0
    _fall_delay = 0

    def set_delays(self, lock_delay: int, fall_delay: int) -> None:
        """Set the lock delay, and the fall delay (from row to row) without soft drop."""
        self._lock_delay = lock_delay
        self._fall_delay = fall_delay

    def spawned(self, *, swapped: bool) -> None:
        """Start a new piece; `swapped` if hold brought it."""

    def step(self, time: int, y: int, grounded: bool, action: Action, due: int | None) -> int | None:
        """Return the time at which the piece locks now, or None if it does not.

        Args:
            time: The present game time.
            y: The lowest row of the piece.
            grounded: Whether the piece cannot fall by one row.
            action: The kind of the last action.
            due: The lock time before this change, or None.
        """
        if not grounded:
            return None
        return time + self._lock_delay if due is None else due

    def allows_move(self, time: int) -> bool:
        """Return whether the piece may still move."""
        return True

    def allows_turn(self, time: int) -> bool:
        """Return whether the piece may still rotate."""
        return True

    def copy(self) -> Self:
        return copy.copy(self)


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Classic(Lockdown):
    """Classic lock down: the first touch starts the lock delay, and only a fall below the lowest row restarts it.

    The delay also runs in the air. After it has run out, the piece locks at the next touch.
    """

    def __init__(self) -> None:
        self.spawned(swapped=False)

    def spawned(self, *, swapped: bool) -> None:
        self._lowest = _NOWHERE
        self._due: int | None = None

    def step(self, time: int, y: int, grounded: bool, action: Action, due: int | None) -> int | None:
        if y < self._lowest:
            self._lowest = y
            self._due = None
        if not grounded:
            return None
        if self._due is None:
            self._due = time + self._lock_delay
        return max(time, self._due)


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class GroundTime(Lockdown):
    """The rule of tetrs: each move or rotation restarts the lock delay, within a budget of time on the ground.

    The budget is for one height: reaching a new lowest row refills it. A short hop, of no more than two fall delays,
    counts as ground time; a longer one stops the count.
    """

    follows_falls = False

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self.spawned(swapped=False)

    def spawned(self, *, swapped: bool) -> None:
        self._lowest = _NOWHERE
        self._left = self._budget
        self._grounded = False
        self._touchdown: int | None = None
        self._liftoff = 0

    def step(self, time: int, y: int, grounded: bool, action: Action, due: int | None) -> int | None:
        if not grounded:
            if self._grounded:
                self._grounded = False
                self._liftoff = time
            return None
        touchdown = self._touch_down(time, y)
        if due is None or action:
            return time + min(self._lock_delay, max(0, self._left - (time - touchdown)))
        return due

    def _touch_down(self, time: int, y: int) -> int:
        """Return the start of the present ground time."""
        touchdown = self._touchdown
        if y < self._lowest:
            self._lowest = y
            self._left = self._budget
            touchdown = time
        elif touchdown is None:
            touchdown = time
        elif not self._grounded and time - self._liftoff > 2 * self._fall_delay:
            self._left = max(0, self._left - (self._liftoff - touchdown))
            touchdown = time
        self._grounded = True
        self._touchdown = touchdown
        return touchdown


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class Infinite(Lockdown):
    """Each move or rotation restarts the lock delay, without end."""

    def step(self, time: int, y: int, grounded: bool, action: Action, due: int | None) -> int | None:
        if not grounded:
            return None
        return time + self._lock_delay if due is None or action else due


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class ExtendedPlacement(Lockdown):
    """The guideline's rule: after landing, a limited number of moves and rotations restart the lock delay.

    A new lowest row refills the number. When it is used up, the piece locks as soon as it lands again.
    """

    def __init__(self, resets: int) -> None:
        self._resets = resets
        self.spawned(swapped=False)

    def spawned(self, *, swapped: bool) -> None:
        self._lowest = _NOWHERE
        self._left = self._resets
        self._landed = False

    def step(self, time: int, y: int, grounded: bool, action: Action, due: int | None) -> int | None:
        if y < self._lowest:
            self._lowest = y
            self._left = self._resets
            self._landed = False
        may_reset = self._left > 0
        if action and self._landed:
            self._left -= 1
        if not grounded:
            return None
        first, self._landed = not self._landed, True
        if first or (may_reset and (due is None or action)):
            return time + self._lock_delay
        return time if due is None else due


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class ResetCap(Lockdown):
    """The rule of tetro-tui: moves and rotations restart the lock delay, up to a cap after a new lowest row.

    The cap is a multiple of the lock delay.
    """

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self.spawned(swapped=False)

    def spawned(self, *, swapped: bool) -> None:
        self._lowest = _NOWHERE
        self._cap = 0

    def step(self, time: int, y: int, grounded: bool, action: Action, due: int | None) -> int | None:
        if y < self._lowest:
            self._lowest = y
            self._cap = time + int(self._factor * self._lock_delay)
        if not grounded:
            return None
        return max(time, min(time + self._lock_delay, self._cap)) if due is None or action else due


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class ForcedLock(Lockdown):
    """The rule of jminos: moves and rotations restart the lock delay, but not a second, longer one.

    The second delay counts all time on the ground. Only the lock of a piece restarts it, neither a new row nor a hold.
    """

    def __init__(self, forced_delay: int) -> None:
        self._forced_delay = forced_delay
        self._left = forced_delay
        self._since: int | None = None

    def spawned(self, *, swapped: bool) -> None:
        if not swapped:
            self._since = None
            self._left = self._forced_delay

    def step(self, time: int, y: int, grounded: bool, action: Action, due: int | None) -> int | None:
        if self._since is not None:
            self._left = max(0, self._left - (time - self._since))
        self._since = time if grounded else None
        if not grounded:
            return None
        return time + min(self._lock_delay, self._left) if due is None or action else due


@mypyc_attr(allow_interpreted_subclasses=True, serializable=True)
class SeparateDelays(Lockdown):
    """The rule of the Java game by smk291: a piece on the ground has a window for moves, a shorter one for rotations.

    The lock delay is the window for moves. A rotation reopens both, a move neither; the piece locks when both are over.
    """

    gated = True

    def __init__(self, turn_delay: int) -> None:
        self._turn_delay = turn_delay
        self._move_until: int | None = None
        self._turn_until = 0

    def spawned(self, *, swapped: bool) -> None:
        self._move_until = None

    def step(self, time: int, y: int, grounded: bool, action: Action, due: int | None) -> int | None:
        if not grounded:
            self._move_until = None
            return None
        if self._move_until is None or action == TURN:
            self._move_until = time + self._lock_delay
            self._turn_until = time + self._turn_delay
        return max(self._move_until, self._turn_until)

    def allows_move(self, time: int) -> bool:
        return self._move_until is None or time < self._move_until

    def allows_turn(self, time: int) -> bool:
        return self._move_until is None or time < self._turn_until


LOCKINGS: Final[dict[str, Callable[[LockdownOptions], Lockdown]]] = Registry(
    "lock-down",
    {
        "ground_time": lambda options: GroundTime(options.ground_time_max_ns),
        "extended_placement": lambda options: ExtendedPlacement(options.lock_resets),
        "infinite": lambda _: Infinite(),
        "classic": lambda _: Classic(),
        "landing": lambda _: Lockdown(),
        "reset_cap": lambda options: ResetCap(options.lock_cap_factor),
        "forced": lambda options: ForcedLock(options.forced_lock_delay_ns),
        "separate_delays": lambda options: SeparateDelays(options.turn_lock_delay_ns),
    },
)
"""Makers of the policy of a new game, by name."""
