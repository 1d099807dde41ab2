"""What a player did in a game, in numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from piecement.session.statistics import SessionStatistics
from piecement_engine import EngineError, Game, GameView, Recording, RecordingError


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


def recount(recording: Recording) -> SessionStatistics:
    """Return the statistics of a recorded game, for which it is replayed. Raises `RecordingError` if it cannot be."""
    statistics = SessionStatistics()
    for _ in counted(recording, statistics):
        pass
    return statistics


def counted(recording: Recording, statistics: SessionStatistics) -> Iterator[GameView]:
    """Replay a recording and count it into statistics; yield the game after each input, and at its end.

    Raises `RecordingError` where it cannot be replayed.
    """
    game = Game.from_setup(recording.setup)
    held = 0
    try:
        for time_ns, change in recording.inputs:
            statistics.count(game.update(time_ns))
            if change >= 0:
                statistics.press(game.view, change & ~held)
                held = change
            statistics.count(game.play(time_ns, change))
            yield game.view
        if game.view.end is None:
            statistics.count(game.update(recording.time_ns))
            yield game.view
    except EngineError as error:
        raise RecordingError(f"the recording does not replay: {error}") from error
