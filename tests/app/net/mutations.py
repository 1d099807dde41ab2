"""Messages changed at random: in their bytes, in their values, in their order."""

import json
import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Final

Json = dict[str, "Json"] | list["Json"] | str | int | float | None

_VALUES: Final[tuple[Json, ...]] = (
    None, True, -1, 0, 1, 2**31, 2**53, 2**64, -(2**70), 10**300, 1.5, float("nan"), float("inf"), 1e-300, "", "x",
    "\x1b[2J", "\u202ered\x00", "Аda", "\u0301" * 50, "x" * 3000, [], {}, [[]], [1, "k", 1], [1, 1, 1, 1],
    {"t": "in"}, [[[[[[[[]]]]]]]],
)  # fmt: skip
_PIECES: Final = (
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\\",
    b"\n",
    b"\x00",
    b"\xff",
    b"\\ud800",
    b"1e999",
    b"null",
)


def mutated(line: bytes, chance: random.Random) -> bytes:
    """Return a line that was changed somewhere."""
    return _other_bytes(line, chance) if chance.random() < 0.4 else _other_values(line, chance)


def shuffled(lines: Sequence[bytes], chance: random.Random) -> list[bytes]:
    """Return some of the lines in another order, some of them twice, some changed."""
    chosen = [chance.choice(lines) for _ in range(chance.randint(1, 6))]
    return [mutated(line, chance) if chance.random() < 0.5 else line for line in chosen]


def _other_bytes(line: bytes, chance: random.Random) -> bytes:
    data = bytearray(line)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(5):
            case 0:
                data[at:at] = chance.choice(_PIECES)
            case 1:
                del data[at : at + chance.randint(1, 9)]
            case 2:
                data[at:at] = data[at : at + chance.randint(1, 30)] * chance.randint(1, 9)
            case 3:
                data[at:at] = bytes([chance.randrange(256)])
            case _:
                data[at : at + 1] = chance.choice(_PIECES)
    return bytes(data) if data.endswith(b"\n") else bytes(data) + b"\n"


def _other_values(line: bytes, chance: random.Random) -> bytes:
    message = json.loads(line)
    for _ in range(chance.randint(1, 3)):
        _change(message, chance)
    return json.dumps(message, ensure_ascii=chance.random() < 0.5).encode(errors="replace") + b"\n"


def _change(message: Json, chance: random.Random) -> None:
    """Change something at any depth."""
    if isinstance(message, dict) and message:
        key = chance.choice(list(message))
        if _is_full(held := message[key]) and chance.random() < 0.7:
            _change(held, chance)
        elif (what := chance.randrange(4)) == 0:
            del message[key]
        elif what == 1:
            message[chance.choice(("new", "n", "a", "t", "\x1b]0;x\x07", "__class__"))] = deepcopy(
                chance.choice(_VALUES)
            )
        else:
            message[key] = deepcopy(chance.choice(_VALUES))
    elif isinstance(message, list) and message:
        at = chance.randrange(len(message))
        if _is_full(held := message[at]) and chance.random() < 0.7:
            _change(held, chance)
        elif (what := chance.randrange(4)) == 0:
            del message[at]
        elif what == 1 and len(message) < 100:
            message *= chance.randint(2, 40)
        else:
            message[at] = deepcopy(chance.choice(_VALUES))


def _is_full(value: Json) -> bool:
    return isinstance(value, list | dict) and bool(value)
