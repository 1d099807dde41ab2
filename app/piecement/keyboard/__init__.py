"""Keys as the game needs them: presses and releases, holds, names and bindings.

Everything here is free of Textual; the half that talks to it is `piecement.keyboard.app`.
"""

from piecement.keyboard.bindings import DEFAULT_BINDINGS, PRESETS, Bindings
from piecement.keyboard.events import (
    KeyboardCapabilities,
    KeyDown,
    KeyEvent,
    KeyUp,
    Modifiers,
    press_of,
)

__all__ = [
    "DEFAULT_BINDINGS",
    "PRESETS",
    "Bindings",
    "KeyDown",
    "KeyEvent",
    "KeyUp",
    "KeyboardCapabilities",
    "Modifiers",
    "press_of",
]
