"""How much of a player's games and settings is stored: the player's choice."""

from enum import StrEnum
from typing import Annotated, Final

from piecement.settings.section import Section, setting
from piecement.settings.setting_spec import Choices


class Retention(StrEnum):
    """What is still stored after the program ended; each value includes all those before it."""

    NOTHING = "nothing"
    """Nothing but this choice."""
    SETTINGS = "settings"
    SCORES = "scores"
    """Also the result of every game, a running game and savepoints."""
    REPLAYS = "replays"
    """Also every game itself."""

    def includes(self, other: "Retention") -> bool:
        """Return whether all that another value stores is stored."""
        values = list(Retention)
        return values.index(self) >= values.index(other)


RETENTION: Final = Choices(
    {
        Retention.NOTHING: "Nothing",
        Retention.SETTINGS: "Settings",
        Retention.SCORES: "Settings and scores",
        Retention.REPLAYS: "Everything",
    },
    {
        Retention.NOTHING: "Only this choice itself is remembered.",
        Retention.SETTINGS: "Settings; games are forgotten when the program ends.",
        Retention.SCORES: "Also results, savepoints, and a game whose terminal was closed.",
        Retention.REPLAYS: "Also how every game was played, to be watched again.",
    },
)
"""What a player is told about each value."""


class Storage(Section):
    """What is stored when the program ends."""

    retention: Annotated[str, RETENTION] = setting(
        default=Retention.REPLAYS.value, title="Keep", sentence="What is stored when the program ends."
    )
