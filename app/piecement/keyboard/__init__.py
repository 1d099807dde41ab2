"""Keys as the game needs them: presses and releases, holds, names and bindings.

The index has only what the terminal reports. What knows the buttons of a game (bindings, holds, keyboard_input,
names) is imported from its own module: the first frame does not wait for the engine.
"""

from piecement.keyboard.events import KeyboardCapabilities, KeyDown, KeyEvent, KeyUp, Modifiers, press_of

__all__ = ["KeyDown", "KeyEvent", "KeyUp", "KeyboardCapabilities", "Modifiers", "press_of"]
