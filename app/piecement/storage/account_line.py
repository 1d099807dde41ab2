"""The line of the settings that follow an account.

It has all settings but those of the machine: its terminal, frame rate, keyboard, speakers and disk, the servers and
names used at it, and the progress there. A value that a line lacks, or that this machine cannot use, such as a look
whose file lies on another one, stays as it is here.
"""

from collections.abc import Collection, Mapping
from itertools import chain, count
from typing import Final

from piecement.settings.presets import own_presets, with_own_presets
from piecement.settings.section import Section
from piecement.settings.settings import LONGEST_NAME, SectionPresets, Settings
from piecement.storage.nested_tables import Tables, changes
from piecement.storage.settings_file import checked
from piecement.storage.settings_line import LINE_SECTIONS, NAMES, PROGRESS, Imported, packed, unpacked, values_without

MACHINE_SETTINGS: Final[Mapping[str, Collection[str]]] = {
    "graphics": ("ground", "fps", "show_fps"),
    "sound": ("sound", "bell", "effects_volume", "music_volume"),
    "interface": ("key_releases", "hold_to_wall", "gamepad", *PROGRESS),
    "computer": NAMES,
}
"""Settings that stay at this machine, by section; the sections `storage` and `online` stay altogether."""
_PRESETS: Final = "presets"
_SECTIONS: Final = (*LINE_SECTIONS, _PRESETS)


def account_line(settings: Settings) -> str:
    """Return the settings that follow the account."""
    return packed(_account_values(settings))


def import_account_line(line: str, now: Settings, *, keeps_presets: bool) -> Imported:
    """Return the settings with those of a line. Raises `SettingError` for any other text.

    With `keeps_presets`, the custom presets here stay beside those of the line.
    """
    found, tables, complaints = checked(Settings, unpacked(line, _SECTIONS))
    settings = with_own_presets(now) if keeps_presets else now
    for section in LINE_SECTIONS:
        names = tables.get(section, {}).keys() - {*MACHINE_SETTINGS.get(section, ())}
        values = {name: getattr(found.section(section), name) for name in names}
        settings = settings.with_values(**{section: settings.section(section).with_values(**values)})
    presets = {name: getattr(found.presets, name) for name in tables.get(_PRESETS, {})}
    if keeps_presets:
        presets = {name: _beside(own_presets(settings, name), theirs) for name, theirs in presets.items()}
    settings = settings.with_values(presets=settings.presets.with_values(**presets))
    changed = [path for path in changes(_account_values(now), _account_values(settings)) if path[-1] != "chosen"]
    return Imported.of(settings, changed, complaints)


def _beside(own: Mapping[str, Section], theirs: SectionPresets[Section]) -> SectionPresets[Section]:
    """Return presets with the custom ones here, renamed where a name means another one in the line."""
    taken, here = {theirs.chosen, *theirs.own}, dict[str, Section]()
    for name, values in own.items():
        if theirs.own.get(name) != values:
            here[_name_here(name, taken | own.keys() | here.keys()) if name in taken else name] = values
    return theirs.with_values(own={**here, **theirs.own})


def _name_here(name: str, taken: Collection[str]) -> str:
    """Return a name for a preset of this machine that is not taken."""
    endings = chain((" (here)",), (f" (here {number})" for number in count(2)))
    names = (f"{name[: LONGEST_NAME - len(ending)]}{ending}" for ending in endings)
    return next(free for free in names if free not in taken)


def _account_values(settings: Settings) -> Tables:
    """Return the values that follow the account."""
    return values_without(MACHINE_SETTINGS, settings, _SECTIONS)
