"""Buttons of a game, and its inputs as numbers. With its setup they are the whole game."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple, cast

from piecement_engine.errors import UnknownButtonError, unknown_name


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


def buttons_to_mask(held: object) -> int:
    """Return the bit mask of the held buttons, or of one button.

    Raises `UnknownButtonError` for anything but a button, its name, or several of them.
    """
    if isinstance(held, str):
        held = (held,)
    if not isinstance(held, Iterable):
        raise UnknownButtonError(unknown_name("button", held, BUTTON_BITS))
    mask = 0
    for button in cast("Iterable[object]", held):
        bit = BUTTON_BITS.get(button) if isinstance(button, str) else None
        if bit is None:
            raise UnknownButtonError(unknown_name("button", button, BUTTON_BITS))
        mask |= bit
    return mask


@lru_cache(maxsize=256)
def mask_to_buttons(mask: int) -> frozenset[Button]:
    return frozenset(button for button in Button if mask & BUTTON_BITS[button])


Input = tuple[int, int]
"""A time (ns), and a change: the mask of the buttons held from then on, or a number below 0.

A number below 0 is the complement of some bits, `-1 - bits`. How many there are, modulo the seven bits of a hole, tells
the kind: 0 is `FORFEIT`, 1 garbage, 2 an attack, 3 a charge. A level of practice has two bits, fewer than any attack.
"""

FORFEIT: Final = -1
"""Giving up, in place of a mask of buttons."""

LEVEL_UP: Final = -3
LEVEL_DOWN: Final = -4
"""Inputs of practice, in place of a mask of buttons: numbers that neither garbage nor an attack has."""


class TakenAttack(NamedTuple):
    """Attack of another player. Its garbage rows wait in the game from the time of the input on."""

    at_ns: int
    """Time of the clear that made the attack."""
    holes: tuple[int, ...]
    """Columns of the holes, the first row to rise first."""


def pack_garbage(holes: Sequence[int]) -> int:
    """Return the input for garbage rows with holes in these columns (-1: none), the first row to rise first."""
    packed = 1
    for hole in reversed(holes):
        packed = packed << 7 | hole + 1
    return -1 - packed


def unpack_garbage(packed: int) -> list[int]:
    left = -1 - packed
    holes: list[int] = []
    while left > 1:
        holes.append((left & 0x7F) - 1)
        left >>= 7
    return holes


_TIME_BITS: Final = 9 * 7
"""Bits of the time of an attack: a multiple of the seven bits of a hole."""


def pack_attack(attack: TakenAttack) -> int:
    """Return the input for an attack."""
    packed = -1 - pack_garbage(attack.holes)
    return -1 - (packed << _TIME_BITS + 1 | attack.at_ns)


def unpack_attack(change: int) -> TakenAttack | None:
    """Return the attack of an input, or None for any other input."""
    left = -1 - change
    if change >= FORFEIT or left.bit_length() % 7 != 2 or left.bit_length() < _TIME_BITS + 2:
        return None
    at_ns = left & (1 << _TIME_BITS) - 1
    return TakenAttack(at_ns, tuple(unpack_garbage(-1 - (left >> _TIME_BITS + 1))))


class ChargedPress(NamedTuple):
    """Press whose direction has been held for a while, as before a game that begins with READY and GO."""

    held: int
    """Mask of the buttons held from the time of the input on."""
    charged_ns: int
    """Time for which the direction has been held already (ns): its DAS counts from then."""


_HELD_BITS: Final = 2 * 7
_CHARGE: Final = 4 << _HELD_BITS + _TIME_BITS
"""First bit of a charge."""


def pack_charge(press: ChargedPress) -> int:
    """Return the input for a charged press."""
    return -1 - (_CHARGE | press.held << _TIME_BITS | press.charged_ns)


def unpack_charge(change: int) -> ChargedPress | None:
    """Return the charged press of an input, or None for any other input."""
    left = (-1 - change) ^ _CHARGE
    if change >= FORFEIT or left < 0 or left >> _HELD_BITS + _TIME_BITS:
        return None
    return ChargedPress(left >> _TIME_BITS & ALL_BUTTONS, left & (1 << _TIME_BITS) - 1)


def held_by(change: int) -> int | None:
    """Return the mask of the buttons held from an input on, or None for one that is no press."""
    if change >= 0:
        return change
    press = unpack_charge(change)
    return None if press is None else press.held
