"""What screens show of a section, read from the notes on its fields."""

from typing import TypeVar

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

from piecement.knobs import Contest, Group, Kind, Knob, Names, OnlyWith, Setting
from piecement.settings.section import Section, spoken
from piecement.settings.whole import Settings

_Note = TypeVar("_Note")


def described(section: str) -> tuple[Setting, ...]:
    """Return what a screen shows of a section: each switch, number and choice in it."""
    default: Section = Settings.model_fields[section].default
    settings = (_setting(section, name, field) for name, field in type(default).model_fields.items())
    return tuple(setting for setting in settings if setting is not None)


def _setting(section: str, name: str, field: FieldInfo) -> Setting | None:
    """Return what a screen shows of a field, if it can be shown in one line."""
    names, knob, group = _note(field, Names), _note(field, Knob), _note(field, Group)
    kind = Kind.CHOICE if names else Kind.NUMBER if knob else Kind.SWITCH if field.annotation is bool else None
    if kind is None:
        return None
    return Setting(
        section=section,
        name=name,
        title=field.title or spoken(name),
        sentence=field.description or "",
        kind=kind,
        default=field.default,
        choices=names.titles if names else {},
        low=next((_bound(limit.ge) for limit in field.metadata if isinstance(limit, Ge)), None),
        high=next((_bound(limit.le) for limit in field.metadata if isinstance(limit, Le)), None),
        knob=knob or Knob(),
        explained=names.sentences if names else {},
        group=group.title if group else "",
        only_with=_note(field, OnlyWith),
        contests=_note(field, Contest) is not None,
    )


def _note(field: FieldInfo, kind: type[_Note]) -> _Note | None:
    return next((note for note in field.metadata if isinstance(note, kind)), None)


def _bound(limit: object) -> float | None:
    return limit if isinstance(limit, (int, float)) else None
