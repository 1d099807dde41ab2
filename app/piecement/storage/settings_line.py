"""Settings as a line of text, to copy and paste: the values that differ from the defaults, packed and versioned.

What is the player's alone is not in it: names, servers, what is kept, and how far the game was seen.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Mapping
from typing import Final, NamedTuple, cast

from piecement.language import _
from piecement.settings.presets import with_section
from piecement.settings.section import type_adapter
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingError
from piecement.storage.settings_file import (
    SETTINGS_MIGRATIONS,
    SETTINGS_VERSION,
    Tables,
    changes,
    checked,
    is_deep,
    with_changes,
)

LINE_SECTIONS: Final = ("gameplay", "controls", "pair", "graphics", "sound", "interface", "computer")
_PRIVATE: Final[Mapping[str, Collection[str]]] = {
    "interface": ("language", "news", "games_played", "first_run_notice", "seen_tips", "tip_day"),
    "computer": ("your_name", "friend_name"),
}
_PREFIX: Final = "piecement-settings-"
_LINE: Final = re.compile(rf"{_PREFIX}([1-9][0-9]{{0,5}}):([A-Za-z0-9_-]+)")
_MOST_CHARACTERS: Final = 20_000
_MOST_BYTES: Final = 200_000
"""Size of the largest content, unpacked."""


class TakenIn(NamedTuple):
    """The settings after a line was taken in."""

    settings: Settings
    changed: tuple[str, ...]
    """Names of the settings that change, such as `gameplay.das_ms`."""
    complaints: tuple[str, ...]
    """Sentences about values of the line that cannot be used."""


def settings_line(settings: Settings, sections: Collection[str] = LINE_SECTIONS) -> str:
    """Return sections of settings as a line."""
    differing = with_changes({}, changes(_shared(Settings()), _shared(settings)))
    return packed({section: differing.get(section, {}) for section in LINE_SECTIONS if section in sections})


def take_line(line: str, now: Settings) -> TakenIn:
    """Return the settings with the sections of a line. Raises `SettingError` for any other text."""
    tables = unpacked("".join(line[: _MOST_CHARACTERS + 1].split()), LINE_SECTIONS)
    sections = [section for section in LINE_SECTIONS if section in tables]
    complaints = list[str]()
    found = checked(type_adapter(Settings), {section: tables[section] for section in sections}, complaints)
    settings = now
    for section in sections:
        present = now.section(section)
        own = {name: getattr(present, name) for name in _PRIVATE.get(section, ())}
        settings = with_section(settings, section, found.section(section).with_values(**own))
    changed = changes(_shared(now), _shared(settings))
    return TakenIn(settings, tuple(dict.fromkeys(".".join(path[:2]) for path in changed)), tuple(complaints))


def _shared(settings: Settings) -> Tables:
    """Return the values that a line may have."""
    tables: Tables = type_adapter(Settings).dump_python(settings, mode="json", exclude_none=True)
    return {
        section: {name: value for name, value in tables[section].items() if name not in _PRIVATE.get(section, ())}
        for section in LINE_SECTIONS
    }


def packed(content: Tables) -> str:
    """Return tables as a line."""
    data = zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 9)
    return f"{_PREFIX}{SETTINGS_VERSION}:{urlsafe_b64encode(data).decode().rstrip('=')}"


def unpacked(line: str, sections: Collection[str]) -> Tables:
    """Return the tables of some sections in a line. Raises `SettingError` for any other text."""
    found = _LINE.fullmatch(line)
    if found is None or len(line) > _MOST_CHARACTERS:
        raise SettingError(_("That is no line of settings: one begins with {prefix!r}.").format(prefix=_PREFIX))
    version = int(found[1])
    if version > SETTINGS_VERSION:
        raise SettingError(_("That line is of a newer version of Piecement."))
    try:
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(urlsafe_b64decode(found[2] + "=" * (-len(found[2]) % 4)), _MOST_BYTES)
        found_tables = json.loads(content) if unpacker.eof else None
    except (ValueError, zlib.error, RecursionError):
        found_tables = None
    tables = cast("Tables", found_tables) if isinstance(found_tables, dict) else {"": found_tables}
    if "" in tables or is_deep(tables):
        raise SettingError(_("That line is damaged: copy all of it."))
    named = [name for name in tables if name in sections]
    for step in range(version, SETTINGS_VERSION):
        tables = SETTINGS_MIGRATIONS[step](tables)
    return {name: tables[name] for name in named}
