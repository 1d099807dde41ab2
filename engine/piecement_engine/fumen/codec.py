"""The codec of fumens: from pages to text, and from text to pages.

Each letter is a digit in base 64, the lowest one first. In a comment four letters are one number in base 96, a space 0.

The cells of a field are in rows from the top, the garbage row last. After the field follows one number for the rest of
the page: the piece, its rotation, its cell, and the flags. The cell counts from the top left; it is not a corner of the
piece but a cell inside or beside it, which a table relates to the lower left corner. Sources: the README and the tests
of tetris-fumen (knewjade), and published fumens of known boards.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final
from urllib.parse import unquote

from piecement_engine.board.pieces import TETROMINOES, Orientation, Piece
from piecement_engine.errors import FumenError, cut, cut_repr
from piecement_engine.fumen.comments import escape, unescape
from piecement_engine.fumen.page import HEIGHT, MOST_PAGES, WIDTH, Page, all_rows

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_DIGITS: Final = {letter: digit for digit, letter in enumerate(_LETTERS)}
_LARGEST_DIGIT: Final = len(_LETTERS) - 1

_BASE: Final = 96
_FIRST: Final = ord(" ")
_LAST: Final = ord("~")

CELL_LETTERS: Final = ".ILOZTJSX"
"""Letters of cells by number. 1 to 7 are also the pieces."""

UNCHANGED: Final = 8
"""Number of an unchanged cell: each cell is written as the difference from its number before, plus 8."""

FLAGS: Final = ("rise", "mirror", "colour", "comment", "unlocked")
"""Flags of a page, lowest bit first."""

_ORIENTATIONS: Final = (Orientation.S, Orientation.E, Orientation.N, Orientation.W)
"""Orientations by number."""

_CORNERS: Final = {
    "I": ((-1, 0), (0, -2), (-1, 0), (0, -2)),
    "L": ((-1, 0), (0, -1), (-1, -1), (-1, -1)),
    "O": ((0, -1), (0, -1), (0, -1), (0, -1)),
    "Z": ((-1, -1), (0, -1), (-1, -1), (0, -1)),
    "T": ((-1, 0), (0, -1), (-1, -1), (-1, -1)),
    "J": ((-1, 0), (0, -1), (-1, -1), (-1, -1)),
    "S": ((-1, -1), (-1, -1), (-1, -1), (-1, -1)),
}
"""Offset of the lower left corner of a piece from its cell, (dx, dy), in orientation N, E, S and W."""


@dataclass(frozen=True, slots=True)
class FieldLayout:
    """Size of the fields of a version."""

    height: int
    """Number of rows, without the garbage row."""

    @property
    def cells(self) -> int:
        """Number of cells of a field and its garbage row."""
        return (self.height + 1) * WIDTH

    def piece(self, number: int) -> Piece | None:
        """Return the piece of a page's number, or None if it has none."""
        letter = CELL_LETTERS[number % 8]
        if letter == CELL_LETTERS[0]:
            return None
        orientation = _ORIENTATIONS[number // 8 % 4]
        row, x = divmod(number // 32 % self.cells, WIDTH)
        dx, dy = _CORNERS[letter][orientation]
        return Piece(TETROMINOES[letter], orientation, x + dx, self.height - 1 - row + dy)

    def flags(self, number: int) -> frozenset[str]:
        """Return the flags that are set in a page's number."""
        bits = number // (32 * self.cells)
        return frozenset(name for bit, name in enumerate(FLAGS) if bits >> bit & 1)

    def number(self, piece: Piece | None, flags: frozenset[str]) -> int:
        """Return the number of a page with this piece and these flags."""
        bits = sum(1 << FLAGS.index(name) for name in flags) * self.cells
        if piece is None:
            return bits * 32
        dx, dy = _CORNERS[piece.shape.name][piece.orientation]
        cell = (self.height - 1 - piece.y + dy) * WIDTH + piece.x - dx
        orientation = _ORIENTATIONS.index(Orientation(piece.orientation))
        return (bits + cell) * 32 + 8 * orientation + CELL_LETTERS.index(piece.shape.name)


LAYOUTS: Final = {"115": FieldLayout(HEIGHT), "110": FieldLayout(21)}
"""Layouts by version."""


_VERSION: Final = "115"
_LAYOUT: Final = LAYOUTS[_VERSION]
_LINE: Final = 47
"""Number of letters before each `?`, those of the version included."""


def encode(pages: Sequence[Page]) -> str:
    """Encode pages as fumen text (version 115).

    Raises `FumenError` if there is no page, or more than `MOST_PAGES`.
    """
    if not isinstance(pages, list | tuple) or not all(isinstance(page, Page) for page in pages):
        raise FumenError("the pages are {pages}: they must be a list of pages", pages=cut_repr(pages))
    if not 0 < len(pages) <= MOST_PAGES:
        raise FumenError("a fumen has 1 to {most} pages, not {count}", most=MOST_PAGES, count=len(pages))
    encoder = _Encoder()
    before = Page(colour=pages[0].colour)
    for index, page in enumerate(pages):
        encoder.write_page(page, before, is_first=index == 0)
        before = page.following()
    text = f"v{_VERSION}@{encoder.text}"
    return "?".join(text[start : start + _LINE] for start in range(0, len(text), _LINE))


class _Encoder:
    def __init__(self) -> None:
        self._digits: Final[list[int]] = []
        self._counter: int | None = None
        """Place of the digit that counts further pages with an unchanged field."""

    @property
    def text(self) -> str:
        return "".join(_LETTERS[digit] for digit in self._digits)

    def write_page(self, page: Page, before: Page, *, is_first: bool) -> None:
        """Write a page that follows `before`."""
        self._write_field(_numbers(before), _numbers(page))
        is_new = page.comment != before.comment
        flags = (page.rise, page.mirror, page.colour if is_first else page.repeats_colour, is_new, not page.lock)
        names = frozenset(name for name, is_set in zip(FLAGS, flags, strict=True) if is_set)
        self._write(_LAYOUT.number(page.piece, names), 3)
        if is_new:
            self._write_comment(page.comment)

    def _write_field(self, before: list[int], now: list[int]) -> None:
        changed = before != now
        if not changed and self._counter is not None and self._digits[self._counter] < _LARGEST_DIGIT:
            self._digits[self._counter] += 1
            return
        changes = (new - old + UNCHANGED for old, new in zip(before, now, strict=True))
        for change, run in groupby(changes):
            self._write(change * _LAYOUT.cells + len(list(run)) - 1, 2)
        self._counter = None if changed else len(self._digits)
        if not changed:
            self._write(0, 1)

    def _write_comment(self, comment: str) -> None:
        escaped = escape(comment)
        self._write(len(escaped), 2)
        for start in range(0, len(escaped), 4):
            codes = [ord(letter) - _FIRST for letter in escaped[start : start + 4]]
            self._write(sum(code * _BASE**place for place, code in enumerate(codes)), 5)

    def _write(self, value: int, length: int) -> None:
        self._digits.extend(value >> 6 * place & _LARGEST_DIGIT for place in range(length))


def _numbers(page: Page) -> list[int]:
    """Return the numbers of the cells, from the top."""
    text = "".join(reversed(all_rows(page.field))) + page.garbage
    return [CELL_LETTERS.index(cell) for cell in text]


LONGEST_TEXT: Final = 2_000_000
"""Maximum length of a text to decode (letters)."""

_FUMEN: Final = re.compile(r"[vmdVMD](110|115)@([^&#]*)")
_IGNORED: Final = re.compile(r"[?\s]")


def decode(text: str) -> tuple[Page, ...]:
    """Return the pages of a fumen of version 115 or 110, given as bare text or inside an address.

    Raises `FumenError` for any other text, and for more than `MOST_PAGES` pages.
    """
    if not isinstance(text, str):
        raise FumenError("{text} is not a fumen: it must be a text", text=cut_repr(text))
    if len(text) > LONGEST_TEXT:
        raise FumenError(
            "the text has {count} characters: a fumen has at most {most}", count=len(text), most=LONGEST_TEXT
        )
    found = _FUMEN.search(unquote(text))
    if found is None:
        raise FumenError("{text!r} is not a fumen: it must begin with v115@ or v110@", text=cut(text.strip(), 40))
    pages = tuple(_Decoder(LAYOUTS[found[1]], _IGNORED.sub("", found[2])).pages())
    if not pages:
        raise FumenError("the fumen has no page: something must follow {text!r}", text=found[0])
    return pages


class _Decoder:
    """Decoder of page after page. A page is the result of the lock on the page before, and the changes to it."""

    def __init__(self, layout: FieldLayout, text: str) -> None:
        self._layout: Final = layout
        self._text: Final = text
        self._at = 0
        self._unchanged = 0
        """Number of further pages with an unchanged field."""

    def pages(self) -> Iterator[Page]:
        before = Page()
        first: Page | None = None
        count = 0
        while self._at < len(self._text):
            count += 1
            if count > MOST_PAGES:
                raise FumenError("the fumen has more than {most} pages", most=MOST_PAGES)
            page = self._page(before, first)
            first = first or page
            before = page.following()
            yield page

    def _page(self, before: Page, first: Page | None) -> Page:
        field, garbage = self._field(before)
        number = self._read(3)
        flags = self._layout.flags(number)
        return Page(
            field,
            garbage,
            piece=self._layout.piece(number),
            comment=self._comment() if "comment" in flags else before.comment,
            lock="unlocked" not in flags,
            rise="rise" in flags,
            mirror="mirror" in flags,
            colour=first.colour if first else "colour" in flags,
            repeats_colour=first is not None and "colour" in flags,
        )

    def _field(self, before: Page) -> tuple[tuple[str, ...], str]:
        if self._unchanged:
            self._unchanged -= 1
            return before.field, before.garbage
        changes = self._changes()
        if len(changes) == self._layout.cells and set(changes) == {0}:
            return before.field, before.garbage
        rows = all_rows(before.field)[: self._layout.height]
        cells = [*"".join(reversed(rows)), *before.garbage]
        text = "".join(_changed(cell, change) for cell, change in zip(cells, changes, strict=True))
        rows = tuple(text[start : start + WIDTH] for start in range(0, len(text), WIDTH))
        return rows[-2::-1], rows[-1]

    def _changes(self) -> list[int]:
        """Return the change of each cell's number, from the top."""
        changes: list[int] = []
        while len(changes) < self._layout.cells:
            change, run = divmod(self._read(2), self._layout.cells)
            changes += [change - UNCHANGED] * (run + 1)
            if change == UNCHANGED and run == self._layout.cells - 1:
                self._unchanged = self._read(1)
        if len(changes) > self._layout.cells:
            raise FumenError("the fumen is damaged: a field has more than {most} cells", most=self._layout.cells)
        return changes

    def _comment(self) -> str:
        length = self._read(2)
        escaped = "".join(_four_letters(self._read(5)) for _ in range(0, length, 4))
        return unescape(escaped[:length])

    def _read(self, length: int) -> int:
        """Return the next number. Raises `FumenError` for an invalid letter, and at the end of the text."""
        letters = self._text[self._at : self._at + length]
        if len(letters) < length:
            raise FumenError("the fumen is cut off: its last page breaks off")
        self._at += length
        for letter in letters:
            if letter not in _DIGITS:
                raise FumenError("{letter!r} is not allowed in a fumen: use A-Z, a-z, 0-9, + and /", letter=letter)
        return sum(_DIGITS[letter] << 6 * place for place, letter in enumerate(letters))


def _four_letters(number: int) -> str:
    """Return the letters of a comment's number. Raises `FumenError` for an invalid number."""
    codes = [number // _BASE**place % _BASE + _FIRST for place in range(4)]
    if max(codes) > _LAST or number >= _BASE**4:
        raise FumenError("the fumen is damaged: its comment has characters that are not allowed")
    return "".join(map(chr, codes))


def _changed(cell: str, change: int) -> str:
    number = CELL_LETTERS.index(cell) + change
    if not 0 <= number < len(CELL_LETTERS):
        raise FumenError("the fumen is damaged: a cell has the colour {number}, and there are 0 to 8", number=number)
    return CELL_LETTERS[number]
