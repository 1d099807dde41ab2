"""Animation of pieces: hard drops and locks."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Final, NamedTuple, Protocol

from piecement.render.skins.palettes import WHITE
from piecement.terminal.clock import MS
from piecement_engine.board.pieces import Piece
from piecement_engine.events import HardDropped, PieceLocked


class EffectCell(NamedTuple):
    """Cell covered by an effect with a glyph of two characters; the ink is a tile id."""

    x: int
    y: int
    glyph: str
    ink: int
    light: int = 0
    """Strength of a light in the colour of the ink, of `LIGHT_STEPS`; 0 for the glyph itself."""


LIGHT_STEPS: Final = 40


class Layer(IntEnum):
    UNDER = 0
    """Visible only in empty cells of the field."""
    OVER = 1
    """Covers the tiles."""


class FieldSnapshot(NamedTuple):
    """Field at the start of an effect."""

    width: int
    height: int
    """Number of visible rows."""
    rows: Sequence[tuple[int, ...]]
    """Tiles of each row, lowest first."""


CellsAt = Callable[[int], Iterable[EffectCell]]
"""Function that returns the covered cells at an age (ns)."""


class Animation(NamedTuple):
    """Effect with a start and an end in game time."""

    start_ns: int
    end_ns: int
    layer: Layer
    cells_at: CellsAt
    follows_rows: bool = False
    """Whether the effect ends when the rows under it move."""


class HardDropEffect(Protocol):
    """Creates the animation of a hard drop, or None if there is nothing to show."""

    def play(self, dropped: HardDropped, field: FieldSnapshot, /) -> Animation | None: ...


class NoDrop:
    def play(self, _dropped: HardDropped, _field: FieldSnapshot, /) -> Animation | None:
        return None


class SeedTrail(NamedTuple):
    """Trail up to the skyline, regardless of the fall height, that fades from the top."""

    glyphs: tuple[str, ...]
    stages_ms: tuple[int, ...]
    """Ages at which the trail advances by one glyph (ms)."""

    def play(self, dropped: HardDropped, field: FieldSnapshot, /) -> Animation | None:
        ink = dropped.after.shape.tile
        landed = dropped.after.cells

        def cells_at(age_ns: int) -> Iterator[EffectCell]:
            worn = bisect_right(self.stages_ms, age_ns // MS)
            for x, bottom in landed:
                for y in range(bottom, min(field.height, bottom + 2 * (len(self.glyphs) - worn))):
                    yield EffectCell(x, y, self.glyphs[(y - bottom) // 2 + worn], ink)

        return Animation(dropped.time_ns, dropped.time_ns + self.stages_ms[-1] * MS, Layer.UNDER, cells_at)


class DropTrail(NamedTuple):
    """Trail in the cells fallen through that fades with time and height."""

    glyphs: tuple[str, ...]
    duration_ms: int
    decay: float = 0.75
    """Fraction of the trail's strength that is left one cell further up."""
    ink: int | None = None
    """Tile id of the colour; None for that of the piece."""
    turns: int = 0
    """Number of glyphs per turn, for a trail that winds instead of fading."""

    def play(self, dropped: HardDropped, field: FieldSnapshot, /) -> Animation | None:
        path = tuple(_fallen_through(dropped.before, dropped.after, field.height))
        ink = dropped.after.shape.tile if self.ink is None else self.ink

        def cells_at(age_ns: int) -> Iterator[EffectCell]:
            part = age_ns / (self.duration_ms * MS)
            for x, y, above in path:
                index = self._index(part, above)
                if index < len(self.glyphs):
                    yield EffectCell(x, y, self.glyphs[index], ink)

        return Animation(dropped.time_ns, dropped.time_ns + self.duration_ms * MS, Layer.UNDER, cells_at)

    def _index(self, part: float, above: int) -> int:
        if self.turns:
            return (above + int(part * 2 * self.turns)) % self.turns
        return int(len(self.glyphs) * part + (1 - self.decay) * above)


