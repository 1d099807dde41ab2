"""Match marks at the field of one side: player name, sent rows and incoming garbage."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.style import Style

from piecement.language import _
from piecement.render.layout import Layout
from piecement.render.overlay import Overlay, Span
from piecement.render.skins.legibility import TEXT_CONTRAST, legible
from piecement.render.skins.look import Look
from piecement.render.skins.palette import RED
from piecement.render.skins.skin import HALF
from piecement.terminal.background import background_colour

if TYPE_CHECKING:
    from piecement_engine.match import RowCounts


_BURNING: Final = "▒"
_BURNING_IN_ASCII: Final = ":"
"""Glyphs of the bar for rows whose fuse is still burning."""


def corner_marks(name: str, counts: "RowCounts", layout: Layout, look: Look, *, burning: int = 0) -> Overlay:
    """Return the name and counts above the field, and a bar at its wall as high as the incoming garbage.

    The upper part of the bar, for rows that cannot rise yet, is fainter.
    """
    marks = dict(_bar(counts.pending, burning, layout, look))
    top = max(0, layout.field.top - 2) if layout.field.top > 1 else 0
    return {**marks, top: tuple(_headline(name, counts, layout, look))}


def _headline(name: str, counts: "RowCounts", layout: Layout, look: Look) -> Iterator[Span]:
    """Yield the name, the incoming rows in the colour of their bar if there is room, and the sent rows."""
    sent = f" {_('sent')} {counts.sent}"
    due = f" {_('due')} {counts.pending}" if counts.pending else ""
    x, width = layout.field.x, layout.field.width
    if len(name) + len(due) + len(sent) > width:
        due = ""
    room = width - len(due) - len(sent)
    tones = look.chosen_tones
    style = Style(color=tones.text, bgcolor=tones.background, bold=True)
    yield Span(x, f"{name.upper()[:room]:<{room}}", style)
    yield Span(x + room, due, Style(color=_garbage_colour(look), bgcolor=tones.background, bold=True))
    yield Span(x + room + len(due), sent, style)


def _garbage_colour(look: Look) -> str | None:
    return legible(look.chosen_palette.colour(RED), look.seen_on, TEXT_CONTRAST)


def _bar(rows: int, burning: int, layout: Layout, look: Look) -> Iterator[tuple[int, tuple[Span, ...]]]:
    glyph, burns = ("#", _BURNING_IN_ASCII) if look.chosen_skin.is_ascii else ("█", _BURNING)
    colour = _garbage_colour(look)
    style = Style(color=colour, bgcolor=background_colour(glyph, colour, look.chosen_tones.background), bold=True)
    is_half = layout.field.scale == HALF
    for y, line in enumerate(layout.field.lines, start=layout.field.y):
        if line.y >= 0 and line.y < rows and (not is_half or line.y % 2 == 0):
            yield y, (Span(layout.field.x, burns if line.y >= rows - burning else glyph, style),)


def joined(*overlays: Overlay) -> Overlay:
    """Return all overlays combined into one."""
    lines = {y for overlay in overlays for y in overlay}
    return {y: tuple(span for overlay in overlays for span in overlay.get(y, ())) for y in lines}
