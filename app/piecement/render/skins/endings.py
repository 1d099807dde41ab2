"""Endings: rows that light up after a win, and a board that crumbles after a lost match."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from piecement.render.skins.animation import LIGHT_STEPS, Animation, EffectCell, FieldSnapshot, Layer
from piecement.render.skins.palettes import RAINBOW, WHITE
from piecement.terminal.clock import MS, SECOND_NS

EndingEffect = Callable[[int, FieldSnapshot], list[Animation]]
"""Function that returns the animations of an end at a game time."""

_RISE_NS: Final = 500 * MS
"""Time in which rows light up one after the other (ns)."""
_GLOW_NS: Final = 250 * MS
"""Time for which each row glows (ns)."""
_GLOW: Final = 0.6
"""Strength of the light of a row at its start, from 0 to 1."""

ENDING_NS: Final = _RISE_NS + _GLOW_NS
_HELD_NS: Final = 10 * SECOND_NS
"""Time for which a board that crumbled stays empty: longer than it is seen."""
_DELAY_S: Final = 0.25
"""Latest start of a cell that falls (s)."""
_GRAVITY: Final = 90.0
"""Acceleration of a cell that falls (rows per square second)."""


def lit_rows(glyph: str, light: float) -> EndingEffect:
    """Return an effect in which rows light up from the floor, each in the colour of a piece, and fade.

    Empty cells show a light of this strength, or `glyph` if the strength is 0; tiles show their full colour.
    """

    def play(time_ns: int, field: FieldSnapshot) -> list[Animation]:
        tiles = [(x, y, tile) for y, row in enumerate(field.rows[: field.height]) for x, tile in enumerate(row) if tile]

        def at(age_ns: int) -> Iterator[tuple[int, float]]:
            """Yield each row that glows, and how strongly, from 0 to 1."""
            for y in range(field.height):
                since = (age_ns - y * _RISE_NS // field.height) / _GLOW_NS
                if 0 <= since < 1:
                    yield y, 1 - since

        def empty_at(age_ns: int) -> Iterator[EffectCell]:
            for y, left in at(age_ns):
                if strength := round(light * left * LIGHT_STEPS) if light else int(left > 0.5):
                    ink = RAINBOW[y * len(RAINBOW) // field.height]
                    yield from (EffectCell(x, y, glyph, ink, strength if light else 0) for x in range(field.width))

        def tiles_at(age_ns: int) -> Iterator[EffectCell]:
            lit = {y for y, _ in at(age_ns)}
            return (EffectCell(x, y, "██", tile) for x, y, tile in tiles if y in lit)

        end_ns = time_ns + ENDING_NS
        return [Animation(time_ns, end_ns, Layer.UNDER, empty_at), Animation(time_ns, end_ns, Layer.OVER, tiles_at)]

    return play


def crumble(time_ns: int, field: FieldSnapshot) -> list[Animation]:
    """Return an effect in which the tiles fall out of the field one by one, the same way every time."""
    random = Random(time_ns)
    tiles = [
        (x, y, tile, random.uniform(0, _DELAY_S))
        for y, row in enumerate(field.rows[: field.height + 1])
        for x, tile in enumerate(row)
        if tile
    ]

    def cells_at(age_ns: int) -> Iterator[EffectCell]:
        falling = [(x, y, tile, age_ns / SECOND_NS - delay) for x, y, tile, delay in tiles]
        yield from (EffectCell(x, y, "  ", WHITE) for x, y, _, since in falling if since > 0)
        for x, y, tile, since in falling:
            if since > 0 and (bottom := y - int(_GRAVITY * since * since / 2)) >= 0:
                yield EffectCell(x, bottom, "██", tile)

    return [Animation(time_ns, time_ns + _HELD_NS, Layer.OVER, cells_at)]


LIGHT_ROWS: Final = lit_rows("  ", _GLOW)
SHADED_ROWS: Final = lit_rows("░░", 0)
