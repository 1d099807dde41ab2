"""Reasons that exclude a game from the ranking of its mode."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self


@dataclass(frozen=True, slots=True, kw_only=True)
class UnrankedReasons:
    """Set of reasons that exclude a game from the ranking of its mode."""

    practice: bool = False
    """Moves were undone, or the game continued from a save slot or replay."""
    bot: bool = False
    """A bot played or helped."""
    altered: bool = False
    """The game differed from its mode, such as one with a drawn board."""
    imported: bool = False
    """The game was played elsewhere."""

    def __bool__(self) -> bool:
        return any(self.names())

    def __or__(self, other: "UnrankedReasons") -> "UnrankedReasons":
        return UnrankedReasons.named({*self.names(), *other.names()})

    def names(self) -> tuple[str, ...]:
        """Return the names of the set reasons, as they are stored."""
        return tuple(stored for stored, name in _STORED_NAMES.items() if getattr(self, name))

    @classmethod
    def named(cls, names: Iterable[object]) -> Self:
        """Return the set of the reasons with these stored names, skipping unknown ones."""
        known = set(names)
        return cls(**{name: True for stored, name in _STORED_NAMES.items() if stored in known})


_STORED_NAMES: Final = {"practice": "practice", "bot": "bot", "unranked": "altered", "imported": "imported"}
"""Names of the reasons by their names in files and databases, where games were once marked `unranked`."""
