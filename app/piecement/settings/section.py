"""Sections of settings, and pydantic's errors as sentences.

Sections are plain dataclasses, so that a game is played without pydantic, which takes longer to import than all the
rest. Pydantic checks what is not plainly good of a changed value or a file, and says what is wrong with it.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, TypeVar, dataclass_transform

from piecement.language import N_, _
from piecement.settings.specs import (
    Check,
    OnlyWith,
    OnOff,
    SettingError,
    SettingSpec,
    Values,
    choice_title,
)
from piecement_engine.frozen import frozen_dataclass

if TYPE_CHECKING:
    from pydantic import TypeAdapter
    from pydantic_core import ErrorDetails

_Value = TypeVar("_Value")
_Note = TypeVar("_Note")
_AnySection = TypeVar("_AnySection", bound="Section")

_TITLE: Final = "title"
_SENTENCE: Final = "sentence"


def setting(title: str = "", sentence: str = "", *, default: _Value) -> _Value:
    """Declare a setting with its default, and its title and sentence on the screen."""
    # By a factory, as a dataclass takes a dict for a mistake, though nobody changes it.
    return field(default_factory=lambda: default, metadata={_TITLE: title, _SENTENCE: sentence})


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(setting,))
class Section:
    """A group of settings. Every subclass becomes a frozen dataclass."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}  # as pydantic asks for it
    GROUPS: ClassVar[Mapping[str, str]] = {}
    """The headings of groups, each by the first setting below it."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        frozen_dataclass(kw_only=True, slots=False)(cls)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all settings of the section."""
        return tuple(one.name for one in fields(cls))  # type: ignore[arg-type]  # every subclass is a dataclass

    @classmethod
    def specs(cls) -> tuple[SettingSpec, ...]:
        """Return the specs of all settings that fit in a line."""
        return _specs(cls)  # type: ignore[arg-type]  # mypy asks for the hash of an object of the class

    def changed(self, name: str, value: object) -> Self:
        """Return the section with one setting changed.

        Raises `SettingError` for a setting that it lacks, or a value that the setting cannot have.
        """
        with suppress(ValueError):
            return self.with_values(**{name: plain_value(self, name, value)})
        return _checked(self, name, value)

    def with_values(self, **values: object) -> Self:
        """Return the section with settings changed to valid values, without validation."""
        return replace(self, **values)  # type: ignore[type-var]  # as above


@cache
def _specs(section: type[Section]) -> tuple[SettingSpec, ...]:
    defaults, group, specs = section(), "", list[SettingSpec]()
    for name in section.names():
        group = section.GROUPS.get(name, group)
        if spec := _spec(section, name, getattr(defaults, name), group):
            specs.append(spec)
    return tuple(specs)


def _spec(section: type[Section], name: str, default: Any, group: str) -> SettingSpec | None:  # Any: of many types
    """Return the spec of a setting, or None if it has no title or does not fit in a line."""
    values = next(field_notes(section, name, Values), OnOff() if isinstance(default, bool) else None)
    texts: dict[str, str] = dict(section.__dataclass_fields__[name].metadata)  # type: ignore[attr-defined]  # as above
    if values is None or not texts[_TITLE]:
        return None
    return SettingSpec(
        section=section.__name__.lower(),
        name=name,
        title=texts[_TITLE],
        sentence=texts[_SENTENCE],
        default=default,
        values=values,
        group=group,
        only_with=next(field_notes(section, name, OnlyWith), None),
    )


def field_notes(section: type[Section], name: str, kind: type[_Note]) -> Iterator[_Note]:
    notes = getattr(section.__annotations__[name], "__metadata__", ())
    return (note for note in notes if isinstance(note, kind))


_PLAIN: Final = (bool, int, float, str)


def plain_value(section: Section, name: str, value: object) -> object:
    """Return the value to use for a switch, a number or a text. Raises `ValueError` where it is not plainly good."""
    default = getattr(section, name, None)
    kind = next((kind for kind in _PLAIN if isinstance(default, kind)), None)
    if kind is float and type(value) is int:  # no bool
        value = float(value)
    if type(value) is not kind:
        raise ValueError(f"{name} is {value!r}")
    return noted(type(section), name, value)


def noted(section: type[Section], name: str, value: object) -> object:
    """Return the value to use for one of the right type. Raises `ValueError` if a note of the setting forbids it."""
    notes: tuple[Values | Check, ...] = (*field_notes(section, name, Values), *field_notes(section, name, Check))
    for note in notes:
        value = note.check(value)
    return value


def _checked(section: _AnySection, name: str, value: object) -> _AnySection:
    """Return a section with one setting changed, checked by pydantic. Raises `SettingError`."""
    from pydantic import ValidationError  # it takes a while

    if name not in section.names():
        raise SettingError(_("{name}: no such setting").format(name=choice_title(name)))
    kind: Any = type(section)  # mypy does not take a type variable's type for hashable
    try:
        plain = {one: getattr(section, one) for one in section.names()}
        changed: _AnySection = type_adapter(kind).validate_python({**plain, name: value})
    except ValidationError as error:
        raise SettingError(f"{choice_title(name)}: {error_reason(error.errors(include_url=False)[0])}") from None
    return changed


@cache
def type_adapter(kind: Any) -> "TypeAdapter[Any]":  # Any: a cache has one type
    """Return the pydantic adapter of a type."""
    from pydantic import TypeAdapter

    return TypeAdapter(kind)


SENTENCES: Final = {
    "bool_type": N_("input should be a valid boolean"),
    "bool_parsing": N_("input should be a valid boolean, unable to interpret input"),
    "int_type": N_("input should be a valid integer"),
    "int_parsing": N_("input should be a valid integer, unable to parse string as an integer"),
    "int_from_float": N_("input should be a valid integer, got a number with a fractional part"),
    "float_type": N_("input should be a valid number"),
    "float_parsing": N_("input should be a valid number, unable to parse string as a number"),
    "finite_number": N_("input should be a finite number"),
    "greater_than_equal": N_("input should be greater than or equal to {ge:g}"),
    "less_than_equal": N_("input should be less than or equal to {le:g}"),
    "string_type": N_("input should be a valid string"),
    "tuple_type": N_("input should be a valid tuple"),
    "list_type": N_("input should be a valid list"),
    "dict_type": N_("input should be a valid dictionary"),
    "dataclass_type": N_("input should be a dictionary or an instance of {class_name}"),
}
"""Messages by error type of pydantic; others stay in English."""


def error_reason(problem: "ErrorDetails") -> str:
    """Return the reason of an error, to follow a colon."""
    sentence = SENTENCES.get(problem["type"])
    if sentence is not None:
        return _(sentence).format(**problem.get("ctx", {}))
    reason = problem["msg"].removeprefix("Value error, ")
    return f"{reason[:1].lower()}{reason[1:]}"
