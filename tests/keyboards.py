"""Keyboards that players have, and what terminals send for their keys: from xkeyboard-config 2.35."""

from dataclasses import dataclass
from typing import Final

from tests.terminal.key_codes import ALT, CAPS_LOCK, CTRL, NUM_LOCK, SHIFT

US: Final = "`1234567890-=qwertyuiop[]\\asdfghjkl;'zxcvbnm,./"
_SCAN_CODES: Final = (0x29, *range(0x02, 0x0E), *range(0x10, 0x1C), 0x2B, *range(0x1E, 0x29), *range(0x2C, 0x36))

_WIN32: Final = {SHIFT: 0x10, ALT: 0x02, CTRL: 0x08, CAPS_LOCK: 0x80, NUM_LOCK: 0x20}


@dataclass(frozen=True, slots=True)
class Layout:
    name: str
    keys: str
    """What the keys type, in the order of `US`."""
    is_latin: bool

    def base_of(self, letter: str) -> str:
        """Return the US key at the place of a letter or a digit; a keyboard without Latin letters shows them too."""
        return US[self.keys.index(letter)] if self.is_latin and letter.isalpha() else letter

    def typed(self, base: str) -> str:
        """Return what a key types."""
        return self.keys[US.index(base)]


LAYOUTS: Final = (
    Layout("ru", "ё1234567890-=йцукенгшщзхъ\\фывапролджэячсмитьбю.", is_latin=False),
    Layout("gr", "`1234567890-=;ςερτυθιοπ[]\\ασδφγηξκλ΄'ζχψωβνμ,./", is_latin=False),
    Layout("il", ";1234567890-=/'קראטוןםפ][\\שדגכעיחלךף,זסבהנמצתץ.", is_latin=False),
    Layout("de", "^1234567890ß´qwertzuiopü+#asdfghjklöäyxcvbnm,.-", is_latin=True),
    Layout("fr", "²&é\"'(-è_çà)=azertyuiop^$*qsdfghjklmùwxcvbn,;:!", is_latin=True),
    Layout("us(dvorak)", "`1234567890[]',.pyfgcrl/=\\aoeuidhtns-;qjkxbmwvz", is_latin=True),
)


def kitty_code(layout: Layout, letter: str, modifiers: int = 0, *, has_base: bool = True) -> str:
    """Return what a terminal with the kitty protocol sends for the key of a letter with flags 1, 4, 8 and 16."""
    base = layout.base_of(letter)
    typed = layout.typed(base)
    capital = typed.upper() if len(typed.upper()) == 1 and typed.upper() != typed else ""
    shifted = f":{ord(capital)}" if has_base and modifiers & SHIFT and capital else ""
    alternates = f"{shifted or ':'}:{ord(base)}" if has_base and base != typed else shifted
    is_large = bool(modifiers & SHIFT) is not bool(modifiers & CAPS_LOCK)
    text = "" if modifiers & (ALT | CTRL) else f";{ord((is_large and capital) or typed)}"
    return f"\x1b[{ord(typed)}{alternates};{modifiers + 1 if modifiers else ''}{text}u"


def win32_code(layout: Layout, letter: str, modifiers: int = 0) -> str:
    """Return the records of a press and a release in the win32 input mode; Ctrl and a letter type a control code."""
    base = layout.base_of(letter)
    typed = layout.typed(base)
    is_large = bool(modifiers & SHIFT) is not bool(modifiers & CAPS_LOCK)
    unit = ord(letter) & 0x1F if modifiers & CTRL else ord(typed.upper() if is_large else typed)
    unit = 0 if modifiers & ALT and modifiers & CTRL else unit
    state = sum(bit for modifier, bit in _WIN32.items() if modifiers & modifier)
    scan = _SCAN_CODES[US.index(base)]
    return "".join(f"\x1b[{ord(letter.upper())};{scan};{unit};{down};{state};1_" for down in (1, 0))


def legacy_code(layout: Layout, letter: str, modifiers: int = 0) -> str:
    """Return what a terminal without protocols sends: the control code of the Latin letter, or what the key types."""
    typed = layout.typed(layout.base_of(letter))
    is_large = bool(modifiers & SHIFT) is not bool(modifiers & CAPS_LOCK)
    sent = chr(ord(letter) & 0x1F) if modifiers & CTRL else typed.upper() if is_large else typed
    return f"\x1b{sent}" if modifiers & ALT else sent
