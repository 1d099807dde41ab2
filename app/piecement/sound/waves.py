"""Waveforms: one period as a table of harmonics, only those below half the sampling rate.

A plain square wave would alias: its upper harmonics would come back as wrong tones.
"""

from array import array
from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from math import exp2, pi, sin
from typing import Final

RATE: Final = 22_050
"""Samples per second."""

TABLE_SIZE: Final = 2048
"""Number of samples of a table; a power of two."""

_MOST_HARMONICS: Final = 40
_A4_HZ: Final = 440.0
_A4: Final = 69
_NAMES: Final = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")


class Wave(Enum):
    """Waveform of a tone."""

    SINE = "sine"
    MELLOW = "mellow"
    """A sine with a little of the next two harmonics, as of a soft mallet."""
    TRIANGLE = "triangle"
    SQUARE = "square"
    PULSE = "pulse"
    """A rectangle that is high for a quarter of the time."""
    NOISE = "noise"
    """Random steps; the pitch is the number of steps per second."""


_HARMONICS: Final[Mapping[Wave, Callable[[int], float]]] = {
    Wave.SINE: lambda n: float(n == 1),
    Wave.MELLOW: lambda n: {1: 1.0, 2: 0.3, 3: 0.1}.get(n, 0.0),
    Wave.TRIANGLE: lambda n: (-1) ** (n // 2) / n**2 if n % 2 else 0.0,
    Wave.SQUARE: lambda n: 1 / n if n % 2 else 0.0,
    Wave.PULSE: lambda n: sin(pi * n / 4) / n,
}
"""Strength of the harmonic of each number."""


def pitch(name: str) -> int:
    """Return the number of a note such as `F#4` (semitones; 69 for A4)."""
    return _NAMES.index(name[:-1]) + 12 * (int(name[-1]) + 1)


def frequency(number: float) -> float:
    """Return the frequency of a note number (Hz), in equal temperament with A4 at 440 Hz."""
    return _A4_HZ * exp2((number - _A4) / 12)


def table(wave: Wave, hertz: float) -> "array[float]":
    """Return one period of a wave for a pitch, with values from -1 to 1."""
    return _table(wave, min(_MOST_HARMONICS, max(1, int(RATE / 2 / hertz) - 1)))


@cache
def _table(wave: Wave, harmonics: int) -> "array[float]":
    strength = _HARMONICS[wave]
    amplitudes = [(n, strength(n)) for n in range(1, harmonics + 1) if abs(strength(n)) > 1e-9]
    sines = [sin(2 * pi * index / TABLE_SIZE) for index in range(TABLE_SIZE)]
    period = [sum(a * sines[n * index % TABLE_SIZE] for n, a in amplitudes) for index in range(TABLE_SIZE)]
    peak = max(map(abs, period))
    return array("d", [value / peak for value in period])
