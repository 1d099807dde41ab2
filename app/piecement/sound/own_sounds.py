"""Custom sound sets: reader of a file with tones or WAV files, and writer of a template.

The process that plays reads them too, so nothing of the game around sound is imported here.
"""

import json
import re
import struct
import tomllib
import wave
from array import array
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from piecement.sound.effects import Effect, SoundSet
from piecement.sound.outputs import RATE
from piecement.sound.sound_sets import EFFECT_SETS
from piecement.sound.synth import Envelope, Tone, Wave, note_name, pitch

Sounding = tuple[Tone, ...] | Path
"""Tones of an effect, or its WAV file."""

LIKE: Final = "like"
TONE: Final = "C5 0 70 mellow 3 70 30"
"""Example of a tone: note, start and length (ms), wave, and an envelope of attack, half-life and release (ms)."""

LONGEST_MS: Final = 5_000
MOST_TONES: Final = 32
MOST_BYTES: Final = 100_000
"""Size of the largest file of a set."""

_UNREADABLE: Final = (ValueError, OSError, EOFError, RuntimeError, struct.error, wave.Error)
"""Errors of a value of a file, or of a damaged WAV file."""

_NOTE: Final = re.compile("[A-G]#?[0-8]")
_WIDTHS: Final = (1, 2, 3)
_RATES: Final = range(4_000, 192_001)


class FaultKind(StrEnum):
    SET = "set"
    EFFECT = "effect"
    TONE = "tone"
    WAV = "wav"


class SoundFault(NamedTuple):
    """A value that cannot be used."""

    kind: FaultKind
    name: str
    value: object


class OwnSounds(NamedTuple):
    effects: Mapping[Effect, Sounding]
    """All effects; any that the file leaves out come from a built-in set."""
    faults: tuple[SoundFault, ...] = ()


def read_sounds(table: Mapping[str, Any], folder: Path) -> OwnSounds:  # TOML has values of many types
    """Return the effects of a set; WAV files are in a folder."""
    faults: list[SoundFault] = []
    like = table.get(LIKE, SoundSet.SOFT.value)
    if like not in list(SoundSet):
        faults.append(SoundFault(FaultKind.SET, LIKE, like))
        like = SoundSet.SOFT
    effects: dict[Effect, Sounding] = {**EFFECT_SETS[SoundSet(like)]}
    for name, value in table.items():
        if name == LIKE:
            continue
        if name not in {*Effect}:
            faults.append(SoundFault(FaultKind.EFFECT, name, value))
            continue
        is_wav = isinstance(value, str) and value.lower().endswith(".wav")
        try:
            effects[Effect(name)] = _wav_file(value, folder) if is_wav else _tones(value)
        except _UNREADABLE:
            faults.append(SoundFault(FaultKind.WAV if is_wav else FaultKind.TONE, name, value))
    return OwnSounds(effects, tuple(faults))


def load_sounds(path: Path) -> OwnSounds:
    """Return the effects of a file, or those of a built-in set where it cannot be read."""
    try:
        table = tomllib.loads(path.read_text("utf-8-sig")) if path.stat().st_size <= MOST_BYTES else {}
    except (OSError, ValueError, RecursionError):
        table = {}
    return read_sounds(table, path.parent)


def _tones(value: object) -> tuple[Tone, ...]:
    texts = cast("list[object]", value) if isinstance(value, list) else [value]
    if not 1 <= len(texts) <= MOST_TONES:
        raise ValueError
    return tuple(map(_tone, texts))


def _tone(text: object) -> Tone:
    note, start, length, *more = text.split() if isinstance(text, str) else list[str]()
    waves, times = more[:1], [_time(word) for word in more[1:]]
    if not _NOTE.fullmatch(note) or len(times) > len(Envelope._fields) or _time(start) + _time(length) > LONGEST_MS:
        raise ValueError
    shape = Wave(waves[0]) if waves else Wave.MELLOW
    return Tone(pitch(note), _time(start), max(1, _time(length)), shape, Envelope(*times))


def _time(word: str) -> float:
    time = float(word)
    if not 0 <= time <= LONGEST_MS:
        raise ValueError
    return time


def _wav_file(name: str, folder: Path) -> Path:
    path = folder / name
    if Path(name).name != name or not path.is_file():  # a pipe would never end
        raise ValueError
    with wave.open(str(path), "rb") as file:
        _params_of(file)
    return path


def _params_of(file: wave.Wave_read) -> tuple[int, int, int, int]:
    """Return channels, bytes of a sample, rate and frames of a file. Raises `ValueError` if they are not allowed."""
    channels, width, rate, frames, *_ = file.getparams()
    if channels not in {1, 2} or width not in _WIDTHS or rate not in _RATES or frames * 1000 > LONGEST_MS * rate:
        raise ValueError
    return channels, width, rate, frames


def wav_samples(path: Path, semitones: float = 0) -> "array[int]":
    """Return the samples of a WAV file as one channel at our rate, transposed; silence where it cannot be read."""
    try:
        with wave.open(str(path), "rb") as file:
            channels, width, rate, frames = _params_of(file)
            data = file.readframes(frames)
    except _UNREADABLE:
        return array("h", [0])
    size = width * channels
    step = rate / RATE * 2 ** (semitones / 12)

    def mixed(start: int) -> int:
        return sum(_sample(data, start + channel * width, width) for channel in range(channels)) // channels

    return array("h", [mixed(int(place * step) * size) for place in range(int(len(data) // size / step))] or [0])


def _sample(data: bytes, offset: int, width: int) -> int:
    """Return a sample of some bytes as one of 16 bits."""
    if width == 1:
        return (data[offset] - 128) << 8
    return int.from_bytes(data[offset + width - 2 : offset + width], "little", signed=True)


def sounds_text(chosen: SoundSet) -> str:
    """Return the lines of a file that gives a built-in set, with all effects in comments."""
    lines = [f'{LIKE} = "{chosen}"']
    for effect, tones in EFFECT_SETS[chosen].items():
        lines.append(f"# {effect} = {json.dumps([_text_of(tone) for tone in tones])}")
    return "\n".join(lines) + "\n"


def _text_of(tone: Tone) -> str:
    times = (f"{time:g}" for time in tone.envelope)
    return f"{note_name(tone.pitch)} {tone.start_ms:g} {tone.length_ms:g} {tone.wave.value} {' '.join(times)}"
