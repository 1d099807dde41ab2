"""The names of the buttons of a game."""

from collections.abc import Mapping
from typing import Final

from piecement.language import _
from piecement_engine.buttons import Button

BUTTON_TITLES: Final[Mapping[Button, str]] = {
    Button.MOVE_LEFT: _("Move left"),
    Button.MOVE_RIGHT: _("Move right"),
    Button.ROTATE_LEFT: _("Rotate left"),
    Button.ROTATE_RIGHT: _("Rotate right"),
    Button.ROTATE_180: _("Rotate 180°"),
    Button.SOFT_DROP: _("Soft drop"),
    Button.HARD_DROP: _("Hard drop"),
    Button.SONIC_DROP: _("Sonic drop"),
    Button.TELEPORT_LEFT: _("Teleport left"),
    Button.TELEPORT_RIGHT: _("Teleport right"),
    Button.HOLD: _("Hold"),
    Button.ROTATE_0: _("Rotate 0°"),
}
"""The name of each button, in the order of a list."""

BUTTON_ACTIONS: Final[Mapping[Button, str]] = {
    Button.MOVE_LEFT: _("move left"),
    Button.MOVE_RIGHT: _("move right"),
    Button.ROTATE_LEFT: _("rotate left"),
    Button.ROTATE_RIGHT: _("rotate right"),
    Button.ROTATE_180: _("rotate 180°"),
    Button.SOFT_DROP: _("fall faster while held"),
    Button.HARD_DROP: _("drop and lock"),
    Button.SONIC_DROP: _("drop without locking"),
    Button.TELEPORT_LEFT: _("teleport left"),
    Button.TELEPORT_RIGHT: _("teleport right"),
    Button.HOLD: _("hold, or swap with hold"),
    Button.ROTATE_0: _("rotate 0°"),
}
"""What each button does, in a few words."""
