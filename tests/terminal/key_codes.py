"""Codes that a terminal sends for a key, from the legacy ones to the kitty protocol."""

from typing import Final

PRESS: Final = 1
REPEAT: Final = 2
RELEASE: Final = 3

_EVENTS: Final = 2
_ALTERNATES: Final = 4
_ALL_KEYS: Final = 8
_TEXT: Final = 16
SHIFT: Final = 1
ALT: Final = 2
CTRL: Final = 4
CAPS_LOCK: Final = 64
NUM_LOCK: Final = 128

_FUNCTION_KEYS: Final[dict[str, tuple[int, str]]] = {
    "up": (1, "A"), "down": (1, "B"), "right": (1, "C"), "left": (1, "D"), "end": (1, "F"), "home": (1, "H"),
    "insert": (2, "~"), "delete": (3, "~"), "pageup": (5, "~"), "pagedown": (6, "~"),
    "f1": (1, "P"), "f2": (1, "Q"), "f3": (13, "~"), "f4": (1, "S"), "f5": (15, "~"), "f6": (17, "~"), "f7": (18, "~"),
    "f8": (19, "~"), "f9": (20, "~"), "f10": (21, "~"), "f11": (23, "~"), "f12": (24, "~"),
    "escape": (27, "u"), "tab": (9, "u"), "enter": (13, "u"), "backspace": (127, "u"),
    "left_shift": (57441, "u"), "left_control": (57442, "u"), "left_alt": (57443, "u"),
    "right_shift": (57447, "u"), "right_control": (57448, "u"),
    **{f"kp_{digit}": (57399 + digit, "u") for digit in range(10)},
}  # fmt: skip

_LEGACY: Final[dict[str, str]] = {
    "escape": "\x1b", "tab": "\t", "enter": "\r", "backspace": "\x7f", "f1": "\x1bOP", "f2": "\x1bOQ", "f4": "\x1bOS",
    **{f"kp_{digit}": str(digit) for digit in range(10)},
}  # fmt: skip

_TEXT_LIKE: Final = frozenset({"tab", "enter", "backspace"})


def encode_key(
    key: str, flags: int, event: int = PRESS, modifiers: int = 0, base: str | None = None, *, locks: int = 0
) -> str:
    """Return the code that a terminal sends with these kitty flags in force; "" if it sends nothing."""
    text = " " if key == "space" else key if len(key) == 1 else None
    is_large = bool(modifiers & SHIFT) is not (bool(locks & CAPS_LOCK) and text is not None and text.isalpha())
    if _stays_legacy(key, text, flags, modifiers):
        return "" if event == RELEASE else _legacy(key, text, modifiers, base, is_large=is_large)
    if event == RELEASE and not flags & _EVENTS:
        return ""
    code, final = (ord(text), "u") if text else _FUNCTION_KEYS[key]
    kind = f":{event}" if flags & _EVENTS and event != PRESS else ""
    alternates = _alternates(text, modifiers, base) if flags & _ALTERNATES else ""
    typed = _typed(text, modifiers, is_large=is_large) if flags & _TEXT and event != RELEASE else ""
    second = f"{(modifiers | locks) + 1}{kind}" if modifiers | locks or kind else ""
    first = "" if code == 1 and not second else f"{code}{alternates}"
    fields = [first, second, typed]
    while fields and not fields[-1]:
        fields.pop()
    return f"\x1b[{';'.join(fields)}{final}"


def _stays_legacy(key: str, text: str | None, flags: int, modifiers: int) -> bool:
    if not flags:
        return True
    if flags & _ALL_KEYS:
        return False
    return key in _TEXT_LIKE or (text is not None and not modifiers & ~SHIFT)


def _legacy(key: str, text: str | None, modifiers: int, base: str | None, *, is_large: bool) -> str:
    if text is not None or key in _LEGACY:
        plain = text or _LEGACY[key]
        plain = plain.upper() if is_large and text else plain
        letter = plain if plain.isascii() else base or plain  # terminals look for it in another layout
        plain = chr(ord(letter.upper()) & 0x1F) if modifiers & CTRL and text else plain
        return f"\x1b{plain}" if modifiers & ALT else plain
    code, final = _FUNCTION_KEYS.get(key, (0, "u"))
    if final == "u":
        return ""  # a modifier alone
    if modifiers:
        return f"\x1b[{code};{modifiers + 1}{final}"
    return f"\x1b[{'' if code == 1 else code}{final}"


def _alternates(text: str | None, modifiers: int, base: str | None) -> str:
    shifted = str(ord(text.upper())) if text and modifiers & SHIFT else ""
    if base:
        return f":{shifted}:{ord(base)}"
    return f":{shifted}" if shifted else ""


def _typed(text: str | None, modifiers: int, *, is_large: bool) -> str:
    if text is None or modifiers & ~SHIFT:
        return ""
    return str(ord(text.upper() if is_large and len(text.upper()) == 1 else text))
