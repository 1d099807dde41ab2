"""Plates: large words on a darker ground across the field; and callouts of feats, on rows where nothing is."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import cycle, product
from random import Random
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from piecement.render.cells import centred, wrap
from piecement.render.feats import NO_CALLOUT, Callout, callout_of
from piecement.render.field_place import Layout, Role
from piecement.render.large_type import can_draw, giant, large, narrow
from piecement.render.overlay import NO_OVERLAY, Overlay, Span, inside_field
from piecement.render.skins.look import FeatPlace, Look
from piecement.render.skins.palettes import RAINBOW, WHITE_COLOUR, YELLOW, blend
from piecement.render.skins.tones import TEXT_CONTRAST, legible
from piecement.terminal.clock import MS, SECOND_NS
from piecement_engine.events import Event
from piecement_engine.game.view import GameView

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
    """Return a text in large type, each word on its own or narrow if need be; or as it is where that is too wide."""
    text = text.upper()
    if can_draw(text):
        types: Sequence[Callable[[str], Sequence[str]]] = (partial(giant, pixel="#"),) if is_ascii else (large, narrow)
        for draw, words in product(types, ([text], text.split())):
            drawn = [draw(word) for word in words]
            if all(len(lines[0]) <= width for lines in drawn):
                return tuple(line for lines in drawn for line in lines)
    return (text,)


_FADING_NS: Final = 150 * MS
"""Time for which a callout is faint before it vanishes."""

RUN_NS: Final = 90 * MS
"""Time for which running colours stay where they are, in words and on the frame."""


class Callouts:
    """The callout of a game: one of another rank joins it while it is shown, one of its own replaces it."""

    def __init__(self) -> None:
        self.start_ns = -1
        """Time of the last callout, -1 before the first."""
        self.now = NO_CALLOUT
        """The last callout, also if its time is over."""

    def on_event(self, event: Event, look: Look) -> None:
        if look.feats == FeatPlace.NONE or (callout := callout_of(event)) == NO_CALLOUT:
            return
        before, age_ns = self.now, event.time_ns - self.start_ns
        if (self.is_shown(event.time_ns) or not age_ns) and callout.feat.rank != before.feat.rank:
            self.now = before.joined(callout, age_ns)
        else:
            self.now = callout
        if self.now.feat is callout.feat:
            self.start_ns = event.time_ns

    def is_shown(self, time_ns: int) -> bool:
        """Return whether a callout is shown at a game time."""
        return self.now is not NO_CALLOUT and 0 <= time_ns - self.start_ns < self.now.shown_ns

    def inks_at(self, time_ns: int, look: Look) -> Sequence[int]:
        """Return the inks at a game time, the first line's first; all yellow in skins other than Modern."""
        inks = self.now.feat.inks if look.chosen_skin.is_modern else (YELLOW,)
        steps = 0 if look.is_steady else (time_ns - self.start_ns) // RUN_NS % len(inks)
        return (*inks[-steps:], *inks[:-steps])

    def overlay(self, view: GameView, time_ns: int, layout: Layout, look: Look) -> Overlay:
        """Return the spans of a callout in the field at a game time."""
        if look.feats != FeatPlace.FULL:
            return NO_OVERLAY
        age_ns = time_ns - self.start_ns
        is_faint = age_ns >= self.now.shown_ns - _FADING_NS and not look.reduced_motion
        inks, empty = self.inks_at(time_ns, look), list(_free_lines(view, layout, look))
        inside = [y for y, line in enumerate(layout.field.lines, layout.field.y) if line.role is Role.INSIDE]
        free = inside if self.now.feat.is_end else empty
        has_confetti = self.now.feat.has_confetti and look.chosen_skin.is_modern and not look.is_steady
        behind = confetti(age_ns // _FLUTTER_NS, tuple(empty), layout, look) if has_confetti else NO_OVERLAY
        _, width = inside_field(layout, look)
        for lines in _forms(self.now, width, is_ascii=look.chosen_skin.is_ascii):
            top = _middle(free, len(lines))
            if top is not None and any(lines):
                if self.now.large:
                    return {**behind, **plate_lines(lines, top, layout, look, is_faint=is_faint, inks=inks)}
                return _bare(lines, top, layout, look, is_faint=is_faint, ink=inks[0])
        return NO_OVERLAY


_PIECES_OF_CONFETTI: Final = 32
_FLUTTER_NS: Final = 50 * MS
"""Time for which confetti stays where it is."""
_SLOWEST: Final = 14.0
_FASTEST: Final = 30.0
"""Speeds of confetti (lines a second)."""


@lru_cache(maxsize=2)
def confetti(step: int, lines: tuple[int, ...], layout: Layout, look: Look) -> Overlay:
    """Return confetti in half blocks that falls over lines of the field, the same way every time."""
    age_ns = step * _FLUTTER_NS
    random, spans = Random(0), dict[int, list[Span]]()
    left, width = inside_field(layout, look)
    for _ in range(_PIECES_OF_CONFETTI if lines else 0):
        x, height = random.randrange(width), -random.random() * len(lines) / 2
        ink, speed = random.choice(RAINBOW), random.uniform(_SLOWEST, _FASTEST)
        half = int(2 * (height + speed * age_ns / SECOND_NS))
        if half >= 0 and (y := lines[0] + half // 2) in lines:
            style = Style(color=look.field_palette.colour(ink), bgcolor=look.field_background)
            spans.setdefault(y, []).append(Span(left + x, "▀▄"[half % 2], style))
    return {y: tuple(own) for y, own in spans.items()}


def _forms(callout: Callout, width: int, *, is_ascii: bool) -> Iterator[tuple[str, ...]]:
    """Yield the lines of a callout, first as large as they should be."""
    small = [_plain(line.upper(), is_ascii=is_ascii) for line in callout.small]
    names = [_plain(line.upper(), is_ascii=is_ascii) for line in callout.large]
    fitting = [line for line in small if cell_len(line) <= width]
    if names and not is_ascii:
        large = [line for name in names for line in large_lines(name, width, is_ascii=False)]
        if all(cell_len(line) <= width for line in large):
            yield ("", *large, *fitting, "")
    words = [word for name in names for word in _broken(name, width)]
    if all(cell_len(word) <= width for word in words):
        if words:
            yield ("", *words, *fitting, "")
        yield (*words, *fitting)
        yield tuple(words[:1] or fitting[:1])


def _broken(name: str, width: int) -> list[str]:
    """Return a name on one line if it fits a width; otherwise its words, each broken further if its script allows."""
    if cell_len(name) <= width:
        return [name]
    return [part for word in name.split() for part in (wrap(word, width) if cell_len(word) > len(word) else [word])]


def _plain(text: str, *, is_ascii: bool) -> str:
    return text.replace("×", "X") if is_ascii else text


def _bare(lines: Sequence[str], top: int, layout: Layout, look: Look, *, is_faint: bool, ink: int) -> Overlay:
    """Return lines in the middle of the field, on its own ground."""
    left, width = inside_field(layout, look)
    style = words_style(look, look.field_background, is_faint=is_faint, ink=ink)
    return {y: (Span(left + (width - cell_len(line)) // 2, line, style),) for y, line in enumerate(lines, top)}


def _free_lines(view: GameView, layout: Layout, look: Look) -> Iterator[int]:
    """Yield the lines of the terminal inside the field above the stack, without those of the piece and its ghost."""
    height = max((y + 1 for y, row in enumerate(view.rows) if any(row)), default=0)
    pieces = (view.piece, view.ghost if look.ghost else None)
    taken = {y for piece in pieces if piece is not None for _, y in piece.cells}
    for y, line in enumerate(layout.field.lines, layout.field.y):
        rows = line.rows(layout.field.scale)
        if line.role is Role.INSIDE and min(rows) >= height and taken.isdisjoint(rows):
            yield y


def _middle(free: Sequence[int], count: int) -> int | None:
    """Return the first of so many free lines in a row, as near to the middle of the free ones as they are."""
    tops = [top for top in free if all(top + more in free for more in range(count))]
    middle = (free[0] + free[-1] + 1 - count) / 2 if free else 0
    return min(tops, key=lambda top: abs(top - middle), default=None)
