"""Encoder of changed cells: only what differs is written, and only the part of a style that is not in force already.

A colour takes more bytes than a move of the cursor, so that all text of a style is written together.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

RESET: Final = "\x1b[m"
"""Sequence that ends all styles."""

_PLAIN: Final = Style.null()
_MOST_KNOWN: Final = 512
"""Maximum number of remembered styles."""


_FAR: Final = 4
"""Columns to the left from which a sequence is shorter than as many backspaces."""

Run = tuple[int, int, int, str, Style | None]
"""Text of one style: column and row from 0, width, text and style."""

_TEXT: Final = itemgetter(0)
"""Text of a segment."""

_PLACE: Final = itemgetter(1, 0)
"""Row and column of a run."""

_ARE_NARROW: Final = re.compile(
    "[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2319\u2500-\u25fc\u2800-\u28ff]*"
).fullmatch
"""Match of a text whose characters are known to be a cell wide: Latin letters, arrows, lines, blocks and dots."""


Codes = tuple[str, str, str]
"""Parameters of a style's sequence: attributes, foreground and background."""


class Encoder:
    """Writer of runs for a terminal, with the codes of each style cached."""

    def __init__(self, console: Console, filters: Sequence[LineFilter], background: Color) -> None:
        self._colours: Final = COLOR_SYSTEMS[console.color_system or "truecolor"]
        self._filters: Final = filters
        self._background: Final = background
        self._codes: Final[dict[int, tuple[Style | None, Codes, bool]]] = {}
        """Styles by identity, as their hashes are slow, their codes, and whether text has its background's colour."""

    def filtered(self, segments: list[Segment]) -> list[Segment]:
        # The style cache would apply NO_COLOR and the translation of ANSI colours, but it is bypassed.
        for line_filter in self._filters:
            segments = line_filter.apply(segments, self._background)
        return segments

    def write(self, runs: Iterable[Run], edge: int, codes: Codes | None = None) -> tuple[str, Codes | None]:
        """Return the output for runs, which may come in any order, and the style in force after it.

        `edge` is the width of the terminal: terminals differ in where the cursor stands after the last column. `codes`
        is the style in force before it, None if that is unknown. Next comes the style with most in common with that in
        force. Blanks without attributes show no foreground: they are written with any text on their background.
        """
        attributes, foreground, background = codes or (None, "", None)
        groups: dict[Codes, list[Run]] = {}
        blanks: dict[str, list[Run]] = {}
        for run in runs:
            x, y, width, text, style = run
            _, wanted, is_hidden = self._codes.get(id(style)) or self._codes_of(style)
            if is_hidden or not (wanted[0] or text.strip(" ")):
                blanks.setdefault(wanted[2], []).append((x, y, width, " " * width, style))
            else:
                groups.setdefault(wanted, []).append(run)
        for ground, group in blanks.items():
            beside = next((codes for codes in groups if not codes[0] and codes[2] == ground), ("", foreground, ground))
            groups[beside] = sorted(groups.get(beside, []) + group, key=_PLACE)
        out: list[str] = []
        row = column = -1
        is_forth = True
        while groups:
            wanted = _nearest(groups, attributes, foreground, background) if len(groups) > 1 else next(iter(groups))
            own, colour, ground = wanted
            group = groups.pop(wanted)
            for x, y, width, text, _ in group if is_forth else reversed(group):
                if row < 0:
                    out.append(f"\x1b[{y + 1};{x + 1}H")
                elif y != row or x != column:
                    out.append(_way(column, row, x, y))
                column = x + width
                row = y if column < edge and _ARE_NARROW(text) else -1
                change: list[str] = []
                if own != attributes:
                    attributes, foreground, background = own, "", ""
                    change += ("0", own) if own else ("0",)
                if colour != foreground and (own or text.strip(" ")):
                    foreground = colour
                    change.append(colour or "39")
                if ground != background:
                    background = ground
                    change.append(ground or "49")
                if change:
                    out.append(f"\x1b[{';'.join(change)}m")
                out.append(text)
            is_forth = not is_forth  # the next style is often beside this one
        return "".join(out), codes if attributes is None else (attributes, foreground, background or "")

    def _codes_of(self, style: Style | None) -> tuple[Style | None, Codes, bool]:
        shown = self.filtered([Segment("x", style or _PLAIN)])[0].style or _PLAIN
        codes = (
            Strip.render_ansi(shown.without_color, self._colours),
            self._colour(shown.color, foreground=True),
            self._colour(shown.bgcolor, foreground=False),
        )
        is_hidden = (
            shown.color is not None and shown.color == shown.bgcolor and not (codes[0] or shown.color.is_default)
        )
        if len(self._codes) >= _MOST_KNOWN:
            self._codes.clear()
        known = self._codes[id(style)] = style, codes, is_hidden
        return known

    def _colour(self, colour: RichColor | None, *, foreground: bool) -> str:
        if colour is None:
            return ""
        if self._colours is ColorSystem.TRUECOLOR and colour.triplet is not None:  # Rich would cache each part of it
            red, green, blue = colour.triplet
            return f"{38 if foreground else 48};2;{red};{green};{blue}"
        return ";".join(colour.downgrade(self._colours).get_ansi_codes(foreground))


