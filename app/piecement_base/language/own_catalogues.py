"""Catalogue files of custom languages in the formats of gettext: `.po` as text, and `.mo` as compiled from it."""

import re
import struct
from collections.abc import Iterable, Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from piecement_base.language import _
from piecement_base.language.languages import CatalogueError
from piecement_base.language.placeholders import first_fault

MOST_BYTES: Final = 5_000_000
"""Maximum size of a file (bytes)."""

_LINE: Final = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[[0-5]\])?)\s*)?"((?:[^"\\]|\\.)*)"')
_ESCAPED: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r"}
_MAGIC: Final = 0x950412DE
"""First number of a compiled file, in the order of bytes that it is written in."""
_NUMBERS: Final = range(200)
"""Numbers that a rule for plural forms is tried with; most rules repeat after them."""


class CatalogueEntry(NamedTuple):
    """A text and its translation, each in its forms by number."""

    key: str
    """The text for one, after its context and U+0004 if it has one; empty for the head of the file."""
    texts: tuple[str, ...]
    translations: tuple[str, ...]

    @property
    def fault(self) -> str:
        return first_fault(self.texts, self.translations) if self.key else ""


def read_entries(path: Path) -> list[CatalogueEntry]:
    """Return the head of a file and its translated entries. Raises `CatalogueError`."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CatalogueError(str(error.strerror)) from None
    if len(content) > MOST_BYTES:
        raise CatalogueError(_("it is larger than {most} kB").format(most=MOST_BYTES // 1000))
    try:
        found = _compiled_entries(content) if path.suffix == ".mo" else _written_entries(content.decode("utf-8-sig"))
        return [entry for entry in found if not entry.key or all(entry.translations)]
    except UnicodeDecodeError:
        raise CatalogueError(_("it is not in UTF-8")) from None
    except (struct.error, IndexError):
        raise CatalogueError(_("it is damaged")) from None


def translations_of(entries: Iterable[CatalogueEntry]) -> GNUTranslations:
    """Return the translations without a fault. Raises `CatalogueError` for a wrong rule of the plural forms."""
    try:
        found = GNUTranslations(BytesIO(_compiled([entry for entry in entries if not entry.fault])))
        for number in _NUMBERS:
            found.ngettext("", "", number)
    except (ArithmeticError, LookupError, ValueError, OSError):
        raise CatalogueError(_("its header is wrong, for example Plural-Forms")) from None
    return found


def head_of(entries: Iterable[CatalogueEntry]) -> dict[str, str]:
    """Return the fields of the head of a file."""
    head = next((entry.translations[0] for entry in entries if not entry.key), "")
    return {name.strip(): text.strip() for name, _colon, text in (line.partition(":") for line in head.splitlines())}


def _written_entries(text: str) -> Iterator[CatalogueEntry]:
    """Yield the entries of a `.po`; those marked as fuzzy wait for a translator.

    An entry is a run of fields, each with its text over one or more lines. It ends at a blank line or a comment, or
    where the next one begins without such a line.
    """
    fields: dict[str, str] = {}
    last, is_fuzzy = "", False
    for number, line in enumerate((*text.splitlines(), "#"), start=1):  # the last one ends the last entry
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            if "msgstr" in last:
                yield from _entry(fields, is_fuzzy=is_fuzzy)
                fields, last, is_fuzzy = {}, "", False
            is_fuzzy = is_fuzzy or (stripped.startswith("#,") and "fuzzy" in stripped)
            continue
        if (found := _LINE.fullmatch(stripped)) is None or not (found[1] or last):
            raise CatalogueError(_("line {number} is not valid in a .po file").format(number=number))
        if found[1] in {"msgctxt", "msgid"} and "msgstr" in last:
            yield from _entry(fields, is_fuzzy=is_fuzzy)
            fields, is_fuzzy = {}, False
        last = found[1] or last
        fields[last] = fields.get(last, "") + _ESCAPED.sub(lambda sign: _ESCAPES.get(sign[1], sign[1]), found[2])


def _entry(fields: dict[str, str], *, is_fuzzy: bool) -> Iterator[CatalogueEntry]:
    text = fields.get("msgid", "")
    if is_fuzzy and text:
        return
    key = f"{fields['msgctxt']}\x04{text}" if "msgctxt" in fields else text
    translations = tuple(value for name, value in sorted(fields.items()) if name.startswith("msgstr"))
    texts = (text, fields["msgid_plural"]) if "msgid_plural" in fields else (text,)
    yield CatalogueEntry(key, texts, translations)


def _compiled_entries(content: bytes) -> Iterator[CatalogueEntry]:
    """Yield the entries of a `.mo`."""
    order = next((order for order in "<>" if struct.unpack_from(f"{order}I", content)[0] == _MAGIC), "")
    if not order:
        raise CatalogueError(_("it is not a .mo file"))
    _version, count, originals, translations = struct.unpack_from(f"{order}4I", content, 4)
    for index in range(count):
        key, found = (
            content[start : start + length].decode()
            for length, start in (
                struct.unpack_from(f"{order}2I", content, place + 8 * index) for place in (originals, translations)
            )
        )
        key, _zero, plural = key.partition("\0")
        text = key.rpartition("\x04")[2]
        yield CatalogueEntry(key, (text, plural) if plural else (text,), tuple(found.split("\0")))


def _compiled(entries: Iterable[CatalogueEntry]) -> bytes:
    """Return the `.mo` of entries, in the order of bytes of most computers.

    It is a head of seven numbers, a table of the lengths and places of all texts, one of all translations, and these.
    """
    pairs = sorted(
        ("\0".join((entry.key, *entry.texts[1:])).encode(), "\0".join(entry.translations).encode()) for entry in entries
    )
    head = struct.pack("<7I", _MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0)
    place = len(head) + 16 * len(pairs)
    tables: list[bytes] = []
    for texts in zip(*pairs, strict=True):
        for text in texts:
            tables.append(struct.pack("<2I", len(text), place))
            place += len(text) + 1
    return head + b"".join(tables) + b"".join(text + b"\0" for texts in zip(*pairs, strict=True) for text in texts)
