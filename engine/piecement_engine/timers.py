"""The kinds of timers in a game, and the kinds that a change of buttons makes due."""

from functools import cache
from typing import Final

from piecement_engine.buttons import ALL_BUTTONS, BUTTON_BITS, Button

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

_TURNS: Final = {
    BUTTON_BITS[Button.ROTATE_RIGHT]: 1,
    BUTTON_BITS[Button.ROTATE_180]: 2,
    BUTTON_BITS[Button.ROTATE_LEFT]: 3,
}
"""Quarters clockwise of each rotation button."""

TURN_BITS: Final = ROTATE_0_BIT | sum(_TURNS)
"""Mask of the rotation buttons."""

_PRESSES: Final = (
    (HOLD_BIT, HOLD),
    (BUTTON_BITS[Button.HARD_DROP], HARD_DROP),
    (BUTTON_BITS[Button.SONIC_DROP], SONIC_DROP),
    (BUTTON_BITS[Button.TELEPORT_LEFT], TELEPORT_LEFT),
    (BUTTON_BITS[Button.TELEPORT_RIGHT], TELEPORT_RIGHT),
    (SOFT_DROP_BIT, SOFT_DROP),
)
"""Kind that the press of each other button causes. Directions depend on both of their buttons."""


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
        kinds = [kind for bit, kind in _PRESSES if self.pressed & bit]
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


_changes: Final[dict[int, Change]] = {}
"""Cache of changes, by both masks as one number: a dictionary is quicker than `lru_cache`."""
_MOST_CHANGES: Final = 4096
_BUTTONS: Final = ALL_BUTTONS.bit_length()


def button_change(before: int, held: int) -> Change:
    """Return the meaning of a change from one mask of held buttons to another."""
    key = before << _BUTTONS | held
    change = _changes.get(key)
    if change is None:
        if len(_changes) == _MOST_CHANGES:
            _changes.clear()
        change = _changes[key] = Change(before, held)
    return change
