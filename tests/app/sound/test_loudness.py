"""Loudness of effects and music: nothing is lost beside the others, and nothing tires."""

from math import pi, sin
from typing import Final

import pytest

from piecement.sound.effects import Effect, SoundSet
from piecement.sound.jukebox import Jukebox, MusicScene
from piecement.sound.mixer import Mixer
from piecement.sound.music import Music
from piecement.sound.outputs import RATE
from piecement.sound.player import samples_of
from piecement.sound.sound_sets import EFFECT_SETS
from piecement.sound.synth import FULL
from tests.app.sound.loudness import integrated, k_weighting, momentary
from tests.sampling import mostly_wide, together

_SECONDS: Final = 30


def test_a_full_sine_has_the_loudness_of_the_standard() -> None:
    sine = [round(FULL * sin(2 * pi * 997 * index / 48_000)) for index in range(48_000)]

    assert momentary(sine, rate=48_000) == pytest.approx(-3.01, abs=0.01)


def test_the_filters_are_those_of_the_standard() -> None:
    shelf, high_pass = k_weighting(48_000)

    assert shelf.b == pytest.approx((1.53512485958697, -2.69169618940638, 1.19839281085285))
    assert shelf.a == pytest.approx((-1.69065929318241, 0.73248077421585))
    assert high_pass.a == pytest.approx((-1.99004745483398, 0.99007225036621))


@together("effect", Effect)
@together("chosen", SoundSet)
def test_every_effect_is_heard_and_none_is_loud(chosen: SoundSet, effect: Effect) -> None:
    assert -30 <= momentary(samples_of(EFFECT_SETS[chosen][effect], effect)) <= -14


@mostly_wide("music", [music for music in Music if music is not Music.NONE], kept=2)
def test_music_is_about_as_loud_as_speech_on_the_radio(music: Music) -> None:
    mixer = Mixer()
    jukebox = Jukebox(mixer)
    jukebox.volume, jukebox.density = 1.0, 40
    jukebox.enter(MusicScene.GAME)
    jukebox.choose(music, 1)
    samples: list[int] = []
    for _ in range(20 * _SECONDS):
        jukebox.fill()
        samples += mixer.mix(RATE // 20)

    assert integrated(samples) == pytest.approx(-23, abs=2)


@pytest.mark.wide
def test_the_mountain_king_accelerates_and_begins_again() -> None:
    mixer = Mixer()
    jukebox = Jukebox(mixer)
    jukebox.volume = 1.0
    jukebox.choose(Music.MOUNTAIN_KING, 1)
    calm = jukebox.tempo
    jukebox.enter(MusicScene.GAME)
    tempos: list[float] = []
    for _ in range(20 * 180):
        jukebox.fill()
        mixer.mix(RATE // 20)
        tempos.append(jukebox.tempo)
    fastest = tempos.index(max(tempos))

    assert tempos[: fastest + 1] == sorted(tempos[: fastest + 1])
    assert calm == min(tempos[fastest:]) < tempos[0]
    assert 1.7 * calm < tempos[fastest] < 2 * calm
