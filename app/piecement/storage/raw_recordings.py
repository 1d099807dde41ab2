"""Recordings in the bytes of a damaged database, found without its tables.

A recording is found by its title, and its checksum says later whether it is whole. In a leaf of a table, a cell has the
size of its payload, the id of the row, the types of the columns and the text; what does not fit into the page lies in a
chain of other pages. See https://www.sqlite.org/fileformat2.html.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

PAGE_BYTES: Final = 4096
"""The size of the pages of all databases that the game makes."""

_TITLE: Final = re.compile(rb"piecement recording [0-9]")
_WHOLE: Final = re.compile(rb"piecement recording [0-9]+\n(?:[^\n\0]*\n){3}[0-9a-f]{8}\n")
_LEAF: Final = 13
"""The type of a page that is a leaf of a table."""
_LONGEST_CELL_HEAD: Final = 24
_FIRST_TRUNK: Final = slice(32, 36)
"""Position of the number of the first free-list page in the file header."""

_IN_PAGE: Final = PAGE_BYTES - 35
_LEAST_IN_PAGE: Final = (PAGE_BYTES - 12) * 32 // 255 - 23
_IN_OVERFLOW: Final = PAGE_BYTES - 4

_LOG_HEAD: Final = 32
_FRAME_HEAD: Final = 24
_SALT_OF_LOG: Final = slice(16, 24)
_SALT_OF_FRAME: Final = slice(8, 16)


class RawRecording(NamedTuple):
    """A text that begins as a recording does."""

    game: int | None
    """Id of the row, or None if it is lost."""
    text: str


def raw_recordings(path: Path) -> Iterator[RawRecording]:
    """Yield the recordings of a database that is not written to, without deleted ones where recognizable."""
    pages = _Pages(path)
    for number in sorted(pages.numbers - pages.free()):
        page = pages.page(number)
        cells = _cells(page)
        for found in _TITLE.finditer(page):
            start = found.start()
            if cells is None or any(0 < start - cell <= _LONGEST_CELL_HEAD for cell in cells):
                yield from _recording(pages, page, start)


class _Pages:
    """The pages of a file, as the log beside it has changed them."""

    def __init__(self, path: Path) -> None:
        self._content: Final = path.read_bytes()
        self._changed: Final = _logged(path.with_name(f"{path.name}-wal"))
        in_file = -(-len(self._content) // PAGE_BYTES)
        self.numbers: Final = {*range(1, in_file + 1), *self._changed}

    def page(self, number: int) -> bytes:
        """Return a page, which is shorter or empty beyond the end of the file."""
        if number in self._changed:
            return self._changed[number]
        return self._content[(number - 1) * PAGE_BYTES : number * PAGE_BYTES] if number > 0 else b""

    def free(self) -> set[int]:
        """Return the free pages, up to where their list can be read."""
        found: set[int] = set()
        trunk = _number(self.page(1)[_FIRST_TRUNK])
        while trunk in self.numbers and trunk not in found:
            page = self.page(trunk)
            count = min(_number(page[4:8]), PAGE_BYTES // 4 - 2)
            found |= {trunk, *(_number(page[at : at + 4]) for at in range(8, 8 + 4 * count, 4))}
            trunk = _number(page[:4])
        return found


def _logged(path: Path) -> dict[int, bytes]:
    """Return the pages in a log, up to its last complete change."""
    try:
        log = path.read_bytes()
    except OSError:
        return {}
    logged: dict[int, bytes] = {}
    change: dict[int, bytes] = {}
    for start in range(_LOG_HEAD, len(log) - _FRAME_HEAD - PAGE_BYTES + 1, _FRAME_HEAD + PAGE_BYTES):
        head = log[start : start + _FRAME_HEAD]
        if head[_SALT_OF_FRAME] != log[_SALT_OF_LOG]:
            break
        change[_number(head[:4])] = log[start + _FRAME_HEAD : start + _FRAME_HEAD + PAGE_BYTES]
        if _number(head[4:8]):
            logged |= change
            change.clear()
    return logged


def _cells(page: bytes) -> list[int] | None:
    """Return the positions of the cells of a leaf, or None for any other page."""
    if page[:1] != bytes([_LEAF]):
        return None
    count = _number(page[3:5])
    cells = [_number(page[at : at + 2]) for at in range(8, 8 + 2 * count, 2)]
    return cells if all(8 + 2 * count <= cell < PAGE_BYTES for cell in cells) else None


def _recording(pages: _Pages, page: bytes, start: int) -> Iterator[RawRecording]:
    """Yield the recording that begins in a page, if it is complete."""
    length, game = _head_of_cell(page, start)
    if length is None:
        if whole := _WHOLE.match(page, start):
            yield RawRecording(None, whole[0].decode("ascii", "replace"))
        return
    yield RawRecording(game, _text(pages, page, start, length).decode("ascii", "replace"))


def _head_of_cell(page: bytes, start: int) -> tuple[int | None, int | None]:
    """Return the length of a text and the id of its row from the head of its cell, None if lost."""
    for bytes_of_type in range(1, 5):
        types = start - bytes_of_type - 2
        kind, end = _varint(page, start - bytes_of_type)
        if types < 0 or page[types : types + 2] != bytes((bytes_of_type + 2, 0)) or end != start:
            continue
        if kind < 13 or not kind % 2:
            continue
        length = (kind - 13) // 2
        for row in range(types - 1, max(0, types - 10), -1):
            game, end = _varint(page, row)
            size = _as_varint(bytes_of_type + 2 + length)
            if end == types and page[:row].endswith(size):
                return length, game
        return length, None
    return None, None


def _text(pages: _Pages, page: bytes, start: int, length: int) -> bytes:
    """Return a text that may continue in other pages, cut off where their chain is broken."""
    payload = length + _bytes_of_head(length)
    in_page = length
    if payload > _IN_PAGE:
        fitting = _LEAST_IN_PAGE + (payload - _LEAST_IN_PAGE) % _IN_OVERFLOW
        in_page = (fitting if fitting <= _IN_PAGE else _LEAST_IN_PAGE) - _bytes_of_head(length)
    text = page[start : start + in_page]
    if in_page == length:
        return text
    number, seen = _number(page[start + in_page : start + in_page + 4]), set[int]()
    while len(text) < length and number in pages.numbers and number not in seen:
        seen.add(number)
        overflow = pages.page(number)
        text += overflow[4 : 4 + length - len(text)]
        number = _number(overflow[:4])
    return text


def _bytes_of_head(length: int) -> int:
    """Return the number of bytes in a payload before a text of a length."""
    return 2 + len(_as_varint(2 * length + 13))


def _number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _varint(data: bytes, start: int) -> tuple[int, int]:
    """Return a number of SQLite's variable length, and the index after it."""
    value = 0
    for at in range(max(0, start), min(len(data), start + 8)):
        value = value << 7 | data[at] & 0x7F
        if data[at] < 0x80:
            return value, at + 1
    return 0, -1


def _as_varint(value: int) -> bytes:
    digits = [value & 0x7F]
    while value := value >> 7:
        digits.append(value & 0x7F | 0x80)
    return bytes(reversed(digits))
