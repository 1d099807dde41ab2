"""Mixer of the effects and notes that sound at once."""

from array import array
from collections import deque
from dataclasses import dataclass
from threading import Lock
from typing import Final

from piecement.sound.synth import LOUDEST

MOST_EFFECTS: Final = 10
"""Maximum number of simultaneous effects; the oldest one makes room."""

_RECOVERY: Final = 1.02
"""Maximum gain increase per block after the mix was turned down."""


@dataclass(slots=True)
class _Voice:
    samples: "array[int]"
    start: int
    """Start of the voice (frames of the mixer)."""
    gain: float


class Mixer:
    """Mixer of immediate effects and scheduled notes; safe for any thread."""

    def __init__(self) -> None:
        self.time = 0
        """Number of mixed frames."""
        self._lock: Final = Lock()
        self._effects: Final[deque[_Voice]] = deque(maxlen=MOST_EFFECTS)
        self._notes: list[_Voice] = []
        self._headroom = 1.0
        """Factor for the whole mix that prevents clipping."""

    def play(self, samples: "array[int]", gain: float) -> None:
        """Start an effect at the next frame."""
        with self._lock:
            self._effects.append(_Voice(samples, self.time, gain))

    def schedule(self, samples: "array[int]", start: int, gain: float) -> None:
        """Schedule a note for a frame, or for now if that frame is past."""
        with self._lock:
            self._notes.append(_Voice(samples, max(start, self.time), gain))

    def cut_music(self) -> None:
        """Remove scheduled notes; sounding ones end by themselves."""
        with self._lock:
            self._notes = [note for note in self._notes if note.start < self.time]

    def mix(self, frames: int) -> "array[int]":
        """Return the next frames."""
        with self._lock:
            end = self.time + frames
            voices = [*self._effects, *(note for note in self._notes if note.start < end)]
            total = [0.0] * frames
            for voice in voices:
                _add(voice, total, self.time)
            self.time = end
            while self._effects and _is_over(self._effects[0], end):
                self._effects.popleft()
            self._notes = [note for note in self._notes if not _is_over(note, end)]
        return self._limited(total) if voices else array("h", bytes(2 * frames))

    def _limited(self, total: list[float]) -> "array[int]":
        peak = max(map(abs, total))
        self._headroom = min(1.0, self._headroom * _RECOVERY, LOUDEST / peak if peak else 1.0)
        headroom = self._headroom
        return array("h", [int(value * headroom) for value in total])


def _is_over(voice: _Voice, time: int) -> bool:
    return voice.start + len(voice.samples) <= time


def _add(voice: _Voice, total: list[float], time: int) -> None:
    """Add the samples of a voice to a block starting at the given time."""
    skipped, offset = max(0, time - voice.start), max(0, voice.start - time)
    part, gain = voice.samples[skipped : skipped + len(total) - offset], voice.gain
    end = offset + len(part)
    total[offset:end] = [value + gain * sample for value, sample in zip(total[offset:end], part, strict=True)]
