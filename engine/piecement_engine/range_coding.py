"""Range coding: numbers in few bytes, by adaptive weights of their likelihood.

All arithmetic is on whole numbers, so that all machines read and write the same bytes.
"""

from bisect import bisect_right
from itertools import accumulate
from typing import Final

_BITS: Final = 32
_FULL: Final = (1 << _BITS) - 1
_LEAST: Final = 1 << 24
"""Minimum range between two numbers: totals of weights up to a 64th of it cost next to nothing."""

_MOST_WEIGHT: Final = 1 << 18
"""Total above which all weights are halved."""

_CHUNK: Final = 16
"""Maximum number of bits to write at once, if all values are equally likely."""


class RangeEncoder:
    """Narrows a range by one share after another. `finish` returns bytes that lead into it."""

    def __init__(self) -> None:
        self._low = 0
        self._range = _FULL
        self._out = bytearray()

    def encode(self, start: int, size: int, total: int) -> None:
        """Write the share of `total` that begins at `start` and is `size` wide."""
        step = self._range // total
        self._low += step * start
        self._range = step * size
        while self._range < _LEAST:
            self._emit()
            self._range <<= 8

    def encode_bits(self, value: int, count: int) -> None:
        """Write a number of `count` bits, with equally likely values."""
        while count > _CHUNK:
            count -= _CHUNK
            self.encode(value >> count & (1 << _CHUNK) - 1, 1, 1 << _CHUNK)
        if count:
            self.encode(value & (1 << count) - 1, 1, 1 << count)

    def finish(self) -> bytes:
        """Return all bytes: the shortest sequence that no other content begins with."""
        for count in range(1, 5):
            open_bits = (1 << _BITS - 8 * count) - 1
            end = self._low + open_bits & ~open_bits
            if end < self._low + self._range:
                self._low = end
                for _ in range(count):
                    self._emit()
                break
        return bytes(self._out)

    def _emit(self) -> None:
        if self._low > _FULL:
            last = len(self._out) - 1
            while self._out[last] == 0xFF:
                self._out[last] = 0
                last -= 1
            self._out[last] += 1
        self._out.append(self._low >> 24 & 0xFF)
        self._low = (self._low & 0xFFFFFF) << 8


class RangeDecoder:
    """Reads the bytes of a `RangeEncoder`. Raises `ValueError` if they end too early."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._next = 4
        self._range: int = _FULL
        self._code: int = int.from_bytes(data[:4].ljust(4, b"\0"), "big")

    def target(self, total: int) -> int:
        """Return a number within the next share of `total`. Call `accept` with that share before the next one."""
        return min(self._code // (self._range // total), total - 1)

    def accept(self, start: int, size: int, total: int) -> None:
        """Consume a share."""
        step = self._range // total
        self._code -= step * start
        self._range = step * size
        while self._range < _LEAST:
            self._code = (self._code & 0xFFFFFF) << 8 | self._byte()
            self._range <<= 8

    def decode_bits(self, count: int) -> int:
        """Read a number of `count` bits."""
        value = 0
        while count > 0:
            size = min(count, _CHUNK)
            total = 1 << size
            bits = self.target(total)
            self.accept(bits, 1, total)
            value = value << size | bits
            count -= size
        return value

    def _byte(self) -> int:
        if self._next >= len(self._data) + 4:
            raise ValueError("the inputs break off")
        byte = self._data[self._next] if self._next < len(self._data) else 0
        self._next += 1
        return byte


class Weights:
    """Likelihood of each symbol. Each coded symbol makes itself and its neighbours more likely."""

    __slots__ = ("_lesson", "_mass", "_reach", "_weights")

    def __init__(self, first: list[int], lesson: tuple[int, ...]) -> None:
        """Begin with these weights. `lesson` has the gains of a coded symbol, in its middle, and of its neighbours."""
        self._lesson: Final = lesson
        self._reach: Final = len(lesson) // 2
        margin = [0] * self._reach
        self._weights = [*margin, *first, *margin]
        self._mass = sum(first)

    def encode(self, coder: RangeEncoder, symbol: int, least: int = 0) -> None:
        """Write a symbol that is not below `least`."""
        weights = self._weights
        start, at, end = least + self._reach, symbol + self._reach, len(weights) - self._reach
        coder.encode(sum(weights[start:at]), weights[at], sum(weights[start:end]))
        self._learn(symbol)

    def decode(self, coder: RangeDecoder, least: int = 0) -> int:
        weights = self._weights
        start = least + self._reach
        sums = list(accumulate(weights[start : len(weights) - self._reach]))
        index = bisect_right(sums, coder.target(sums[-1]))
        size = weights[start + index]
        coder.accept(sums[index] - size, size, sums[-1])
        self._learn(least + index)
        return least + index

    def _learn(self, symbol: int) -> None:
        weights = self._weights
        for index, gain in enumerate(self._lesson, symbol):
            weights[index] += gain
            self._mass += gain
        if self._mass > _MOST_WEIGHT:
            self._weights = [(weight + 1) // 2 for weight in weights]
            self._mass = sum(self._weights)
