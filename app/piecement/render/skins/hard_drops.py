"""Hard-drop effects: trails in the cells that the piece fell through."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

from piecement.render.skins.animation import Animation, EffectCell, FieldSnapshot, Layer
from piecement.render.skins.palette import WHITE
from piecement.terminal.clock import MS
from piecement_engine.events import HardDropped
from piecement_engine.pieces import Piece


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


def _fallen_through(before: Piece, after: Piece, height: int) -> Iterator[tuple[int, int, int]]:
    """Yield x, y and the distance above the landed piece of all cells that it fell through or left."""
    tops = dict(sorted(after.cells))  # the highest cell of a column is the last
    starts = dict(sorted(before.cells))
    for x, top in tops.items():
        for y in range(top + 1, min(starts.get(x, top) + 1, height)):
            yield x, y, y - top - 1


SEED_TRAIL: Final = SeedTrail(("@@", "$$", "##", "%%", "**", "++", "~~", ".."), (50, 70, 90, 110, 130, 150, 180, 240))
"""Trail of the skins that have their own."""

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
