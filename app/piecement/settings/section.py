"""Sections of settings: frozen models of pydantic, which alone decides what a setting can be.

A field says all there is to say of a setting: its default, title and sentence (`setting`), its values and steps
(`Values`), the heading above it (`Group`), and the setting that it depends on (`OnlyWith`). Screens, the file, the
line of text, the commands and the help are made from that.
"""

from functools import cache
from typing import TYPE_CHECKING, Final, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from piecement.settings.specs import Group, OnlyWith, OnOff, SettingError, SettingSpec, Values, choice_title
from piecement_base.language import N_, _

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_Note = TypeVar("_Note")
_Default = TypeVar("_Default")


def setting(default: _Default, title: str, sentence: str) -> _Default:
    """Return the field of a setting that screens show, with texts to be translated there."""
    return Field(default=default, title=title, description=sentence)


class Section(BaseModel):
    """A group of settings."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all settings of the section."""
        return tuple(cls.model_fields)

    @classmethod
    def specs(cls) -> tuple[SettingSpec, ...]:
        """Return the specs of all settings that have a title."""
        return _specs(cls)

    def changed(self, name: str, value: object) -> Self:
        """Return the section with one setting changed. Raises `SettingError` as `with_values` does."""
        return self.with_values(**{name: value})

    def with_values(self, **values: object) -> Self:
        """Return the section with settings changed.

        Raises `SettingError` for a setting that it lacks, or a value that the setting cannot have.
        """
        now = {name: getattr(self, name) for name in self.names()}
        try:
            return type(self)(**{**now, **values})
        except ValidationError as error:
            problem = error.errors(include_url=False)[0]
            raise SettingError(f"{choice_title(str(problem['loc'][0]))}: {error_reason(problem)}") from None


@cache
def _specs(section: type[Section]) -> tuple[SettingSpec, ...]:
    group, specs = "", list[SettingSpec]()
    for name, field in section.model_fields.items():
        group = _note(field.metadata, Group, Group(group)).title
        if not field.title:
            continue
        specs.append(
            SettingSpec(
                section=section.__name__.lower(),
                name=name,
                title=field.title,
                sentence=field.description or "",
                default=field.default,
                values=_note(field.metadata, Values, OnOff()),
                group=group,
                only_with=_note(field.metadata, OnlyWith, None),
            )
        )
    return tuple(specs)


def _note(notes: list[object], kind: type[_Note], default: _Default) -> _Note | _Default:
    return next((note for note in notes if isinstance(note, kind)), default)


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
    "model_type": N_("input should be a valid dictionary or instance of {class_name}"),
    "extra_forbidden": N_("no such setting"),
}
"""Messages by error type of pydantic; others stay in English."""


def error_reason(problem: "ErrorDetails") -> str:
    """Return the reason of an error, to follow a colon."""
    sentence = SENTENCES.get(problem["type"])
    if sentence is not None:
        return _(sentence).format(**problem.get("ctx", {}))
    reason = problem["msg"].removeprefix("Value error, ")
    return f"{reason[:1].lower()}{reason[1:]}"