def _nearest(styles: Iterable[Codes], attributes: str | None, foreground: str, background: str | None) -> Codes:
    """Return the style that takes the fewest changes, the first of equal ones."""
    best, least = ("", "", ""), 4
    for style in styles:
        own, colour, ground = style
        changes = 3 if own != attributes else (colour != foreground) + (ground != background)
        if changes < least:
            best, least = style, changes
    return best


@lru_cache(4096)
def _way(column: int, row: int, x: int, y: int) -> str:
    """Return the shortest sequence from one place to another."""
    down, right = y - row, x - column
    way = _steps(down, "B") if down > 0 else _steps(-down, "A")
    way += _steps(right, "C") if right > 0 else "\b" * -right if right > -_FAR else _steps(-right, "D")
    there = f"\x1b[{y + 1};{x + 1}H"
    return way if len(way) < len(there) else there


def _steps(number: int, way: str) -> str:
    return f"\x1b[{'' if number == 1 else number}{way}" if number else ""


def changed_runs(x: int, y: int, before: Sequence[Segment], after: Sequence[Segment]) -> list[Run]:
    """Return the runs of a text, at column x of row y, that differ from another text of equal width.

    Styles are told apart as objects, since to compare their values takes several calls; share those that are equal.
    Texts of different widths, or with characters that may be wider or narrower than a cell, are taken to differ
    everywhere.
    """
    old_row, row = "".join(map(_TEXT, before)), "".join(map(_TEXT, after))
    if len(old_row) != len(row) or not _ARE_NARROW(old_row + row):
        return _whole(x, y, before, after)
    runs: list[Run] = []
    old = iter(before)
    old_style: Style | None = None
    at = end = old_end = 0
    for text, style, _ in after:
        end += len(text)
        while at < end:
            while at == old_end:
                old_text, old_style, _ = next(old)
                old_end += len(old_text)
            start, stop = at, min(old_end, end)
            at = stop
            if style is old_style:
                if row[start:stop] == old_row[start:stop]:
                    continue
                while row[start] == old_row[start]:
                    start += 1
                while row[stop - 1] == old_row[stop - 1]:
                    stop -= 1
            begin, part = x + start, row[start:stop]
            if runs:
                last_x, _, last_width, last_part, last_style = runs[-1]
                if last_style is style and last_x + last_width == begin:
                    runs.pop()
                    begin, part = last_x, last_part + part
            runs.append((begin, y, len(part), part, style))
    return runs


def _whole(x: int, y: int, before: Sequence[Segment], after: Sequence[Segment]) -> list[Run]:
    """Return the runs of a text from its first new segment on."""
    runs: list[Run] = []
    for number, segment in enumerate(after):
        if runs or number >= len(before) or segment is not before[number]:
            runs.append((x, y, segment.cell_length, segment.text, segment.style))
        x += segment.cell_length
    return runs
