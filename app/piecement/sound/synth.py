"""Synthesiser of tones."""

from array import array
from collections.abc import Iterable
from math import exp, log
from typing import Final, NamedTuple

from piecement.sound.waves import RATE, TABLE_SIZE, Wave, frequency, table

FULL: Final = 32_767
"""Maximum sample value."""


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
    volume: float = 1.0
    """Relative volume within the effect."""


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


def _samples(tone: Tone, transpose: float) -> list[float]:
    frames = _frames(tone.start_ms + tone.length_ms) - _frames(tone.start_ms)
    hertz = frequency(tone.pitch + transpose)
    shape = _noise(hertz, frames) if tone.wave is Wave.NOISE else _periods(tone.wave, hertz, frames)
    return [tone.volume * value * gain for value, gain in zip(shape, _gains(tone.envelope, frames), strict=True)]


def _periods(wave: Wave, hertz: float, frames: int) -> list[float]:
    period, step, mask = table(wave, hertz), hertz * TABLE_SIZE / RATE, TABLE_SIZE - 1
    return [period[int(index * step) & mask] for index in range(frames)]


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
    fall = exp(-log(2) / _frames(envelope.half_life_ms)) if envelope.half_life_ms else 1.0
    gains, gain = list[float](), 1.0
    for index in range(frames):
        gains.append(gain * min(1.0, index / attack, (frames - index) / release))
        gain *= fall
    return gains


def _frames(milliseconds: float) -> int:
    return round(milliseconds * RATE / 1000)
