"""The effects: in tune, as loud as their table says, and there for everything."""

from itertools import pairwise

import pytest

from piecement.sound.effects import GROUP_OF, Effect, SoundSet
from piecement.sound.outputs import RATE
from piecement.sound.player import COMBO_STEPS, samples_of
from piecement.sound.sound_sets import EFFECT_SETS, LOUDNESS
from piecement.sound.synth import FULL, Envelope, Tone, Wave, frequency, pitch, render
from tests.app.sound.spectrum import cents_off, strength

LONG_ENOUGH_MS = 60
"""So much of a tone is measured."""

BETWEEN_HARMONICS = 4.5
"""Where no tone of an effect has any strength."""


@pytest.mark.parametrize("chosen", SoundSet)
def test_every_tone_is_within_two_cents_of_its_pitch(chosen: SoundSet) -> None:
    tones = {
        tone._replace(start_ms=0, length_ms=min(tone.length_ms, LONG_ENOUGH_MS))
        for tones in EFFECT_SETS[chosen].values()
        for tone in tones
    }
    off = {tone: cents_off(render([tone], 0.5), frequency(tone.pitch)) for tone in tones if tone.wave is not Wave.NOISE}

    assert {tone: cents for tone, cents in off.items() if abs(cents) > 2} == {}


def test_a_pitch_three_cents_off_is_noticed() -> None:
    tone = Tone(pitch("A4") + 0.03, 0, 60, Wave.SQUARE, Envelope())

    assert cents_off(render([tone], 0.5), 440) == pytest.approx(3, abs=0.5)


@pytest.mark.wide
@pytest.mark.parametrize("chosen", SoundSet)
def test_every_effect_has_all_tones_at_its_level(chosen: SoundSet) -> None:
    for effect, tones in EFFECT_SETS[chosen].items():
        samples = samples_of(EFFECT_SETS[chosen][effect], effect)

        assert max(map(abs, samples)) < FULL, effect
        for tone in tones:
            start = round(tone.start_ms * RATE / 1000)
            part = samples[start : start + round(min(tone.length_ms, LONG_ENOUGH_MS) * RATE / 1000)]
            hertz = frequency(tone.pitch)
            if tone.wave is not Wave.NOISE:
                assert strength(part, hertz) > 4 * strength(part, hertz * BETWEEN_HARMONICS), effect


def test_noise_has_as_many_steps_a_second_as_its_pitch_says() -> None:
    samples = render([Tone(pitch("A5"), 0, 500, Wave.NOISE, Envelope())], 0.5)
    changes = sum(before * after <= 0 for before, after in pairwise(samples))

    # Two neighbouring steps have different signs in half of the cases.
    assert changes == pytest.approx(880 * 0.5 / 2, rel=0.15)
    assert strength(samples, 880) < strength(samples, 300) / 5


@pytest.mark.parametrize("chosen", SoundSet)
def test_a_combo_rises_in_pitch_with_each_clear_up_to_a_limit(chosen: SoundSet) -> None:
    hertz = [frequency(EFFECT_SETS[chosen][Effect.COMBO][0].pitch + semitones) for semitones in COMBO_STEPS]

    assert all(low < high for low, high in pairwise(hertz))
    for step in (0, 4, 10):
        assert abs(cents_off(samples_of(EFFECT_SETS[chosen][Effect.COMBO], Effect.COMBO, step), hertz[step])) < 2
    assert samples_of(EFFECT_SETS[chosen][Effect.COMBO], Effect.COMBO, 40) == samples_of(
        EFFECT_SETS[chosen][Effect.COMBO], Effect.COMBO, len(COMBO_STEPS) - 1
    )


def test_every_set_has_all_effects_with_groups_and_levels() -> None:
    assert all(EFFECT_SETS[chosen].keys() == set(Effect) for chosen in SoundSet)
    assert GROUP_OF.keys() == LOUDNESS.keys() == set(Effect)


def test_no_two_effects_of_a_set_are_the_same() -> None:
    for effects in EFFECT_SETS.values():
        assert len(set(effects.values())) == len(effects)


def test_frequent_sounds_are_shorter_and_softer() -> None:
    for chosen in SoundSet:
        for effect in (Effect.MOVE, Effect.ROTATE, Effect.SOFT_DROP, Effect.MENU_STEP):
            assert len(samples_of(EFFECT_SETS[chosen][effect], effect)) < 0.08 * RATE
            assert LOUDNESS[effect] <= LOUDNESS[Effect.TETRA] - 10
