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
from piecement.keyboard.holds import HoldChange, HoldTracker, Phase, RepeatTiming
from piecement.keyboard.keyboard_input import ButtonChange, InputOptions, KeyboardInput
from piecement.keyboard.names import key_label

__all__ = [
    "DEFAULT_BINDINGS",
    "PRESETS",
    "Bindings",
    "ButtonChange",
    "HoldChange",
    "HoldTracker",
    "InputOptions",
    "KeyDown",
    "KeyEvent",
    "KeyUp",
    "KeyboardCapabilities",
    "KeyboardInput",
    "Modifiers",
    "Phase",
    "RepeatTiming",
    "key_label",
    "press_of",
]
