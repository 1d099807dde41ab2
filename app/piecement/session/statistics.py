"""Statistics of a game, counted from its events and presses, and the rates that they come to."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self

from piecement_engine import Event, Finesse, GameView, PressTracker, Recording, Replayer
from piecement_engine.events import Accolade, PieceHeld, PieceLocked, PieceSpawned, Spin
from piecement_engine.recording.lock_checks import LockChecks
from piecement_engine.rules.attack import GUIDELINE, AttackCounter

_SPIKE_NS: Final = 2_000_000_000
"""Time within which the rows of a spike are made."""
_CLEARS: Final = {1: "singles", 2: "doubles", 3: "triples", 4: "quads"}
_COUNTED: Final = frozenset({PieceSpawned, PieceHeld, PieceLocked, Accolade})
"""Events counted by the lock checks, finesse or counts."""

SpinKind = tuple[str, Spin, int]
"""Name of the piece, full or mini, and number of lines of a spin."""


@dataclass(slots=True, kw_only=True)
class Counts:
    """Counts of a player's actions in one or more games, as they are stored."""

    presses: int = 0
    """Number of button presses."""
    holds: int = 0
    """Number of swaps into hold."""
    singles: int = 0
    doubles: int = 0
    triples: int = 0
    quads: int = 0
    larger: int = 0
    """Clears of more than four lines."""
    spins: int = 0
    """Number of spins."""
    perfect_clears: int = 0
    max_combo: int = 0
    """Maximum number of consecutive clears."""
    max_back_to_back: int = 0
    """Maximum number of consecutive special clears."""
    faults: int | None = None
    """Number of wasted presses; None if not counted."""
    faulty: int | None = None
    """Number of pieces with wasted presses; None if not counted."""

    def finesse(self, pieces: int) -> float | None:
        """Return the fraction of pieces without wasted presses, or None if not counted."""
        return None if self.faulty is None or not pieces else 1 - self.faulty / pieces


@dataclass(slots=True)
class AttackTally:
    """Attack of a game that is played alone: the rows that its clears would send by the guideline's table."""

    rows: int = 0
    spike: int = 0
    """Maximum number of rows within two seconds."""
    _counter: AttackCounter = field(default_factory=lambda: AttackCounter(GUIDELINE), compare=False)
    _recent: tuple[tuple[int, int], ...] = ()
    """Times and rows of the last clears."""
    _locks: int = 0
    """Number of locks since the last clear; the last one may clear as well."""

    def lock(self) -> None:
        """Count a locked piece, before the clear that it may make."""
        self._locks += 1

    def clear(self, clear: Accolade) -> None:
        """Count a clear, or a link of a cascade."""
        if self._locks > 1:
            self._counter.lock_without_lines()
        self._locks = 0
        made = self._counter.rows_of(clear.time_ns, clear.lines, clear.spin, perfect_clear=clear.perfect_clear)
        recent = [*self._recent, (clear.time_ns, made)]
        self._recent = tuple(one for one in recent if one[0] > clear.time_ns - _SPIKE_NS)
        self.rows += made
        self.spike = max(self.spike, sum(rows for _, rows in self._recent))

    def copy(self) -> Self:
        return replace(self, _counter=self._counter.copy())


@dataclass(slots=True)
class SessionStatistics(PressTracker):
    """Statistics of one game, counted as it is played or replayed."""

    counts: Counts = field(default_factory=lambda: Counts(faults=0, faulty=0))
    bonuses: int = 0
    """Number of bonuses: clears and spins that scored."""
    bonus_points: int = 0
    """Points of all bonuses; the score also includes points for drops."""
    lock_checks: LockChecks = field(default_factory=LockChecks, compare=False)
    """Lock checks of the recording."""
    finesse: Finesse = field(default_factory=Finesse)
    """Finesse: presses that could be saved."""
    attack: AttackTally = field(default_factory=AttackTally)
    """Attack as it would be in a match."""
    spins: dict[SpinKind, int] = field(default_factory=dict[SpinKind, int])
    """Number of spins of each kind."""

    @property
    def average_bonus(self) -> float | None:
        """Average points of a bonus, or None without one."""
        return self.bonus_points / self.bonuses if self.bonuses else None

    def copy(self) -> Self:
        copies = self.lock_checks.copy(), self.finesse.copy(), self.attack.copy(), self.spins.copy()
        return type(self)(replace(self.counts), self.bonuses, self.bonus_points, *copies)

    def press(self, view: GameView, pressed: int) -> None:
        if pressed:
            self.counts.presses += pressed.bit_count()
            self.finesse.press(view, pressed)

    def count(self, events: Sequence[Event]) -> None:
        if _COUNTED.isdisjoint(map(type, events)):
            return  # common: joining a game late replays thousands of presses without counted events
        self.lock_checks.count(events)
        finesse, counts = self.finesse, self.counts
        finesse.count(events)
        counts.faults, counts.faulty = finesse.faults, finesse.faulty
        for event in events:
            if isinstance(event, Accolade):
                self._count_accolade(event)
            elif isinstance(event, PieceHeld):
                counts.holds += 1
            elif isinstance(event, PieceLocked):
                self.attack.lock()

    def _count_accolade(self, accolade: Accolade) -> None:
        counts = self.counts
        self.bonuses += 1
        self.bonus_points += accolade.points
        if accolade.lines:
            name = _CLEARS.get(accolade.lines, "larger")
            setattr(counts, name, getattr(counts, name) + 1)
            self.attack.clear(accolade)
        if accolade.spin is not Spin.NONE:
            counts.spins += 1
            kind = accolade.shape.name, accolade.spin, accolade.lines
            self.spins[kind] = self.spins.get(kind, 0) + 1
        counts.perfect_clears += accolade.perfect_clear
        counts.max_combo = max(counts.max_combo, accolade.combo)
        counts.max_back_to_back = max(counts.max_back_to_back, accolade.back_to_back)


def replayed(recording: Recording) -> Replayer[SessionStatistics]:
    """Return a replayer at the end of a recording, to play on with. Raises `RecordingError` if it does not replay."""
    replayer = recording.replayer(SessionStatistics())
    replayer.seek(recording.time_ns)
    return replayer


def recount(recording: Recording) -> SessionStatistics:
    """Return the statistics of a recorded game by replaying it. Raises `RecordingError` if it does not replay."""
    replayer = recording.replayer(SessionStatistics())
    replayer.run(recording.time_ns, recording.fair_budget())
    return replayer.tracker


def pieces_per_second(pieces: int, time_ns: int) -> float:
    """Return the pieces per second, or 0 before any time has passed."""
    return pieces * 1e9 / time_ns if time_ns else 0.0


def presses_per_piece(presses: int, pieces: int) -> float:
    """Return the presses per piece, or 0 before the first piece locks."""
    return presses / pieces if pieces else 0.0


class AttackPace(NamedTuple):
    """Attack figures of a player.

    Both follow TETR.IO; the wiki of Tetra Stats explains them.
    """

    attack_per_minute: float
    """APM: rows made by clears per minute, whether sent or spent on cancelling incoming garbage."""
    versus_score: float
    """VS: rows made and garbage rows cleared, per 100 seconds; equal to 100 × PPS × (rows made + cleared) per piece."""

    @classmethod
    def of(cls, made: int, dug: int, time_ns: int) -> Self:
        """Return the figures for the rows made and cleared, or zeros before any time has passed."""
        return cls(made * 60e9 / time_ns, (made + dug) * 100e9 / time_ns) if time_ns else cls(0.0, 0.0)
