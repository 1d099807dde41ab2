"""What came of a game."""

from dataclasses import dataclass, field
from typing import NamedTuple

from piecement.session.marks import Marks
from piecement.session.plan import Plan
from piecement.session.records import Placing
from piecement.session.statistics import SessionStatistics
from piecement_engine import Recording
from piecement_engine.events import End


class Played(NamedTuple):
    """A game that can be looked through."""

    recording: Recording
    pieces: int


@dataclass(frozen=True, slots=True)
class Result:
    """A game that is over."""

    plan: Plan
    end: End
    score: int
    level: int
    lines: int
    pieces: int
    time_ns: int
    statistics: SessionStatistics
    recording: Recording
    marks: Marks = field(default_factory=Marks)
    """What keeps it from competing."""
    placing: Placing | None = None
    """How it compares with the games before it, once it is kept."""
