"""Public-domain music as tables of notes."""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Final, NamedTuple

from piecement.sound.names import Music
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
    """Published piece; all layers always play, and the level changes the tempo."""

    title: str
    composer: str
    year: int
    source: str
    beats: int
    """Number of beats per bar."""
    tempo: float
    """Beats per minute at level 1."""
    melody: str
    """Bars divided by `|`; notes with their length in beats, as in `C5:1.5`, and `-` for a rest."""
    bass: str

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


_BROKEN_CHORDS: Final = (
    "C4 E4 G4 C5 E5|C4 D4 A4 D5 F5|B3 D4 G4 D5 F5|C4 E4 G4 C5 E5|C4 E4 A4 E5 A5|C4 D4 F#4 A4 D5|B3 D4 G4 D5 G5|"
    "B3 C4 E4 G4 C5|A3 C4 E4 G4 C5|D3 A3 D4 F#4 C5|G3 B3 D4 G4 B4|G3 A#3 E4 G4 C#5|F3 A3 D4 A4 D5|F3 G#3 D4 F4 B4|"
    "E3 G3 C4 G4 C5|E3 F3 A3 C4 F4|D3 F3 A3 C4 F4|G2 D3 G3 B3 F4|C3 E3 G3 C4 E4|C3 G3 A#3 C4 E4|F2 F3 A3 C4 E4|"
    "F#2 C3 A3 C4 D#4|G#2 F3 B3 C4 D4|G2 F3 G3 B3 D4|G2 E3 G3 C4 E4|G2 D3 G3 C4 F4|G2 D3 G3 B3 F4|G2 D#3 A3 C4 F#4|"
    "G2 E3 G3 C4 G4|G2 D3 G3 C4 F4|G2 D3 G3 B3 F4|C2 C3 G3 A#3 E4"
)
"""Five notes of each bar of the prelude from the lowest up, while the pattern lasts."""


def _prelude(names: str) -> str:
    """Return the upper three notes of a bar, played twice in each half."""
    _, _, *upper = names.split()
    half = "-:.5 " + " ".join(f"{name}:.25" for name in (*upper, *upper))
    return f"{half} {half}"


def _prelude_bass(names: str) -> str:
    low, second, *_ = names.split()
    half = f"{low}:.25 {second}:1.75"
    return f"{half} {half}"


SCORES: Final[Mapping[Music, MusicScore]] = {
    Music.MINUET: MusicScore(
        title="Minuet in G",
        composer="Christian Petzold",
        year=1725,
        source="Second Notebook for Anna Magdalena Bach, 1725; BWV Anh. 114, first half, repeated",
        beats=3,
        tempo=112,
        melody="D5 G4:.5 A4:.5 B4:.5 C5:.5|D5 G4 G4|E5 C5:.5 D5:.5 E5:.5 F#5:.5|G5 G4 G4|"
        "C5 D5:.5 C5:.5 B4:.5 A4:.5|B4 C5:.5 B4:.5 A4:.5 G4:.5|F#4 G4:.5 A4:.5 B4:.5 G4:.5|A4:3|"
        "D5 G4:.5 A4:.5 B4:.5 C5:.5|D5 G4 G4|E5 C5:.5 D5:.5 E5:.5 F#5:.5|G5 G4 G4|"
        "C5 D5:.5 C5:.5 B4:.5 A4:.5|B4 C5:.5 B4:.5 A4:.5 G4:.5|A4 B4:.5 A4:.5 G4:.5 F#4:.5|G4:3",
        bass="G3:2 A3|B3:3|C4:3|B3:3|A3:3|G3:3|D4 B3 G3|D4 D3:.5 C4:.5 B3:.5 A3:.5|"
        "B3:2 A3|G3 B3 G3|C4:3|B3 C4:.5 B3:.5 A3:.5 G3:.5|A3:2 F#3|G3:2 B3|C4 D4 D3|G3:2 G2",
    ),
    Music.PRELUDE: MusicScore(
        title="Prelude in C",
        composer="Johann Sebastian Bach",
        year=1722,
        source="The Well-Tempered Clavier, book I, 1722; BWV 846, bars 1 to 32",
        beats=4,
        tempo=66,
        melody="|".join(map(_prelude, _BROKEN_CHORDS.split("|"))),
        bass="|".join(map(_prelude_bass, _BROKEN_CHORDS.split("|"))),
    ),
    Music.ODE: MusicScore(
        title="Ode to Joy",
        composer="Ludwig van Beethoven",
        year=1824,
        source="Symphony No. 9, op. 125, finale, 1824: the theme, with a plain bass",
        beats=4,
        tempo=116,
        melody="F#4 F#4 G4 A4|A4 G4 F#4 E4|D4 D4 E4 F#4|F#4:1.5 E4:.5 E4:2|"
        "F#4 F#4 G4 A4|A4 G4 F#4 E4|D4 D4 E4 F#4|E4:1.5 D4:.5 D4:2|"
        "E4 E4 F#4 D4|E4 F#4:.5 G4:.5 F#4 D4|E4 F#4:.5 G4:.5 F#4 E4|D4 E4 A3 F#4|"
        "F#4 F#4 G4 A4|A4 G4 F#4 E4|D4 D4 E4 F#4|E4:1.5 D4:.5 D4:2",
        bass="D3:2 D3:2|A2:2 A2:2|D3:2 D3:2|A2:2 A2:2|D3:2 D3:2|A2:2 A2:2|D3:2 D3:2|A2:2 D3:2|"
        "A2:2 D3:2|A2:2 D3:2|A2:2 D3:2|B2 E3 A2:2|D3:2 D3:2|A2:2 A2:2|D3:2 D3:2|A2:2 D3:2",
    ),
}
"""Scores by name. Their composers died more than 190 years ago; the tables were written for this program."""
