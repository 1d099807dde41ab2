"""Encoder of changed cells: only what differs is written, and only the part of a style that is not in force already.

A colour takes more bytes than a move of the cursor, so that all text of a style is written together.
"""

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

from piecement.terminal.canvas.changes import Run, is_narrow

RESET: Final = "\x1b[m"
"""Sequence that ends all styles."""

_PLAIN: Final = Style.null()
_MOST_KNOWN: Final = 512
"""Maximum number of remembered styles."""


_FAR: Final = 4
"""Columns to the left from which a sequence is shorter than as many backspaces."""

_PLACE: Final = itemgetter(1, 0)
"""Row and column of a run."""

Codes = tuple[str, str, str]
"""Parameters of a style's sequence: attributes, foreground and background."""

_UNKNOWN: Final = (None, "", "")
"""Codes in force that are unknown: they differ from those of every style."""


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
        pen = _Pen(edge, codes)
        groups = self._grouped(runs, codes[1] if codes else "")
        is_forth = True
        while groups:
            wanted = _nearest(groups, pen.codes) if len(groups) > 1 else next(iter(groups))
            group = groups.pop(wanted)
            for run in group if is_forth else reversed(group):
                pen.write(run, wanted)
            is_forth = not is_forth  # the next style is often beside this one
        return "".join(pen.output), pen.codes

    def _grouped(self, runs: Iterable[Run], foreground: str) -> dict[Codes, list[Run]]:
        """Return the runs by the codes of their styles, blanks of no other text by the foreground in force."""
        groups: dict[Codes, list[Run]] = {}
        blanks: dict[str, list[Run]] = {}
        for run in runs:
            x, y, width, text, style = run
            _, codes, is_hidden = self._codes.get(id(style)) or self._codes_of(style)
            if is_hidden or not (codes[0] or text.strip(" ")):
                blanks.setdefault(codes[2], []).append((x, y, width, " " * width, style))
            else:
                groups.setdefault(codes, []).append(run)
        for ground, group in blanks.items():
            beside = next((codes for codes in groups if not codes[0] and codes[2] == ground), ("", foreground, ground))
            groups[beside] = sorted(groups.get(beside, []) + group, key=_PLACE)
        return groups

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


class _Pen:
    """Output for runs, with the place of the cursor and the style in force after it."""

    __slots__ = ("_column", "_edge", "_row", "codes", "output")

    def __init__(self, edge: int, codes: Codes | None) -> None:
        self.output: Final[list[str]] = []
        self.codes = codes
        """The style in force; None if it is unknown."""
        self._edge: Final = edge
        self._column = self._row = -1
        """Place of the cursor; a row of -1 if it is unknown."""

    def write(self, run: Run, codes: Codes) -> None:
        x, y, width, text, _ = run
        if self._row < 0:
            self.output.append(f"\x1b[{y + 1};{x + 1}H")
        elif y != self._row or x != self._column:
            self.output.append(_way(self._column, self._row, x, y))
        if codes != self.codes:
            self._change_to(codes, shows_foreground=bool(codes[0] or text.strip(" ")))
        self.output.append(text)
        self._column = x + width
        self._row = y if self._column < self._edge and is_narrow(text) else -1

    def _change_to(self, codes: Codes, *, shows_foreground: bool) -> None:
        attributes, foreground, background = self.codes or _UNKNOWN
        own, colour, ground = codes
        change: list[str] = []
        if own != attributes:
            foreground = background = ""
            change += ("0", own) if own else ("0",)
        if colour != foreground and shows_foreground:
            foreground = colour
            change.append(colour or "39")
        if ground != background:
            change.append(ground or "49")
        if change:
            self.output.append(f"\x1b[{';'.join(change)}m")
        self.codes = own, foreground, ground


def _nearest(styles: Iterable[Codes], codes: Codes | None) -> Codes:
    """Return the style that takes the fewest changes, the first of equal ones."""
    attributes, foreground, background = codes or _UNKNOWN
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
