"""Tones of each effect in each sound set: synthesised from tables of pitch, wave and envelope, never recorded."""

from array import array
from collections.abc import Mapping
from typing import Final, NamedTuple

from piecement.sound.names import COMBO_STEPS, Effect, SoundSet
from piecement.sound.synth import Envelope, Tone, Wave, pitch, render

LEVELS: Final[Mapping[Effect, float]] = {
    Effect.MOVE: 0.10, Effect.ROTATE: 0.13, Effect.HOLD: 0.16, Effect.SOFT_DROP: 0.08, Effect.HARD_DROP: 0.30,
    Effect.LOCK: 0.20, Effect.SINK: 0.20, Effect.SINGLE: 0.28, Effect.DOUBLE: 0.30, Effect.TRIPLE: 0.33,
    Effect.TETRA: 0.42, Effect.SPIN: 0.26, Effect.SPIN_CLEAR: 0.38, Effect.BACK_TO_BACK: 0.24, Effect.COMBO: 0.26,
    Effect.PERFECT_CLEAR: 0.45, Effect.ATTACK: 0.18, Effect.GARBAGE_WAITING: 0.26, Effect.GARBAGE_RISING: 0.30,
    Effect.DANGER: 0.34, Effect.COUNT: 0.26, Effect.GO: 0.32, Effect.LEVEL_UP: 0.34, Effect.NEWS: 0.20,
    Effect.WON: 0.42, Effect.GAME_OVER: 0.38, Effect.MENU_STEP: 0.09, Effect.MENU_CHOOSE: 0.18,
    Effect.MENU_BACK: 0.16,
}  # fmt: skip
"""Peak level of each effect as a fraction of full scale; frequent effects are soft."""


class _Instrument(NamedTuple):
    wave: Wave
    envelope: Envelope

    def run(self, notes: str, each_ms: float, *, last_ms: float = 0, start_ms: float = 0) -> tuple[Tone, ...]:
        """Return consecutive notes, optionally with a different length for the last one (ms)."""
        numbers = [pitch(name) for name in notes.split()]
        lengths = [each_ms] * (len(numbers) - 1) + [last_ms or each_ms]
        return tuple(
            Tone(number, start_ms + index * each_ms, length, self.wave, self.envelope)
            for index, (number, length) in enumerate(zip(numbers, lengths, strict=True))
        )

    def chord(self, notes: str, length_ms: float, *, start_ms: float = 0) -> tuple[Tone, ...]:
        return tuple(Tone(pitch(name), start_ms, length_ms, self.wave, self.envelope) for name in notes.split())


_MALLET: Final = _Instrument(Wave.MELLOW, Envelope(3, 70, 30))
_DRUM: Final = _Instrument(Wave.SINE, Envelope(2, 35, 20))
_BREATH: Final = _Instrument(Wave.NOISE, Envelope(2, 14, 10))
_REED: Final = _Instrument(Wave.TRIANGLE, Envelope(8, 0, 40))

