"""The music: the same for the same seed, denser the higher the stack, faster by level, and nobody's property."""

from itertools import islice, pairwise

import pytest

from piecement.sound.jukebox import Jukebox, MusicScene
from piecement.sound.mixer import Mixer
from piecement.sound.music import Music
from piecement.sound.outputs import RATE
from piecement.sound.scores import SCORES, Bar, NoteLayer, compose
from piecement.sound.synth import pitch

KOROBEINIKI = (-5, 1, 2, -2, -1, -2)
"""The steps between the first notes of the tune, in semitones. It is a trademark for computer games."""


def steps(bars: list[Bar]) -> list[int]:
    """Return the steps between the notes of a melody."""
    melody = [note.pitch for bar in bars for note in bar.notes if note.layer is NoteLayer.MELODY]
    return [high - low for low, high in pairwise(melody)]


def has(steps: list[int], pattern: tuple[int, ...]) -> bool:
    return any(tuple(steps[at : at + len(pattern)]) == pattern for at in range(len(steps)))


def samples(
    *, level: int = 1, density: int = 0, scene: MusicScene = MusicScene.GAME, music: Music = Music.GENERATED
) -> bytes:
    mixer = Mixer()
    jukebox = Jukebox(mixer)
    jukebox.volume, jukebox.level, jukebox.density = 1.0, level, density
    jukebox.enter(scene)
    jukebox.choose(music, 3)
    sound = b""
    for _ in range(4):
        jukebox.fill()
        sound += mixer.mix(RATE // 2).tobytes()
    return sound


def test_music_is_equal_for_equal_seeds_only() -> None:
    first, again, other = (list(islice(compose(seed), 40)) for seed in (5, 5, 6))

    assert first == again
    assert first != other


def test_made_up_music_stays_in_its_scale_and_within_its_bars() -> None:
    for seed in range(20):
        bars = list(islice(compose(seed), 64))
        notes = [note for bar in bars for note in bar.notes]

        assert len({note.pitch % 12 for note in notes}) <= 7
        assert all(0 <= note.beat < bar.beats for bar in bars for note in bar.notes)
        assert all(pitch("C1") <= note.pitch <= pitch("C8") for note in notes)
        assert {note.layer for note in notes} == set(NoteLayer)


@pytest.mark.parametrize("seed", range(20))
def test_made_up_music_is_not_the_trademark_tune(seed: int) -> None:
    assert not has(steps(list(islice(compose(seed), 400))), KOROBEINIKI)


def test_no_piece_is_the_trademark_tune() -> None:
    assert all(not has(steps([*score.bars()]), KOROBEINIKI) for score in SCORES.values())


@pytest.mark.parametrize("music", SCORES)
def test_every_bar_has_its_beats_in_both_hands(music: Music) -> None:
    score = SCORES[music]
    for number, bar in enumerate(score.bars()):
        for layer in (NoteLayer.MELODY, NoteLayer.BASS):
            last = max((note for note in bar.notes if note.layer is layer), key=lambda note: note.beat)
            assert last.beat + last.beats == score.beats, (number, layer)


def test_every_piece_names_its_free_source() -> None:
    for score in SCORES.values():
        assert score.title
        assert score.composer
        assert score.year < 1900
        assert str(score.year) in score.source


def test_the_pieces_begin_as_they_are_known() -> None:
    known = {
        Music.MINUET: "D5 G4 A4 B4 C5 D5 G4 G4",
        Music.PRELUDE: "G4 C5 E5 G4 C5 E5",
        Music.ODE: "F#4 F#4 G4 A4 A4 G4 F#4 E4 D4 D4 E4 F#4 F#4 E4 E4",
    }
    for music, names in known.items():
        notes = [note for bar in SCORES[music].bars() for note in bar.notes if note.layer is NoteLayer.MELODY]
        begins = [pitch(name) for name in names.split()]

        assert [note.pitch for note in notes[: len(begins)]] == begins


def test_the_tempo_rises_with_the_level_and_is_calm_in_menus() -> None:
    jukebox = Jukebox(Mixer())
    tempos: dict[tuple[Music, MusicScene, int], float] = {}
    for music in (Music.GENERATED, *SCORES):
        jukebox.choose(music, 1)
        for scene in MusicScene:
            jukebox.enter(scene)
            for level in (1, 5, 10):
                jukebox.level = level
                tempos[music, scene, level] = jukebox.tempo

    for music in (Music.GENERATED, *SCORES):
        one, five, ten = (tempos[music, MusicScene.GAME, level] for level in (1, 5, 10))
        assert one < five < ten < 2 * one or (one == ten and SCORES[music].faster)
        assert tempos[music, MusicScene.MENU, 10] == tempos[music, MusicScene.MENU, 1] <= one


def test_more_layers_are_heard_the_higher_the_stack_is() -> None:
    low, middle, high = (samples(density=density) for density in (0, 40, 80))

    assert len({low, middle, high}) == 3
    assert samples(density=40) == middle
    assert samples(density=80, scene=MusicScene.MENU) == samples(density=0, scene=MusicScene.MENU)


def test_music_without_a_volume_or_without_a_piece_is_silent() -> None:
    mixer = Mixer()
    jukebox = Jukebox(mixer)
    jukebox.choose(Music.GENERATED, 1)
    jukebox.fill()

    assert not any(mixer.mix(RATE))
    assert not any(samples(music=Music.NONE))
    assert any(samples(music=Music.ODE))
