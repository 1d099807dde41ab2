"""Changes of the held buttons: the kinds of timers that they make due, from a table, and the order of presses."""

from functools import cache
from typing import Final

from piecement_engine.game import timers
from piecement_engine.game.inputs import ALL_BUTTONS, BUTTON_BITS, Button

HOLD_BIT: Final = BUTTON_BITS[Button.HOLD]
MOVE_LEFT_BIT: Final = BUTTON_BITS[Button.MOVE_LEFT]
SOFT_DROP_BIT: Final = BUTTON_BITS[Button.SOFT_DROP]
ROTATE_0_BIT: Final = BUTTON_BITS[Button.ROTATE_0]
DIRECTION_BITS: Final = MOVE_LEFT_BIT | BUTTON_BITS[Button.MOVE_RIGHT]

FRAME_ORDER: Final = (
    (HOLD_BIT, timers.HOLD, 0),
    (BUTTON_BITS[Button.TELEPORT_LEFT], timers.TELEPORT_LEFT, 0),
    (BUTTON_BITS[Button.TELEPORT_RIGHT], timers.TELEPORT_RIGHT, 0),
    (DIRECTION_BITS, timers.SHIFT, 0),
    (ROTATE_0_BIT, timers.ROTATE, 0),
    (BUTTON_BITS[Button.ROTATE_RIGHT], timers.ROTATE, 1),
    (BUTTON_BITS[Button.ROTATE_180], timers.ROTATE, 2),
    (BUTTON_BITS[Button.ROTATE_LEFT], timers.ROTATE, 3),
    (BUTTON_BITS[Button.SONIC_DROP], timers.SONIC_DROP, 0),
    (SOFT_DROP_BIT, timers.SOFT_DROP, 0),
    (BUTTON_BITS[Button.HARD_DROP], timers.HARD_DROP, 0),
)
"""The order in which jminos handles the presses of one frame: the buttons, their kind, and the quarters clockwise.

Source: the input order of its frame, hold | left | right | rotate 0 | CW | 180 | CCW | soft drop | hard drop; buttons
unknown to it stand beside similar ones.
"""

_TURNS: Final = {bit: turns for bit, kind, turns in FRAME_ORDER if kind == timers.ROTATE}
"""Quarters clockwise of each rotation button."""

TURN_BITS: Final = sum(_TURNS)
"""Mask of the rotation buttons."""

_PRESSES: Final = sorted((kind, bit) for bit, kind, _ in FRAME_ORDER if kind not in {timers.ROTATE, timers.SHIFT})
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
            kinds.append(timers.ROTATE)
        direction = None
        if (before ^ held) & DIRECTION_BITS:
            newest = self.pressed & DIRECTION_BITS or held & DIRECTION_BITS
            direction = 0 if not newest else -1 if newest & MOVE_LEFT_BIT else 1
            if direction:
                kinds.append(timers.SHIFT if self.pressed & DIRECTION_BITS else timers.AUTO_SHIFT)
        self.direction: Final = direction
        """Newest held direction: -1, 1, or 0 for none; left if both are new, None if no direction changed."""
        self.kind: Final = kinds.pop() if kinds else None
        """Last of the kinds that it makes due at once; that of a direction, if there is one."""
        self.others: Final = tuple(kinds)
        """All other kinds, mostly none."""
        self.stops_soft_drop: Final = bool(before & ~held & SOFT_DROP_BIT)
        """Whether soft drop was released."""


_MOST_CHANGES: Final = 4096

BUTTON_COUNT: Final = ALL_BUTTONS.bit_length()


class Changes(dict[int, Change]):
    """Meanings of changes; one is made on first use."""

    def __missing__(self, masks: int) -> Change:
        if len(self) == _MOST_CHANGES:
            self.clear()
        change = self[masks] = Change(masks >> BUTTON_COUNT, masks & ALL_BUTTONS)
        return change


CHANGES: Final = Changes()
"""Changes by the masks before and after as one number, `before << BUTTON_COUNT | after`."""
