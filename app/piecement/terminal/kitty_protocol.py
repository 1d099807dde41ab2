"""The kitty keyboard protocol: its requests to a terminal, and a reader of its key sequences."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from piecement.terminal.key_events import Modifiers
from piecement.terminal.keyboard_capabilities import ALL_KEYS, EVENT_TYPES
from piecement.terminal.keyboard_layouts import base_of, key_name
from piecement.terminal.textual_internals import FUNCTIONAL_KEYS

GAME_FLAGS: Final = 1 | EVENT_TYPES | 4 | ALL_KEYS | 16
"""Flags of a game: unambiguous codes, event types, alternate keys, every key as a code, and the text of keys."""

PUSH: Final = f"\x1b[>{GAME_FLAGS}u"
"""Request to activate the flags of a game on top of the previous ones."""

POP: Final = "\x1b[<u"
"""Request to restore the flags before the last push."""

ADD_ALTERNATES: Final = "\x1b[=4;2u"
"""Request for alternate keys, besides the flags in force: Textual's own leave them out."""

ASK: Final = "\x1b[?u"
"""Query for the active flags; only terminals with the protocol reply."""

_KEY: Final = re.compile(
    r"\x1b\[(?P<code>\d*)(?::\d*)?(?::(?P<base>\d*))?"
    r"(?:;(?P<modifiers>\d*)(?::(?P<event>\d*))?)?"
    r"(?:;(?P<text>[\d:]*))?(?P<final>[u~ABCDEFHPQRS])"
)
_LARGEST_CODE: Final = 0x10FFFF

PRESS: Final = 1
REPEAT: Final = 2
RELEASE: Final = 3
"""Kinds of key events, by their numbers in the protocol."""
LEGACY: Final = 0
"""Press in a sequence without the protocol."""
_LOCKS: Final = 64 | 128
_KEYPAD: Final = range(57399, 57428)


class TerminalKey(NamedTuple):
    key_id: str
    base_id: str | None
    modifiers: Modifiers
    event: int
    """Kind of the event, such as `RELEASE`."""
    plain: str
    """The same key as stock Textual reads it: no event type, no alternate keys, no lock keys."""


@lru_cache(maxsize=4096)
def read_key(sequence: str) -> TerminalKey | None:
    """Return the key of a kitty sequence, or None if it is none. Raises `ValueError` for an invalid character code."""
    if (match := _KEY.fullmatch(sequence)) is None:
        return None
    final = match["final"]
    bits = max(0, int(match["modifiers"] or 1) - 1) & ~_LOCKS & 0xFF
    event = int(match["event"] or PRESS)
    key_id = _key_id(int(match["code"] or 1), final)
    return TerminalKey(
        key_id=key_id,
        base_id=_key_id(int(match["base"]), final) if match["base"] else base_of(key_id),
        modifiers=Modifiers(bits),
        event=event if event in {REPEAT, RELEASE} else PRESS,
        plain=_plain(match["code"], bits, match["text"], final),
    )


def _plain(code: str, bits: int, text: str | None, final: str) -> str:
    modifiers = str(bits + 1) if bits else ""
    if text is not None:
        return f"\x1b[{code};{modifiers};{text}{final}"
    return f"\x1b[{code};{modifiers}{final}" if modifiers else f"\x1b[{code}{final}"


def _key_id(code: int, final: str) -> str:
    name = FUNCTIONAL_KEYS.get(f"{code}{final}", "" if code else "text")  # text without a key, from an input method
    if final == "u" and code in _KEYPAD:
        return f"kp_{name or code}"
    if name:
        return name
    # Python 3.12 raises another error for a code beyond its integers.
    small = chr(min(code, _LARGEST_CODE + 1)).encode().decode().lower()  # half a character cannot be encoded
    return key_name(small) if len(small) == 1 else small
