"""The screen of pyte, which draws what programs here write most in one go instead of character by character."""

import codecs
import re
from functools import cache, lru_cache
from typing import Final

import pyte
from pyte import modes
from pyte.screens import Char
from wcwidth import wcwidth

_MOST: Final = re.compile(r"\x1b\[([\d;]*)([Hm])")
"""A sequence that moves the cursor or chooses how to draw."""


class QuickScreen(pyte.Screen):
    """A screen that remembers what its cells are made of."""

    @property
    def display(self) -> list[str]:
        """The text of the screen, row by row."""
        columns = range(self.columns)
        rows = (self.buffer[y] for y in range(self.lines))
        texts = ["".join([row[x].data for x in columns]) for row in rows]
        return texts if all(map(_is_narrow, texts)) else super().display

    def draw(self, data: str) -> None:
        """Draw text, at once if it fits into the row and each character into a cell."""
        cursor = self.cursor
        if cursor.x + len(data) > self.columns or modes.IRM in self.mode or self.charset or not _is_narrow(data):
            super().draw(data)
            return
        attributes = cursor.attrs
        cells = enumerate([_cell(attributes, character) for character in data], cursor.x)
        self.buffer[cursor.y].update(cells)
        cursor.x += len(data)
        self.dirty.add(cursor.y)

    def cursor_position(self, line: int | None = None, column: int | None = None, *, private: bool = False) -> None:
        """Move the cursor; a terminal ignores the sequence with a question mark, as an echo of a key leaves it."""
        if not private:
            super().cursor_position(line, column)

    def select_graphic_rendition(self, *attrs: int, private: bool = False) -> None:
        """Choose how to draw; looked up where it was so chosen before, and ignored with a question mark."""
        if private:
            return
        before = self.cursor.attrs
        key = before, attrs, modes.DECSCNM in self.mode
        if (chosen := _CHOSEN.get(key)) is None:
            super().select_graphic_rendition(*attrs)
            chosen = _CHOSEN[key] = self.cursor.attrs
        self.cursor.attrs = chosen


_CHOSEN: Final[dict[tuple[Char, tuple[int, ...], bool], Char]] = {}


class QuickStream(pyte.Stream):
    """Output of a program, as text or in bytes, for a screen."""

    def __init__(self, screen: pyte.Screen) -> None:
        super().__init__(screen)
        self._screen = screen
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def feed(self, data: str | bytes) -> None:
        """Take what was written, whose sequences must be whole."""
        text = data if isinstance(data, str) else self._decode(data)
        position = 0
        for match in _MOST.finditer(text):
            if position < match.start():
                super().feed(text[position : match.start()])
            numbers, final = _parts(match[0])
            if final == "m":
                self._screen.select_graphic_rendition(*numbers)
            else:
                self._screen.cursor_position(*numbers)
            position = match.end()
        if position < len(text):
            super().feed(text[position:])


@cache
def _parts(sequence: str) -> tuple[tuple[int, ...], str]:
    return tuple(int(number or 0) for number in sequence[2:-1].split(";")), sequence[-1]


@cache
def _cell(attributes: Char, character: str) -> Char:
    return attributes._replace(data=character)


@lru_cache(10_000)
def _is_narrow(text: str) -> bool:
    return all(wcwidth(character) == 1 for character in text)
