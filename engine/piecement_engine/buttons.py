"""The buttons of a game, which keys are bound to."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from piecement_engine.errors import UnknownButtonError


class Button(StrEnum):
    """One button; its value is its name in recordings, bindings and the headless protocol."""

    MOVE_LEFT = "move_left"
    MOVE_RIGHT = "move_right"
    ROTATE_LEFT = "rotate_left"
    ROTATE_RIGHT = "rotate_right"
    ROTATE_180 = "rotate_180"
    SOFT_DROP = "soft_drop"
    HARD_DROP = "hard_drop"
    SONIC_DROP = "sonic_drop"
    TELEPORT_LEFT = "teleport_left"
    TELEPORT_RIGHT = "teleport_right"
    HOLD = "hold"
    ROTATE_0 = "rotate_0"
    """Rotation by 0 quarters, which has a meaning in AutoRS."""


BUTTON_BITS: Final[dict[str, int]] = {button: 1 << i for i, button in enumerate(Button)}
"""Bit of each button in a mask. The order is part of the recording format."""

ALL_BUTTONS: Final = (1 << len(Button)) - 1
"""Mask of all buttons."""


def buttons_to_mask(held: Iterable[str]) -> int:
    """Return the bit mask of the held buttons. Raises `UnknownButtonError` if no button has such a name."""
    mask = 0
    for button in held:
        bit = BUTTON_BITS.get(button)
        if bit is None:
            allowed = ", ".join(Button)
            raise UnknownButtonError(f"unknown button {button!r}: buttons are {allowed}")
        mask |= bit
    return mask


def mask_to_buttons(mask: int) -> frozenset[Button]:
    return frozenset(button for button in Button if mask & BUTTON_BITS[button])
