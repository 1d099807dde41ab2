"""Encoder of changed cells: only what differs is written, and only the part of a style that is not in force already."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

RESET: Final = "\x1b[0m"
"""Sequence that ends all styles."""

_PLAIN: Final = Style.null()


class Run(NamedTuple):
    """Text of one style at a column."""

    x: int
    width: int
    text: str
    style: Style | None


class Codes(NamedTuple):
    """Parameters of a style's sequence, by what they set."""

    attributes: str
    foreground: str
    background: str

    def after(self, before: "Codes | None") -> str:
        """Return the sequence that sets this style while another one is in force, or an unknown one."""
        if before is self:
            return ""
        if before is None or before.attributes != self.attributes:
            wanted = (*filter(None, (self.attributes, self.foreground, self.background)),)
            return f"\x1b[{';'.join(('0', *wanted))}m" if wanted else RESET
        changed = [
            code or default
            for code, old, default in (
                (self.foreground, before.foreground, "39"),
                (self.background, before.background, "49"),
            )
            if code != old
        ]
        return f"\x1b[{';'.join(changed)}m" if changed else ""


class Encoder:
    """Writer of runs for a terminal, with the codes of each style cached."""

    def __init__(self, console: Console, filters: Sequence[LineFilter], background: Color) -> None:
        self._colours: Final = console._color_system or ColorSystem.TRUECOLOR
        self._filters: Final = filters
        self._background: Final = background
        self._codes: Final[dict[Style | None, Codes]] = {}
        self._sequences: Final[dict[tuple[Codes | None, Codes], str]] = {}

    def filtered(self, segments: list[Segment]) -> list[Segment]:
        # The style cache would apply NO_COLOR and the translation of ANSI colours, but it is bypassed.
        for line_filter in self._filters:
            segments = line_filter.apply(segments, self._background)
        return segments

    def write(self, out: list[str], left: int, y: int, runs: Iterable[Run], codes: Codes | None) -> Codes | None:
        """Append runs of a row to the output, given the style in force, and return the one in force after them.

        `left` is the column of a run at 0, and `y` the row, both from 0. Runs may come in any order. None stands for an
        unknown style.
        """
        column = -1
        for x, width, text, style in runs:
            if not 0 <= column <= x:
                out.append(f"\x1b[{y + 1};{left + x + 1}H")
            elif x != column:
                out.append(f"\x1b[{x - column}C")
            column = x + width
            wanted = self._codes.get(style) or self._codes_of(style)
            # Blanks show no foreground, so that of the text before them may stay.
            if wanted is not codes and not (codes and not text.strip(" ") and _equal_grounds(codes, wanted)):
                change = codes, wanted
                sequence = self._sequences.get(change)
                if sequence is None:
                    sequence = self._sequences[change] = wanted.after(codes)
                out.append(sequence)
                codes = wanted
            out.append(text)
        return codes

    def _codes_of(self, style: Style | None) -> Codes:
        shown = self.filtered([Segment("x", style or _PLAIN)])[0].style or _PLAIN
        codes = self._codes[style] = Codes(
            Strip.render_ansi(shown.without_color, self._colours),
            self._colour(shown.color, foreground=True),
            self._colour(shown.bgcolor, foreground=False),
        )
        return codes

    def _colour(self, colour: RichColor | None, *, foreground: bool) -> str:
        return "" if colour is None else ";".join(colour.downgrade(self._colours).get_ansi_codes(foreground))


def _equal_grounds(codes: Codes, wanted: Codes) -> bool:
    return not codes.attributes and not wanted.attributes and codes.background == wanted.background


def changed_runs(x: int, before: Sequence[Segment], after: Sequence[Segment]) -> list[Run]:
    """Return the runs of a text, at column x, that differ from another text of equal width.

    Texts of different widths, or with characters wider or narrower than a cell, are taken to differ everywhere.
    """
    first = 0
    for old_segment, segment in zip(before, after, strict=False):
        if old_segment is not segment:
            break
        first += 1
        x += segment.cell_length
    before, after = before[first:], after[first:]
    if _narrow_width(before) != (width := _narrow_width(after)) or width is None:
        return _whole(x, after)
    runs: list[Run] = []
    old = iter(before)
    old_text, old_style, old_at = "", None, 0
    for text, style, _ in after:
        at = 0
        while at < len(text):
            while old_at == len(old_text):
                (old_text, old_style, _), old_at = next(old), 0
            count = min(len(text) - at, len(old_text) - old_at)
            part, old_part = text[at : at + count], old_text[old_at : old_at + count]
            if style is not old_style and style != old_style:
                _add(runs, x, part, style)
            elif part != old_part:
                places = [place for place in range(count) if part[place] != old_part[place]]
                _add(runs, x + places[0], part[places[0] : places[-1] + 1], style)
            at += count
            old_at += count
            x += count
    return runs


def _narrow_width(segments: Sequence[Segment]) -> int | None:
    """Return the width of a text with one character in each cell, or None if it is another."""
    width = 0
    for text, _, _ in segments:
        if not text.isascii() and cell_len(text) != len(text):
            return None
        width += len(text)
    return width


def _add(runs: list[Run], x: int, text: str, style: Style | None) -> None:
    last = runs[-1] if runs else None
    if last and last.style is style and last.x + last.width == x:
        runs[-1] = Run(last.x, last.width + len(text), last.text + text, style)
    else:
        runs.append(Run(x, len(text), text, style))


def _whole(x: int, segments: Sequence[Segment]) -> list[Run]:
    runs: list[Run] = []
    for segment in segments:
        runs.append(Run(x, segment.cell_length, segment.text, segment.style))
        x += segment.cell_length
    return runs
