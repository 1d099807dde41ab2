"""What games can be chosen by on a screen: mode, preset and date."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from textual.content import Content

from piecement.session.origin import mode_title
from piecement.storage.errors import StorageError
from piecement.storage.games import Games
from piecement.ui.widgets.plain_select import PlainSelect

ANY: Final = ""
"""What is chosen where nothing is left out."""

SPANS: Final = {ANY: "any time", "1": "last day", "7": "last week", "30": "last month", "365": "last year"}
"""The days back that games can be chosen from."""


class Filter(PlainSelect):
    """A list of what games can be chosen by."""

    def __init__(self, name: str, titles: Mapping[str, str], chosen: str = ANY) -> None:
        options = [(Content(title), value) for value, title in titles.items()]
        super().__init__(options, value=chosen if chosen in titles else ANY, allow_blank=False, compact=True, id=name)

    @property
    def chosen(self) -> str:
        """What is chosen."""
        return str(self.value)


def mode_titles(games: Games) -> dict[str, str]:
    """Return the modes that were played, by what a player calls them, after all of them."""
    try:
        played = games.modes()
    except StorageError:
        played = ()
    return {ANY: "all modes", **{name: mode_title(name) for name in played}}


def preset_titles(games: Games) -> dict[str, str]:
    """Return the presets that were played with, after all of them."""
    try:
        played = games.presets()
    except StorageError:
        played = ()
    return {ANY: "all presets", **{name: name for name in played if name}}


def since(span: str, now: datetime) -> datetime | None:
    """Return the moment from which on games of a span count, or None for all."""
    return now - timedelta(days=int(span)) if span else None
