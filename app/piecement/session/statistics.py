"""What a player did in one game, counted from the game's events and the presses of buttons."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self

from piecement.session.counts import Counts
from piecement_engine import Finesse, GameView, PressTracker, Recording, Replayer
from piecement_engine.events import Accolade, Event, PieceHeld, PieceLocked, PieceSpawned, Spin
from piecement_engine.lock_checks import LockChecks

_CLEARS: Final = {1: "singles", 2: "doubles", 3: "triples", 4: "quads"}
_COUNTED: Final = (PieceSpawned, PieceHeld, PieceLocked, Accolade)
"""All that the lock checks, the finesse and the counts are of."""


@dataclass(slots=True)
class SessionStatistics(PressTracker):
    """The counts of one game; they do not depend on what was drawn, or when."""

    counts: Counts = field(default_factory=lambda: Counts(faults=0, faulty=0))
    bonuses: int = 0
    """How often points were given for a clear, or for a spin without one."""
    bonus_points: int = 0
    """The sum of those points; the score besides counts what dropping a piece gives."""
    lock_checks: LockChecks = field(default_factory=LockChecks, compare=False)
    """Those of its recording."""
    finesse: Finesse = field(default_factory=Finesse)
    """How many presses could have been saved."""

    @property
    def average_bonus(self) -> float | None:
        """The points that a bonus came to on average, if there was any."""
        return self.bonus_points / self.bonuses if self.bonuses else None

    def copy(self) -> Self:
        copies = replace(self.counts), self.lock_checks.copy(), self.finesse.copy()
        return type(self)(copies[0], self.bonuses, self.bonus_points, *copies[1:])

    def press(self, view: GameView, pressed: int) -> None:
        if pressed:
            self.counts.presses += pressed.bit_count()
            self.finesse.press(view, pressed)

    def count(self, events: Sequence[Event]) -> None:
        events = [event for event in events if isinstance(event, _COUNTED)]
        if not events:  # as after most presses, of which a game that is joined late has thousands
            return
        self.lock_checks.count(events)
        finesse, counts = self.finesse, self.counts
        finesse.count(events)
        counts.faults, counts.faulty = finesse.faults, finesse.faulty
        for event in events:
            if isinstance(event, Accolade):
                self._count_accolade(event)
            elif isinstance(event, PieceHeld):
                counts.holds += 1

    def _count_accolade(self, accolade: Accolade) -> None:
        counts = self.counts
        self.bonuses += 1
        self.bonus_points += accolade.points
        if accolade.lines:
            name = _CLEARS.get(accolade.lines, "larger")
            setattr(counts, name, getattr(counts, name) + 1)
        counts.spins += accolade.spin is not Spin.NONE
        counts.perfect_clears += accolade.perfect_clear
        counts.max_combo = max(counts.max_combo, accolade.combo)
        counts.max_back_to_back = max(counts.max_back_to_back, accolade.back_to_back)


def replayed(recording: Recording) -> Replayer[SessionStatistics]:
    """Return the game at the end of a recording, to go on with. Raises `RecordingError` if it cannot be."""
    replayer = recording.replayer(SessionStatistics())
    replayer.seek(recording.time_ns)
    return replayer


def recount(recording: Recording) -> SessionStatistics:
    """Return the statistics of a recorded game, for which it is replayed. Raises as `replayed` does."""
    replayer = recording.replayer(SessionStatistics())
    replayer.run(recording.time_ns, recording.fair_budget())
    return replayer.tracker


def pieces_per_second(pieces: int, time_ns: int) -> float:
    """Return the pace of a game; 0 before any time has passed."""
    return pieces * 1e9 / time_ns if time_ns else 0.0


class AttackPace(NamedTuple):
    """How hard a player attacks.

    Both are reckoned as TETR.IO does; the wiki of Tetra Stats tells what they mean.
    """

    attack_per_minute: float
    """APM: the rows that clears made in a minute, be they sent or spent on cancelling rows that wait."""
    versus_score: float
    """VS: rows made and garbage rows cleared, in 100 seconds; that is 100 × PPS × (rows made + cleared) per piece."""

    @classmethod
    def of(cls, made: int, dug: int, time_ns: int) -> Self:
        """Return the pace of a player who made and cleared so many rows; nothing before any time has passed."""
        return cls(made * 60e9 / time_ns, (made + dug) * 100e9 / time_ns) if time_ns else cls(0.0, 0.0)


def presses_per_piece(presses: int, pieces: int) -> float:
    """Return how many presses a piece took; 0 before the first piece lies."""
    return presses / pieces if pieces else 0.0


def finesse_text(finesse: float | None) -> str:
    """Return a part of pieces that took no press too many as people read it; nothing where it was not counted.

    It is rounded down, so that only a game without a fault has all of 100 %.
    """
    return "" if finesse is None else f"{int(finesse * 100 + 1e-9)}%"
