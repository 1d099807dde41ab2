"""Slots: whole sets of settings by name, of which one is in force.

Built-in slots cannot be changed. Whoever changes a setting while one is in force gets a slot of his own, named like
"Gameplay I", with that change; from then on it is that one that changes. What is in force always stands in the section
itself: a slot of the player's own is put away when another is chosen.
"""

from collections.abc import Mapping
from typing import Final

from piecement.settings.built_in import BUILT_IN_SLOTS
from piecement.settings.knobs import SettingError
from piecement.settings.racks import Rack, check_slot_name
from piecement.settings.section import Section
from piecement.settings.whole import Settings

_NUMERALS: Final = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def is_built_in(section: str, name: str) -> bool:
    """Return whether a slot comes with the game."""
    return name in BUILT_IN_SLOTS[section]


def slot_names(settings: Settings, section: str) -> tuple[str, ...]:
    """Return the names of all slots, the built-in ones first."""
    own = rack_of(settings, section).own
    return tuple(dict.fromkeys((*BUILT_IN_SLOTS[section], *own, slot_name(settings, section))))


def slot_name(settings: Settings, section: str) -> str:
    """Return the name of the slot in force."""
    chosen = rack_of(settings, section).chosen
    built_in = BUILT_IN_SLOTS[section]
    if chosen not in built_in:
        return chosen
    values = settings.section(section)
    same = (name for name in (chosen, *built_in) if built_in[name] == values)
    return next(same, None) or _free_name(settings, section)


def with_change(settings: Settings, section: str, name: str, value: object) -> Settings:
    """Return the settings with one of them changed, in a slot of the player's own if the section has slots.

    Raises `SettingError` for one that there is not, or a value that it cannot have.
    """
    changed = settings.with_value(section, name, value)
    if section not in BUILT_IN_SLOTS:
        return changed
    return with_section(settings, section, changed.section(section))


def with_section(settings: Settings, section: str, values: Section) -> Settings:
    """Return the settings with all of a section changed, in a slot of the player's own."""
    if settings.section(section) == values:
        return settings
    name = slot_name(settings, section)
    own = _free_name(settings, section) if is_built_in(section, name) else name
    return _named(settings, section, own).with_values(**{section: values})


def with_slot(settings: Settings, section: str, name: str) -> Settings:
    """Return the settings with another slot in force. Raises `SettingError` for one that there is not."""
    put_away = _put_away(settings, section)
    slots: Mapping[str, Section] = {**rack_of(put_away, section).own, **BUILT_IN_SLOTS[section]}
    if name not in slots:
        raise SettingError(f"there is no slot {name!r}: slots are {', '.join(slots)}")
    return _named(put_away, section, name).with_values(**{section: slots[name]})


def with_next_slot(settings: Settings, section: str, steps: int) -> Settings:
    """Return the settings with the slot in force that is some steps further, around the end."""
    names = slot_names(settings, section)
    return with_slot(settings, section, names[(names.index(slot_name(settings, section)) + steps) % len(names)])


def without_slot(settings: Settings, section: str) -> Settings:
    """Return the settings without the slot in force, if it is the player's own, and with the first in force instead."""
    name = slot_name(settings, section)
    if is_built_in(section, name):
        return settings
    first = with_slot(settings, section, next(iter(BUILT_IN_SLOTS[section])))
    own = {other: values for other, values in rack_of(first, section).own.items() if other != name}
    return _racked(first, section, own=own)


def with_renamed_slot(settings: Settings, section: str, name: str) -> Settings:
    """Return the settings with the player's own slot in force named otherwise.

    Raises `SettingError` for a built-in slot, and for a name that is taken or none.
    """
    old = slot_name(settings, section)
    if is_built_in(section, old):
        raise SettingError(f"{old} is built in: it keeps its name.")
    if name != old and name in slot_names(settings, section):
        raise SettingError(f"There is a slot {name} already.")
    try:
        check_slot_name(name)
    except ValueError as error:
        raise SettingError(f"{str(error)[0].upper()}{str(error)[1:]}.") from None
    put_away = _put_away(settings, section)
    own = {name if other == old else other: values for other, values in rack_of(put_away, section).own.items()}
    return _named(_racked(put_away, section, own=own), section, name)


def rack_of(settings: Settings, section: str) -> Rack[Section]:
    """Return where the slots of a section are kept."""
    rack: Rack[Section] = getattr(settings.slots, section)
    return rack


def _put_away(settings: Settings, section: str) -> Settings:
    """Return the settings with the slot in force among the player's own ones, if it is one of them."""
    name = slot_name(settings, section)
    if is_built_in(section, name):
        return settings
    return _racked(settings, section, own={**rack_of(settings, section).own, name: settings.section(section)})


def _named(settings: Settings, section: str, name: str) -> Settings:
    return _racked(settings, section, chosen=name)


def _racked(settings: Settings, section: str, **changes: object) -> Settings:
    rack = rack_of(settings, section).with_values(**changes)
    return settings.with_values(slots=settings.slots.with_values(**{section: rack}))


def _free_name(settings: Settings, section: str) -> str:
    taken = {*BUILT_IN_SLOTS[section], *rack_of(settings, section).own}
    number = 1
    while (name := f"{section.capitalize()} {_roman(number)}") in taken:
        number += 1
    return name


def _roman(number: int) -> str:
    text = ""
    for value, numeral in _NUMERALS:
        count, number = divmod(number, value)
        text += numeral * count
    return text
