"""Effects of pieces: hard drops and locks."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from piecement.render.skins.animation import LIGHT_STEPS, Animation, EffectCell, FieldSnapshot, Layer, no_effect
from piecement.render.skins.palettes import WHITE
from piecement.terminal.clock import MS
from piecement_engine.board.pieces import Piece
from piecement_engine.events import HardDropped, PieceLocked
from piecement_engine.quick import new_tuple

HardDropEffect = Callable[[HardDropped, FieldSnapshot], list[Animation]]
"""Function that returns the animations of a hard drop."""

_TRAIL_GLYPHS: Final = ("@@", "$$", "##", "%%", "**", "++", "~~", "..")
_TRAIL_STAGES_MS: Final = (50, 70, 90, 110, 130, 150, 180, 240)
"""Ages at each of which the trail advances by one glyph."""


def tall_trail(dropped: HardDropped, field: FieldSnapshot) -> list[Animation]:
    """Return a trail up to the skyline, regardless of the fall height, that fades from the top."""
    ink = dropped.after.shape.tile
    landed = dropped.after.cells

    def cells_at(age_ns: int) -> Iterator[EffectCell]:
        worn = bisect_right(_TRAIL_STAGES_MS, age_ns // MS)
        for x, bottom in landed:
            for y in range(bottom, min(field.height, bottom + 2 * (len(_TRAIL_GLYPHS) - worn))):
                yield EffectCell(x, y, _TRAIL_GLYPHS[(y - bottom) // 2 + worn], ink)

    return [Animation(dropped.time_ns, dropped.time_ns + _TRAIL_STAGES_MS[-1] * MS, Layer.UNDER, cells_at)]


def drop_trail(
    glyphs: tuple[str, ...], duration_ms: int, decay: float = 0.75, ink: int | None = None, turns: int = 0
) -> HardDropEffect:
    """Return a trail in the cells fallen through that fades with time and height.

    `decay` is the fraction of its strength that is left one cell further up, and `ink` the tile id of its colour, None
    for that of the piece. With `turns`, the number of glyphs per turn, it winds instead of fading.
    """

    def index(part: float, above: int) -> int:
        if turns:
            return (above + int(part * 2 * turns)) % turns
        return int(len(glyphs) * part + (1 - decay) * above)

    def play(dropped: HardDropped, field: FieldSnapshot) -> list[Animation]:
        path = tuple(_fallen_through(dropped.before, dropped.after, field.height))
        colour = dropped.after.shape.tile if ink is None else ink

        def cells_at(age_ns: int) -> list[EffectCell]:
            places = [index(age_ns / (duration_ms * MS), above) for above in range(field.height)]
            shown = [(x, y, places[above]) for x, y, above in path if places[above] < len(glyphs)]
            return [new_tuple(EffectCell, (x, y, glyphs[place], colour, 0)) for x, y, place in shown]

        return [Animation(dropped.time_ns, dropped.time_ns + duration_ms * MS, Layer.UNDER, cells_at)]

    return play


_LIGHT_STRONGEST: Final = 0.55
"""Fraction of its colour at the piece, at the start."""
_LIGHT_ROWS: Final = 9
_LIGHT_NS: Final = 240 * MS
_LIGHT_STAGES: Final = 6


def light_column(dropped: HardDropped, field: FieldSnapshot) -> list[Animation]:
    """Return a light above the landed piece in its colour, which fades with height, and with time in some stages."""
    path = [cell for cell in _fallen_through(dropped.before, dropped.after, field.height) if cell[2] < _LIGHT_ROWS]
    ink = dropped.after.shape.tile

    @lru_cache(maxsize=1)
    def cells_in(stage: int) -> list[EffectCell]:
        strongest = _LIGHT_STRONGEST * LIGHT_STEPS * (1 - stage / _LIGHT_STAGES)
        lights = [round(strongest * (1 - above / _LIGHT_ROWS)) for above in range(_LIGHT_ROWS)]
        return [EffectCell(x, y, "  ", ink, lights[above]) for x, y, above in path if lights[above] > 0]

    def cells_at(age_ns: int) -> list[EffectCell]:
        return cells_in(age_ns * _LIGHT_STAGES // _LIGHT_NS)

    return [Animation(dropped.time_ns, dropped.time_ns + _LIGHT_NS, Layer.UNDER, cells_at)]


def _fallen_through(before: Piece, after: Piece, height: int) -> Iterator[tuple[int, int, int]]:
    """Yield x, y and the distance above the landed piece of all cells that it fell through or left."""
    tops = dict(sorted(after.cells))  # the highest cell of a column is the last
    starts = dict(sorted(before.cells))
    for x, top in tops.items():
        for y in range(top + 1, min(starts.get(x, top) + 1, height)):
            yield x, y, y - top - 1


LIGHT_IN_GLYPHS: Final = drop_trail(("░░",), 100, decay=1.0)
"""Column of light of a skin with few colours."""

HARD_DROPS: Final[dict[str, HardDropEffect]] = {
    "none": no_effect,
    "trail": drop_trail(("@@", "$$", "%%", "**", "++", "~~", ".."), 150),
    "trail 2": drop_trail(("||", "¦¦", "::", ".."), 150),
    "ascii beam": drop_trail(("||", "!!", "::"), 100, decay=1.0),
    "colour beam": drop_trail(("▒▒", "░░"), 75, decay=1.0),
    "white beam": drop_trail(("▒▒", "░░"), 75, decay=1.0, ink=WHITE),
    "helix": drop_trail(("⠑⠊", "⢄⡠", "⡠⢄", "⠊⠑"), 100, turns=4),
}
"""Hard-drop effects by name; `skin` selects the skin's own."""


