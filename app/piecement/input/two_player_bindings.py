"""The keys of two who play at one keyboard."""

from typing import Final

from piecement.input.bindings import Bindings

LEFT_BINDINGS: Final = Bindings.of(
    {
        "move_left": "a",
        "move_right": "d",
        "soft_drop": "s",
        "hard_drop": "w",
        "rotate_left": "q",
        "rotate_right": "e",
        "hold": ("x", "left_shift"),
    }
)
"""Those of the one on the left."""

RIGHT_BINDINGS: Final = Bindings.of(
    {
        "move_left": ("left",),
        "move_right": ("right",),
        "soft_drop": ("down",),
        "hard_drop": ("up",),
        "rotate_left": ("n", "comma"),
        "rotate_right": ("m", "full_stop"),
        "hold": ("b", "right_shift"),
    }
)
"""Those of the one on the right."""
