"""Presets: named sets of settings, of which one is in use.

Built-in presets cannot be changed. A change of a setting while one is in use makes a custom preset with that change,
named like "Gameplay I"; further changes go to that one. The values in use are in the section itself: a custom preset is
stored in the list of presets when another is chosen.
"""

from collections.abc import Mapping
from typing import Final

from piecement.settings.built_in_presets import BUILT_IN_PRESETS, PRESET_COMMANDS
from piecement.settings.handling_and_rules import Gameplay
from piecement.settings.section import Section
from piecement.settings.settings import SectionPresets, Settings, check_preset_name
from piecement.settings.specs import SettingError
from piecement_base.language import _
from piecement_base.ranking import ruleset_of
from piecement_engine import Rules

NAMED_RULES: Final[Mapping[str, Gameplay]] = {
    name: preset.values for name, preset in BUILT_IN_PRESETS["gameplay"].items() if isinstance(preset.values, Gameplay)
}
"""Rules that have a name for all players, those of the styles first; leaderboards and games are listed by it."""

_NUMERALS: Final = ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def is_built_in(section: str, name: str) -> bool:
    return name in BUILT_IN_PRESETS[section]


def preset_names(settings: Settings, section: str) -> tuple[str, ...]:
    """Return the names of all available presets, the built-in ones first."""
    own = own_presets(settings, section)
    return tuple(dict.fromkeys((*BUILT_IN_PRESETS[section], *own, preset_name(settings, section))))


def preset_name(settings: Settings, section: str) -> str:
    built_in = BUILT_IN_PRESETS[section]
    chosen = _section_presets(settings, section).chosen or next(iter(built_in))
    if chosen not in built_in:
        return chosen
    values = settings.section(section)
    same = (name for name in (chosen, *built_in) if built_in[name].values == values)
    return next(same, None) or _free_name(settings, section)


def rules_name(settings: Settings) -> str:
    """Return the name of the rules in use: a named one, else that of the player's preset."""
    ruleset = _ruleset(settings.gameplay)
    names = (name for name, gameplay in NAMED_RULES.items() if _ruleset(gameplay) == ruleset)
    return next(names, None) or preset_name(settings, "gameplay")


def _ruleset(gameplay: Gameplay) -> str:
    return ruleset_of(Rules.from_dict(gameplay.overrides(key_releases=True)))


def with_change(settings: Settings, section: str, name: str, value: object) -> Settings:
    """Return the settings with one of them changed, in a custom preset if the section has presets.

    Raises `SettingError` for an unknown setting, or a value that it cannot have.
    """
    changed = settings.with_value(section, name, value)
    if section not in BUILT_IN_PRESETS or changed == settings:
        return changed
    preset = preset_name(settings, section)
    own = _free_name(settings, section) if is_built_in(section, preset) else preset
    return _with_presets(changed, section, chosen=own)


def with_preset(settings: Settings, section: str, name: str) -> Settings:
    """Return the settings with another preset in use. Raises `SettingError` if the name is unknown."""
    stored = _with_stored(settings, section)
    values = {**own_presets(stored, section), **_built_in_values(section)}
    if name not in values:
        raise SettingError(
            _("there is no preset {name!r}: presets are {names}").format(name=name, names=", ".join(values))
        )
    changed = _with_presets(stored, section, chosen=name).with_values(**{section: values[name]})
    return _with_commands(changed, name) if section == "controls" else changed


def with_next_preset(settings: Settings, section: str, steps: int) -> Settings:
    """Return the settings with the preset n steps further in use, wrapping around."""
    names = preset_names(settings, section)
    return with_preset(settings, section, names[(names.index(preset_name(settings, section)) + steps) % len(names)])


def with_section(settings: Settings, section: str, values: Section) -> Settings:
    """Return the settings with other values of a section, in a custom preset if it has presets.

    All existing presets stay unchanged.
    """
    if section not in BUILT_IN_PRESETS or values == settings.section(section):
        return settings.with_values(**{section: values})
    stored = _with_stored(settings, section)
    known = {**_built_in_values(section), **own_presets(stored, section)}
    chosen = next((name for name, same in known.items() if same == values), None) or _free_name(stored, section)
    return _with_presets(stored, section, chosen=chosen).with_values(**{section: values})


def with_own_presets(settings: Settings) -> Settings:
    """Return the settings with all custom presets among the stored ones, also those in use."""
    for section in BUILT_IN_PRESETS:
        settings = _with_stored(settings, section)
    return settings


def own_presets(settings: Settings, section: str) -> Mapping[str, Section]:
    """Return the stored custom presets."""
    return _section_presets(settings, section).own


def without_preset(settings: Settings, section: str) -> Settings:
    """Return the settings without the preset in use if it is a custom one; the first preset replaces it."""
    name = preset_name(settings, section)
    if is_built_in(section, name):
        return settings
    first = with_preset(settings, section, next(iter(BUILT_IN_PRESETS[section])))
    own = {other: values for other, values in own_presets(first, section).items() if other != name}
    return _with_presets(first, section, own=own)


def with_renamed_preset(settings: Settings, section: str, name: str) -> Settings:
    """Return the settings with the custom preset in use renamed.

    Raises `SettingError` for a built-in preset, and for a name that is taken or none.
    """
    old = preset_name(settings, section)
    if is_built_in(section, old):
        raise SettingError(_("{old} is built in and can't be renamed.").format(old=old))
    if name != old and name in preset_names(settings, section):
        raise SettingError(_("A preset named {name} already exists.").format(name=name))
    try:
        check_preset_name(name)
    except ValueError as error:
        raise SettingError(f"{str(error)[0].upper()}{str(error)[1:]}.") from None
    stored = _with_stored(settings, section)
    own = {name if other == old else other: values for other, values in own_presets(stored, section).items()}
    return _with_presets(stored, section, own=own, chosen=name)


def _built_in_values(section: str) -> dict[str, Section]:
    return {name: preset.values for name, preset in BUILT_IN_PRESETS[section].items()}


def _section_presets(settings: Settings, section: str) -> SectionPresets[Section]:
    presets: SectionPresets[Section] = getattr(settings.presets, section)
    return presets


def _with_stored(settings: Settings, section: str) -> Settings:
    """Return the settings with the preset in use among the stored custom ones, if it is custom."""
    name = preset_name(settings, section)
    if is_built_in(section, name):
        return settings
    own = {**own_presets(settings, section), name: settings.section(section)}
    return _with_presets(settings, section, own=own)


def _with_presets(settings: Settings, section: str, **changes: object) -> Settings:
    presets = _section_presets(settings, section).with_values(**changes)
    return settings.with_values(presets=settings.presets.with_values(**{section: presets}))


def _with_commands(settings: Settings, name: str) -> Settings:
    """Return the settings with the command keys of a preset of keys; those of another preset are reset."""
    given = PRESET_COMMANDS.get(name, {})
    for setting, key in (pair for commands in PRESET_COMMANDS.values() for pair in commands.items()):
        section, _dot, command = setting.partition(".")
        if setting in given or getattr(settings.section(section), command) == key:
            usual = getattr(Settings().section(section), command)
            settings = settings.with_value(section, command, given.get(setting, usual))
    return settings


def _free_name(settings: Settings, section: str) -> str:
    taken = {*BUILT_IN_PRESETS[section], *own_presets(settings, section)}
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
