"""Synthesis of tones from waves.

Waves are summed from harmonics below half the sample rate: a plain square wave would alias.
"""

from array import array
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import cache
from itertools import accumulate
from math import exp, exp2, log, pi, sin, sqrt
from typing import Final, NamedTuple

from piecement.sound.outputs import RATE

TABLE_SIZE: Final = 2048
"""Number of samples of a table; a power of two."""

FULL: Final = 32_767
"""Maximum sample value."""

LOUDEST: Final = FULL - 767
"""Maximum peak of an effect and of the mix (sample value)."""

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


def note_name(number: float) -> str:
    """Return the name of the nearest note, such as `F#4`."""
    octave, step = divmod(round(number), 12)
    return f"{_NAMES[step]}{octave - 1}"


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


class Envelope(NamedTuple):
    """Loudness of a tone over time."""

    attack_ms: float = 2
    """Attack time, from silence to full volume (ms)."""
    half_life_ms: float = 0
    """Time in which the loudness halves (ms); 0 for a steady tone."""
    release_ms: float = 6
    """Release time (ms)."""


class Tone(NamedTuple):
    """Tone of an effect."""

    pitch: float
    """Note number in semitones, 69 for A4; for noise it determines the number of steps per second."""
    start_ms: float
    length_ms: float
    wave: Wave
    envelope: Envelope


def render(tones: Iterable[Tone], level: float, transpose: float = 0) -> "array[int]":
    """Return the samples of simultaneous tones, their peak scaled to `level` (0 to 1)."""
    tones = list(tones)
    total = [0.0] * _frames(max(tone.start_ms + tone.length_ms for tone in tones))
    for tone in tones:
        start = _frames(tone.start_ms)
        for index, value in enumerate(_samples(tone, transpose), start):
            total[index] += value
    peak = max(map(abs, total)) or 1.0
    scale = level * FULL / peak
    return array("h", [round(value * scale) for value in total])


_MOMENT: Final = 2 * RATE // 5
"""Time over which an effect is as loud as it is heard: 400 ms, as in ITU-R BS.1770 (frames)."""


def levelled(samples: "array[int]", decibels: float) -> "array[int]":
    """Return samples scaled so that their loudest 400 ms have a level (dB of full scale), or less so as not to clip."""
    sums = [0, *accumulate(sample * sample for sample in samples)]
    last = len(sums) - 1
    energy = max(sums[min(start + _MOMENT, last)] - sums[start] for start in range(max(1, last - _MOMENT + 1)))
    if not energy:
        return samples
    gain = 10 ** (decibels / 20) * FULL / sqrt(energy / _MOMENT)
    gain = min(gain, LOUDEST / max(map(abs, samples)))
    return array("h", [int(gain * sample) for sample in samples])


def _samples(tone: Tone, transpose: float) -> list[float]:
    frames = _frames(tone.start_ms + tone.length_ms) - _frames(tone.start_ms)
    hertz = frequency(tone.pitch + transpose)
    if tone.wave is Wave.NOISE:
        shape = _noise(hertz, frames)
    else:
        period, step = table(tone.wave, hertz), hertz * TABLE_SIZE / RATE
        shape = [period[int(index * step) & (TABLE_SIZE - 1)] for index in range(frames)]
    return [value * gain for value, gain in zip(shape, _gains(tone.envelope, frames), strict=True)]


def _noise(hertz: float, frames: int) -> list[float]:
    """Return random steps, identical in each call."""
    steps, state = [], 0x2545F491
    for _ in range(int(frames * hertz / RATE) + 1):
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        steps.append(state / 0x7FFFFFFF - 1.0)
    return [steps[int(index * hertz / RATE)] for index in range(frames)]


def _gains(envelope: Envelope, frames: int) -> list[float]:
    attack, release = max(1, _frames(envelope.attack_ms)), max(1, _frames(envelope.release_ms))
    fall = exp(-log(2) / max(1, _frames(envelope.half_life_ms))) if envelope.half_life_ms else 1.0
    gains, gain = list[float](), 1.0
    for index in range(frames):
        gains.append(gain * min(1.0, index / attack, (frames - index) / release))
        gain *= fall
    return gains


def _frames(milliseconds: float) -> int:
    return round(milliseconds * RATE / 1000)
