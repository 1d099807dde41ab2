"""Filters of a list of games: by mode, preset and date."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from textual.content import Content

from piecement.language import _
from piecement.session.origin import mode_title
from piecement.storage.errors import StorageError
from piecement.storage.games import Games
from piecement.ui.widgets.plain_select import PlainSelect

ANY: Final = ""
"""The value of a filter that leaves nothing out."""

SPANS: Final = {
    ANY: _("any time"),
    "1": _("last day"),
    "7": _("last week"),
    "30": _("last month"),
    "365": _("last year"),
}
"""The filters by date: how many days back."""


class Filter(PlainSelect):
    def __init__(self, name: str, titles: Mapping[str, str], chosen: str = ANY) -> None:
        options = [(Content(title), value) for value, title in titles.items()]
        super().__init__(options, value=chosen if chosen in titles else ANY, allow_blank=False, compact=True, id=name)

    @property
    def chosen(self) -> str:
        return str(self.value)


def mode_titles(games: Games) -> dict[str, str]:
    """Return the titles of the modes that were played, by name; `ANY` comes first."""
    try:
        played = games.modes()
    except StorageError:
        played = ()
    return {ANY: _("all modes"), **{name: mode_title(name) for name in played}}


def preset_titles(games: Games) -> dict[str, str]:
    """Return the presets that were played with; `ANY` comes first."""
    try:
        played = games.presets()
    except StorageError:
        played = ()
    return {ANY: _("all presets"), **{name: name for name in played if name}}


def since(span: str, now: datetime) -> datetime | None:
    """Return the date from which games of a span count, or None for all."""
    return now - timedelta(days=int(span)) if span else None
