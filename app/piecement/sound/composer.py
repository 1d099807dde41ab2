"""Generated music, determined by its seed bar by bar.

A seed chooses a scale, a root and four chords. Each bar has a bass, broken chords, a melody that walks on the scale,
and quick runs. The caller chooses the audible layers.
"""

from collections.abc import Iterator
from random import Random
from typing import Final

from piecement.sound.music_scores import Bar, Note, NoteLayer

BEATS: Final = 4

_SCALES: Final = {
    "dorian": (0, 2, 3, 5, 7, 9, 10),
    "lydian": (0, 2, 4, 6, 7, 9, 11),
    "mixolydian": (0, 2, 4, 5, 7, 9, 10),
    "aeolian": (0, 2, 3, 5, 7, 8, 10),
}
"""Semitones of each scale above its root."""

_PROGRESSIONS: Final = ((0, 3, 4, 0), (0, 5, 3, 4), (0, 2, 3, 6), (0, 4, 5, 3), (0, 3, 6, 2))
"""Degrees of the scale for the chords of four bars."""

_RHYTHMS: Final = ((2, 1, 1), (1, 1, 2), (1.5, 0.5, 1, 1), (1, 0.5, 0.5, 2), (3, 1), (2, 2))
"""Note lengths of the melody in a bar (beats)."""

_ROOTS: Final = range(45, 52)
_PHRASES: Final = 8
"""Number of four-bar phrases before the chords change."""


def compose(seed: int) -> Iterator[Bar]:
    """Yield bars without end."""
    random = Random(seed)
    scale, root = random.choice(tuple(_SCALES.values())), random.choice(_ROOTS)
    while True:
        progression = random.choice(_PROGRESSIONS)
        theme = [_melody(random, degree) for degree in progression]
        for phrase in range(_PHRASES):
            for place, degree in enumerate(progression):
                melody = theme[place] if phrase % 2 == 0 else _melody(random, degree)
                yield _bar(random, scale, root, degree, melody)


_Step = tuple[float, float, int]
"""Start (beats), length (beats) and scale degree of a melody note."""


def _melody(random: Random, chord: int) -> tuple[_Step, ...]:
    degree, beat, steps = chord + random.choice((0, 2, 4)), 0.0, list[_Step]()
    for beats in random.choice(_RHYTHMS):
        steps.append((beat, beats, degree))
        beat += beats
        degree = max(-2, min(9, degree + random.choice((-2, -1, -1, 1, 1, 2))))
    return tuple(steps)


def _bar(random: Random, scale: tuple[int, ...], root: int, chord: int, melody: tuple[_Step, ...]) -> Bar:
    def tone(degree: int, octave: int) -> int:
        octaves, place = divmod(degree, len(scale))
        return root + scale[place] + 12 * (octave + octaves)

    broken = (0, 2, 4, 2, 0, 2, 4, 2)
    notes = [
        Note(0, tone(chord, -1), 2, NoteLayer.BASS),
        Note(2, tone(chord + random.choice((0, 4)), -1), 2, NoteLayer.BASS),
        *(Note(index / 2, tone(chord + step, 0), 0.5, NoteLayer.CHORD) for index, step in enumerate(broken)),
        *(Note(beat, tone(degree, 1), beats, NoteLayer.MELODY) for beat, beats, degree in melody),
        *(Note(3 + index / 4, tone(chord + 7 + index, 1), 0.25, NoteLayer.RUNS) for index in range(4)),
    ]
    return Bar(BEATS, tuple(notes))
