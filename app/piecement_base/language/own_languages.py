"""Custom languages: catalogues in the folder `languages` beside the settings, named like `it.po`."""

import re
from collections.abc import Iterator
from functools import partial
from gettext import GNUTranslations
from pathlib import Path
from typing import Final

from piecement_base.language import CATALOGUES, DOMAIN, _
from piecement_base.language.languages import CatalogueError, OwnLanguage, use_own_languages
from piecement_base.language.own_catalogues import CatalogueEntry, head_of, read_entries, translations_of

_CODE: Final = re.compile(r"[a-z]{2,3}(_[A-Za-z0-9]{2,8}){0,2}")
_SUFFIXES: Final = (".mo", ".po")
"""Endings of the files, the one that counts where both are there last."""
_MOST_FILES: Final = 50
_LONGEST_NAME: Final = 24
_NO_TEAM: Final = frozenset({"", "none", "LANGUAGE"})
"""Teams that programs write for none."""
_COMPLETE: Final = "de"
"""Language whose catalogue has every text."""


def list_own_languages(folder: Path) -> None:
    """List the languages of a folder, and no longer those of another one."""
    files = {path.stem: path for path in _files(folder) if _CODE.fullmatch(path.stem)}
    use_own_languages({code: OwnLanguage(_name(path), partial(_read, path)) for code, path in files.items()})


def _read(path: Path) -> GNUTranslations:
    try:
        return translations_of(read_entries(path))
    except CatalogueError as error:
        raise CatalogueError(_("{path} cannot be used: {reason}").format(path=path, reason=error)) from None


def _files(folder: Path) -> list[Path]:
    try:
        found = [path for path in folder.iterdir() if path.suffix in _SUFFIXES]
    except OSError:
        return []
    return sorted(found, key=lambda path: (path.stem, _SUFFIXES.index(path.suffix)))[:_MOST_FILES]


def _name(path: Path) -> str:
    """Return the name of a language in itself, by the head of its file, or its code."""
    try:
        head = head_of(read_entries(path))
    except CatalogueError:
        return path.stem
    team = head.get("Language-Team", "").partition("<")[0].strip()
    name = head.get("X-Language-Name") or ("" if team in _NO_TEAM else team)
    return name if name.isprintable() and 0 < len(name) <= _LONGEST_NAME else path.stem


def findings(folder: Path) -> Iterator[tuple[Path, str, tuple[str, ...]]]:
    """Yield each file of a folder, how complete it is, and its faults."""
    compiled = CATALOGUES / _COMPLETE / "LC_MESSAGES" / f"{DOMAIN}.mo"
    wanted = {entry.key for entry in read_entries(compiled) if entry.key}
    for path in _files(folder):
        problem = "" if _CODE.fullmatch(path.stem) else _("its name is not a language code, as in it.po")
        entries: list[CatalogueEntry] = []
        try:
            entries = read_entries(path)
            translations_of(entries)
        except CatalogueError as error:
            problem = problem or str(error)
        faults = tuple(f"{entry.texts[0]!r}: {entry.fault}" for entry in entries if entry.fault)
        done = len(wanted & {entry.key for entry in entries if not entry.fault})
        completeness = _("{done} of {count} texts are translated").format(done=done, count=len(wanted))
        yield path, completeness, (problem, *faults) if problem else faults
