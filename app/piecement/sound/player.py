"""The player of sounds: executes the lines that the game sends, and applies the volumes."""

from array import array
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final
from urllib.parse import unquote

from piecement.sound.effects import Effect, SoundSet
from piecement.sound.jukebox import Jukebox, MusicScene
from piecement.sound.mixer import Mixer
from piecement.sound.music import Music
from piecement.sound.own_sounds import Sounding, load_sounds, wav_samples
from piecement.sound.sound_sets import EFFECT_SETS, LOUDNESS
from piecement.sound.synth import levelled, render

COMBO_STEPS: Final = (0, 2, 4, 7, 9, 12, 14, 16, 19, 21, 24)
"""Semitones added by each further clear of a combo; the last value applies from then on."""


class SoundPlayer:
    """Executes command lines."""

    def __init__(self, mixer: Mixer) -> None:
        self.jukebox: Final = Jukebox(mixer)
        self._mixer: Final = mixer
        self._lock: Final = Lock()
        self._volume = 1.0
        self._effects: Mapping[Effect, Sounding] = EFFECT_SETS[SoundSet.SOFT]
        self._rendered: dict[tuple[Effect, int], array[int]] = {}
        self._unrendered: Iterator[Effect] = iter(())

    def execute(self, line: str) -> None:
        """Execute a line, such as `play lock 0 100`; ignore one with unknown names, or of another number of words."""
        with self._lock, suppress(ValueError):
            match line.split():
                case ["play", effect, step, percent]:
                    self._mixer.play(self._samples(Effect(effect), int(step)), self._volume * _part(percent))
                case ["volume", effects, music]:
                    self._volume, self.jukebox.volume = _part(effects), _part(music)
                case ["set", name]:
                    self._choose_set(name)
                case ["music", name, seed]:
                    self.jukebox.choose(Music(name), int(seed))
                case ["scene", scene]:
                    self.jukebox.enter(MusicScene(scene))
                case ["pace", level, density]:
                    self.jukebox.level, self.jukebox.density = int(level), int(density)
                case _:
                    pass

    def tick(self) -> None:
        """Render the next notes and one more effect of the set. Call regularly."""
        with self._lock:
            self.jukebox.fill()
            if (effect := next(self._unrendered, None)) is not None:
                self._samples(effect, 0)

    def _choose_set(self, name: str) -> None:
        """Use a built-in set, or that of a file, whose path is percent-encoded."""
        self._effects = EFFECT_SETS[SoundSet(name)] if name in {*SoundSet} else load_sounds(Path(unquote(name))).effects
        self._rendered.clear()
        self._unrendered = iter(Effect)

    def _samples(self, effect: Effect, step: int) -> "array[int]":
        if (effect, step) not in self._rendered:
            self._rendered[effect, step] = samples_of(self._effects[effect], effect, step)
        return self._rendered[effect, step]


def samples_of(sounding: Sounding, effect: Effect, step: int = 0) -> "array[int]":
    """Return the samples of an effect, higher with each combo step."""
    semitones = COMBO_STEPS[min(step, len(COMBO_STEPS) - 1)]
    if isinstance(sounding, Path):
        return wav_samples(sounding, semitones)
    return levelled(render(sounding, 1.0, semitones), LOUDNESS[effect])


def _part(percent: str) -> float:
    return max(0, min(100, int(percent))) / 100
