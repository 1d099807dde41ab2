"""Reader of valid settings without pydantic, whose import would delay the start.

What is accepted here is what pydantic accepts too. Where anything is not as the game itself writes it, this gives up,
and pydantic says what is wrong, or makes something of it.
"""

from collections.abc import Mapping
from typing import Any, Final, TypeVar, cast

from piecement.settings.section import Section, notes_of
from piecement.settings.setting_spec import Check, Choices, Name, Range
from piecement.settings.settings import SectionPresets, Settings

_AnySection = TypeVar("_AnySection", bound=Section)

_Table = Mapping[str, Any]  # TOML has values of many types

_CHECKS: Final = (Choices, Range, Name, Check)


class DoubtfulTableError(ValueError):
    """A table needs validation by pydantic."""


def settings_of(tables: _Table) -> Settings:
    """Return the settings in valid tables. Raises `DoubtfulTableError` if pydantic has to check them."""
    try:
        return _section(Settings(), tables)
    except ValueError as error:  # of a check
        raise DoubtfulTableError(str(error)) from None


def _section(blank: _AnySection, table: object) -> _AnySection:
    return blank.with_values(**{name: _value(blank, name, value) for name, value in _inside(table, blank).items()})


def _inside(table: object, section: Section) -> _Table:
    """Return the section in a table."""
    inside = _table(table)
    if not inside.keys() <= set(section.names()):
        raise DoubtfulTableError(f"{table!r} has more than {type(section).__name__}")
    return inside


def _table(value: object) -> _Table:
    if not isinstance(value, dict):
        raise DoubtfulTableError(f"{value!r} is no table")
    return cast("_Table", value)


def _value(section: Section, name: str, value: object) -> object:
    default: object = getattr(section, name)
    if isinstance(default, SectionPresets):
        return _presets(cast("SectionPresets[Section]", default), name, value)
    if isinstance(default, Section):
        return _section(default, value)
    if isinstance(default, dict):
        return _checked(section, name, _keys(value) if default else _words(value))
    if isinstance(default, tuple):
        return _checked(section, name, tuple(map(_text, _list(value))))
    if isinstance(default, float) and type(value) is int:  # no bool
        return _checked(section, name, float(value))
    if type(value) is not type(default):
        raise DoubtfulTableError(f"{name} is {value!r}")
    return _checked(section, name, value)


def _checked(section: Section, name: str, value: object) -> object:
    for kind in _CHECKS:
        for note in notes_of(type(section), name, kind):
            value = cast("Check", note).check(value)
    return value


def _keys(table: object) -> dict[str, tuple[str, ...]]:
    """Return the keys of each button from lists of TOML."""
    return {name: tuple(map(_text, _list(keys))) for name, keys in _table(table).items()}


def _words(table: object) -> dict[str, object]:
    """Return a table of booleans, integers and texts."""
    words = _table(table)
    if not all(type(value) in {bool, int, str} for value in words.values()):
        raise DoubtfulTableError(f"{table!r} has other values")
    return dict(words)


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise DoubtfulTableError(f"{value!r} is no list")
    return cast("list[object]", value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise DoubtfulTableError(f"{value!r} is no text")
    return value


def _presets(blank: SectionPresets[Section], section: str, table: object) -> SectionPresets[Section]:
    values = _inside(table, blank)
    defaults = Settings().section(section)
    own = {name: _section(defaults, inner) for name, inner in _table(values.get("own", {})).items()}
    chosen = _value(blank, "chosen", values.get("chosen", blank.chosen))
    return blank.with_values(chosen=chosen, own=_checked(blank, "own", own))
