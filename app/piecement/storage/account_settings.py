"""Settings that follow the account, as a line of text: all but those of the machine.

A setting stays where it is about the machine: its terminal, frame rate, keyboard, speakers and disk, the servers and
names used at it, and how far the game was seen there. A value that a line lacks, or that this machine cannot use,
such as a look whose file lies on another one, stays as it is here.
"""

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Final

from piecement.language import _
from piecement.settings.presets import own_presets, with_own_presets
from piecement.settings.section import Section, type_adapter
from piecement.settings.settings import LONGEST_NAME, SectionPresets, Settings
from piecement.storage.atomic_file import write_atomically
from piecement.storage.errors import StorageError
from piecement.storage.settings_file import Tables, changes, checked
from piecement.storage.settings_line import LINE_SECTIONS, TakenIn, packed, unpacked

OF_THE_MACHINE: Final[Mapping[str, Collection[str]]] = {
    "graphics": ("ground", "fps", "show_fps"),
    "sound": ("sound", "bell", "effects_volume", "music_volume"),
    "interface": (
        "key_releases",
        "hold_to_wall",
        "gamepad",
        "news",
        "games_played",
        "first_run_notice",
        "seen_tips",
        "tip_day",
    ),
    "computer": ("your_name", "friend_name"),
}
"""Settings that stay, by section; the sections `storage` and `online` stay altogether."""
_PRESETS: Final = "presets"
_OF_HERE: Final = " (here)"
_SECTIONS: Final = (*LINE_SECTIONS, _PRESETS)


def account_line(settings: Settings) -> str:
    """Return the settings that follow the account."""
    return packed(_following(settings))


def take_account_line(line: str, now: Settings, *, keeps_presets: bool) -> TakenIn:
    """Return the settings with those of a line. Raises `SettingError` for any other text.

    With `keeps_presets`, the player's own presets here stay beside those of the line.
    """
    tables = unpacked(line, _SECTIONS)
    complaints = list[str]()
    found = checked(type_adapter(Settings), tables, complaints)
    settings = with_own_presets(now) if keeps_presets else now
    for section in LINE_SECTIONS:
        names = tables.get(section, {}).keys() - {*OF_THE_MACHINE.get(section, ())}
        values = {name: getattr(found.section(section), name) for name in names}
        settings = settings.with_values(**{section: settings.section(section).with_values(**values)})
    presets = {name: getattr(found.presets, name) for name in tables.get(_PRESETS, {})}
    if keeps_presets:
        presets = {name: _beside(own_presets(settings, name), theirs) for name, theirs in presets.items()}
    settings = settings.with_values(presets=settings.presets.with_values(**presets))
    changed = [path for path in changes(_following(now), _following(settings)) if path[-1] != "chosen"]
    return TakenIn(settings, tuple(dict.fromkeys(".".join(path[:2]) for path in changed)), tuple(complaints))


def _beside(own: Mapping[str, Section], theirs: SectionPresets[Section]) -> SectionPresets[Section]:
    """Return presets with the player's own ones here, renamed where a name means another one in the line."""
    taken = {theirs.chosen, *theirs.own}
    here = {
        f"{name[: LONGEST_NAME - len(_OF_HERE)]}{_OF_HERE}" if name in taken else name: values
        for name, values in own.items()
        if theirs.own.get(name) != values
    }
    return theirs.with_values(own={**here, **theirs.own})


def _following(settings: Settings) -> Tables:
    tables: Tables = asdict(settings)
    return {
        section: {name: value for name, value in tables[section].items() if name not in OF_THE_MACHINE.get(section, ())}
        for section in _SECTIONS
    }


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
    try:
        return path.read_bytes().decode(errors="replace").strip()
    except OSError as error:
        raise StorageError(_("{path} cannot be read ({why}).").format(path=path, why=error.strerror)) from error
