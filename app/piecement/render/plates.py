"""Plates: large words across the field, on a ground a little brighter than its own."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import cycle, product
from typing import Final

from rich.style import Style

from piecement.render.cells import centred
from piecement.render.large_type import can_draw, giant, large, narrow
from piecement.render.layout import Layout
from piecement.render.overlay import Overlay, Span, inside_field
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import WHITE_COLOUR, YELLOW, blend
from piecement.render.skins.tones import TEXT_CONTRAST, legible

_RAISED: Final = 0.12
"""Blend of the plate's ground with white, from 0 to 1."""
_FADED: Final = 0.4
"""Blend of words with their ground before they vanish, from 0 to 1."""


def plate(word: str, layout: Layout, look: Look) -> Overlay:
    """Return a plate with one word across the middle of the field."""
    _, width = inside_field(layout, look)
    lines = ["", *large_lines(word, width, is_ascii=look.chosen_skin.is_ascii), ""]
    top = layout.field.y + max(0, (len(layout.field.lines) - len(lines)) // 2 - 1)
    return plate_lines(lines, top, layout, look)


def plate_lines(
    lines: Sequence[str],
    top: int,
    layout: Layout,
    look: Look,
    *,
    is_faint: bool = False,
    inks: Sequence[int] = (YELLOW,),
) -> Overlay:
    """Return a plate of centred lines from a line of the terminal on, their inks in turn."""
    left, width = inside_field(layout, look)
    styles = [words_style(look, raised(look), is_faint=is_faint, ink=ink) for ink in inks]
    spans = ((Span(left, centred(line, width), style),) for line, style in zip(lines, cycle(styles), strict=False))
    return dict(enumerate(spans, top))


def raised(look: Look) -> str | None:
    """Return the ground of a plate: that of the field, a little brighter."""
    ground = look.field_background
    return blend(ground, WHITE_COLOUR, _RAISED) if ground and ground.startswith("#") else ground


@lru_cache(maxsize=64)  # as many as the inks of a rainbow, bright and faint, of a few looks
def words_style(look: Look, ground: str | None, *, is_faint: bool = False, ink: int = YELLOW) -> Style:
    """Return the style of words in the field, on a ground of their own."""
    colour = look.field_palette.colour(ink)
    if colour is None or not colour.startswith("#"):
        known = colour if look.field_background else None  # on the terminal's own ground yellow may be unreadable
        return Style(color=known, bgcolor=ground, bold=not is_faint, dim=is_faint)
    seen_on = ground or look.field_seen_on
    faint = blend(colour, seen_on, _FADED) if is_faint and seen_on else colour
    return Style(color=legible(faint, seen_on, TEXT_CONTRAST), bgcolor=ground, bold=not is_faint)


@lru_cache(maxsize=32)
def large_lines(text: str, width: int, *, is_ascii: bool) -> tuple[str, ...]:
    """Return a text in large type, if necessary narrow or word by word, or unchanged if even that is too wide."""
    text = text.upper()
    if can_draw(text):
        types: Sequence[Callable[[str], Sequence[str]]] = (partial(giant, pixel="#"),) if is_ascii else (large, narrow)
        for draw, words in product(types, ([text], text.split())):
            drawn = [draw(word) for word in words]
            if all(len(lines[0]) <= width for lines in drawn):
                return tuple(line for lines in drawn for line in lines)
    return (text,)
