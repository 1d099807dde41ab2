"""Overlays over a game, and marks in its corners."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from piecement.render.cells import cut
from piecement.render.layout import Layout, TextPlace
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import RED, WHITE, WHITE_COLOUR, blend
from piecement.render.skins.tones import TEXT_CONTRAST, TILE_CONTRAST, legible
from piecement.terminal.background import background_colour
from piecement_base.language import _
from piecement_engine import GREY

if TYPE_CHECKING:
    from piecement_engine.match import RowCounts


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


_LEAST_STREAK: Final = 6
_ARRIVES: Final = 0.7
"""Part of its time after which a streak is at its end, where it shrinks."""


def streak(start: int, end: int, part: float, rows: int, shift: int, layout: Layout, look: Look) -> Overlay:  # noqa: PLR0917 - a path and its time
    """Return a streak on the line of the floor that runs between two columns, the longer the more rows are sent.

    `part` of its way is done, from 0 to 1. `shift` is added to its columns for a side of a terminal.
    """
    length, step = _LEAST_STREAK + 2 * rows, 1 if end > start else -1
    head = start + round(min(1.0, part / _ARRIVES) * (end - start))
    length = max(1, round(length * min(1.0, (1 - part) / (1 - _ARRIVES))))
    colour, ground = _garbage_colour(look), look.chosen_tones.background
    glyph = "=" if look.chosen_skin.is_ascii else "▀"
    spans: list[Span] = []
    for behind in range(min(length, abs(head - start) + 1)):
        x = head - step * behind + shift
        if 0 <= x < layout.size.width:
            is_mixed = ground is not None and colour is not None and colour.startswith("#")
            faded = blend(colour, ground, behind / length) if is_mixed and colour and ground else colour
            spans.append(Span(x, glyph, Style(color=faded, bgcolor=ground, bold=not behind)))
    return {layout.field.bottom - 1: tuple(spans)} if spans else NO_OVERLAY


_BRIGHT: Final = 0.45
"""Blend of the bar with white as it pulses, from 0 to 1."""


def corner_marks(
    name: str, counts: "RowCounts", layout: Layout, look: Look, *, burning: int = 0, is_bright: bool = False
) -> Overlay:
    """Return the name and counts of a player, and a bar at the wall as high as the incoming garbage.

    The upper part of the bar, for rows that cannot rise yet, is fainter, or amber; the lower one pulses.
    """
    marks = dict(_bar(counts.pending, burning, layout, look, is_bright=is_bright))
    place = layout.headline
    return {**marks, place.y: tuple(_headline(name, counts, place, look))}


def _headline(name: str, counts: "RowCounts", place: TextPlace, look: Look) -> Iterator[Span]:
    """Yield the name, the incoming rows in the colour of their bar if there is room, and the sent rows."""
    if look.is_calm:  # which has a figure for the sent rows
        sent, due = "", f" {_('{count} incoming').format(count=counts.pending)}" if counts.pending else ""
    else:
        sent, due = f" {_('sent')} {counts.sent}", f" {_('due')} {counts.pending}" if counts.pending else ""
    if cell_len(name) + cell_len(due) + cell_len(sent) > place.width:
        due = ""
    room = place.width - cell_len(due) - cell_len(sent)
    tones = look.chosen_tones
    style = Style(color=tones.text, bgcolor=tones.background, bold=True)
    yield Span(place.x, set_cell_size(name.upper(), room), style)
    yield Span(place.x + room, due, Style(color=_garbage_colour(look), bgcolor=tones.background, bold=True))
    yield Span(place.x + room + cell_len(due), sent, style)


def _garbage_colour(look: Look) -> str | None:
    return legible(look.chosen_tones.bad or look.chosen_palette.colour(RED), look.seen_on, TEXT_CONTRAST)


def _bar(
    rows: int, burning: int, layout: Layout, look: Look, *, is_bright: bool
) -> Iterator[tuple[int, tuple[Span, ...]]]:
    glyph, burns = ("#", ":") if look.chosen_skin.is_ascii else ("█", "▒")
    red = _garbage_colour(look)
    bright = blend(red, WHITE_COLOUR, _BRIGHT) if is_bright and red and red.startswith("#") else red
    due = _bar_style(glyph, bright, look)
    amber = look.chosen_tones.warn
    plain = burns, _bar_style(burns, red, look)
    waiting = (glyph, _bar_style(glyph, amber, look)) if amber and look.chosen_skin.is_modern else plain
    for y, line in enumerate(layout.field.lines, start=layout.field.y):
        lowest = line.rows(layout.field.scale)[-1]
        if 0 <= lowest < rows:
            text, style = waiting if lowest >= rows - burning else (glyph, due)
            yield y, (Span(layout.field.x, text, style),)


def _bar_style(glyph: str, colour: str | None, look: Look) -> Style:
    return Style(color=colour, bgcolor=background_colour(glyph, colour, look.chosen_tones.background), bold=True)


def joined(*overlays: Overlay) -> Overlay:
    """Return all overlays combined into one."""
    lines = {y for overlay in overlays for y in overlay}
    return {y: tuple(span for overlay in overlays for span in overlay.get(y, ())) for y in lines}
