"""The kinds of timers in a game, and which of them a change of buttons makes due."""

from functools import cache
from typing import Final

from piecement_engine.buttons import ALL_BUTTONS, BUTTON_BITS, Button

Timer = int
"""A kind of timer: a plain number, since one is handled for each thing that happens in a game."""

# The kinds, in the order in which they are handled at one instant. Kinds of buttons are due at once. They are written
# out, for so the compiler of the engine knows them where they are used.
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
"""How many kinds there are."""

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
"""How many quarters clockwise each button turns a piece."""

TURN_BITS: Final = ROTATE_0_BIT | sum(_TURNS)
"""The buttons that turn."""

_PRESSES: Final = (
    (HOLD_BIT, HOLD),
    (BUTTON_BITS[Button.HARD_DROP], HARD_DROP),
    (BUTTON_BITS[Button.SONIC_DROP], SONIC_DROP),
    (BUTTON_BITS[Button.TELEPORT_LEFT], TELEPORT_LEFT),
    (BUTTON_BITS[Button.TELEPORT_RIGHT], TELEPORT_RIGHT),
    (SOFT_DROP_BIT, SOFT_DROP),
)
"""What the press of each other button causes; directions depend on both of their buttons."""


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
"""The order in which jminos carries out what was pressed in one frame: the buttons, their kind, and how far it turns.

Source: the input order of its frame, hold | left | right | rotate 0 | CW | 180 | CCW | soft drop | hard drop; the
buttons that it does not have come beside those that they are like.
"""


@cache
def turns_of(buttons: int) -> int:
    """Return how far the buttons of a mask turn a piece together, 0 to 3 quarters clockwise."""
    return sum(turns for bit, turns in _TURNS.items() if buttons & bit) & 3


class Change:
    """What one change of the held buttons means, whatever the state of the game."""

    __slots__ = ("direction", "kind", "others", "pressed", "stops_soft_drop", "turns")

    def __init__(self, before: int, held: int) -> None:
        self.pressed: Final = held & ~before
        """The buttons that were not held before."""
        self.turns: Final = turns_of(self.pressed)
        """How far it turns the piece, 0 to 3 quarters clockwise."""
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
        """The newest held direction, -1 or 1, left when both are new; 0 for none, None where no direction changed."""
        self.kind: Final = kinds.pop() if kinds else None
        """The last of the kinds that it makes due at once, which is that of a direction where there is one."""
        self.others: Final = tuple(kinds)
        """The other kinds, mostly none."""
        self.stops_soft_drop: Final = bool(before & ~held & SOFT_DROP_BIT)
        """Whether soft drop was let go."""


_changes: Final[dict[int, Change]] = {}
"""The changes that were looked up, by both masks as one number: a dictionary is quicker to ask than `lru_cache`."""
_MOST_CHANGES: Final = 4096
_BUTTONS: Final = ALL_BUTTONS.bit_length()


def change_of(before: int, held: int) -> Change:
    """Return what it means that the buttons `held` are held instead of those `before`; both have known buttons only."""
    key = before << _BUTTONS | held
    change = _changes.get(key)
    if change is None:
        if len(_changes) == _MOST_CHANGES:
            _changes.clear()
        change = _changes[key] = Change(before, held)
    return change
