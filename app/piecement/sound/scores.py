"""Scores of the music, bar by bar: published pieces from a table, and pieces composed from a seed.

A seed chooses a scale, a root and four chords. Each bar has a bass, broken chords, a melody that walks on the scale,
and quick runs.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from piecement.sound.music import Music
from piecement.sound.synth import pitch


class NoteLayer(IntEnum):
    """Layer of a note; in generated music, more layers are audible as the stack rises."""

    BASS = 0
    CHORD = 1
    MELODY = 2
    RUNS = 3


class Note(NamedTuple):
    beat: float
    """Start from the beginning of the bar (beats)."""
    pitch: int
    beats: float
    layer: NoteLayer


class Bar(NamedTuple):
    beats: float
    notes: tuple[Note, ...]


class MusicScore(NamedTuple):
    """Published piece; all layers always play, and the level changes the tempo, unless it accelerates by itself."""

    title: str
    composer: str
    year: int
    source: str
    beats: int
    """Number of beats per bar."""
    tempo: float
    """Beats per minute at level 1."""
    melody: str
    """Bars as in `scores.toml`."""
    bass: str
    faster: float = 0
    """Fraction of the tempo that each bar adds in a game, until the piece begins again."""
    turns: int = 1
    """Number of times that the bars are played until it begins again in its first tempo."""

    @property
    def length(self) -> int:
        """Number of bars."""
        return self.melody.count("|") + 1

    def bars(self) -> tuple[Bar, ...]:
        melody, bass = (
            [tuple(_notes(bar.split(), layer)) for bar in text.split("|")]
            for text, layer in ((self.melody, NoteLayer.MELODY), (self.bass, NoteLayer.BASS))
        )
        return tuple(Bar(self.beats, (*high, *low)) for high, low in zip(melody, bass, strict=True))


def _notes(words: Sequence[str], layer: NoteLayer) -> Iterator[Note]:
    beat = 0.0
    for word in words:
        name, _, length = word.partition(":")
        beats = float(length or 1)
        if name != "-":
            yield Note(beat, pitch(name), beats, layer)
        beat += beats


_TABLES: Final = tomllib.loads(Path(__file__).with_name("scores.toml").read_text("utf-8"))
SCORES: Final[Mapping[Music, MusicScore]] = {Music(name): MusicScore(**table) for name, table in _TABLES.items()}
"""Scores by name."""

_BEATS: Final = 4

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
    """Yield bars of generated music without end."""
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
    return Bar(_BEATS, tuple(notes))