class LightColumn(NamedTuple):
    """Light above the landed piece in its colour, which fades with time and height."""

    strongest: float
    """Fraction of the colour at the piece, at the start."""
    rows: int
    duration_ms: int
    stages: int
    """Number of steps in which it fades."""

    def play(self, dropped: HardDropped, field: FieldSnapshot, /) -> Animation | None:
        path = [cell for cell in _fallen_through(dropped.before, dropped.after, field.height) if cell[2] < self.rows]
        ink = dropped.after.shape.tile

        def cells_at(age_ns: int) -> Iterator[EffectCell]:
            left = 1 - (age_ns * self.stages // (self.duration_ms * MS)) / self.stages
            for x, y, above in path:
                light = round(self.strongest * LIGHT_STEPS * left * (1 - above / self.rows))
                if light > 0:
                    yield EffectCell(x, y, "  ", ink, light)

        return Animation(dropped.time_ns, dropped.time_ns + self.duration_ms * MS, Layer.UNDER, cells_at)


def _fallen_through(before: Piece, after: Piece, height: int) -> Iterator[tuple[int, int, int]]:
    """Yield x, y and the distance above the landed piece of all cells that it fell through or left."""
    tops = dict(sorted(after.cells))  # the highest cell of a column is the last
    starts = dict(sorted(before.cells))
    for x, top in tops.items():
        for y in range(top + 1, min(starts.get(x, top) + 1, height)):
            yield x, y, y - top - 1


SEED_TRAIL: Final = SeedTrail(("@@", "$$", "##", "%%", "**", "++", "~~", ".."), (50, 70, 90, 110, 130, 150, 180, 240))
"""Trail of the skins that have their own."""

LIGHT_COLUMN: Final = LightColumn(0.55, rows=9, duration_ms=240, stages=6)
LIGHT_IN_GLYPHS: Final = DropTrail(("░░",), 100, decay=1.0)
"""Column of light of a skin with few colours."""

HARD_DROPS: Final[dict[str, HardDropEffect]] = {
    "none": NoDrop(),
    "trail": DropTrail(("@@", "$$", "%%", "**", "++", "~~", ".."), 150),
    "trail 2": DropTrail(("||", "¦¦", "::", ".."), 150),
    "ascii beam": DropTrail(("||", "!!", "::"), 100, decay=1.0),
    "colour beam": DropTrail(("▒▒", "░░"), 75, decay=1.0),
    "white beam": DropTrail(("▒▒", "░░"), 75, decay=1.0, ink=WHITE),
    "helix": DropTrail(("⠑⠊", "⢄⡠", "⡠⢄", "⠊⠑"), 100, turns=4),
}
"""Hard-drop effects by name; `skin` selects the skin's own."""


class LockEffect(Protocol):
    """Creates the animation of a lock, or None if there is nothing to show."""

    def play(self, locked: PieceLocked, field: FieldSnapshot, /) -> Animation | None: ...


class NoLock:
    """Shows the locked tiles at once."""

    def play(self, _locked: PieceLocked, _field: FieldSnapshot, /) -> Animation | None:
        return None


class Flash(NamedTuple):
    """Shows one glyph after the other on all cells of the piece."""

    glyphs: tuple[str, ...]
    ends_ms: tuple[int, ...]
    """Age at which each glyph ends (ms)."""
    ink: int | None = WHITE
    """Tile id of the colour; None for that of the piece."""

    def play(self, locked: PieceLocked, field: FieldSnapshot, /) -> Animation | None:
        ink = locked.piece.shape.tile if self.ink is None else self.ink
        visible = tuple((x, y) for x, y in locked.piece.cells if y <= field.height)

        def cells_at(age_ns: int) -> Iterator[EffectCell]:
            glyph = self.glyphs[min(bisect_right(self.ends_ms, age_ns // MS), len(self.glyphs) - 1)]
            return (EffectCell(x, y, glyph, ink) for x, y in visible)

        end_ns = locked.time_ns + self.ends_ms[-1] * MS
        return Animation(locked.time_ns, end_ns, Layer.OVER, cells_at, follows_rows=True)


def evenly(glyphs: tuple[str, ...], duration_ms: int, ink: int | None = WHITE) -> Flash:
    """Return a flash with equal time for each glyph."""
    count = len(glyphs)
    return Flash(glyphs, tuple(duration_ms * (i + 1) // count for i in range(count)), ink)


_SEED_ENDS_MS: Final = (50, 75, 100, 125, 150, 175)

UNICODE_FLASH: Final = Flash(("██", "▓▓", "▒▒", "░░", "▒▒", "▓▓"), _SEED_ENDS_MS)
ASCII_FLASH: Final = Flash(("()", "()", "{}", "{}", "<>", "<>"), _SEED_ENDS_MS)
ELECTRONIKA_60_FLASH: Final = Flash(("▮▮",), (175,))

LOCKS: Final[dict[str, LockEffect]] = {
    "none": NoLock(),
    "white flash": evenly(("██",), 125),
    "transform": evenly(("[]", "()", "{}", "<>", "=="), 175, ink=None),
    "pulse": evenly(("██", "▓▓", "▒▒", "░░", "▒▒", "▓▓"), 150, ink=None),
    "spiral": evenly(("⠉⠉", "⠈⠙", " ⢸", "⢀⣠", "⣀⣀", "⣄⡀", "⡇ ", "⠋⠁"), 200, ink=None),
}
"""Lock effects by name; `skin` selects the skin's own."""
