"""Lock effects: the look of a piece just after it locks."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

from piecement.render.skins.animation import Animation, EffectCell, FieldSnapshot, Layer
from piecement.render.skins.palette import WHITE
from piecement.terminal.clock import MS
from piecement_engine.events import PieceLocked


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
