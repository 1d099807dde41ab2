"""Measures the pitch of samples by their spectrum."""

from collections.abc import Sequence
from math import cos, hypot, log, pi, sin
from typing import Final

from piecement.sound.outputs import RATE

_STEP_CENTS: Final = 10


def strength(samples: Sequence[float], hertz: float) -> float:
    """Return the strength of a frequency in samples, which fade in and out for this."""
    size, turn = len(samples), 2 * pi * hertz / RATE
    faded = [value * (1 - cos(2 * pi * (index + 0.5) / size)) for index, value in enumerate(samples)]
    real = sum(value * cos(turn * index) for index, value in enumerate(faded))
    imaginary = sum(value * sin(turn * index) for index, value in enumerate(faded))
    return hypot(real, imaginary) / size


def cents_off(samples: Sequence[float], hertz: float) -> float:
    """Return the distance from a frequency to the nearest peak of the spectrum (cents)."""
    low, middle, high = (log(strength(samples, hertz * 2 ** (step * _STEP_CENTS / 1200))) for step in (-1, 0, 1))
    return _STEP_CENTS * (low - high) / (2 * (low - 2 * middle + high))
