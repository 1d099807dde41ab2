"""The name of the game made of pieces, and how they fall into place."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

Cell = tuple[int, int]
"""Column and row, from the upper left."""

_ART: Final = (
    "LLL.O.SSS.JJJ.ZZZ.T...O.III.S..L.TTT",
    "J.L.I.S...J...Z...TT.OO.I...SS.L..T.",
    "JJJ.I.OO..T...II..T.I.O.OO..S.LL..O.",
    "I...I.Z...L...S...L...J.J...Z..I..O.",
    "I...I.ZZZ.LLL.SSS.L...J.JJJ.Z..I..O.",
)
"""Each letter names the piece whose colour a cell has; adjacent cells of one colour are one block."""

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

_INTERVAL_MS: Final = 36
"""The time from one block's start to the next one's."""
_FALL_MS: Final = 240
_FLASH_MS: Final = 70


@dataclass(frozen=True, slots=True)
class LogoBlock:
    """Cells of one colour that fall together."""

    letter: str
    """The piece whose colour it has."""
    cells: frozenset[Cell]

    @property
    def order(self) -> tuple[int, int]:
        """The sort key of the blocks: letter by letter, each from the bottom up."""
        left = min(x for x, _ in self.cells)
        letter = max((x for x in range(left + 1) if all(row[x] == "." for row in _ART)), default=-1)
        return letter, -max(y for _, y in self.cells)


def _found_blocks() -> Iterator[LogoBlock]:
    left = {(x, y): letter for y, row in enumerate(_ART) for x, letter in enumerate(row) if letter != "."}
    while left:
        start, letter = left.popitem()
        cells = {start}
        waiting = [start]
        while waiting:
            x, y = waiting.pop()
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if left.get(cell) == letter:
                    del left[cell]
                    cells.add(cell)
                    waiting.append(cell)
        yield LogoBlock(letter, frozenset(cells))


BLOCKS: Final = tuple(sorted(_found_blocks(), key=lambda block: block.order))
"""The blocks of the name, in the order in which they fall."""

FALL_TIME_MS: Final = _INTERVAL_MS * (len(BLOCKS) - 1) + _FALL_MS + _FLASH_MS
"""Duration until all have landed."""


def letters(age_ms: float) -> dict[Cell, str]:
    """Return the state of each filled cell, some time after the first block began to fall."""
    shown: dict[Cell, str] = {}
    for turn, block in enumerate(BLOCKS):
        age = age_ms - turn * _INTERVAL_MS
        if age >= 0:
            above = round(HEIGHT * (1 - min(1.0, age / _FALL_MS) ** 2))
            letter = FLASH if _FALL_MS <= age < _FALL_MS + _FLASH_MS else block.letter
            shown.update({(x, y - above): letter for x, y in block.cells if y >= above})
    return shown
