"""Fumen encoder."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from piecement_engine.errors import FumenError
from piecement_engine.fumen.comments import escape, to_numbers
from piecement_engine.fumen.field_layout import CELL_LETTERS, LAYOUTS, UNCHANGED
from piecement_engine.fumen.letters import Writer
from piecement_engine.fumen.page import MOST_PAGES, Page, all_rows

_VERSION: Final = "115"
_LAYOUT: Final = LAYOUTS[_VERSION]
_LINE: Final = 47
"""Number of letters before each `?`, those of the version included."""


def encode(pages: Sequence[Page]) -> str:
    """Encode pages as fumen text (version 115).

    Raises `FumenError` if there is no page, or more than `MOST_PAGES`.
    """
    if not 0 < len(pages) <= MOST_PAGES:
        raise FumenError("a fumen has 1 to {most} pages, not {count}", most=MOST_PAGES, count=len(pages))
    encoder = _Encoder()
    before = Page(colour=pages[0].colour)
    for index, page in enumerate(pages):
        encoder.write(page, before, is_first=index == 0)
        before = page.following()
    text = f"v{_VERSION}@{encoder.text}"
    return "?".join(text[start : start + _LINE] for start in range(0, len(text), _LINE))


class _Encoder:
    def __init__(self) -> None:
        self._writer: Final = Writer()
        self._counter: int | None = None
        """Place of the digit that counts further pages with an unchanged field."""

    @property
    def text(self) -> str:
        return self._writer.text

    def write(self, page: Page, before: Page, *, is_first: bool) -> None:
        """Write a page that follows `before`."""
        self._write_field(_numbers(before), _numbers(page))
        is_new = page.comment != before.comment
        flags = {
            "rise": page.rise,
            "mirror": page.mirror,
            "colour": is_first and page.colour,
            "comment": is_new,
            "unlocked": not page.lock,
        }
        names = frozenset(name for name, is_set in flags.items() if is_set)
        self._writer.number(_LAYOUT.number(page.piece, names), 3)
        if is_new:
            self._write_comment(page.comment)

    def _write_field(self, before: list[int], now: list[int]) -> None:
        changed = before != now
        if not changed and self._counter is not None and self._writer.count_up(self._counter):
            return
        changes = (new - old + UNCHANGED for old, new in zip(before, now, strict=True))
        for change, run in groupby(changes):
            self._writer.number(change * _LAYOUT.cells + len(list(run)) - 1, 2)
        self._counter = None if changed else self._writer.length
        if not changed:
            self._writer.number(0, 1)

    def _write_comment(self, comment: str) -> None:
        escaped = escape(comment)
        self._writer.number(len(escaped), 2)
        for number in to_numbers(escaped):
            self._writer.number(number, 5)


def _numbers(page: Page) -> list[int]:
    """Return the numbers of the cells, from the top."""
    text = "".join(reversed(all_rows(page.field))) + page.garbage
    return [CELL_LETTERS.index(cell) for cell in text]
