"""Amount of data to store. A module of its own, so that reading it at start-up imports nothing else."""

from enum import StrEnum


class Retention(StrEnum):
    """Amount of data that outlives the program; each value includes those before it."""

    NOTHING = "nothing"
    """Nothing but this choice."""
    SETTINGS = "settings"
    SCORES = "scores"
    """Also the result of every game, a running game and saved games."""
    REPLAYS = "replays"
    """Also every game itself."""

    def includes(self, other: "Retention") -> bool:
        """Return whether all data of another value is stored."""
        values = list(Retention)
        return values.index(self) >= values.index(other)
