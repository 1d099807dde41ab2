"""Overlays: text drawn over the picture of a game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from piecement.render.cells import cut
from piecement.render.layout import Layout
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import WHITE
from piecement.render.skins.tones import TILE_CONTRAST, legible
from piecement_base.language import _
from piecement_engine import GREY


class Span(NamedTuple):
    x: int
    text: str
    style: Style


Overlay = Mapping[int, tuple[Span, ...]]
"""Text that covers each line of the terminal."""

NO_OVERLAY: Final[Overlay] = {}
"""Empty overlay."""

END_BANNER_NS: Final = 350_000_000
"""Time in which the end banner covers the field (ns)."""


def draw_over(strip: Strip, spans: Iterable[Span]) -> Strip:
    for span in spans:
        covered = Segment(span.text, span.style)
        rest = strip.crop(span.x + covered.cell_length)
        strip = Strip([*strip.crop(0, span.x), covered, *rest])
    return strip


def end_banner(part: float, layout: Layout, look: Look, *, won: bool) -> Overlay:
    """Return the partly covered field, `part` from 0 to 1: from the bottom after a loss, from the top after a win."""
    left, width = inside_field(layout, look)
    lines = [y for y, line in enumerate(layout.field.lines, layout.field.y) if line.y >= 0]
    covered = round(part * len(lines))
    colour = legible(look.chosen_palette.colour(WHITE if won else GREY), look.field_seen_on, TILE_CONTRAST)
    style = Style(color=colour, bgcolor=look.field_background)
    glyph = "##" if look.chosen_skin.is_ascii else "▒▒"
    hidden = lines[:covered] if won else lines[len(lines) - covered :]
    return {y: (Span(left, (glyph * width)[:width], style),) for y in hidden}


def text_lines(texts: Sequence[str], layout: Layout, look: Look, *, is_low: bool = False) -> Overlay:
    """Return lines of text over the middle of the field, or lower, wider than the field if necessary."""
    left, width = inside_field(layout, look)
    free = len(layout.field.lines) - len(texts)
    top = layout.field.y + (free * 3 // 4 if is_low else free // 2)
    padded = enumerate((_padded(text, layout) for text in texts), start=top)
    return {y: _line(text, left + (width - cell_len(text)) // 2, layout, look) for y, text in padded}


def footer(text: str, layout: Layout, look: Look) -> Overlay:
    """Return a line of text at the bottom, beside the field if it fits there."""
    beside = layout.field.x + layout.field.width
    return {layout.size.height - 1: _line(_padded(text, layout), beside, layout, look)}


def _padded(text: str, layout: Layout) -> str:
    """Return a text between blanks, cut to the width of the terminal."""
    return f" {cut(text, layout.size.width - 2)} "


def _line(text: str, x: int, layout: Layout, look: Look) -> tuple[Span]:
    """Return a text at a column, or as near to it as it fits."""
    tones = look.chosen_tones
    style = Style(color=tones.accent or tones.text, bgcolor=tones.background, bold=True)
    return (Span(max(0, min(x, layout.size.width - cell_len(text))), text, style),)


def too_small(width: int, height: int, minimum: tuple[int, int], look: Look) -> Overlay:
    """Return the message that the terminal is too small, with the size that it needs."""
    words = (
        _("Too small."),
        _("Needs {columns}x{rows}, is {width}x{height}.").format(
            columns=minimum[0], rows=minimum[1], width=width, height=height
        ),
    )
    tones = look.chosen_tones
    style = Style(color=tones.text, bgcolor=tones.background, bold=True)
    top = max(0, (height - len(words)) // 2)
    lines = enumerate(words[: max(1, height)], start=top)
    return {y: (Span(max(0, (width - cell_len(text)) // 2), cut(text, width), style),) for y, text in lines}


def shifted(overlay: Overlay, columns: int) -> Overlay:
    """Return an overlay moved to the right by some columns, cut at the left edge."""
    return {
        y: tuple(
            Span(max(0, x + columns), Segment(text).split_cells(max(0, -x - columns))[1].text, style)
            for x, text, style in spans
        )
        for y, spans in overlay.items()
    }


def inside_field(layout: Layout, look: Look) -> tuple[int, int]:
    """Return the column and width of the field inside its walls."""
    frame = look.chosen_skin.frame
    return layout.field.x + len(frame.left), layout.field.width - len(frame.left) - len(frame.right)


def joined(*overlays: Overlay) -> Overlay:
    """Return all overlays combined into one."""
    lines = {y for overlay in overlays for y in overlay}
    return {y: tuple(span for overlay in overlays for span in overlay.get(y, ())) for y in lines}
