"""Marks of garbage over a game: sent rows on their way, and a player's counts and incoming rows."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, set_cell_size
from rich.style import Style

from piecement.render.layout import Layout, TextPlace
from piecement.render.overlay import NO_OVERLAY, Overlay, Span
from piecement.render.skins.look import Look
from piecement.render.skins.palettes import RED, WHITE_COLOUR, blend
from piecement.render.skins.tones import TEXT_CONTRAST, legible
from piecement.terminal.background import colour_behind
from piecement_base.language import _

if TYPE_CHECKING:
    from piecement_engine.match import RowCounts

_LEAST_STREAK: Final = 6
"""Columns of a streak, before those for its rows."""
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
            faded = blend(colour, ground, behind / length) if ground and colour and colour.startswith("#") else colour
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
    """Yield the name, and if there is room the incoming rows, in the colour of their bar, and the sent rows."""
    if look.is_calm:  # which has a figure for the sent rows
        sent, due = "", f" {_('{count} incoming').format(count=counts.pending)}" if counts.pending else ""
    else:
        sent, due = f" {_('sent')} {counts.sent}", f" {_('due')} {counts.pending}" if counts.pending else ""
    if cell_len(name) + cell_len(due) + cell_len(sent) > place.width:
        due, sent = "", sent if cell_len(sent) < place.width else ""
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
    return Style(color=colour, bgcolor=colour_behind(glyph, colour, look.chosen_tones.background), bold=True)
