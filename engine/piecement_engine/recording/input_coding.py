"""Inputs of a recording as bytes, by range coding.

People tap with a similar length each time and in a rhythm, so the time of a release counts from the press of the same
button, and that of a press from the last change. Both are predicted by the kind of the button. Everything here is part
of the recording format: a change needs a new format version.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from piecement_engine.game.inputs import Input
from piecement_engine.recording.range_coding import Coder, RangeDecoder, RangeEncoder, Weights

_USE_OF_BIT: Final = (0, 0, 1, 1, 1, 3, 2)
"""Use of the button of each bit: 0 moves, 1 rotates, 2 hard drops, 3 is any other, as all further ones are."""

_SYMBOLS: Final = 16
_WHOLE: Final = _SYMBOLS - 1
"""Symbol that is followed by the whole mask. Lower symbols toggle the button of that bit."""

_FINE: Final = 64
"""Times below this have a bin each."""

_BINS_A_DOUBLING: Final = 32
_LONGEST_BIN: Final = _FINE + 5 * _BINS_A_DOUBLING
"""Bin of all times from 2048 on."""

_SYMBOL_GAINS: Final = (16,)
"""Weight that a coded symbol gains."""

_TIME_GAINS: Final = (2, 4, 6, 8, 10, 13, 14, 16, 16, 16, 14, 13, 10, 8, 6, 4, 2)
"""Weights that the bin of a coded time and its neighbours gain."""

_FIRST_TIMES: Final = [max(1, 160 // (40 + bin_)) for bin_ in range(_LONGEST_BIN + 1)]
"""First weights of the bins: a short time is likelier."""

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
