"""Autosave of an unfinished game.

`recorder.py` decides when a session is autosaved, and `autosaves.py` stores the rows in the database.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple, Self

from piecement.session.own_rules import mode_of_name
from piecement.session.session import Clock, Session
from piecement.session.statistics import SessionStatistics
from piecement_base.errors import StorageError
from piecement_base.language import _
from piecement_base.origin import Origin, UnrankedReasons, new_token
from piecement_base.plan import Plan
from piecement_engine import MODES, EngineError, Replayer


class AutosaveSummary(NamedTuple):
    """An autosave without its replay."""

    origin: Origin
    saved: datetime
    time_ns: int
    """Time of the game (ns)."""


@dataclass(frozen=True, slots=True)
class Autosave:
    """Autosave with its replay."""

    replayer: Replayer[SessionStatistics]
    """The game at the moment of the autosave."""
    origin: Origin
    plan: Plan
    """Plan of the saved game; without options and board if the mode does not take them."""

    @classmethod
    def of(cls, replayer: Replayer[SessionStatistics], origin: Origin) -> Self:
        """Return the autosave of a game. Raises `StorageError` if its mode is unknown."""
        setup = replayer.game.setup
        mode = MODES.get(origin.mode) or mode_of_name(origin.mode, setup.rules)
        if mode is None:
            raise StorageError(_("There is no mode {mode!r}."), mode=origin.mode)
        plan = Plan(mode, setup.seed, origin.mode_options, setup.board, speed=origin.speed)
        try:
            plan.game({})
        except EngineError:  # its options or board are of another version or a replay file
            plan = Plan(mode, setup.seed, speed=origin.speed)
        return cls(replayer, origin, plan)

    @classmethod
    def practice(cls, replayer: Replayer[SessionStatistics], origin: Origin) -> Self:
        """Return a practice game that continues from a moment of a game. Raises `StorageError` as `of` does."""
        own = replace(origin, token=new_token()).with_reasons(UnrankedReasons(practice=True))
        return cls.of(replayer, own)

    def with_speed(self, speed: int) -> Self:
        """Return the autosave at another speed, by which it is ranked from then on."""
        plan = replace(self.plan, speed=speed)
        return replace(self, plan=plan, origin=replace(self.origin, options=plan.ranked_options))

    def session(self, clock: Clock) -> Session:
        """Return a paused session that continues the game."""
        session = Session.going_on(self.plan, self.replayer.branch(), clock)
        session.unranked = self.origin.unranked
        return session
