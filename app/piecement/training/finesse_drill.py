"""Finesse: places to bring a piece over with the fewest presses, and the places where a player presses too much."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from piecement.training.attempt import Attempt
from piecement.training.cleared_board import ClearedBoard
from piecement_engine import TETROMINOES, Event, Finesse, GameView, Mode, Piece, PressTracker, Recording, Rules, Shape
from piecement_engine.events import PieceLocked
from piecement_engine.finesse import Presses, reachable_places, shortest_presses
from piecement_engine.rules import LONGEST_NS

TRAINER: Final = "finesse_drill"

EXERCISES: Final = 1000
"""How many pieces a drill has; another one follows it."""

_AHEAD: Final = 110
"""How many pieces are left at its end: as many as can be seen ahead, and some."""

MOST_WORST: Final = 10
"""How many places the drill of the worst ones has."""

_WIDTH: Final = 10

_LONGEST_NS: Final = 600_000_000_000
"""A longer game would hold the drill up when it is replayed."""

MODE: Final = Mode(
    name=TRAINER,
    title="Finesse",
    sentence="",
    rules=Rules(
        fall_delay_ns=LONGEST_NS,
        soft_drop_interval_ns=33_000_000,
        hold="off",
        line_clear_delay_ns=0,
        appearance_delay_ns=0,
        modifiers=(ClearedBoard(),),
    ),
    ranking=("time",),
    headline="pieces",
)


class Target(NamedTuple):
    """A place on the floor of an empty field."""

    shape: Shape
    orientation: int
    x: int

    @property
    def name(self) -> str:
        """The letter of the piece, how it is turned (N, E, S or W), and its leftmost column from 0."""
        return f"{self.shape.name}{'NESW'[self.orientation]}{self.x}"

    @property
    def piece(self) -> Piece:
        return Piece(self.shape, self.orientation, self.x, 0)

    @classmethod
    def of(cls, piece: Piece) -> "Target":
        """Return the column and figure of a piece; figures that look alike are one."""
        figures = piece.shape.orientations
        return cls(piece.shape, figures.index(figures[piece.orientation]), piece.x)


class Judgement(NamedTuple):
    """What a lock was worth."""

    target: Target
    is_there: bool
    """Whether the piece lies in its place."""
    faults: int
    """How many presses were too many."""
    time_ns: int
    presses: int

    @property
    def is_clean(self) -> bool:
        return self.is_there and not self.faults


def all_targets(rules: Rules) -> tuple[Target, ...]:
    """Return every place of every tetromino that presses lead over, by the rules of a game."""
    return tuple(
        Target(shape, shape.orientations.index(cells), x)
        for shape in TETROMINOES.values()
        for cells, x in reachable_places(rules, shape)
    )


def named_targets(rules: Rules, names: Iterable[str]) -> tuple[Target, ...]:
    """Return the places of some names, as far as there are such."""
    known = {target.name: target for target in all_targets(rules)}
    return tuple(known[name] for name in names if name in known)


class FinesseDrill:
    """Places in a row, each until it was reached with the fewest presses."""

    def __init__(self, rules: Rules, targets: Sequence[Target], seed: int) -> None:
        random = Random(seed)
        self.targets: Final = tuple(random.choice(targets) for _ in range(EXERCISES))
        self.rules: Final = rules
        self.last: Judgement | None = None
        """What the last lock was worth."""
        self.presses = 0
        self.time_ns = 0
        self.faults = 0
        self.pieces = 0
        self.row = 0
        """How many places in a row were reached without a fault, up to now."""
        self._done = 0

    @property
    def queue(self) -> tuple[str, ...]:
        """The names of the pieces."""
        return tuple(target.shape.name for target in self.targets)

    @property
    def target(self) -> Target:
        """The place where the piece in play is to go."""
        return self.targets[min(self._done, EXERCISES - 1)]

    def right_presses(self, target: Target, *, half_turns: bool) -> Presses:
        """Return one of the shortest ways to a place."""
        return shortest_presses(self.rules, target.piece, half_turns=half_turns) or ()

    def judge(self, piece: Piece, faults: int, presses: int, time_ns: int) -> Judgement:
        """Judge a lock by the faults that the engine counted; one that is not clean is to be tried again."""
        target = self.target
        judgement = Judgement(target, Target.of(piece) == target, faults, time_ns, presses)
        self.last = judgement
        self.pieces += 1
        self.presses += presses
        self.time_ns += time_ns
        self.faults += faults if judgement.is_there else 1
        self.row = self.row + 1 if judgement.is_clean else 0
        self._done += judgement.is_clean
        return judgement

    @property
    def is_done(self) -> bool:
        """Whether only those pieces are left that can be seen ahead."""
        return self._done >= EXERCISES - _AHEAD

    @property
    def last_is_clean(self) -> bool:
        return self.last is not None and self.last.is_clean

    @property
    def presses_per_second(self) -> float:
        return self.presses * 1e9 / self.time_ns if self.time_ns else 0.0


def attempt_of(judgement: Judgement) -> Attempt:
    """Return what is stored of a lock; one in another place counts as a fault."""
    faults = judgement.faults if judgement.is_there else 1
    return Attempt(
        TRAINER,
        judgement.target.name,
        judgement.is_clean,
        faults,
        judgement.time_ns // 1_000_000,
        1,
        {"presses": judgement.presses},
    )


@dataclass(slots=True)
class PlaceFaults(PressTracker):
    """Counts the faults of a game by the place of the piece."""

    faults: Counter[str] = field(default_factory=Counter[str])
    _finesse: Finesse = field(default_factory=Finesse)

    def press(self, view: GameView, pressed: int) -> None:
        self._finesse.press(view, pressed)

    def count(self, events: Sequence[Event]) -> None:
        for event in events:
            before = self._finesse.faults
            self._finesse.count((event,))
            if isinstance(event, PieceLocked) and self._finesse.faults > before:
                self.faults[Target.of(event.piece).name] += self._finesse.faults - before


def faults_of(recording: Recording) -> Mapping[str, int]:
    """Return the faults of a recorded game by the names of places.

    There are none of a field of another width than ten, nor of a long game, which would take too long to replay.
    Raises `RecordingError` where it does not replay.
    """
    rules = recording.setup.rules
    if recording.time_ns > _LONGEST_NS or rules.width != _WIDTH or rules.pieces != "tetrominoes":
        return {}
    replayer = recording.replayer(PlaceFaults())
    replayer.run(recording.time_ns)
    return replayer.tracker.faults
