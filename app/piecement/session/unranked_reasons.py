"""Reasons that make a game unranked."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Final, Self

from piecement_engine.frozen import frozen_dataclass


@frozen_dataclass(kw_only=True)
class UnrankedReasons:
    """Set of reasons that exclude a game from the ranking of its mode."""

    practice: bool = False
    """Moves were undone, or the game continued from a save slot or replay."""
    bot: bool = False
    """A bot played or helped."""
    unranked: bool = False
    """The game was not the mode's own, such as one with a drawn board."""
    imported: bool = False
    """The game was played elsewhere."""

    def __bool__(self) -> bool:
        return any(self.names())

    def __or__(self, other: "UnrankedReasons") -> "UnrankedReasons":
        return UnrankedReasons.named({*self.names(), *other.names()})

    def names(self) -> tuple[str, ...]:
        """Return the names of the set reasons."""
        return tuple(name for name in _NAMES if getattr(self, name))

    @classmethod
    def named(cls, names: Iterable[object]) -> Self:
        """Return the set of the named reasons, skipping unknown names."""
        known = set(names)
        return cls(**{name: True for name in _NAMES if name in known})


_NAMES: Final = tuple(mark.name for mark in fields(UnrankedReasons))
