"""What screens show of a section, read from the notes on its fields."""

from typing import TypeVar

from piecement.settings.knobs import Contest, Group, Kind, Knob, Names, OnlyWith, Range, Setting
from piecement.settings.section import Section, default_of, notes_of, sentence_of, setting_names, title_of, type_of
from piecement.settings.whole import Settings

_Note = TypeVar("_Note")


def described(section: str) -> tuple[Setting, ...]:
    """Return what a screen shows of a section: each switch, number and choice in it."""
    kind = type(Settings().section(section))
    settings = (_setting(section, kind, name) for name in setting_names(kind))
    return tuple(setting for setting in settings if setting is not None)


def _setting(section: str, owner: type[Section], name: str) -> Setting | None:
    """Return what a screen shows of a setting, if it can be shown in one line."""

    def note(kind: type[_Note]) -> _Note | None:
        return next(notes_of(owner, name, kind), None)

    names, knob, group, limits = note(Names), note(Knob), note(Group), note(Range)
    kind = Kind.CHOICE if names else Kind.NUMBER if knob else Kind.SWITCH if type_of(owner, name) is bool else None
    if kind is None:
        return None
    return Setting(
        section=section,
        name=name,
        title=title_of(owner, name),
        sentence=sentence_of(owner, name),
        kind=kind,
        default=default_of(owner, name),
        choices=names.titles if names else {},
        low=limits.low if limits else None,
        high=limits.high if limits else None,
        knob=knob or Knob(),
        explained=names.sentences if names else {},
        group=group.title if group else "",
        only_with=note(OnlyWith),
        contests=note(Contest) is not None,
    )
