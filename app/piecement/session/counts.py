"""What a player did in a game, in numbers."""

from dataclasses import dataclass
from typing import Self

from piecement.session.statistics import SessionStatistics
from piecement_engine import Recording, Replayer


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What a player did in a game."""

    presses: int = 0
    holds: int = 0
    singles: int = 0
    doubles: int = 0
    triples: int = 0
    quads: int = 0
    larger: int = 0
    """Clears of more than four lines."""
    spins: int = 0
    perfect_clears: int = 0
    max_combo: int = 0
    max_back_to_back: int = 0
    faults: int | None = None
    """Presses that could have been saved, if they were counted."""
    faulty: int | None = None
    """Pieces that took such presses, if they were counted."""

    @classmethod
    def of(cls, statistics: SessionStatistics) -> Self:
        """Return the counts of a session."""
        clears = statistics.clears
        return cls(
            presses=statistics.presses,
            holds=statistics.holds,
            singles=clears[1],
            doubles=clears[2],
            triples=clears[3],
            quads=clears[4],
            larger=sum(count for lines, count in clears.items() if lines > 4),
            spins=statistics.spins,
            perfect_clears=statistics.perfect_clears,
            max_combo=statistics.max_combo,
            max_back_to_back=statistics.max_back_to_back,
            faults=statistics.finesse.faults,
            faulty=statistics.finesse.faulty,
        )

    def finesse(self, pieces: int) -> float | None:
        """Return the part of so many pieces that took no press too many, if that was counted."""
        return None if self.faulty is None or not pieces else 1 - self.faulty / pieces


def replayed(recording: Recording) -> Replayer[SessionStatistics]:
    """Return the game at the end of a recording, with its statistics. Raises `RecordingError` if it cannot be."""
    replayer = recording.replayer(SessionStatistics())
    replayer.advance(recording.time_ns)
    return replayer


def recount(recording: Recording) -> SessionStatistics:
    """Return the statistics of a recorded game, for which it is replayed. Raises as `replayed` does."""
    return replayed(recording).tracker
