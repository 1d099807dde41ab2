"""The names of the buttons of a game."""

from collections.abc import Mapping
from typing import Final

from piecement_engine.buttons import Button

BUTTON_TITLES: Final[Mapping[Button, str]] = {
    Button.MOVE_LEFT: "Move left",
    Button.MOVE_RIGHT: "Move right",
    Button.ROTATE_LEFT: "Turn left",
    Button.ROTATE_RIGHT: "Turn right",
    Button.ROTATE_180: "Turn around",
    Button.SOFT_DROP: "Soft drop",
    Button.HARD_DROP: "Hard drop",
    Button.SONIC_DROP: "Sonic drop",
    Button.TELEPORT_LEFT: "Wall on the left",
    Button.TELEPORT_RIGHT: "Wall on the right",
    Button.HOLD: "Hold",
    Button.ROTATE_0: "Turn by nothing",
}
"""The name of each button, in the order of a list."""

BUTTON_ACTIONS: Final[Mapping[Button, str]] = {
    Button.MOVE_LEFT: "move left",
    Button.MOVE_RIGHT: "move right",
    Button.ROTATE_LEFT: "turn left",
    Button.ROTATE_RIGHT: "turn right",
    Button.ROTATE_180: "turn around",
    Button.SOFT_DROP: "fall faster while held",
    Button.HARD_DROP: "drop and lock",
    Button.SONIC_DROP: "drop without locking",
    Button.TELEPORT_LEFT: "to the wall on the left",
    Button.TELEPORT_RIGHT: "to the wall on the right",
    Button.HOLD: "swap the piece into hold",
    Button.ROTATE_0: "turn by nothing",
}
"""What each button does, in a few words."""
