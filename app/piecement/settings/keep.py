"""How much is kept: the player's choice."""

from enum import StrEnum
from typing import Final


class Keep(StrEnum):
    """What is kept when the program ends; each value keeps all that those before it keep."""

    NOTHING = "nothing"
    """Nothing but this choice."""
    SETTINGS = "settings"
    SCORES = "scores"
    """Also what came of every game, a running game and saved games."""
    REPLAYS = "replays"
    """Also every game itself."""

    def includes(self, other: "Keep") -> bool:
        """Return whether what another value keeps is kept."""
        values = list(Keep)
        return values.index(self) >= values.index(other)


KEEP_TITLES: Final = {
    Keep.NOTHING: "Nothing",
    Keep.SETTINGS: "Settings",
    Keep.SCORES: "Settings and scores",
    Keep.REPLAYS: "Everything",
}
"""What a player calls each value."""
