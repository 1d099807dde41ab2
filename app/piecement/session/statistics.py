"""Statistics of one game, counted from its events and the presses of buttons."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple, Self

from piecement_engine import Event, Finesse, GameView, Piece, PressTracker, Recording, Replayer
from piecement_engine.events import Accolade, PieceHeld, PieceLocked, PieceSpawned, Spin
from piecement_engine.frozen import frozen
from piecement_engine.recording.lock_checks import LockChecks
from piecement_engine.rules.attack import GUIDELINE, AttackCounter


@dataclass(slots=True, kw_only=True)
class Counts:
    """Counts of a player's actions in one or more games."""

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


_CLEARS: Final = {1: "singles", 2: "doubles", 3: "triples", 4: "quads"}
_COUNTED: Final = frozenset({PieceSpawned, PieceHeld, PieceLocked, Accolade})
"""Events counted by the lock checks, finesse or counts."""


_SPIKE_NS: Final = 2_000_000_000
"""Time within which the rows of a spike are made."""


@dataclass(slots=True)
class AttackTally:
    """Attack of a game that is played alone: the rows that its clears would send by the guideline's table."""

    rows: int = 0
    spike: int = 0
    """Maximum number of rows within two seconds."""
    _counter: AttackCounter = field(default_factory=lambda: AttackCounter(GUIDELINE), compare=False)
    _recent: tuple[tuple[int, int], ...] = ()
    """Times and rows of the last clears."""
    locks: int = 0
    """Number of locks since the last clear; the last one may clear as well."""

    def clear(self, clear: Accolade) -> None:
        """Count a clear, or a link of a cascade."""
        if self.locks > 1:
            self._counter.lock_without_lines()
        self.locks = 0
        made = self._counter.rows_of(clear.time_ns, clear.lines, clear.spin, perfect_clear=clear.perfect_clear)
        recent = [*self._recent, (clear.time_ns, made)]
        self._recent = tuple(one for one in recent if one[0] > clear.time_ns - _SPIKE_NS)
        self.rows += made
        self.spike = max(self.spike, sum(rows for _, rows in self._recent))

    def copy(self) -> Self:
        return replace(self, _counter=self._counter.copy())


SpinKind = tuple[str, Spin, int]
"""Name of the piece, full or mini, and number of lines of a spin."""


@dataclass(slots=True)
class SessionStatistics(PressTracker):
    """Counts of one game, independent of drawing."""

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
                self.attack.locks += 1

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
    """Return the game at the end of a recording, to play on with. Raises `RecordingError` if it does not replay."""
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


def presses_per_piece(presses: int, pieces: int) -> float:
    """Return the presses per piece, or 0 before the first piece locks."""
    return presses / pieces if pieces else 0.0


def finesse_text(finesse: float | None) -> str:
    """Return a finesse fraction as a percentage, or nothing if not counted.

    It is rounded down, so that only a game without a fault shows 100 %.
    """
    return "" if finesse is None else f"{int(finesse * 100 + 1e-9)}%"


class RaceStanding(NamedTuple):
    """Label and value of a comparison in a race."""

    label: str
    value: str
    ahead: bool = False
    short: str = ""
    """Label where there is no room for the other."""


class RaceSplit(NamedTuple):
    """Step of a race that is done."""

    step: str
    value: str
    difference: str = ""
    """Difference from the best game; empty without one."""
    ahead: bool = False


@frozen
class LeadTaken(Event):
    """The player took the lead over the rival game."""

    kind = "lead_taken"


@frozen
class BestBeaten(Event):
    """A game that is over is the best of its leaderboard."""

    kind = "best_beaten"


@frozen
class MatchEnded(Event):
    """The match of this game and others is over."""

    kind = "match_ended"

    won: bool


class Rival(NamedTuple):
    """Visible part of a rival game."""

    rows: tuple[tuple[int, ...], ...]
    """Tiles of each row, lowest first, without the empty rows on top."""
    piece: Piece | None


class Stats(NamedTuple):
    """Figures that the engine does not count; None is not shown."""

    pieces_per_second: float | None = None
    keys_per_piece: float | None = None
    finesse: float | None = None
    """Fraction of pieces placed with the fewest presses, from 0 to 1."""
    combo: int | None = None
    back_to_back: int | None = None
    race: tuple[RaceStanding, ...] = ()
    """Comparisons of a race."""
    splits: tuple[RaceSplit, ...] = ()
    """Last steps of a race."""
    best_part: float | None = None
    """Fraction of the goal that the best game had reached by now, from 0 to 1."""
    attack: AttackPace | None = None
    """Attack pace."""
    alone: tuple[int, int] | None = None
    """Rows and spike of a game that is played alone."""

    @classmethod
    def of(
        cls,
        view: GameView,
        statistics: SessionStatistics,
        race: tuple[RaceStanding, ...] = (),
        splits: tuple[RaceSplit, ...] = (),
        attack: AttackPace | None = None,
    ) -> Self:
        pieces = view.pieces
        return cls(
            pieces_per_second=pieces_per_second(pieces, view.time_ns),
            keys_per_piece=presses_per_piece(statistics.counts.presses, pieces),
            finesse=statistics.finesse.part(pieces),
            combo=view.combo,
            back_to_back=view.back_to_back,
            race=race,
            splits=splits,
            attack=attack or AttackPace.of(statistics.attack.rows, 0, view.time_ns),
            alone=None if attack else (statistics.attack.rows, statistics.attack.spike),
        )


NO_STATS = Stats()
"""Empty figures."""

STATS_INTERVAL_NS: Final = 250_000_000
"""Update interval of figures that would otherwise change with every frame (ns)."""
