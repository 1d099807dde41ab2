"""All settings, and what is good in tables that are partly wrong.

What is accepted here is what pydantic accepts too. Where anything is not as the game itself writes it, this gives up,
and pydantic says what is wrong, or makes something of it.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Generic, Self, TypeVar, cast

from piecement.language import _
from piecement.settings.computer import Computer
from piecement.settings.controls import Controls, Pair
from piecement.settings.gameplay import Gameplay
from piecement.settings.graphics import Graphics
from piecement.settings.interface import Interface, Online, Storage
from piecement.settings.section import Section, noted, plain_value, setting
from piecement.settings.sound import Sound
from piecement.settings.specs import Check, SettingError

LONGEST_NAME: Final = 24
"""Maximum length of the name of a preset."""

_Values = TypeVar("_Values", bound=Section)


def check_preset_name(name: str) -> None:
    """Raise `ValueError` if a text is no valid name of a preset."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise ValueError(
            _("{name!r} is not a valid name: use 1 to {most} characters").format(name=name, most=LONGEST_NAME)
        )


def _with_good_names(own: dict[str, _Values]) -> dict[str, _Values]:
    for name in own:
        check_preset_name(name)
    return own


class SectionPresets(Section, Generic[_Values]):
    """Presets of one section."""

    chosen: str = setting(sentence="The preset that the section was last set from; empty for the first.", default="")
    own: Annotated[dict[str, _Values], Check(_with_good_names)] = setting(
        sentence="The player's own presets, as they were when another was chosen.", default={}
    )


class Presets(Section):
    """Presets of all sections that have any."""

    graphics: SectionPresets[Graphics] = SectionPresets()
    controls: SectionPresets[Controls] = SectionPresets()
    pair: SectionPresets[Pair] = SectionPresets()
    gameplay: SectionPresets[Gameplay] = SectionPresets()


class Settings(Section):
    """All settings of a player."""

    graphics: Graphics = Graphics()
    controls: Controls = Controls()
    pair: Pair = Pair()
    gameplay: Gameplay = Gameplay()
    interface: Interface = Interface()
    computer: Computer = Computer()
    sound: Sound = Sound()
    storage: Storage = Storage()
    online: Online = Online()
    presets: Presets = Presets()

    def section(self, name: str) -> Section:
        """Return a section by name. Raises `SettingError` if the name is unknown."""
        section = getattr(self, name, None)
        if not isinstance(section, Section):
            raise SettingError(f"{name} is not one of {', '.join(self.names())}")
        return section

    def with_value(self, section: str, name: str, value: object) -> Self:
        """Return the settings with one of them changed.

        Raises `SettingError` for one that there is not, or a value that it cannot have.
        """
        return self.with_values(**{section: self.section(section).changed(name, value)})


_AnySection = TypeVar("_AnySection", bound=Section)
_Kind = TypeVar("_Kind")

_Table = Mapping[str, Any]  # TOML has values of many types


def read_valid_tables(tables: _Table) -> Settings:
    """Return the settings in valid tables. Raises `ValueError` if pydantic has to check them."""
    return _section(Settings(), tables)


def _section(blank: _AnySection, table: object) -> _AnySection:
    """Return the section in a table."""
    inside = _table(table)
    if not inside.keys() <= set(blank.names()):
        raise ValueError(f"{table!r} has more than {type(blank).__name__}")
    return blank.with_values(**{name: _value(blank, name, value) for name, value in inside.items()})


def _of(kind: type[_Kind], value: object) -> _Kind:
    if not isinstance(value, kind):
        raise ValueError(f"{value!r} is no {kind.__name__}")
    return value


def _table(value: object) -> _Table:
    return cast("_Table", _of(dict, value))


def _texts(value: object) -> tuple[str, ...]:
    """Return the texts in a list, or in a tuple of what is to be written."""
    texts = cast("Iterable[object]", value if isinstance(value, tuple) else _of(list, value))
    return tuple(_of(str, text) for text in texts)


def _value(section: Section, name: str, value: object) -> object:
    default: object = getattr(section, name)
    if isinstance(default, SectionPresets):
        blank = cast("SectionPresets[Section]", default)
        presets, values = dict(_table(value)), Settings().section(name)
        own = {preset: _section(values, inner) for preset, inner in _table(presets.pop("own", {})).items()}
        return _section(blank, presets).with_values(own=noted(type(blank), "own", own))
    if isinstance(default, Section):
        return _section(default, value)
    if isinstance(default, dict):
        keys = {button: _texts(keys) for button, keys in _table(value).items()} if default else _words(value)
        return noted(type(section), name, keys)
    if isinstance(default, tuple):
        return noted(type(section), name, _texts(value))
    return plain_value(section, name, value)


def _words(table: object) -> dict[str, object]:
    """Return a table of booleans, integers and texts."""
    words = _table(table)
    if not all(type(value) in {bool, int, str} for value in words.values()):
        raise ValueError(f"{table!r} has other values")
    return dict(words)
