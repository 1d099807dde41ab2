"""Sound sets of the player's own: tones and WAV files, and what is no sound."""

import random
import tomllib
import wave
from pathlib import Path

import pytest

from piecement.sound.effects import Effect, SoundSet
from piecement.sound.mixer import Mixer
from piecement.sound.outputs import RATE
from piecement.sound.own_sounds import FaultKind, load_sounds, read_sounds, sounds_text, wav_samples
from piecement.sound.player import SoundPlayer
from piecement.sound.sound_sets import EFFECT_SETS
from piecement.sound.synth import Envelope, Tone, Wave, render

HALF_SECOND = RATE // 2


def wav(path: Path, *, channels: int = 1, width: int = 2, rate: int = RATE, seconds: float = 0.5) -> Path:
    """Write a WAV file with a constant value of half of full scale."""
    high = {1: b"\xc0", 2: b"\x00\x40", 3: b"\x00\x00\x40", 4: b"\x00\x00\x00\x40"}[width]
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(high * channels * int(rate * seconds))
    return path


def test_tones_are_read(tmp_path: Path) -> None:
    effects, faults = read_sounds({"like": "square", "move": ["A4 0 50", "C#5 50 70 noise 1 2 3"]}, tmp_path)

    assert faults == ()
    assert effects[Effect.MOVE] == (
        Tone(69, 0, 50, Wave.MELLOW, Envelope()),
        Tone(73, 50, 70, Wave.NOISE, Envelope(1, 2, 3)),
    )
    assert effects[Effect.LOCK] == EFFECT_SETS[SoundSet.SQUARE][Effect.LOCK]


def test_half_life_shorter_than_a_frame_is_rendered(tmp_path: Path) -> None:
    effects, faults = read_sounds({"lock": "C5 0 70 mellow 3 0.01 30"}, tmp_path)
    tones = effects[Effect.LOCK]

    assert faults == ()
    assert isinstance(tones, tuple)
    assert max(render(tones, 1)) > 0


@pytest.mark.parametrize("chosen", SoundSet)
def test_an_exported_set_is_the_same(chosen: SoundSet, tmp_path: Path) -> None:
    text = sounds_text(chosen)
    whole = "".join(line.removeprefix("# ") for line in text.splitlines(keepends=True))

    for one in (text, whole):
        assert read_sounds(tomllib.loads(one), tmp_path) == (EFFECT_SETS[chosen], ())


@pytest.mark.parametrize(
    ("name", "value", "kind"),
    [
        ("like", "loud", FaultKind.SET),
        ("like", [], FaultKind.SET),
        ("moo", "C5 0 50", FaultKind.EFFECT),
        ("move", "H5 0 50", FaultKind.TONE),
        ("move", "E#5 0 50", FaultKind.TONE),
        ("move", "C5 0", FaultKind.TONE),
        ("move", "C5 0 nan", FaultKind.TONE),
        ("move", "C5 0 6000", FaultKind.TONE),
        ("move", "C5 0 50 loud", FaultKind.TONE),
        ("move", "C5 0 50 sine 1 2 3 4", FaultKind.TONE),
        ("move", [], FaultKind.TONE),
        ("move", ["C5 0 50"] * 33, FaultKind.TONE),
        ("move", [7], FaultKind.TONE),
        ("move", "none.wav", FaultKind.WAV),
        ("move", "../up.wav", FaultKind.WAV),
        ("move", "text.wav", FaultKind.WAV),
        ("move", "long.wav", FaultKind.WAV),
        ("move", "wide.wav", FaultKind.WAV),
        ("move", "\0.wav", FaultKind.WAV),
    ],
)
def test_a_fault_leaves_the_built_in_sound(name: str, value: object, kind: FaultKind, tmp_path: Path) -> None:
    folder = tmp_path / "sounds"
    folder.mkdir()
    wav(tmp_path / "up.wav")
    wav(folder / "long.wav", seconds=6)
    wav(folder / "wide.wav", width=4)
    (folder / "text.wav").write_text("no sound")

    assert read_sounds({name: value}, folder) == (EFFECT_SETS[SoundSet.SOFT], ((kind, name, value),))


@pytest.mark.parametrize(("channels", "width", "rate"), [(1, 2, RATE), (2, 2, 44_100), (1, 1, 8_000), (2, 3, 48_000)])
def test_wav_files_of_all_forms_sound(channels: int, width: int, rate: int, tmp_path: Path) -> None:
    samples = wav_samples(wav(tmp_path / "a.wav", channels=channels, width=width, rate=rate))

    assert abs(len(samples) - HALF_SECOND) <= 1
    assert {*samples} == {1 << 14}


def test_a_wav_file_is_shorter_where_it_is_higher(tmp_path: Path) -> None:
    assert len(wav_samples(wav(tmp_path / "a.wav"), 12)) == HALF_SECOND // 2


def test_the_player_uses_a_file(tmp_path: Path) -> None:
    wav(tmp_path / "lock.wav")
    (tmp_path / "my set.toml").write_text('lock = "lock.wav"\n')
    mixer = Mixer()
    player = SoundPlayer(mixer)
    player.execute(f"set {str(tmp_path / 'my set.toml').replace(' ', '%20')}")
    player.execute("play lock 0 100")

    assert {*mixer.mix(100)} == {1 << 14}


def test_the_player_survives_a_file_that_is_gone(tmp_path: Path) -> None:
    path = wav(tmp_path / "lock.wav")
    (tmp_path / "mine.toml").write_text('lock = "lock.wav"\n')
    mixer = Mixer()
    player = SoundPlayer(mixer)
    player.execute(f"set {tmp_path / 'mine.toml'}")
    path.unlink()
    player.execute("play lock 0 100")
    assert not any(mixer.mix(100))

    player.execute(f"set {tmp_path / 'gone.toml'}")
    player.execute("play tetra 0 100")
    assert any(mixer.mix(1000))


def test_any_bytes_in_a_file_give_a_set(tmp_path: Path) -> None:
    path = wav(tmp_path / "a.wav")
    good = path.read_bytes()
    text = b'like = "soft"\nmove = "a.wav"\nlock = ["C5 0 70 mellow 3 70 30"]\n'
    for seed in range(200):
        dice = random.Random(seed)
        damaged, lines = bytearray(good), bytearray(text)
        for _ in range(5):
            damaged[dice.randrange(48)] = dice.randrange(256)
            lines[dice.randrange(len(lines))] = dice.choice(b'[]"=#.{}0Cz\n\0\xff')
        path.write_bytes(damaged[: dice.randrange(200)] if seed % 3 == 0 else damaged)
        (tmp_path / "any.toml").write_bytes(lines)
        effects = load_sounds(tmp_path / "any.toml").effects

        assert effects.keys() == {*Effect}
        assert wav_samples(path)
