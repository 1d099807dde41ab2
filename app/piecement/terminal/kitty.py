"""Kitty keyboard protocol: requests to the terminal, and the reading of its keys."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from textual._keyboard_protocol import FUNCTIONAL_KEYS
from textual.keys import _character_to_key

from piecement.terminal.key_events import Modifiers

EVENT_TYPES: Final = 2
"""Flag that makes a terminal report repeats and releases."""

GAME_FLAGS: Final = 1 | EVENT_TYPES | 4 | 8 | 16
"""Flags of a game: unambiguous codes, event types, alternate keys, every key as a code, and the text of keys.

Without the fourth, letters, Enter, Tab, Space and Backspace report no release.
"""

PUSH: Final = f"\x1b[>{GAME_FLAGS}u"
"""Request to activate the flags of a game on top of the previous ones."""

POP: Final = "\x1b[<u"
"""Request to restore the flags before the last push."""

ASK: Final = "\x1b[?u"
"""Query for the active flags; only terminals with the protocol reply."""

_KEY: Final = re.compile(
    r"\x1b\[(?P<code>\d*)(?::\d*)?(?::(?P<base>\d*))?"
    r"(?:;(?P<modifiers>\d*)(?::(?P<event>\d*))?)?"
    r"(?:;(?P<text>[\d:]*))?(?P<final>[u~ABCDEFHPQRS])"
)
_KEY_FINALS: Final = frozenset("u~ABCDEFHPQRS")

_PRESS: Final = 1
_REPEAT: Final = 2
_RELEASE: Final = 3
_LOCKS: Final = 64 | 128
_KEYPAD: Final = range(57399, 57428)


class KittyKey(NamedTuple):
    key_id: str
    base_id: str | None
    modifiers: Modifiers
    event: int
    plain: str
    """The same key as stock Textual reads it: no event type, no alternate keys, no lock keys."""

    @property
    def repeated(self) -> bool:
        return self.event == _REPEAT

    @property
    def released(self) -> bool:
        return self.event == _RELEASE


@lru_cache(maxsize=4096)
def read_key(sequence: str) -> KittyKey | None:
    """Return the key of a sequence, or None if it is none. Raises `ValueError` for an invalid character code."""
    if sequence[-1] not in _KEY_FINALS or (match := _KEY.fullmatch(sequence)) is None:
        return None
    final = match["final"]
    bits = max(0, int(match["modifiers"] or 1) - 1) & ~_LOCKS & 0xFF
    event = int(match["event"] or _PRESS)
    return KittyKey(
        key_id=_key_id(int(match["code"] or 1), final),
        base_id=_key_id(int(match["base"]), final) if match["base"] else None,
        modifiers=Modifiers(bits),
        event=event if event in {_REPEAT, _RELEASE} else _PRESS,
        plain=_plain(match["code"], bits, match["text"], final),
    )


def _plain(code: str, bits: int, text: str | None, final: str) -> str:
    modifiers = str(bits + 1) if bits else ""
    if text is not None:
        return f"\x1b[{code};{modifiers};{text}{final}"
    return f"\x1b[{code};{modifiers}{final}" if modifiers else f"\x1b[{code}{final}"


def _key_id(code: int, final: str) -> str:
    name = FUNCTIONAL_KEYS.get(f"{code}{final}")
    if final == "u" and code in _KEYPAD:
        return f"kp_{name or code}"
    return name or _character_id(code)


def _character_id(code: int) -> str:
    if code == 0:
        return "text"  # text without a key, from an input method
    small = chr(code).encode().decode().lower()  # half a character cannot be encoded
    return _character_to_key(small) if len(small) == 1 else small
