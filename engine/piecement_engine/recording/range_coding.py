"""Range coding: numbers as bytes, in fewer the likelier they are.

All arithmetic is on whole numbers, so that all machines read and write the same bytes. It is part of the recording
format: a change needs a new format version.
"""

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Sequence
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


class Coder(ABC):
    """Encoder or decoder. Methods return the coded value: an encoder writes the given one, a decoder ignores it."""

    @abstractmethod
    def index(self, weights: Sequence[int], index: int) -> int:
        """Code an index into weights, which are the likelihoods of the indices."""

    @abstractmethod
    def chunk(self, value: int, total: int) -> int:
        """Code a number below `total`, with equally likely values."""

    def bits(self, value: int, count: int) -> int:
        """Code the lowest bits of a number, with equally likely values."""
        coded = 0
        while count > 0:
            size = min(count, _CHUNK)
            count -= size
            coded = coded << size | self.chunk(value >> count & (1 << size) - 1, 1 << size)
        return coded

    def number(self, number: int) -> int:
        """Code a whole number of at least 0."""
        return self.bits(number, self.bits(number.bit_length(), 16))


class RangeEncoder(Coder):
    """Narrows a range by one share after another. `finish` returns bytes that lead into it."""

    def __init__(self) -> None:
        self._low: int = 0
        self._range: int = _FULL
        self._out = bytearray()

    def index(self, weights: Sequence[int], index: int) -> int:
        self._write(sum(weights[:index]), weights[index], sum(weights))
        return index

    def chunk(self, value: int, total: int) -> int:
        self._write(value, 1, total)
        return value

    def finish(self) -> bytes:
        """Return all bytes: the shortest sequence that no other content begins with."""
        for count in range(1, 5):  # bytes: the lowest number within the range whose last bits are all 0
            open_bits = (1 << _BITS - 8 * count) - 1
            end = self._low + open_bits & ~open_bits
            if end < self._low + self._range:
                self._low = end
                for _ in range(count):
                    self._emit()
                break
        return bytes(self._out)

    def _write(self, start: int, size: int, total: int) -> None:
        """Write the share of `total` that begins at `start` and is `size` wide."""
        step = self._range // total
        self._low += step * start
        self._range = step * size
        while self._range < _LEAST:
            self._emit()
            self._range <<= 8

    def _emit(self) -> None:
        if self._low > _FULL:
            last = len(self._out) - 1
            while self._out[last] == 0xFF:
                self._out[last] = 0
                last -= 1
            self._out[last] += 1
        self._out.append(self._low >> 24 & 0xFF)
        self._low = (self._low & 0xFFFFFF) << 8


class RangeDecoder(Coder):
    """Reads the bytes of a `RangeEncoder`. Raises `ValueError` if they are truncated."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._next = 4
        self._range: int = _FULL
        self._code: int = int.from_bytes(data[:4].ljust(4, b"\0"), "big")

    def index(self, weights: Sequence[int], index: int) -> int:
        sums = list(accumulate(weights))
        found = bisect_right(sums, self._target(sums[-1]))
        self._accept(sums[found] - weights[found], weights[found], sums[-1])
        return found

    def chunk(self, value: int, total: int) -> int:
        found = self._target(total)
        self._accept(found, 1, total)
        return found

    def _target(self, total: int) -> int:
        """Return a number within the next share of `total`."""
        return min(self._code // (self._range // total), total - 1)

    def _accept(self, start: int, size: int, total: int) -> None:
        """Consume a share."""
        step = self._range // total
        self._code -= step * start
        self._range = step * size
        while self._range < _LEAST:
            self._code = (self._code & 0xFFFFFF) << 8 | self._byte()
            self._range <<= 8

    def _byte(self) -> int:
        if self._next >= len(self._data) + 4:
            raise ValueError("the inputs are truncated")
        byte = self._data[self._next] if self._next < len(self._data) else 0
        self._next += 1
        return byte


class Weights:
    """Likelihood of each symbol. Each coded symbol makes itself and its neighbours more likely."""

    __slots__ = ("_gains", "_mass", "_reach", "_weights")

    def __init__(self, first: list[int], gains: tuple[int, ...]) -> None:
        """Begin with these weights. `gains` are those of a coded symbol, in the middle, and of its neighbours."""
        self._gains: Final = gains
        self._reach: Final = len(gains) // 2
        margin = [0] * self._reach
        self._weights = [*margin, *first, *margin]
        self._mass = sum(first)

    def code(self, coder: Coder, symbol: int, least: int = 0) -> int:
        """Code a symbol that is not below `least`."""
        weights, reach = self._weights, self._reach
        coded = least + coder.index(weights[least + reach : len(weights) - reach], symbol - least)
        self._learn(coded)
        return coded

    def _learn(self, symbol: int) -> None:
        weights = self._weights
        for index, gain in enumerate(self._gains, symbol):
            weights[index] += gain
            self._mass += gain
        if self._mass > _MOST_WEIGHT:
            self._weights = [(weight + 1) // 2 for weight in weights]
            self._mass = sum(self._weights)
