"""Settings as a line of text, to copy and paste: the values that differ from the defaults, packed and versioned.

Names, servers, retention and progress are left out. `account_line` is the line of the settings that follow an account.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple, Self, cast

from piecement.settings.presets import with_section
from piecement.settings.settings import Settings
from piecement.settings.specs import SettingError
from piecement.storage.nested_tables import TablePath, Tables, changes, is_deep, with_changes
from piecement.storage.settings_file import checked
from piecement.storage.settings_migrations import SETTINGS_MIGRATIONS, SETTINGS_VERSION
from piecement_base.language import _

LINE_SECTIONS: Final = ("gameplay", "controls", "pair", "graphics", "sound", "interface", "computer", "commands")
PROGRESS: Final = (
    "news",
    "games_played",
    "first_run_notice",
    "lesson_step",
    "seen_tips",
    "tip_day",
    "silent_terminals",
)
"""Settings of `interface` that note what was seen of the game and of this machine."""
NAMES: Final = ("your_name", "friend_name")
"""Settings of `computer` with the names of players."""
_PRIVATE: Final[Mapping[str, Collection[str]]] = {"interface": ("language", *PROGRESS), "computer": NAMES}
"""Settings that a line leaves out, by section."""
_PREFIX: Final = "piecement-settings-"
_LINE: Final = re.compile(rf"{_PREFIX}([1-9][0-9]{{0,5}}):([A-Za-z0-9_-]+)")
_MOST_CHARACTERS: Final = 20_000
_MOST_BYTES: Final = 200_000
"""Size of the largest content, unpacked."""


class Imported(NamedTuple):
    """Settings after the import of a line."""

    settings: Settings
    changed: tuple[str, ...]
    """Names of the settings that change, such as `gameplay.das_ms`."""
    complaints: tuple[str, ...]
    """Sentences about values of the line that cannot be used."""

    @classmethod
    def of(cls, settings: Settings, changed: Iterable[TablePath], complaints: Iterable[str]) -> Self:
        """Return the settings with the names of the changed ones, from their paths."""
        return cls(settings, tuple(dict.fromkeys(".".join(path[:2]) for path in changed)), tuple(complaints))


def settings_line(settings: Settings, sections: Collection[str] = LINE_SECTIONS) -> str:
    """Return sections of settings as a line."""
    differing = with_changes({}, changes(_line_values(Settings()), _line_values(settings)))
    return packed({section: differing.get(section, {}) for section in LINE_SECTIONS if section in sections})


def import_line(line: str, now: Settings) -> Imported:
    """Return the settings with the sections of a line. Raises `SettingError` for any other text."""
    tables = unpacked("".join(line[: _MOST_CHARACTERS + 1].split()), LINE_SECTIONS)
    sections = [section for section in LINE_SECTIONS if section in tables]
    found = checked(Settings, {section: tables[section] for section in sections})
    settings = now
    for section in sections:
        present = now.section(section)
        own = {name: getattr(present, name) for name in _PRIVATE.get(section, ())}
        settings = with_section(settings, section, found.settings.section(section).with_values(**own))
    return Imported.of(settings, changes(_line_values(now), _line_values(settings)), found.complaints)


def _line_values(settings: Settings) -> Tables:
    """Return the values that a line may have."""
    return values_without(_PRIVATE, settings, LINE_SECTIONS)


def values_without(left_out: Mapping[str, Collection[str]], settings: Settings, sections: Collection[str]) -> Tables:
    """Return the values of some sections without the settings that are left out of each."""
    values = settings.model_dump(mode="json", exclude={section: {*names} for section, names in left_out.items()})
    return {section: values[section] for section in sections}


def packed(content: Tables) -> str:
    """Return tables as a line."""
    data = zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 9)
    return f"{_PREFIX}{SETTINGS_VERSION}:{urlsafe_b64encode(data).decode().rstrip('=')}"


def unpacked(line: str, sections: Collection[str]) -> Tables:
    """Return the tables of some sections in a line. Raises `SettingError` for any other text."""
    found = _LINE.fullmatch(line)
    if found is None or len(line) > _MOST_CHARACTERS:
        raise SettingError(_("That is not a line of settings: it must begin with {prefix!r}.").format(prefix=_PREFIX))
    version = int(found[1])
    if version > SETTINGS_VERSION:
        raise SettingError(_("That line is from a newer version of Piecement."))
    try:
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(urlsafe_b64decode(found[2] + "=" * (-len(found[2]) % 4)), _MOST_BYTES)
        found_tables = json.loads(content) if unpacker.eof else None
    except (ValueError, zlib.error, RecursionError):
        found_tables = None
    tables = cast("Tables", found_tables) if isinstance(found_tables, dict) else {"": found_tables}
    if "" in tables or is_deep(tables):
        raise SettingError(_("That line is damaged: copy all of it."))
    named = {name for name in sections if name in tables or (name == "commands" and "computer" in tables)}
    for step in range(version, SETTINGS_VERSION):
        tables = SETTINGS_MIGRATIONS[step](tables)
    return {name: values for name, values in tables.items() if name in named}
