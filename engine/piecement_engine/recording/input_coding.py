"""Inputs of a recording as bytes, by range coding.

All arithmetic is on whole numbers, so that all machines read and write the same bytes.

People tap with a similar length each time and in a rhythm, so the time of a release counts from the press of the same
button, and that of a press from the last change. Both are predicted by the kind of the button. Everything here is part
of the recording format: a change needs a new format version.
"""

from abc import ABC, abstractmethod
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
        for count in range(1, 5):
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

_SYMBOL_GAINS: Final = (16,)
_TIME_GAINS: Final = (2, 4, 6, 8, 10, 13, 14, 16, 16, 16, 14, 13, 10, 8, 6, 4, 2)
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
            self.symbols[context] = Weights([1] * _SYMBOLS, _SYMBOL_GAINS)
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
            self.times[context] = Weights(_FIRST_TIMES.copy(), _TIME_GAINS)
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
    coder = RangeEncoder()
    for _ in code_inputs(coder, len(inputs), unit, inputs):
        pass
    return coder.finish()


def unpack_inputs(packed: bytes, count: int, unit: int) -> Iterator[Input]:
    """Yield the inputs that `pack_inputs` packed. Raises `ValueError` if the bytes are truncated."""
    return code_inputs(RangeDecoder(packed), count, unit)


def code_inputs(coder: Coder, count: int, unit: int, inputs: Sequence[Input] = ()) -> Iterator[Input]:
    """Code inputs, which a decoder ignores, and yield each."""
    frequencies = _Frequencies()
    for index in range(count):
        time_ns, mask = inputs[index] if inputs else (0, 0)
        changed = mask ^ frequencies.mask if mask >= 0 else 0
        is_toggle = changed and not changed & changed - 1 and changed.bit_length() <= _WHOLE
        symbol = changed.bit_length() - 1 if is_toggle else _WHOLE
        time, mask = _code(coder, frequencies, symbol, time_ns // unit, mask)
        yield time * unit, mask


def _code(coder: Coder, frequencies: _Frequencies, symbol: int, time: int, mask: int) -> Input:
    """Code an input, with its time in units, and return it."""
    symbol = frequencies.symbol_weights().code(coder, symbol)
    weights, origin = frequencies.time_weights(symbol)
    time = origin + _code_time(coder, weights, time - origin, frequencies.time - origin)
    if symbol == _WHOLE:
        number = coder.number(2 * mask if mask >= 0 else -1 - 2 * mask)
        mask = -(number + 1) // 2 if number % 2 else number // 2
    else:
        mask = frequencies.mask ^ 1 << symbol
    frequencies.record(time, mask)
    return time, mask


def _code_time(coder: Coder, weights: Weights, time: int, least: int) -> int:
    bin_ = weights.code(coder, _bin(time), _bin(least))
    if bin_ == _LONGEST_BIN:
        return coder.number(time)
    open_bits = max(0, bin_ // _BINS_A_DOUBLING - 1)
    return (bin_ - _BINS_A_DOUBLING * open_bits << open_bits) + coder.bits(time, open_bits)


def _bin(time: int) -> int:
    """Return the bin of a time, which leaves its lowest bits open."""
    open_bits = max(0, time.bit_length() - _BINS_A_DOUBLING.bit_length())
    return min(_BINS_A_DOUBLING * open_bits + (time >> open_bits), _LONGEST_BIN)
