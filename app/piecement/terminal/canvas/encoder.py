"""Encoder of changed cells: only what differs is written, and only the part of a style that is not in force already.

A colour takes more bytes than a move of the cursor, so that all text of a style is written together.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Final, NamedTuple

from rich.cells import get_character_cell_size
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.strip import Strip

RESET: Final = "\x1b[m"
"""Sequence that ends all styles."""

_PLAIN: Final = Style.null()
_MOST_KNOWN: Final = 128
"""Maximum number of remembered styles, and of changes from one to another."""


Run = tuple[int, int, int, str, Style | None]
"""Text of one style: column and row from 0, width, text and style."""

_TEXT: Final = itemgetter(0)
"""Text of a segment."""


class Codes(NamedTuple):
    """Parameters of a style's sequence, by what they set."""

    attributes: str
    foreground: str
    background: str

    def after(self, before: "Codes | None", *, is_blank: bool) -> tuple[str, "Codes"]:
        """Return the sequence that sets this style while another one is in force, or an unknown one, and what is then.

        Blanks without attributes show no foreground, so that any may stay.
        """
        keeps = is_blank and not self.attributes
        if before is None or before.attributes != self.attributes:
            shown = self._replace(foreground="") if keeps else self
            return f"\x1b[{';'.join(('0', *filter(None, shown)))}m", shown
        shown = self._replace(foreground=before.foreground) if keeps else self
        changed = [
            code or default
            for code, old, default in (
                (shown.foreground, before.foreground, "39"),
                (shown.background, before.background, "49"),
            )
            if code != old
        ]
        return (f"\x1b[{';'.join(changed)}m" if changed else ""), shown


class Encoder:
    """Writer of runs for a terminal, with the codes of each style cached."""

    def __init__(self, console: Console, filters: Sequence[LineFilter], background: Color) -> None:
        self._colours: Final = console._color_system or ColorSystem.TRUECOLOR
        self._filters: Final = filters
        self._background: Final = background
        self._codes: Final[dict[int, tuple[Style | None, Codes]]] = {}
        """Styles by identity, as their hashes are slow, and their codes."""
        self._changes: Final[dict[tuple[Codes | None, Codes, bool], tuple[str, Codes]]] = {}

    def filtered(self, segments: list[Segment]) -> list[Segment]:
        # The style cache would apply NO_COLOR and the translation of ANSI colours, but it is bypassed.
        for line_filter in self._filters:
            segments = line_filter.apply(segments, self._background)
        return segments

    def write(self, runs: Iterable[Run], codes: Codes | None = None) -> tuple[str, Codes | None]:
        """Return the output for runs, which may come in any order, and the style in force after it.

        `codes` is the style in force before it, None if that is unknown. Text on its background comes first.
        """
        groups: dict[Codes, list[Run]] = {}
        for run in runs:
            style = run[4]
            _, codes_of_run = self._codes.get(id(style)) or self._codes_of(style)
            groups.setdefault(codes_of_run, []).append(run)
        ground = codes.background if codes else None
        out: list[str] = []
        row = column = -1
        is_forth = True
        for wanted in sorted(groups, key=lambda style: style.background != ground):
            for x, y, width, text, _ in groups[wanted] if is_forth else reversed(groups[wanted]):
                if y == row and x >= column:
                    out.append(_step(x - column, "C"))
                elif x == column:
                    out.append(_step(y - row, "B") if y > row else _step(row - y, "A"))
                else:
                    out.append(f"\x1b[{y + 1};{x + 1}H")
                row, column = y, x + width
                if wanted is not codes:
                    change = codes, wanted, not text.strip(" ")
                    done = self._changes.get(change)
                    if done is None:
                        if len(self._changes) >= _MOST_KNOWN:
                            self._changes.clear()
                        done = self._changes[change] = wanted.after(codes, is_blank=change[2])
                    sequence, codes = done
                    out.append(sequence)
                out.append(text)
            is_forth = not is_forth  # the next style is often beside this one
        return "".join(out), codes

    def _codes_of(self, style: Style | None) -> tuple[Style | None, Codes]:
        shown = self.filtered([Segment("x", style or _PLAIN)])[0].style or _PLAIN
        codes = Codes(
            Strip.render_ansi(shown.without_color, self._colours),
            self._colour(shown.color, foreground=True),
            self._colour(shown.bgcolor, foreground=False),
        )
        if len(self._codes) >= _MOST_KNOWN:
            self._codes.clear()
        known = self._codes[id(style)] = style, codes
        return known

    def _colour(self, colour: RichColor | None, *, foreground: bool) -> str:
        if colour is None:
            return ""
        if self._colours is ColorSystem.TRUECOLOR and colour.triplet is not None:  # Rich would cache each part of it
            red, green, blue = colour.triplet
            return f"{38 if foreground else 48};2;{red};{green};{blue}"
        return ";".join(colour.downgrade(self._colours).get_ansi_codes(foreground))


def _step(cells: int, direction: str) -> str:
    """Return the sequence that moves the cursor by a number of cells."""
    return f"\x1b[{'' if cells == 1 else cells}{direction}" if cells else ""


def changed_runs(x: int, y: int, before: Sequence[Segment], after: Sequence[Segment]) -> list[Run]:
    """Return the runs of a text, at column x of row y, that differ from another text of equal width.

    Texts of different widths, or with characters wider or narrower than a cell, are taken to differ everywhere.
    """
    old_row, row = "".join(map(_TEXT, before)), "".join(map(_TEXT, after))
    if len(old_row) != len(row) or not (_is_narrow(old_row) and _is_narrow(row)):
        return _whole(x, y, before, after)
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
            if part != old_part or (style is not old_style and style != old_style):
                start, stop = 0, count
                if style is old_style:
                    while part[start] == old_part[start]:
                        start += 1
                    while part[stop - 1] == old_part[stop - 1]:
                        stop -= 1
                begin, part = x + start, part[start:stop]
                if runs and runs[-1][4] is style and runs[-1][0] + runs[-1][2] == begin:
                    begin, _, _, last, _ = runs.pop()
                    part = last + part
                runs.append((begin, y, len(part), part, style))
            at += count
            old_at += count
            x += count
    return runs


@lru_cache(maxsize=256)
def _is_narrow(text: str) -> bool:
    """Return whether each character fills one cell."""
    return text.isascii() or set(map(get_character_cell_size, text)) == {1}


def _whole(x: int, y: int, before: Sequence[Segment], after: Sequence[Segment]) -> list[Run]:
    """Return the runs of a text from its first new segment on."""
    runs: list[Run] = []
    for number, segment in enumerate(after):
        if runs or number >= len(before) or segment is not before[number]:
            runs.append((x, y, segment.cell_length, segment.text, segment.style))
        x += segment.cell_length
    return runs
