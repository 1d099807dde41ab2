"""Recordings: a game as its setup and the changes of buttons over time, and nothing else."""

import json
import zlib
from base64 import b85decode, b85encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final, Self

from piecement_engine.errors import EngineError, RecordingError
from piecement_engine.game import Game, Input
from piecement_engine.setup import Setup

_TITLE: Final = "piecement recording 1"
_TOGGLES: Final = 15
"""Codes below this toggle one button; this one is followed by the whole mask."""


@dataclass(frozen=True, slots=True)
class Recording:
    """A game: replaying it gives the identical game, on any platform."""

    setup: Setup
    inputs: tuple[Input, ...]
    """The changes of buttons, in the order of time."""
    time_ns: int
    """How far the game was played, in ns."""

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the recording of a game as far as it was played."""
        return cls(game.setup, game.inputs, game.view.time_ns)

    def replay(self, until_ns: int | None = None) -> Game:
        """Return the game as it was at the end, or at an earlier time.

        Raises `RecordingError` where the inputs do not fit the game.
        """
        stop = self.time_ns if until_ns is None else min(until_ns, self.time_ns)
        game = Game.from_setup(self.setup)
        try:
            for time, mask in self.inputs:
                if time > stop:
                    break
                game.play(time, mask)
            if game.view.end is None:
                game.update(stop)
        except EngineError as error:
            raise RecordingError(f"the recording does not replay: {error}") from error
        return game

    def to_text(self) -> str:
        """Return the recording as three short lines of ASCII text."""
        unit = gcd(self.time_ns, *(time for time, _ in self.inputs)) or 1
        head = {"setup": self.setup.to_dict(), "unit": unit, "time": self.time_ns // unit}
        packed = zlib.compress(_pack(self.inputs, unit), 9)
        return f"{_TITLE}\n{json.dumps(head, separators=(',', ':'))}\n{b85encode(packed).decode()}\n"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the recording that `to_text` wrote so. Raises `RecordingError` for any other text."""
        lines = text.split("\n")
        if lines[0] != _TITLE:
            raise RecordingError(f"not a recording: its first line is {lines[0][:40]!r}, not {_TITLE!r}")
        try:
            head = json.loads(lines[1])
            unit = int(head["unit"])
            inputs = tuple(_unpack(zlib.decompress(b85decode(lines[2])), unit))
            return cls(Setup.from_dict(head["setup"]), inputs, int(head["time"]) * unit)
        except (ValueError, KeyError, IndexError, TypeError, zlib.error) as error:
            raise RecordingError(f"the recording is damaged: {error}") from error


def _pack(inputs: Sequence[Input], unit: int) -> bytes:
    """Write first all codes of buttons, then all times between inputs, each alike and so well to compress."""
    codes = bytearray()
    times = bytearray()
    last_time = last_mask = 0
    for time, mask in inputs:
        toggled = mask ^ last_mask if mask >= 0 else 0
        if toggled and not toggled & toggled - 1:
            codes.append(toggled.bit_length() - 1)
        else:
            codes.append(_TOGGLES)
            codes += _number(2 * mask if mask >= 0 else -1 - 2 * mask)
        times += _number((time - last_time) // unit)
        last_time = time
        last_mask = mask if mask >= 0 else last_mask
    return _number(len(inputs)) + bytes(codes) + bytes(times)


def _number(value: int) -> bytes:
    """Write a whole number, seven bits a byte, the lowest first; the high bit says that more follow."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _unpack(packed: bytes, unit: int) -> Iterator[Input]:
    data = iter(packed)
    masks: list[int] = []
    last_mask = 0
    for _ in range(_read(data)):
        code = next(data, None)
        if code is None:
            raise ValueError("the inputs break off")
        mask = _signed(_read(data)) if code == _TOGGLES else last_mask ^ 1 << code
        masks.append(mask)
        last_mask = mask if mask >= 0 else last_mask
    time = 0
    for mask in masks:
        time += _read(data) * unit
        yield time, mask


def _signed(number: int) -> int:
    """Return the whole number that was written as twice itself, or below 0 as minus one minus twice itself."""
    return -(number + 1) // 2 if number % 2 else number // 2


def _read(data: Iterator[int]) -> int:
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value
        shift += 7
    raise ValueError("the inputs break off")
