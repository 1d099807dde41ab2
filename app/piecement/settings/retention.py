"""How much outlives the program; in a module of its own, which costs a start next to nothing."""

from enum import StrEnum


class Retention(StrEnum):
    """What is still stored after the program ended; each value includes all those before it."""

    NOTHING = "nothing"
    """Nothing but this choice."""
    SETTINGS = "settings"
    SCORES = "scores"
    """Also the result of every game, a running game and saved games."""
    REPLAYS = "replays"
    """Also every game itself."""

    def includes(self, other: "Retention") -> bool:
        """Return whether all that another value stores is stored."""
        values = list(Retention)
        return values.index(self) >= values.index(other)
