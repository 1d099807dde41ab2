"""Why a game is unranked."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Final, Self

from piecement_engine.frozen_dataclass import frozen_dataclass


@frozen_dataclass(kw_only=True)
class UnrankedReasons:
    """Why a game is not ranked among the others of its mode."""

    practice: bool = False
    """Something was undone in it, or it went on from a save slot or a replay."""
    bot: bool = False
    """A bot played it, or helped."""
    unranked: bool = False
    """It was not the mode's own game, as with blocks laid out before it."""
    imported: bool = False
    """It was played elsewhere."""

    def __bool__(self) -> bool:
        return any(self.names())

    def __or__(self, other: "UnrankedReasons") -> "UnrankedReasons":
        return UnrankedReasons.named({*self.names(), *other.names()})

    def names(self) -> tuple[str, ...]:
        """Return the names of those that are set."""
        return tuple(name for name in _NAMES if getattr(self, name))

    @classmethod
    def named(cls, names: Iterable[object]) -> Self:
        """Return the reasons of these names; other names say nothing."""
        known = set(names)
        return cls(**{name: True for name in _NAMES if name in known})


_NAMES: Final = tuple(mark.name for mark in fields(UnrankedReasons))
