"""The effects of a lock: what a piece looks like just after it has become part of the board."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from piecement.render.skins.inks import WHITE
from piecement.render.skins.stage import MS, Animation, Layer, Spot, Stage
from piecement_engine.events import PieceLocked


class LockEffect(Protocol):
    """Makes the animation of a lock; None where there is nothing to see."""

    def play(self, locked: PieceLocked, stage: Stage, /) -> Animation | None: ...


@dataclass(frozen=True, slots=True)
class NoLock:
    """Shows the locked tiles at once."""

    def play(self, _locked: PieceLocked, _stage: Stage, /) -> Animation | None:
        return None


@dataclass(frozen=True, slots=True)
class Flash:
    """Shows one glyph after the other on all cells of the piece."""

    glyphs: tuple[str, ...]
    ends_ms: tuple[int, ...]
    """The age at which each glyph is over."""
    ink: int | None = WHITE
    """The tile id of its colour; None for the piece's own."""

    def play(self, locked: PieceLocked, stage: Stage, /) -> Animation | None:
        ink = locked.piece.shape.tile if self.ink is None else self.ink
        cells = tuple((x, y) for x, y in locked.piece.cells if y <= stage.height)

        def spots(age_ns: int) -> Iterator[Spot]:
            glyph = self.glyphs[min(bisect_right(self.ends_ms, age_ns // MS), len(self.glyphs) - 1)]
            return (Spot(x, y, glyph, ink) for x, y in cells)

        end_ns = locked.time_ns + self.ends_ms[-1] * MS
        return Animation(locked.time_ns, end_ns, Layer.OVER, spots, follows_rows=True)


def evenly(glyphs: tuple[str, ...], duration_ms: int, ink: int | None = WHITE) -> Flash:
    """Return the flash that shows each glyph equally long."""
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
"""The effects of a lock by name; `skin` stands for the skin's own."""
