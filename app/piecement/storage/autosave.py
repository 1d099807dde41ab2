"""A game that was left without an end, to be played on."""

from dataclasses import dataclass
from typing import Self

from piecement.session.origin import Origin
from piecement.session.plan import Plan
from piecement.session.session import Clock, Session
from piecement.session.statistics import SessionStatistics
from piecement.storage.errors import StorageError
from piecement_engine import MODES, Game, Replayer


@dataclass(frozen=True, slots=True)
class LeftGame:
    """The game as it was left."""

    replayer: Replayer[SessionStatistics]
    """At the moment at which it was left."""
    origin: Origin
    plan: Plan
    """What was being played."""

    @classmethod
    def of(cls, replayer: Replayer[SessionStatistics], origin: Origin) -> Self:
        """Return a left game. Raises `StorageError` where its mode is not known."""
        if origin.mode not in MODES:
            raise StorageError(f"There is no mode {origin.mode!r} to play on in.")
        setup = replayer.game.setup
        return cls(replayer, origin, Plan(MODES[origin.mode], setup.seed, origin.options, setup.board))

    @property
    def game(self) -> Game:
        """The game as it was left."""
        return self.replayer.game

    def session(self, clock: Clock) -> Session:
        """Return a session that goes on from there, paused."""
        current = Session.going_on(self.plan, self.replayer.branch(), clock)
        current.marks = self.origin.marks
        return current
