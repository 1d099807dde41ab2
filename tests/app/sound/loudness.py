"""Loudness by ITU-R BS.1770-4: K-weighting, and the mean square over blocks of 400 ms.

The coefficients of the two filters are derived for any rate of samples from the analogue ones: a shelf of 4 dB above
1682 Hz, and a high pass at 38 Hz, as in BS.1770-4, annex 1; at 48 kHz they are those of its tables.
"""

from collections.abc import Sequence
from math import log10, pi, sqrt, tan
from typing import Final, NamedTuple

from piecement.sound.outputs import RATE
from piecement.sound.synth import FULL

_BLOCK_S: Final = 0.4
_OVERLAPS: Final = 4
_ABSOLUTE_GATE: Final = -70.0
_RELATIVE_GATE: Final = -10.0


class Biquad(NamedTuple):
    b: tuple[float, float, float]
    a: tuple[float, float]

    def of(self, samples: Sequence[float]) -> list[float]:
        (b0, b1, b2), (a1, a2) = self
        filtered: list[float] = []
        first = second = 0.0
        for sample in samples:  # transposed direct form II
            out = b0 * sample + first
            first, second = b1 * sample - a1 * out + second, b2 * sample - a2 * out
            filtered.append(out)
        return filtered


def k_weighting(rate: int) -> tuple[Biquad, Biquad]:
    """Return the shelf and the high pass for a rate (samples per second)."""
    k, q, high = tan(pi * 1681.974450955533 / rate), 0.7071752369554196, 10 ** (3.999843853973347 / 20)
    middle = high**0.4996667741545416
    a0 = 1 + k / q + k * k
    shelf = Biquad(
        ((high + middle * k / q + k * k) / a0, 2 * (k * k - high) / a0, (high - middle * k / q + k * k) / a0),
        (2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0),
    )
    k, q = tan(pi * 38.13547087602444 / rate), 0.5003270373238773
    a0 = 1 + k / q + k * k
    return shelf, Biquad((1.0, -2.0, 1.0), (2 * (k * k - 1) / a0, (1 - k / q + k * k) / a0))


def _blocks(samples: Sequence[float], rate: int) -> list[float]:
    """Return the weighted mean squares of overlapping blocks."""
    shelf, high_pass = k_weighting(rate)
    sums = [0.0]
    for value in high_pass.of(shelf.of(samples)):
        sums.append(sums[-1] + value * value)
    length, step = round(_BLOCK_S * rate), round(_BLOCK_S * rate / _OVERLAPS)
    return [(sums[i + length] - sums[i]) / length for i in range(0, len(samples) - length + 1, step)]


def _lufs(mean_square: float) -> float:
    return -0.691 + 10 * log10(mean_square) if mean_square > 0 else -sqrt(1e9)


def momentary(samples: Sequence[int], gain: float = 1.0, rate: int = RATE) -> float:
    """Return the momentary maximum of samples between silence (LUFS)."""
    silence = [0.0] * round(_BLOCK_S * rate)
    return _lufs(max(_blocks([*silence, *(gain * sample / FULL for sample in samples), *silence], rate)))


def integrated(samples: Sequence[int], gain: float = 1.0, rate: int = RATE) -> float:
    """Return the integrated loudness of samples (LUFS), gated as BS.1770-4 says."""
    blocks = [
        block for block in _blocks([gain * sample / FULL for sample in samples], rate) if _lufs(block) > _ABSOLUTE_GATE
    ]
    gate = _lufs(sum(blocks) / len(blocks)) + _RELATIVE_GATE
    kept = [block for block in blocks if _lufs(block) > gate]
    return _lufs(sum(kept) / len(kept))
