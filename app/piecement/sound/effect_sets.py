"""Tones of each effect in each sound set: synthesised from a table, never recorded.

A cell of the table has runs of notes, joined by ` + `: the instrument, notes or chords such as `C5/E5` one after the
other, the length of each and perhaps another of the last, and perhaps starts, each marked by `@` (ms).
"""

import csv
from array import array
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final

from piecement.sound.names import COMBO_STEPS, Effect, SoundSet
from piecement.sound.synth import Envelope, Tone, Wave, pitch, render

_INSTRUMENTS: Final[Mapping[str, tuple[Wave, Envelope]]] = {
    "mallet": (Wave.MELLOW, Envelope(3, 70, 30)),
    "drum": (Wave.SINE, Envelope(2, 35, 20)),
    "breath": (Wave.NOISE, Envelope(2, 14, 10)),
    "reed": (Wave.TRIANGLE, Envelope(8, 0, 40)),
    "lead": (Wave.SQUARE, Envelope(1, 120, 8)),
    "thin": (Wave.PULSE, Envelope(1, 90, 8)),
    "low": (Wave.TRIANGLE, Envelope(1, 60, 8)),
    "static": (Wave.NOISE, Envelope(1, 22, 8)),
    "beep": (Wave.SQUARE, Envelope(1, 0, 4)),
    "tick": (Wave.PULSE, Envelope(1, 12, 4)),
}


def _run(instrument: str, *words: str) -> Iterator[Tone]:
    chords = [word.split("/") for word in words if word[0].isalpha()]
    each_ms, *last_ms = [int(word) for word in words if word.isdecimal()]
    for start_ms in [int(word[1:]) for word in words if word[0] == "@"] or [0]:
        for index, chord in enumerate(chords):
            length_ms = each_ms if chord is not chords[-1] or not last_ms else last_ms[0]
            for note in chord:
                yield Tone(pitch(note), start_ms + index * each_ms, length_ms, *_INSTRUMENTS[instrument])


_TABLE: Final = files("piecement.sound").joinpath("effects.csv").read_text(encoding="utf-8")
_ROWS: Final = {Effect(row["effect"]): row for row in csv.DictReader(_TABLE.splitlines())}

LEVELS: Final[Mapping[Effect, float]] = {effect: float(row["level"]) for effect, row in _ROWS.items()}
"""Peak level of each effect as a fraction of full scale; frequent effects are soft."""

EFFECT_SETS: Final[Mapping[SoundSet, Mapping[Effect, tuple[Tone, ...]]]] = {
    chosen: {
        effect: tuple(tone for run in row[chosen].split(" + ") for tone in _run(*run.split()))
        for effect, row in _ROWS.items()
    }
    for chosen in SoundSet
}
"""Tones of each effect by sound set: soft mallets, the square waves of an 8-bit machine, and the bell of a terminal
such as that of the Elektronika 60, which had little more than one tone, so that rhythm distinguishes the effects.
"""


def semitones_of(step: int) -> int:
    """Return the transposition of a combo step."""
    return COMBO_STEPS[min(step, len(COMBO_STEPS) - 1)]


def samples_of(tones: tuple[Tone, ...], effect: Effect, step: int = 0) -> "array[int]":
    """Return the samples of the tones of an effect, higher with each combo step."""
    return render(tones, LEVELS[effect], semitones_of(step))