LockEffect = Callable[[PieceLocked, FieldSnapshot], list[Animation]]
"""Function that returns the animations of a lock."""


def flash(glyphs: tuple[str, ...], duration_ms: int, ink: int | None = WHITE) -> LockEffect:
    """Return an effect that shows one glyph after the other on all cells of the piece, each for the same time.

    `ink` is the tile id of the colour, None for that of the piece.
    """

    def play(locked: PieceLocked, field: FieldSnapshot) -> list[Animation]:
        colour = locked.piece.shape.tile if ink is None else ink
        visible = tuple((x, y) for x, y in locked.piece.cells if y <= field.height)

        @lru_cache(maxsize=1)
        def cells_of(glyph: str) -> list[EffectCell]:
            return [EffectCell(x, y, glyph, colour) for x, y in visible]

        def cells_at(age_ns: int) -> list[EffectCell]:
            return cells_of(glyphs[min(age_ns * len(glyphs) // (duration_ms * MS), len(glyphs) - 1)])

        end_ns = locked.time_ns + duration_ms * MS
        return [Animation(locked.time_ns, end_ns, Layer.OVER, cells_at, follows_rows=True)]

    return play


UNICODE_FLASH: Final = flash(("██", "██", "▓▓", "▒▒", "░░", "▒▒", "▓▓"), 175)
ASCII_FLASH: Final = flash(("()", "()", "()", "{}", "{}", "<>", "<>"), 175)
ELECTRONIKA_60_FLASH: Final = flash(("▮▮",), 175)

LOCKS: Final[dict[str, LockEffect]] = {
    "none": no_effect,
    "white flash": flash(("██",), 125),
    "transform": flash(("[]", "()", "{}", "<>", "=="), 175, ink=None),
    "pulse": flash(("██", "▓▓", "▒▒", "░░", "▒▒", "▓▓"), 150, ink=None),
    "spiral": flash(("⠉⠉", "⠈⠙", " ⢸", "⢀⣠", "⣀⣀", "⣄⡀", "⡇ ", "⠋⠁"), 200, ink=None),
}
"""Lock effects by name; `skin` selects the skin's own."""
