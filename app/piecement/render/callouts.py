"""Callouts of feats in the empty rows of the field, and confetti behind them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from rich.cells import cell_len
from rich.style import Style

from piecement.render.cells import wrap
from piecement.render.feats import NO_CALLOUT, Callout, callout_of
from piecement.render.field_place import Role
from piecement.render.layout import Layout
from piecement.render.overlay import NO_OVERLAY, Overlay, Span, inside_field
from piecement.render.plates import large_lines, plate_lines, words_style
from piecement.render.skins.look import FeatPlace, Look
from piecement.render.skins.palettes import RAINBOW, YELLOW
from piecement.terminal.clock import MS, SECOND_NS
from piecement_engine.events import Event
from piecement_engine.game.view import GameView

_FADING_NS: Final = 150 * MS
"""Time for which a callout is faint before it vanishes."""

RUN_NS: Final = 90 * MS
"""Time for which running colours stay where they are, in words and on the frame."""


class Callouts:
    """The callout of a game: while it is shown, one of another rank joins it, and one of the same rank replaces it."""

    def __init__(self) -> None:
        self.start_ns = -1
        """Time of the last callout, -1 before the first."""
        self.last = NO_CALLOUT
        """The last callout, shown or not."""

    def on_event(self, event: Event, look: Look) -> None:
        if look.feats == FeatPlace.NONE or (callout := callout_of(event)) == NO_CALLOUT:
            return
        if self.is_shown(event.time_ns) and callout.feat.rank != self.last.feat.rank:
            self.last = self.last.joined(callout, event.time_ns - self.start_ns)
        else:
            self.last = callout
        if self.last.feat is callout.feat:
            self.start_ns = event.time_ns

    def is_shown(self, time_ns: int) -> bool:
        """Return whether a callout is shown at a game time."""
        return 0 <= time_ns - self.start_ns < self.last.shown_ns

    def inks_at(self, time_ns: int, look: Look) -> Sequence[int]:
        """Return the inks at a game time, the first line's first; all yellow in skins other than Modern."""
        inks = self.last.feat.inks if look.chosen_skin.is_modern else (YELLOW,)
        steps = 0 if look.is_steady else (time_ns - self.start_ns) // RUN_NS % len(inks)
        return (*inks[-steps:], *inks[:-steps])

    def overlay(self, view: GameView, time_ns: int, layout: Layout, look: Look) -> Overlay:
        """Return the spans of a callout in the field at a game time."""
        if look.feats != FeatPlace.FULL:
            return NO_OVERLAY
        age_ns = time_ns - self.start_ns
        is_faint = age_ns >= self.last.shown_ns - _FADING_NS and not look.reduced_motion
        inks, empty = self.inks_at(time_ns, look), list(_free_lines(view, layout, look))
        inside = [y for y, line in enumerate(layout.field.lines, layout.field.y) if line.role is Role.INSIDE]
        free = inside if self.last.feat.is_end else empty
        has_confetti = self.last.feat.has_confetti and look.chosen_skin.is_modern and not look.is_steady
        behind = confetti(age_ns // _FLUTTER_NS, tuple(empty), layout, look) if has_confetti else NO_OVERLAY
        _, width = inside_field(layout, look)
        for lines in _forms(self.last, width, is_ascii=look.chosen_skin.is_ascii):
            top = _middle(free, len(lines))
            if top is not None and any(lines):
                if self.last.large:
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
    """Yield the lines of a callout, the largest form first: in large type, as text, close, and one line."""
    times = "X" if is_ascii else "×"
    small, names = ([line.upper().replace("×", times) for line in lines] for lines in (callout.small, callout.large))
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
    """Return the first of a number of consecutive free lines, those nearest to the middle of all free ones."""
    tops = [top for top in free if all(top + more in free for more in range(count))]
    middle = (free[0] + free[-1] + 1 - count) / 2 if free else 0
    return min(tops, key=lambda top: abs(top - middle), default=None)
