"""Music: published scores, music generated from a seed, and the jukebox that schedules both.

A seed chooses a scale, a root and four chords. Each bar has a bass, broken chords, a melody that walks on the scale,
and quick runs. The caller chooses the audible layers.
"""

import tomllib
from array import array
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum, StrEnum
from functools import lru_cache
from importlib.resources import files
from itertools import cycle
from random import Random
from typing import Final, NamedTuple

from piecement.sound.names import Music
from piecement.sound.outputs import RATE
from piecement.sound.synth import Envelope, Mixer, Tone, Wave, pitch, render


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


_TABLES: Final = tomllib.loads(files("piecement.sound").joinpath("scores.toml").read_text(encoding="utf-8"))
SCORES: Final[Mapping[Music, MusicScore]] = {Music(name): MusicScore(**table) for name, table in _TABLES.items()}
"""Scores by name."""

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
    return Bar(BEATS, tuple(notes))


_AHEAD: Final = RATE // 2
"""Time between rendering a bar and its start (frames)."""

_MENU_TEMPO: Final = 60.0
_FIRST_TEMPO: Final = 92.0
_PER_LEVEL: Final = 0.03
"""Fraction of the tempo added per level."""
_MOST_LEVELS: Final = 20

_FROM_DENSITY: Final = {NoteLayer.BASS: 0, NoteLayer.MELODY: 0, NoteLayer.CHORD: 25, NoteLayer.RUNS: 60}
"""Stack height from which each layer of generated music is audible (percent of the field)."""

_VOICES: Final[Mapping[NoteLayer, tuple[Wave, Envelope, float]]] = {
    NoteLayer.BASS: (Wave.TRIANGLE, Envelope(6, 420, 60), 0.16),
    NoteLayer.CHORD: (Wave.MELLOW, Envelope(4, 180, 40), 0.08),
    NoteLayer.MELODY: (Wave.MELLOW, Envelope(5, 300, 60), 0.14),
    NoteLayer.RUNS: (Wave.SINE, Envelope(3, 120, 30), 0.07),
}
"""Wave, envelope and level of each layer."""


class MusicScene(StrEnum):
    """Part of the program that the player sees."""

    MENU = "menu"
    GAME = "game"


class Jukebox:
    """Schedules the notes of the music in a mixer shortly before they sound."""

    def __init__(self, mixer: Mixer) -> None:
        self.scene = MusicScene.MENU
        self.level = 1
        self.density = 0
        """Stack height as a percentage of the field."""
        self.volume = 0.0
        """Volume from 0 to 1."""
        self._mixer: Final = mixer
        self._music = Music.NONE
        self._seed = 0
        self._bars: Iterator[Bar] = iter(())
        self._next = 0
        """Start of the next bar (frames)."""
        self._played = 0
        """Number of bars since the music or the scene changed."""

    def choose(self, music: Music, seed: int) -> None:
        """Change the music; `seed` matters only for generated music. Nothing happens if both are unchanged."""
        seed = seed if music is Music.GENERATED else 0
        if (music, seed) == (self._music, self._seed):
            return
        self._music, self._seed = music, seed
        bars = compose(seed) if music is Music.GENERATED else cycle(SCORES[music].bars() if music in SCORES else ())
        self._bars, self._played = bars, 0
        self._mixer.cut_music()
        self._next = self._mixer.time

    def enter(self, scene: MusicScene) -> None:
        """Change the scene, cutting the current bar; menus have calm music."""
        if scene is not self.scene:
            self.scene, self._played = scene, 0
            self._mixer.cut_music()
            self._next = self._mixer.time

    def fill(self) -> None:
        """Schedule all bars that start soon."""
        if not self.volume or self._music is Music.NONE:
            self._next = self._mixer.time
            return
        if self._next < self._mixer.time - RATE:  # no bars were scheduled for a while
            self._next = self._mixer.time
        while self._next < self._mixer.time + _AHEAD:
            bar, beat = next(self._bars), RATE * 60 / self.tempo
            for note in filter(self._is_heard, bar.notes):
                samples = _rendered(note.layer, note.pitch, round(note.beats * beat * 1000 / RATE))
                self._mixer.schedule(samples, self._next + round(note.beat * beat), self.volume)
            self._next += round(bar.beats * beat)
            self._played += 1

    @property
    def tempo(self) -> float:
        """Beats per minute."""
        score = SCORES.get(self._music)
        if self.scene is MusicScene.MENU:
            return score.tempo if score else _MENU_TEMPO
        if score and score.faster:
            return score.tempo * (1 + score.faster * (self._played % (score.turns * score.length)))
        first = score.tempo if score else _FIRST_TEMPO
        return first * (1 + _PER_LEVEL * min(_MOST_LEVELS, max(0, self.level - 1)))

    def _is_heard(self, note: Note) -> bool:
        if self._music is not Music.GENERATED:
            return True
        if self.scene is MusicScene.MENU:
            return note.layer in {NoteLayer.BASS, NoteLayer.MELODY}
        return self.density >= _FROM_DENSITY[note.layer]


@lru_cache(maxsize=256)
def _rendered(layer: NoteLayer, pitch: int, length_ms: int) -> "array[int]":
    wave, envelope, level = _VOICES[layer]
    return render([Tone(pitch, 0, length_ms, wave, envelope)], level)
