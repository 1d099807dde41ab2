"""Finished games."""

from dataclasses import field

from piecement.session.plan import Plan
from piecement.session.records import Placing
from piecement.session.statistics import SessionStatistics
from piecement.session.unranked_reasons import UnrankedReasons
from piecement_engine import End, GameView, Recording, Result
from piecement_engine.frozen import frozen_dataclass


@frozen_dataclass()
class FinishedGame:
    """Finished game with its recording and rank."""

    plan: Plan
    recording: Recording
    statistics: SessionStatistics
    unranked: UnrankedReasons = field(default_factory=UnrankedReasons)
    """Reasons that make the game unranked."""
    placing: Placing | None = None
    """Rank among the stored games; None until stored."""
    view: GameView | None = None
    """View of the last moment."""

    @property
    def result(self) -> Result:
        return self.recording.result

    @property
    def end(self) -> End:
        return self.result.end or End.FORFEIT
