"""What is stored of a player's games and settings."""

from typing import Annotated, Final

from piecement.settings.retention import Retention
from piecement.settings.section import Section, setting
from piecement.settings.setting_spec import Choices

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
        Retention.SCORES: "Also results, saved games, and a game whose terminal was closed.",
        Retention.REPLAYS: "Also how every game was played, to be watched again.",
    },
)
"""The values with titles and sentences."""


class Storage(Section):
    retention: Annotated[str, RETENTION] = setting(
        default=Retention.REPLAYS.value, title="Keep", sentence="What is stored when the program ends."
    )
