"""The mixer: adds up what sounds at the same time, and never lets it clip."""

from array import array
from collections import deque
from dataclasses import dataclass
from threading import Lock
from typing import Final

from piecement.sound.synth import FULL

MOST_EFFECTS: Final = 10
"""How many effects sound at the same time; of more, the oldest ends."""

_LOUDEST: Final = FULL - 767
"""Above this, all is turned down together."""

_RECOVERY: Final = 1.02
"""How much louder each block may be than the one before, after something was turned down."""


@dataclass(slots=True)
class _Voice:
    samples: "array[int]"
    start: int
    """The frame of the mixer at which it begins."""
    gain: float


class Mixer:
    """Mixes effects, which begin at once, and notes of music, which begin at a frame. Any thread may use it."""

    def __init__(self) -> None:
        self.time = 0
        """The frames that were mixed."""
        self._lock: Final = Lock()
        self._effects: Final[deque[_Voice]] = deque(maxlen=MOST_EFFECTS)
        self._notes: list[_Voice] = []
        self._headroom = 1.0
        """What everything is multiplied by, so that nothing clips."""

    def play(self, samples: "array[int]", gain: float) -> None:
        """Begin an effect with the next frame."""
        with self._lock:
            self._effects.append(_Voice(samples, self.time, gain))

    def schedule(self, samples: "array[int]", start: int, gain: float) -> None:
        """Have a note begin at a frame, or at once if that is past."""
        with self._lock:
            self._notes.append(_Voice(samples, max(start, self.time), gain))

    def cut_music(self) -> None:
        """Begin no further note; those that sound end by themselves."""
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
        self._headroom = min(1.0, self._headroom * _RECOVERY, _LOUDEST / peak if peak else 1.0)
        headroom = self._headroom
        return array("h", [int(value * headroom) for value in total])


def _is_over(voice: _Voice, time: int) -> bool:
    return voice.start + len(voice.samples) <= time


def _add(voice: _Voice, total: list[float], time: int) -> None:
    """Add the part of a voice that falls into a block that begins at a time."""
    skipped, offset = max(0, time - voice.start), max(0, voice.start - time)
    part, gain = voice.samples[skipped : skipped + len(total) - offset], voice.gain
    end = offset + len(part)
    total[offset:end] = [value + gain * sample for value, sample in zip(total[offset:end], part, strict=True)]
