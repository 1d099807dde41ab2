"""The logo: the name of the game in blocks, which fall into place."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from piecement.terminal.background import colour_behind

Cell = tuple[int, int]
"""Column and row, from the upper left."""

_ART: Final = (
    "LLL.O.SSS.JJJ.ZZZ.T...O.III.S..L.TTT",
    "J.L.I.S...J...Z...TT.OO.I...SS.L..T.",
    "JJJ.I.OO..T...II..T.I.O.OO..S.LL..O.",
    "I...I.Z...L...S...L...J.J...Z..I..O.",
    "I...I.ZZZ.LLL.SSS.L...J.JJJ.Z..I..O.",
)
"""Each letter names the piece whose colour a cell has."""

_TURNS: Final = (
    "222.4.777.aaa.ddd.i...g.lll.p..o.rrr",
    "1.2.3.7...a...d...ii.gg.l...pp.o..r.",
    "111.3.66..9...cc..i.h.g.kk..p.oo..q.",
    "0...3.5...8...b...f...e.j...n..m..q.",
    "0...3.555.888.bbb.f...e.jjj.n..m..q.",
)
"""Order of the fall: for each cell the number of its block, in base 36."""

_CELLS: Final = tuple(
    (int(turn, 36), x, y, _ART[y][x])
    for turn, x, y in sorted((turn, x, y) for y, row in enumerate(_TURNS) for x, turn in enumerate(row) if turn != ".")
)
"""Turn, column, row and letter of each filled cell."""

NAME: Final = tuple(zip("PIECEMENT", "LOSJZTIST", strict=True))
"""The letters of the name, each with the piece whose colour it has as text: that of its first block."""

FLASH: Final = "*"
"""The state of a cell for a moment after its block has landed."""

LETTERS: Final = frozenset({*"".join(_ART)} - {"."} | {FLASH})
"""All states of a filled cell."""

WIDTH: Final = len(_ART[0])
"""The columns of the name, in cells."""

HEIGHT: Final = len(_ART)
"""The rows of the name, in cells."""

_HALF_HEIGHT: Final = (HEIGHT + 1) // 2
"""The lines of the name in half blocks."""

_BLOCK: Final = "██"

_INTERVAL_MS: Final = 36
"""Time from the start of a block to that of the next (ms)."""
_FALL_MS: Final = 240
_FLASH_MS: Final = 70


FALL_TIME_MS: Final = _INTERVAL_MS * _CELLS[-1][0] + _FALL_MS + _FLASH_MS
"""Duration until all have landed."""


def letters(age_ms: float) -> dict[Cell, str]:
    """Return the state of each filled cell, some time after the first block began to fall."""
    shown: dict[Cell, str] = {}
    for turn, x, y, letter in _CELLS:
        age = age_ms - turn * _INTERVAL_MS
        above = round(HEIGHT * (1 - min(1.0, age / _FALL_MS) ** 2))
        if age >= 0 and y >= above:
            shown[x, y - above] = FLASH if _FALL_MS <= age < _FALL_MS + _FLASH_MS else letter
    return shown


_FRAME_S: Final = 1 / 30


Paint = Mapping[str, tuple[str, str | None]]
"""The text and the colour of a block, by its letter; None is the terminal's own colour."""

PLAIN: Final[Paint] = dict.fromkeys(LETTERS, (_BLOCK, None))
"""Blocks in the terminal's own colour. It needs neither the settings nor the skins, which a start imports later."""


class Logo(Widget):
    """The letters in blocks, in half ones or as text where those do not fit. At first none has begun to fall."""

    DEFAULT_CSS = "Logo { width: 100%; height: auto; }"

    paint: reactive[Paint] = reactive(PLAIN, layout=True)

    def __init__(self, clock_ns: Callable[[], int], rows_beside: int) -> None:
        """Create the logo; `rows_beside` are the rows of the terminal left to the rest of the screen."""
        super().__init__()
        self._rows_beside = rows_beside
        self._clock_ns = clock_ns
        self._start_ns = 0
        self._letters = letters(0)

    @property
    def is_falling(self) -> bool:
        return self.auto_refresh is not None

    def fall(self) -> None:
        """Start the fall of the blocks, unless they fall already or are in place."""
        if self._letters or self.is_falling:
            return
        self._start_ns = self._clock_ns()
        self.auto_refresh = _FRAME_S

    def finish(self) -> None:
        """Show all blocks in place."""
        self.auto_refresh = None
        self._show(FALL_TIME_MS)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._lines(width, viewport.height)

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        rows = {HEIGHT: self._row, _HALF_HEIGHT: self._half_row}.get(self._lines(width, self.app.size.height))
        segments = list(rows(y) if rows else self._written())
        taken = sum(segment.cell_length for segment in segments)
        background = self.rich_style
        margin = Segment(" " * ((width - taken) // 2), background)
        return Strip([margin, *segments]).simplify().adjust_cell_length(width, background)

    def automatic_refresh(self) -> None:
        age_ms = (self._clock_ns() - self._start_ns) / 1e6
        if age_ms >= FALL_TIME_MS:
            self.finish()
        else:
            self._show(age_ms)

    def _show(self, age_ms: float) -> None:
        self._letters = letters(age_ms)
        self.refresh()

    def _lines(self, width: int, height: int) -> int:
        """Return the lines of the name: in whole blocks, in half ones, or as text."""
        if height - self._rows_beside >= HEIGHT and width >= WIDTH:
            if width >= 2 * WIDTH:
                return HEIGHT
            if self.paint[FLASH][0] == _BLOCK:
                return _HALF_HEIGHT
        return 1

    def _written(self) -> Iterator[Segment]:
        return (Segment(sign, self._style(sign, letter) + Style(bold=True)) for sign, letter in NAME)

    def _row(self, y: int) -> Iterator[Segment]:
        for x in range(WIDTH):
            letter = self._letters.get((x, y))
            if letter is None:
                yield Segment("  ", self.rich_style)
            else:
                text, _colour = self.paint[letter]
                yield Segment(text, self._style(text, letter))

    def _half_row(self, y: int) -> Iterator[Segment]:
        for x in range(WIDTH):
            high, low = (self._letters.get((x, row)) for row in (2 * y, 2 * y + 1))
            colour, below = (letter and self.paint[letter][1] for letter in (high, low))
            sign = "█" if high and low and colour == below else "▀" if high else "▄" if low else " "
            yield Segment(sign, self.rich_style + Style(color=colour or below, bgcolor=below if high else None))

    def _style(self, text: str, letter: str) -> Style:
        _text, colour = self.paint[letter]
        return self.rich_style + Style(color=colour, bgcolor=colour_behind(text, colour, None))
