"""Settings of storage."""

from typing import Annotated, Final

from piecement.language import _
from piecement.settings.retention import Retention
from piecement.settings.section import Section, setting
from piecement.settings.setting_spec import Choices

RETENTION: Final = Choices(
    {
        Retention.NOTHING: _("Nothing"),
        Retention.SETTINGS: _("Settings"),
        Retention.SCORES: _("Settings and scores"),
        Retention.REPLAYS: _("Everything"),
    },
    {
        Retention.NOTHING: _("Saves only this choice."),
        Retention.SETTINGS: _("Saves settings. Games are gone when you quit."),
        Retention.SCORES: _("Also results, saved games, and interrupted games."),
        Retention.REPLAYS: _("Also replays, to watch every game again."),
    },
)
"""Choices of retention with titles and sentences."""


class Storage(Section):
    """Settings of storage."""

    retention: Annotated[str, RETENTION] = setting(
        default=Retention.REPLAYS.value, title=_("Save"), sentence=_("What is saved when you quit.")
    )
