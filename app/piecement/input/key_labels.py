"""Labels of keys on the screen."""

from typing import Final

from piecement.terminal.key_events import PAD
from piecement.terminal.keyboard_layouts import character_of
from piecement_base.tables import read_table

_LABELS: Final = {row["key"]: row["label"] for row in read_table(__file__, "key_labels.csv")}
"""Labels by key, where its name does not give the label; on the keypad, signs have names of their own."""

_ARROWS: Final[dict[str, str]] = {"left": "←", "right": "→", "up": "↑", "down": "↓"}

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
    label = _LABELS.get(key_id) or _sign(key_id)
    return label if label.isascii() or not ascii_only else " ".join(f"U+{ord(character):04X}" for character in label)


def _sign(key_id: str) -> str:
    character = character_of(key_id)
    if character is None:
        return key_id.replace("_", " ").title()
    upper = character.upper()
    return upper if len(upper) == 1 else character
