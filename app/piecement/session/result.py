"""A game that is over."""

from dataclasses import field

from piecement.session.plan import Plan
from piecement.session.records import Placing
from piecement.session.statistics import SessionStatistics
from piecement.session.unranked_reasons import UnrankedReasons
from piecement_engine import End, GameView, Recording, Result
from piecement_engine.frozen_dataclass import frozen_dataclass


@frozen_dataclass()
class FinishedGame:
    """A game that is over."""

    plan: Plan
    recording: Recording
    statistics: SessionStatistics
    unranked: UnrankedReasons = field(default_factory=UnrankedReasons)
    """Why it is unranked."""
    placing: Placing | None = None
    """How it compares with the games before it, once it is stored."""
    view: GameView | None = None
    """What it looks like at its end."""

    @property
    def result(self) -> Result:
        return self.recording.result

    @property
    def end(self) -> End:
        return self.result.end or End.FORFEIT
