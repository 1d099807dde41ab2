"""Key labels for the screen."""

from typing import Final

from piecement.terminal.key_events import PAD
from piecement.terminal.layouts import character_of

_NAMES: Final[dict[str, str]] = {
    "backspace": "Back", "caps_lock": "Caps", "delete": "Del", "end": "End", "enter": "Enter", "escape": "Esc",
    "home": "Home", "insert": "Ins", "iso_level3_shift": "AltGr", "left_alt": "Alt", "left_control": "Ctrl",
    "left_hyper": "Hyper", "left_meta": "Meta", "left_shift": "Shift", "left_super": "Super", "num_lock": "Num",
    "pagedown": "PgDn", "pageup": "PgUp", "print_screen": "Print", "right_alt": "Right Alt",
    "right_control": "Right Ctrl", "right_hyper": "Right Hyper", "right_meta": "Right Meta",
    "right_shift": "Right Shift", "right_super": "Right Super", "scroll_lock": "Scroll", "space": "Space",
    "tab": "Tab",
}  # fmt: skip

_ARROWS: Final[dict[str, str]] = {"left": "←", "right": "→", "up": "↑", "down": "↓"}

_SIGNS: Final[dict[str, str]] = {
    "add": "+", "decimal": ".", "divide": "/", "equal": "=", "hyphen_minus": "-", "multiply": "*", "separator": ",",
    "subtract": "-",
}  # fmt: skip
"""Signs by names that are neither Textual's nor those of Unicode."""

_KEYPAD: Final = "kp_"
_PAD_WORDS: Final = frozenset({"left", "right", "up", "down", "back", "start", "guide"})
"""Names of a gamepad's keys that are words; the others are letters."""


def key_label(key_id: str, *, ascii_only: bool = False) -> str:
    """Return the label of a key or of a chord such as "ctrl+z".

    "left" becomes "←" ("Left" in ASCII), "a" becomes "A", "kp_4" becomes "Num 4", and "pad_a" becomes "Pad A".
    """
    return "+".join(_single(part, ascii_only) for part in key_id.split("+"))


def _single(key_id: str, ascii_only: bool) -> str:
    if key_id.startswith(_KEYPAD):
        return f"Num {_single(key_id.removeprefix(_KEYPAD), ascii_only)}"
    if key_id.startswith(PAD):
        words = key_id.removeprefix(PAD).split("_")
        return " ".join(["Pad", *(word if word in _PAD_WORDS else word.upper() for word in words)])
    if key_id in _ARROWS:
        return key_id.capitalize() if ascii_only else _ARROWS[key_id]
    label = _NAMES.get(key_id) or _SIGNS.get(key_id) or _sign(key_id)
    return label if label.isascii() or not ascii_only else " ".join(f"U+{ord(character):04X}" for character in label)


def _sign(key_id: str) -> str:
    character = character_of(key_id)
    if character is None:
        return key_id.replace("_", " ").title()
    upper = character.upper()
    return upper if len(upper) == 1 else character
