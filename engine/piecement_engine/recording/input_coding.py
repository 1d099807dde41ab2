"""Inputs of a recording as bytes, by range coding.

All arithmetic is on whole numbers, so that all machines read and write the same bytes.

People tap with a similar length each time and in a rhythm, so the time of a release counts from the press of the same
button, and that of a press from the last change. Both are predicted by the kind of the button. Everything here is part
of the form of recordings: a change of it needs a new version of the form.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from piecement_engine.game.inputs import Button, Input

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


_USES: Final = {
    Button.MOVE_LEFT: 0,
    Button.MOVE_RIGHT: 0,
    Button.ROTATE_LEFT: 1,
    Button.ROTATE_RIGHT: 1,
    Button.ROTATE_180: 1,
    Button.HARD_DROP: 2,
}
_USE_OF_BIT: Final = tuple(_USES.get(button, 3) for button in Button)
"""Use of the button of each bit: 0 moves, 1 rotates, 2 hard drops, 3 is any other."""

_SYMBOLS: Final = 16
_WHOLE: Final = _SYMBOLS - 1
"""Symbol that is followed by the whole mask. Lower symbols toggle the button of that bit."""

_FINE: Final = 64
"""Times below this have a bin each."""

_BINS_A_DOUBLING: Final = 32
_LONGEST_BIN: Final = _FINE + 5 * _BINS_A_DOUBLING
"""Bin of all times from 2048 on."""

_SYMBOL_LESSON: Final = (16,)
_TIME_LESSON: Final = (2, 4, 6, 8, 10, 13, 14, 16, 16, 16, 14, 13, 10, 8, 6, 4, 2)
_FIRST_TIMES: Final = [max(1, 160 // (40 + bin_)) for bin_ in range(_LONGEST_BIN + 1)]

_Context = tuple[int, ...]


@dataclass(slots=True)
class _Frequencies:
    """Frequencies of changes so far in a game, which predict the next change."""

    symbols: dict[_Context, Weights] = field(default_factory=dict[_Context, Weights])
    times: dict[_Context, Weights] = field(default_factory=dict[_Context, Weights])
    time: int = 0
    mask: int = 0
    last_press: int = 0
    """Bit of the last pressed button."""
    pressed_at: dict[int, int] = field(default_factory=dict[int, int])
    """Time of the last press of each button, by bit."""

    def symbol_weights(self) -> Weights:
        context = (self.mask, self.last_press)
        if context not in self.symbols:
            self.symbols[context] = Weights([1] * _SYMBOLS, _SYMBOL_LESSON)
        return self.symbols[context]

    def time_weights(self, symbol: int) -> tuple[Weights, int]:
        """Return the weights of times for a symbol, and the time from which they count."""
        context: _Context = ()
        origin = self.time
        if symbol != _WHOLE and self.mask >> symbol & 1:
            context, origin = (_use(symbol),), self.pressed_at.get(symbol, self.time)
        elif symbol != _WHOLE:
            context = (_use(symbol), _use(self.last_press), int(self.mask > 0))
        if context not in self.times:
            self.times[context] = Weights(_FIRST_TIMES.copy(), _TIME_LESSON)
        return self.times[context], origin

    def record(self, time: int, mask: int) -> None:
        self.time = time
        if mask >= 0:
            for bit in range((mask & ~self.mask).bit_length()):
                if mask & ~self.mask & 1 << bit:
                    self.pressed_at[bit] = time
                    self.last_press = bit
            self.mask = mask


def _use(bit: int) -> int:
    return _USE_OF_BIT[bit] if bit < len(_USE_OF_BIT) else 3


def pack_inputs(inputs: Sequence[Input], unit: int) -> bytes:
    """Return the inputs as bytes, with times in multiples of `unit`, which divides them all."""
    coder, frequencies = RangeEncoder(), _Frequencies()
    for time_ns, mask in inputs:
        time = time_ns // unit
        changed = mask ^ frequencies.mask if mask >= 0 else 0
        is_toggle = changed and not changed & changed - 1 and changed.bit_length() <= _WHOLE
        symbol = changed.bit_length() - 1 if is_toggle else _WHOLE
        frequencies.symbol_weights().encode(coder, symbol)
        weights, origin = frequencies.time_weights(symbol)
        _encode_time(coder, weights, time - origin, frequencies.time - origin)
        if symbol == _WHOLE:
            _encode_number(coder, 2 * mask if mask >= 0 else -1 - 2 * mask)
        frequencies.record(time, mask)
    return coder.finish()


def unpack_inputs(packed: bytes, count: int, unit: int) -> Iterator[Input]:
    """Yield the inputs that `pack_inputs` packed. Raises `ValueError` if the bytes break off."""
    coder, frequencies = RangeDecoder(packed), _Frequencies()
    for _ in range(count):
        symbol = frequencies.symbol_weights().decode(coder)
        weights, origin = frequencies.time_weights(symbol)
        time = origin + _decode_time(coder, weights, frequencies.time - origin)
        mask = _signed(_decode_number(coder)) if symbol == _WHOLE else frequencies.mask ^ 1 << symbol
        frequencies.record(time, mask)
        yield time * unit, mask


def _bin(time: int) -> tuple[int, int]:
    """Return the bin of a time, and the number of its lowest bits that the bin leaves open."""
    if time < _FINE:
        return time, 0
    open_bits = time.bit_length() - _BINS_A_DOUBLING.bit_length()
    bin_ = _BINS_A_DOUBLING * open_bits + (time >> open_bits)
    return (bin_, open_bits) if bin_ < _LONGEST_BIN else (_LONGEST_BIN, 0)


def _encode_time(coder: RangeEncoder, weights: Weights, time: int, least: int) -> None:
    bin_, open_bits = _bin(time)
    weights.encode(coder, bin_, _bin(least)[0])
    if bin_ == _LONGEST_BIN:
        _encode_number(coder, time)
    else:
        coder.encode_bits(time, open_bits)


def _decode_time(coder: RangeDecoder, weights: Weights, least: int) -> int:
    bin_ = weights.decode(coder, _bin(least)[0])
    if bin_ == _LONGEST_BIN:
        return _decode_number(coder)
    if bin_ < _FINE:
        return bin_
    open_bits = bin_ // _BINS_A_DOUBLING - 1
    return (bin_ - _BINS_A_DOUBLING * open_bits << open_bits) + coder.decode_bits(open_bits)


def _encode_number(coder: RangeEncoder, number: int) -> None:
    coder.encode_bits(number.bit_length(), 16)
    coder.encode_bits(number, number.bit_length())


def _decode_number(coder: RangeDecoder) -> int:
    return coder.decode_bits(coder.decode_bits(16))


def _signed(number: int) -> int:
    """Return the number n that was written as 2n, or as -1 - 2n if it is below 0."""
    return -(number + 1) // 2 if number % 2 else number // 2
