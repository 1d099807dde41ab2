"""Jukebox: schedules the music that is chosen, with the layers and the tempo that the game asks for."""

from array import array
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import cycle
from typing import Final

from piecement.sound.mixer import Mixer
from piecement.sound.music import Music
from piecement.sound.outputs import RATE
from piecement.sound.scores import SCORES, Bar, Note, NoteLayer, compose
from piecement.sound.synth import Envelope, Tone, Wave, render

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
