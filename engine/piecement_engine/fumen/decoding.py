"""Fumen decoder."""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import unquote

from piecement_engine.errors import FumenError, cut
from piecement_engine.fumen.comments import from_number, unescape
from piecement_engine.fumen.field_layout import CELL_LETTERS, LAYOUTS, UNCHANGED, FieldLayout
from piecement_engine.fumen.letters import Reader
from piecement_engine.fumen.page import MOST_PAGES, WIDTH, Page, all_rows

LONGEST_TEXT: Final = 2_000_000
"""Maximum length of a text to decode (letters)."""

_FUMEN: Final = re.compile(r"[vmd](110|115)@([^&#]*)")
_IGNORED: Final = re.compile(r"[?\s]")


def decode(text: str) -> tuple[Page, ...]:
    """Return the pages of a fumen of version 115 or 110, given as bare text or inside an address.

    Raises `FumenError` for any other text, and for more than `MOST_PAGES` pages.
    """
    if len(text) > LONGEST_TEXT:
        raise FumenError("the text has {count} letters: a fumen has at most {most}", count=len(text), most=LONGEST_TEXT)
    found = _FUMEN.search(unquote(text))
    if found is None:
        raise FumenError("{text!r} is no fumen: one begins with v115@ or v110@", text=cut(text.strip(), 40))
    pages = tuple(_Decoder(LAYOUTS[found[1]], Reader(_IGNORED.sub("", found[2]))).pages())
    if not pages:
        raise FumenError("the fumen has no page: something must follow {text!r}", text=found[0])
    return pages


class _Decoder:
    """Decoder of page after page. A page is the result of the lock on the page before, and the changes to it."""

    def __init__(self, layout: FieldLayout, reader: Reader) -> None:
        self._layout: Final = layout
        self._reader: Final = reader
        self._unchanged = 0
        """Number of further pages with an unchanged field."""

    def pages(self) -> Iterator[Page]:
        before = Page()
        first: Page | None = None
        count = 0
        while not self._reader.at_end:
            count += 1
            if count > MOST_PAGES:
                raise FumenError("the fumen has more than {most} pages", most=MOST_PAGES)
            page = self._page(before, first)
            first = first or page
            before = page.following()
            yield page

    def _page(self, before: Page, first: Page | None) -> Page:
        field, garbage = self._field(before)
        number = self._reader.number(3)
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
            change, run = divmod(self._reader.number(2), self._layout.cells)
            changes += [change - UNCHANGED] * (run + 1)
            if change == UNCHANGED and run == self._layout.cells - 1:
                self._unchanged = self._reader.number(1)
        if len(changes) > self._layout.cells:
            raise FumenError("the fumen is damaged: a field has more than {most} cells", most=self._layout.cells)
        return changes

    def _comment(self) -> str:
        length = self._reader.number(2)
        escaped = "".join(from_number(self._reader.number(5)) for _ in range(0, length, 4))
        return unescape(escaped[:length])


def _changed(cell: str, change: int) -> str:
    number = CELL_LETTERS.index(cell) + change
    if not 0 <= number < len(CELL_LETTERS):
        raise FumenError("the fumen is damaged: a cell has the colour {number}, and there are 0 to 8", number=number)
    return CELL_LETTERS[number]
