"""Trackers: bases of counts over a game, which a replayer copies and restores with it."""

from collections.abc import Sequence
from typing import Self, TypeVar

from piecement_engine.events import Event
from piecement_engine.game.view import GameView


class Tracker:
    """Base of counts over the events of a game. This one counts nothing."""

    __slots__ = ()

    def count(self, events: Sequence[Event]) -> None:
        """Count the events since the last call."""

    def copy(self) -> Self:
        """Return an independent copy, or itself if the game never goes back."""
        return self


class PressTracker(Tracker):
    """Base of counts over events and presses of buttons."""

    __slots__ = ()

    def press(self, view: GameView, pressed: int) -> None:
        """Count a mask of newly pressed buttons, perhaps of none, in a game played up to this moment."""


T = TypeVar("T", bound=Tracker)
