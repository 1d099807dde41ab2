"""Sections of settings: frozen models of pydantic, which alone decides what a setting can be.

A field says all there is to say of a setting: its default, title and sentence (`setting`), its values and steps
(`Values`), the heading above it (`Group`), and the setting that it depends on (`OnlyWith`). Screens, the file, the
line of text, the commands and the help are made from that.
"""

from functools import cache
from typing import Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from piecement.settings.errors import error_reason
from piecement.settings.specs import Group, OnlyWith, SettingError, SettingSpec, choice_title
from piecement.settings.values import OnOff, Values

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
    @cache
    def specs(cls) -> tuple[SettingSpec, ...]:
        """Return the specs of all settings that have a title."""
        group, specs = "", list[SettingSpec]()
        for name, field in cls.model_fields.items():
            group = _note(field.metadata, Group, Group(group)).title
            if field.title:
                spec = SettingSpec(
                    section=cls.__name__.lower(),
                    name=name,
                    title=field.title,
                    sentence=field.description or "",
                    default=field.default,
                    values=_note(field.metadata, Values, OnOff()),
                    group=group,
                    only_with=_note(field.metadata, OnlyWith, None),
                )
                specs.append(spec)
        return tuple(specs)

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


def _note(notes: list[object], kind: type[_Note], default: _Default) -> _Note | _Default:
    return next((note for note in notes if isinstance(note, kind)), default)