_SOFT: Final[Mapping[Effect, tuple[Tone, ...]]] = {
    Effect.MOVE: _MALLET.run("G5", 45),
    Effect.ROTATE: _MALLET.run("C6", 60),
    Effect.HOLD: _MALLET.run("E5 B5", 45, last_ms=90),
    Effect.SOFT_DROP: _MALLET.run("D5", 40),
    Effect.HARD_DROP: (*_DRUM.run("G2", 130), *_BREATH.run("C7", 50)),
    Effect.LOCK: _DRUM.run("D3", 90),
    Effect.SINK: _DRUM.run("F3 D3", 60, last_ms=100),
    Effect.SINGLE: _MALLET.run("C5 E5", 70, last_ms=220),
    Effect.DOUBLE: _MALLET.run("C5 E5 G5", 70, last_ms=240),
    Effect.TRIPLE: _MALLET.run("C5 E5 G5 B5", 70, last_ms=260),
    Effect.TETRA: (*_MALLET.run("C5 E5 G5 C6", 70), *_MALLET.chord("C5 G5 E6", 500, start_ms=280)),
    Effect.SPIN: _MALLET.run("A5 D6 A5", 45, last_ms=140),
    Effect.SPIN_CLEAR: (*_MALLET.run("A4 D5 F#5 A5", 55), *_MALLET.chord("D5 A5 F#6", 420, start_ms=220)),
    Effect.BACK_TO_BACK: _MALLET.run("G6 D7", 60, last_ms=220),
    Effect.COMBO: _MALLET.run("C5", 200),
    Effect.PERFECT_CLEAR: (*_MALLET.run("C5 G5 C6 E6 G6", 90), *_MALLET.chord("C5 E5 G5 C7", 900, start_ms=450)),
    Effect.ATTACK: _MALLET.run("B4 F#5", 50, last_ms=120),
    Effect.GARBAGE_WAITING: _REED.run("D#4 D4", 90, last_ms=140),
    Effect.GARBAGE_RISING: (*_DRUM.run("C2 D2 D#2", 80, last_ms=140), *_BREATH.run("C5", 120)),
    Effect.DANGER: _REED.run("A4 D#4 A4 D#4", 110),
    Effect.COUNT: _MALLET.run("G4", 160),
    Effect.GO: _MALLET.run("G5", 320),
    Effect.LEVEL_UP: _MALLET.run("D5 F#5 A5 D6", 80, last_ms=320),
    Effect.NEWS: _MALLET.run("E5 A5", 80, last_ms=200),
    Effect.WON: (*_MALLET.run("G4 C5 E5 G5 E5", 110), *_MALLET.chord("C5 E5 G5 C6", 900, start_ms=550)),
    Effect.GAME_OVER: _MALLET.run("G4 F4 D4 C4", 180, last_ms=700),
    Effect.MENU_STEP: _MALLET.run("A5", 40),
    Effect.MENU_CHOOSE: _MALLET.run("A5 E6", 50, last_ms=120),
    Effect.MENU_BACK: _MALLET.run("E6 A5", 50, last_ms=120),
}

_LEAD: Final = _Instrument(Wave.SQUARE, Envelope(1, 120, 8))
_THIN: Final = _Instrument(Wave.PULSE, Envelope(1, 90, 8))
_LOW: Final = _Instrument(Wave.TRIANGLE, Envelope(1, 60, 8))
_STATIC: Final = _Instrument(Wave.NOISE, Envelope(1, 22, 8))

_SQUARE: Final[Mapping[Effect, tuple[Tone, ...]]] = {
    Effect.MOVE: _THIN.run("C6", 22),
    Effect.ROTATE: _THIN.run("E6", 34),
    Effect.HOLD: _THIN.run("C6 G6", 30),
    Effect.SOFT_DROP: _THIN.run("F5", 20),
    Effect.HARD_DROP: (*_LOW.run("C3", 90), *_STATIC.run("G7", 70)),
    Effect.LOCK: _LOW.run("G3", 60),
    Effect.SINK: _LOW.run("B3 G3", 50),
    Effect.SINGLE: _LEAD.run("G5 C6", 60, last_ms=110),
    Effect.DOUBLE: _LEAD.run("G5 C6 E6", 60, last_ms=120),
    Effect.TRIPLE: _LEAD.run("G5 C6 E6 G6", 60, last_ms=130),
    Effect.TETRA: (*_LEAD.run("C5 G5 C6 G6 C6 G6", 55, last_ms=260), *_LOW.run("C4", 460)),
    Effect.SPIN: _THIN.run("D6 A6 D7", 40, last_ms=90),
    Effect.SPIN_CLEAR: _LEAD.run("D5 A5 D6 F#6 A6", 50, last_ms=240),
    Effect.BACK_TO_BACK: _THIN.run("E6 B6 E7", 45, last_ms=140),
    Effect.COMBO: _LEAD.run("C5", 130),
    Effect.PERFECT_CLEAR: _LEAD.run("C5 E5 G5 C6 E6 G6 C7", 65, last_ms=480),
    Effect.ATTACK: _THIN.run("B5 E6", 45, last_ms=80),
    Effect.GARBAGE_WAITING: _LEAD.run("A3 G#3", 70, last_ms=110),
    Effect.GARBAGE_RISING: (*_LOW.run("C2 C#2 D2 D#2", 50), *_STATIC.run("C6", 180)),
    Effect.DANGER: _LEAD.run("E5 A#4 E5 A#4", 80),
    Effect.COUNT: _LEAD.run("C5", 110),
    Effect.GO: _LEAD.run("C6", 280),
    Effect.LEVEL_UP: _LEAD.run("C5 E5 G5 C6 G5 C6", 55, last_ms=200),
    Effect.NEWS: _THIN.run("A5 A5", 60, last_ms=110),
    Effect.WON: _LEAD.run("G4 B4 D5 G5 D5 G5 B5", 85, last_ms=600),
    Effect.GAME_OVER: _LEAD.run("C5 G4 D#4 C4 G3", 130, last_ms=500),
    Effect.MENU_STEP: _THIN.run("G5", 22),
    Effect.MENU_CHOOSE: _THIN.run("G5 C6", 40, last_ms=70),
    Effect.MENU_BACK: _THIN.run("C6 G5", 40, last_ms=70),
}

