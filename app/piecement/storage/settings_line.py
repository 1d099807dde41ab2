"""Settings as a line of text, to copy and paste: the values that differ from the defaults, packed and versioned.

Names, servers, retention and progress are left out.

A line of the settings that follow an account has all but those of the machine: its terminal, frame rate, keyboard,
speakers and disk, the servers and names used at it, and the progress there. A value that such a line lacks, or that
this machine cannot use, such as a look whose file lies on another one, stays as it is here. `SettingsCopies` are files
of such lines.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple, Self, cast

from piecement.settings.presets import own_presets, with_own_presets, with_section
from piecement.settings.section import Section
from piecement.settings.settings import LONGEST_NAME, SectionPresets, Settings
from piecement.settings.specs import SettingError
from piecement.storage.input_file import read_input
from piecement.storage.settings_file import TablePath, changes, checked, is_deep, with_changes
from piecement.storage.settings_migrations import SETTINGS_MIGRATIONS, SETTINGS_VERSION, Tables
from piecement_base.atomic_file import write_atomically
from piecement_base.language import _

LINE_SECTIONS: Final = ("gameplay", "controls", "pair", "graphics", "sound", "interface", "computer")
_SEEN: Final = ("news", "games_played", "first_run_notice", "lesson_step", "seen_tips", "tip_day", "silent_terminals")
"""Settings that note what was seen of the game and of this machine."""
_NAMES: Final = ("your_name", "friend_name")
_PRIVATE: Final[Mapping[str, Collection[str]]] = {"interface": ("language", *_SEEN), "computer": _NAMES}
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
    differing = with_changes({}, changes(_shared(Settings()), _shared(settings)))
    return packed({section: differing.get(section, {}) for section in LINE_SECTIONS if section in sections})


def import_line(line: str, now: Settings) -> Imported:
    """Return the settings with the sections of a line. Raises `SettingError` for any other text."""
    tables = unpacked("".join(line[: _MOST_CHARACTERS + 1].split()), LINE_SECTIONS)
    sections = [section for section in LINE_SECTIONS if section in tables]
    complaints = list[str]()
    found = checked(Settings, {section: tables[section] for section in sections}, complaints)
    settings = now
    for section in sections:
        present = now.section(section)
        own = {name: getattr(present, name) for name in _PRIVATE.get(section, ())}
        settings = with_section(settings, section, found.section(section).with_values(**own))
    return Imported.of(settings, changes(_shared(now), _shared(settings)), complaints)


def _shared(settings: Settings) -> Tables:
    """Return the values that a line may have."""
    return _without(_PRIVATE, settings, LINE_SECTIONS)


def _without(left_out: Mapping[str, Collection[str]], settings: Settings, sections: Collection[str]) -> Tables:
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
    named = [name for name in tables if name in sections]
    for step in range(version, SETTINGS_VERSION):
        tables = SETTINGS_MIGRATIONS[step](tables)
    return {name: tables[name] for name in named}


MACHINE_SETTINGS: Final[Mapping[str, Collection[str]]] = {
    "graphics": ("ground", "fps", "show_fps"),
    "sound": ("sound", "bell", "effects_volume", "music_volume"),
    "interface": ("key_releases", "hold_to_wall", "gamepad", *_SEEN),
    "computer": _NAMES,
}
"""Settings that stay, by section; the sections `storage` and `online` stay altogether."""
_PRESETS: Final = "presets"
_HERE_SUFFIX: Final = " (here)"
_SECTIONS: Final = (*LINE_SECTIONS, _PRESETS)


def account_line(settings: Settings) -> str:
    """Return the settings that follow the account."""
    return packed(_following(settings))


def import_account_line(line: str, now: Settings, *, keeps_presets: bool) -> Imported:
    """Return the settings with those of a line. Raises `SettingError` for any other text.

    With `keeps_presets`, the custom presets here stay beside those of the line.
    """
    tables = unpacked(line, _SECTIONS)
    complaints = list[str]()
    found = checked(Settings, tables, complaints)
    settings = with_own_presets(now) if keeps_presets else now
    for section in LINE_SECTIONS:
        names = tables.get(section, {}).keys() - {*MACHINE_SETTINGS.get(section, ())}
        values = {name: getattr(found.section(section), name) for name in names}
        settings = settings.with_values(**{section: settings.section(section).with_values(**values)})
    presets = {name: getattr(found.presets, name) for name in tables.get(_PRESETS, {})}
    if keeps_presets:
        presets = {name: _beside(own_presets(settings, name), theirs) for name, theirs in presets.items()}
    settings = settings.with_values(presets=settings.presets.with_values(**presets))
    changed = [path for path in changes(_following(now), _following(settings)) if path[-1] != "chosen"]
    return Imported.of(settings, changed, complaints)


def _beside(own: Mapping[str, Section], theirs: SectionPresets[Section]) -> SectionPresets[Section]:
    """Return presets with the custom ones here, renamed where a name means another one in the line."""
    taken = {theirs.chosen, *theirs.own}
    here = {
        f"{name[: LONGEST_NAME - len(_HERE_SUFFIX)]}{_HERE_SUFFIX}" if name in taken else name: values
        for name, values in own.items()
        if theirs.own.get(name) != values
    }
    return theirs.with_values(own={**here, **theirs.own})


def _following(settings: Settings) -> Tables:
    return _without(MACHINE_SETTINGS, settings, _SECTIONS)


_MOST_COPIES: Final = 10
_ENDING: Final = ".txt"


class SettingsCopies:
    """Files of earlier settings, a line in each, written before others replace them."""

    def __init__(self, folder: Path) -> None:
        self._folder: Final = folder

    def write(self, settings: Settings, now: datetime) -> None:
        """Write settings to a file of this time, and delete the oldest files. Raises `StorageError`."""
        write_atomically(self._folder / f"{now:%Y-%m-%d %H.%M.%S}{_ENDING}", account_line(settings).encode())
        for path in sorted(self._paths())[:-_MOST_COPIES]:
            with suppress(OSError):
                path.unlink()

    @property
    def last(self) -> Path | None:
        """The newest file, or None if there are none."""
        return max(self._paths(), default=None)

    def _paths(self) -> Iterator[Path]:
        return self._folder.glob(f"*{_ENDING}")


def read_copy(path: Path) -> str:
    """Return the line in a file. Raises `StorageError`."""
    return read_input(path).decode(errors="replace").strip()
