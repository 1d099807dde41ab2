"""Input that no terminal should send: valid sequences, spoilt ones and random bytes, drawn at random."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.terminal.key_codes import PRESS, RELEASE, REPEAT, encode_key

_KEYS: Final = (
    *("up", "down", "left", "right", "home", "end", "insert", "delete", "pageup", "pagedown", "enter", "escape", "tab"),
    *("backspace", "space", "f1", "f5", "f12", "kp_4", "left_shift", *"abcdexy0123?,.;éф漢"),
)
_TERMINALS: Final[dict[str, dict[str, dict[str, str]]]] = json.loads(
    (Path(__file__).parents[1] / "data" / "terminal_answers.json").read_text()
)
_ANSWERS: Final = sorted({answer for terminal in _TERMINALS.values() for answer in terminal["answers"].values()})
_OTHERS: Final = (
    *("\x1b[I", "\x1b[O", "\x1b[<0;3;4M", "\x1b[<0;3;4m", "\x1b[<35;70;20M", "\x1b[<64;5;5M", "\x1b[M !!"),
    *("\x1b[32;5;5M", "\x1b[200~a paste\x1b[201~", "\x1b[200~", "\x1b[201~", "\x1b[48;24;80;480;800t"),
    *("\x1b[37;75;0;1;256;1_", "\x1b[37;75;0;0;256;1_", "\x1b[65;30;97;1;0;1_", "\x1b[0;0;55357;1;0;1_"),
    *("\x1b[10:::99;9:4;55296u", "\x1b[573;9:65:100;3:3u", "\x1b[99999999;55296;;u", "\x1b[304u", "\x1b[55296u"),
    *("\x1b[?2026;2$y", "\x1b[?2048;2$y"),
)
_NUMBERS: Final = (
    *("", "0", "1", "-1", "3:3", ":", "255", "304", "55296", "57441", "65536", "1114112", "4294967296"),
    *("9" * 30, "9" * 400),
)
_SIGNS: Final = b"\x1b[]OPX^_;:<>?$0123456789uu~ABCDMRcmtyI\x07\\\x00\x7f\x9b\xc2\xe6\xff"
_NUMBER: Final = re.compile(r"\d+")
_LEAVING: Final = bytes.maketrans(b"\x03\x11\x1a", b"abc")
"""Takes the keys Ctrl+C, Ctrl+Q and Ctrl+Z out of random bytes, which a program ends or stops for."""


def hostile(dice: random.Random, size: int, flags: int) -> Iterator[bytes]:
    """Yield some bytes of input in pieces; keys are as a terminal sends them with these kitty flags in force."""
    while size > 0:
        piece = _piece(dice, flags)[:size]
        size -= len(piece)
        yield piece


def _piece(dice: random.Random, flags: int) -> bytes:
    if dice.random() < 0.3:
        return bytes(
            dice.choice(_SIGNS) if dice.random() < 0.5 else dice.randrange(256) for _ in range(dice.randrange(1, 20))
        ).translate(_LEAVING)
    valid = _valid(dice, flags)
    return (valid if dice.random() < 0.5 else _spoilt(dice, valid)).encode()


def _valid(dice: random.Random, flags: int) -> str:
    kind = dice.random()
    if kind < 0.1:
        return dice.choice(_ANSWERS)
    if kind < 0.3:
        return dice.choice(_OTHERS)
    key, modifiers = dice.choice(_KEYS), dice.choice([0, 0, 0, 1, 2, 4, 5])
    if modifiers & 4 and key == "c":
        return ""
    return encode_key(key, flags, dice.choice([PRESS, REPEAT, RELEASE]), modifiers)


def _spoilt(dice: random.Random, text: str) -> str:
    """Return a sequence with another number, without some characters, or with too many."""
    if dice.random() < 0.5 and (numbers := [*_NUMBER.finditer(text)]):
        start, end = dice.choice(numbers).span()
        return f"{text[:start]}{dice.choice(_NUMBERS)}{text[end:]}"
    at, end = sorted(dice.randrange(len(text) + 1) for _ in range(2))
    return dice.choice(
        [text[:at], text[:at] + text[end:], text[:end] + text[at:], f"{text[:at]}{dice.choice(';:?')}{text[at:]}"]
    )