_BEEP: Final = _Instrument(Wave.SQUARE, Envelope(1, 0, 4))
_TICK: Final = _Instrument(Wave.PULSE, Envelope(1, 12, 4))

_BELL: Final[Mapping[Effect, tuple[Tone, ...]]] = {
    Effect.MOVE: _TICK.run("G5", 12),
    Effect.ROTATE: _TICK.run("G5", 20),
    Effect.HOLD: _TICK.run("G5", 36),
    Effect.SOFT_DROP: _TICK.run("G4", 20),
    Effect.HARD_DROP: _TICK.run("G3", 40),
    Effect.LOCK: _TICK.run("G4", 24),
    Effect.SINK: _TICK.run("G4 G4", 60, last_ms=24),
    Effect.SINGLE: _BEEP.run("G5", 90),
    Effect.DOUBLE: (*_BEEP.run("G5", 70), *_BEEP.run("G5", 90, start_ms=110)),
    Effect.TRIPLE: tuple(tone for start in (0, 100, 200) for tone in _BEEP.run("G5", 70, start_ms=start)),
    Effect.TETRA: tuple(tone for start in (0, 90, 180, 270) for tone in _BEEP.run("G5", 60, start_ms=start)),
    Effect.SPIN: _BEEP.run("G5 D6", 45),
    Effect.SPIN_CLEAR: _BEEP.run("G5 D6 G5 D6", 60, last_ms=140),
    Effect.BACK_TO_BACK: _BEEP.run("D6", 140),
    Effect.COMBO: _BEEP.run("G5", 80),
    Effect.PERFECT_CLEAR: tuple(tone for start in range(0, 800, 100) for tone in _BEEP.run("G5", 60, start_ms=start)),
    Effect.ATTACK: _BEEP.run("D6", 40),
    Effect.GARBAGE_WAITING: _BEEP.run("G4", 120),
    Effect.GARBAGE_RISING: _BEEP.run("G3", 180),
    Effect.DANGER: tuple(tone for start in (0, 160, 320) for tone in _BEEP.run("G4", 100, start_ms=start)),
    Effect.COUNT: _BEEP.run("G5", 60),
    Effect.GO: _BEEP.run("G5", 240),
    Effect.LEVEL_UP: _BEEP.run("G5 D6", 90, last_ms=140),
    Effect.NEWS: _BEEP.run("D6", 80),
    Effect.WON: tuple(tone for start in (0, 150, 300, 600) for tone in _BEEP.run("G5", 120, start_ms=start)),
    Effect.GAME_OVER: _BEEP.run("G5 G4", 250, last_ms=600),
    Effect.MENU_STEP: _TICK.run("G5", 10),
    Effect.MENU_CHOOSE: _BEEP.run("G5", 40),
    Effect.MENU_BACK: _TICK.run("G4", 30),
}

EFFECT_SETS: Final[Mapping[SoundSet, Mapping[Effect, tuple[Tone, ...]]]] = {
    SoundSet.SOFT: _SOFT,
    SoundSet.SQUARE: _SQUARE,
    SoundSet.BELL: _BELL,
}
"""Tones of each effect by sound set: soft mallets, the square waves of an 8-bit machine, and the bell of a terminal
such as that of the Elektronika 60, which had little more than one tone, so that rhythm distinguishes the effects.
"""


def semitones_of(step: int) -> int:
    """Return the transposition of a combo step."""
    return COMBO_STEPS[min(step, len(COMBO_STEPS) - 1)]


def samples_of(tones: tuple[Tone, ...], effect: Effect, step: int = 0) -> "array[int]":
    """Return the samples of the tones of an effect, higher with each combo step."""
    return render(tones, LEVELS[effect], semitones_of(step))
