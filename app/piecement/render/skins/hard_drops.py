"""The effects of a hard drop: what a piece leaves in the cells that it fell through."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

from piecement.render.skins.animation import MS, Animation, EffectCell, FieldSnapshot, Layer
from piecement.render.skins.palette import WHITE
from piecement_engine.events import HardDropped
from piecement_engine.pieces import Piece


class HardDropEffect(Protocol):
    """Makes the animation of a hard drop; None where there is nothing to see."""

    def play(self, dropped: HardDropped, field: FieldSnapshot, /) -> Animation | None: ...


class NoDrop:
    def play(self, _dropped: HardDropped, _field: FieldSnapshot, /) -> Animation | None:
        return None


class SeedTrail(NamedTuple):
    """Leaves a trail up to the skyline that wears off from the top, however far the piece fell."""

    glyphs: tuple[str, ...]
    stages_ms: tuple[int, ...]
    """The ages at which the trail goes one glyph further."""

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
    """Fills the cells fallen through with glyphs that wear off with time and with height."""

    glyphs: tuple[str, ...]
    duration_ms: int
    decay: float = 0.75
    """How much of the trail's strength is left, a glyph further up."""
    ink: int | None = None
    """The tile id of its colour; None for the piece's own."""
    turns: int = 0
    """How many glyphs there are to a turn, for a trail that winds instead of wearing off."""

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
    """Yield (x, y, cells above the landed piece) of all cells that it fell through, with those it left."""
    tops = {x: y for x, y in sorted(after.cells)}  # noqa: C416  # the highest cell of a column is the last
    starts = {x: y for x, y in sorted(before.cells)}  # noqa: C416
    for x, top in tops.items():
        for y in range(top + 1, min(starts.get(x, top) + 1, height)):
            yield x, y, y - top - 1


SEED_TRAIL: Final = SeedTrail(("@@", "$$", "##", "%%", "**", "++", "~~", ".."), (50, 70, 90, 110, 130, 150, 180, 240))
"""The trail of the skins that have one of their own."""

HARD_DROPS: Final[dict[str, HardDropEffect]] = {
    "none": NoDrop(),
    "trail": DropTrail(("@@", "$$", "%%", "**", "++", "~~", ".."), 150),
    "trail 2": DropTrail(("||", "¦¦", "::", ".."), 150),
    "ascii beam": DropTrail(("||", "!!", "::"), 100, decay=1.0),
    "colour beam": DropTrail(("▒▒", "░░"), 75, decay=1.0),
    "white beam": DropTrail(("▒▒", "░░"), 75, decay=1.0, ink=WHITE),
    "helix": DropTrail(("⠑⠊", "⢄⡠", "⡠⢄", "⠊⠑"), 100, turns=4),
}
"""The effects of a hard drop by name; `skin` stands for the skin's own."""
