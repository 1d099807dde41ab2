"""The built-in sound sets, synthesised from a table, never recorded.

A cell of the table has runs of notes, joined by ` + `: the instrument, notes or chords such as `C5/E5` one after the
other, the length of each and perhaps another of the last, and perhaps starts, each marked by `@` (ms).
"""

from collections.abc import Iterator, Mapping
from typing import Final

from piecement.sound.effects import EFFECT_ROWS, Effect, SoundSet
from piecement.sound.synth import Envelope, Tone, Wave, pitch
from piecement_base.tables import read_table

_INSTRUMENTS: Final[Mapping[str, tuple[Wave, Envelope]]] = {
    row["instrument"]: (Wave(row["wave"]), Envelope(*(float(row[part]) for part in Envelope._fields)))
    for row in read_table(__file__, "instruments.csv")
}


def _run(instrument: str, *words: str) -> Iterator[Tone]:
    """Yield the tones of a run of notes: words with a letter are notes, with a digit lengths, and with `@` starts."""
    chords = [word.split("/") for word in words if word[0].isalpha()]
    each_ms, *last_ms = [int(word) for word in words if word.isdecimal()]
    for start_ms in [int(word[1:]) for word in words if word[0] == "@"] or [0]:
        for index, chord in enumerate(chords):
            length_ms = each_ms if chord is not chords[-1] or not last_ms else last_ms[0]
            for note in chord:
                yield Tone(pitch(note), start_ms + index * each_ms, length_ms, *_INSTRUMENTS[instrument])


LOUDNESS: Final[Mapping[Effect, float]] = {effect: float(row["loudness"]) for effect, row in EFFECT_ROWS.items()}
"""Mean square of the loudest moment of each effect (dB of full scale); frequent effects are soft."""

EFFECT_SETS: Final[Mapping[SoundSet, Mapping[Effect, tuple[Tone, ...]]]] = {
    chosen: {
        effect: tuple(tone for run in row[chosen].split(" + ") for tone in _run(*run.split()))
        for effect, row in EFFECT_ROWS.items()
    }
    for chosen in SoundSet
}
"""Tones of each effect by sound set: soft mallets, the square waves of an 8-bit machine, and the bell of a terminal
such as that of the Elektronika 60, which had little more than one tone, so that rhythm distinguishes the effects.
"""
