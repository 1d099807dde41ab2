"""The finesse drill: targets on an empty board, each to be reached with the fewest presses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, NamedTuple

from piecement.training.trainers import Attempt, trainer_mode
from piecement_engine import TETROMINOES, Hooks, Modifier, Piece, Rules, Shape
from piecement_engine.game.finesse import Presses, reachable_places, shortest_presses
from piecement_engine.game.table import Table
from piecement_engine.rules.rules import LONGEST_NS


@dataclass(frozen=True, slots=True)
class ClearedBoard(Modifier):
    """Empties the board whenever a piece spawns. It is not registered, as no recording of a drill is ever written."""

    kind = "cleared_board"

    def hooks(self) -> Hooks:
        return _ClearedBoardHooks()


class _ClearedBoardHooks(Hooks):
    def spawning(self, table: Table) -> None:
        if table.rows:
            table.set_rows([])


TRAINER: Final = "finesse_drill"

EXERCISES: Final = 1000
"""Number of pieces per drill; a new drill follows it."""

_AHEAD: Final = 110
"""Number of pieces left over at the end: the visible queue with a reserve."""

MOST_WORST: Final = 10
"""Number of placements in the drill of the worst ones."""

MODE: Final = trainer_mode(
    TRAINER,
    "Finesse",
    Rules(
        fall_delay_ns=LONGEST_NS,
        soft_drop_interval_ns=33_000_000,
        hold="off",
        line_clear_delay_ns=0,
        appearance_delay_ns=0,
        modifiers=(ClearedBoard(),),
    ),
)


class DrillTarget(NamedTuple):
    """Placement on the floor of an empty field."""

    shape: Shape
    orientation: int
    x: int

    @property
    def name(self) -> str:
        """Letter of the piece, its orientation (N, E, S or W) and its leftmost column from 0."""
        return f"{self.shape.name}{'NESW'[self.orientation]}{self.x}"

    @property
    def piece(self) -> Piece:
        return Piece(self.shape, self.orientation, self.x, 0)

    @classmethod
    def of(cls, piece: Piece) -> "DrillTarget":
        """Return the target of a piece; orientations that look alike count as one."""
        figures = piece.shape.orientations
        return cls(piece.shape, figures.index(figures[piece.orientation]), piece.x)


class Judgement(NamedTuple):
    """Judgement of one lock."""

    target: DrillTarget
    is_there: bool
    """Whether the piece locked at the target."""
    faults: int
    """Number of wasted presses."""
    time_ns: int
    presses: int

    @property
    def is_clean(self) -> bool:
        return self.is_there and not self.faults


def all_targets(rules: Rules) -> tuple[DrillTarget, ...]:
    """Return every placement of every tetromino that presses reach under the rules."""
    return tuple(
        DrillTarget(shape, shape.orientations.index(cells), x)
        for shape in TETROMINOES.values()
        for cells, x in reachable_places(rules, shape)
    )


def named_targets(rules: Rules, names: Iterable[str]) -> tuple[DrillTarget, ...]:
    """Return the targets of the known names, skipping unknown ones."""
    known = {target.name: target for target in all_targets(rules)}
    return tuple(known[name] for name in names if name in known)


class FinesseDrill:
    """Series of targets, each repeated until it is reached with the fewest presses."""

    def __init__(self, rules: Rules, targets: Sequence[DrillTarget], seed: int) -> None:
        random = Random(seed)
        self.targets: Final = tuple(random.choice(targets) for _ in range(EXERCISES))
        self.rules: Final = rules
        self.last: Judgement | None = None
        """Judgement of the last lock."""
        self._done = 0

    @property
    def queue(self) -> tuple[str, ...]:
        """Names of the pieces from the current one on."""
        return tuple(target.shape.name for target in self.targets[self._done :])

    @property
    def target(self) -> DrillTarget:
        """Target of the current piece."""
        return self.targets[min(self._done, EXERCISES - 1)]

    def right_presses(self, target: DrillTarget, *, half_turns: bool) -> Presses:
        """Return one of the shortest press sequences to a target."""
        return shortest_presses(self.rules, target.piece, half_turns=half_turns) or ()

    def judge(self, piece: Piece, faults: int, presses: int, time_ns: int) -> Judgement:
        """Judge a lock by the faults the engine counted; the target repeats unless the lock is clean."""
        target = self.target
        judgement = Judgement(target, DrillTarget.of(piece) == target, faults, time_ns, presses)
        self.last = judgement
        self._done += judgement.is_clean
        return judgement

    def skip(self, steps: int) -> None:
        """Continue with a later target, or an earlier one."""
        self._done = max(0, min(self._done + steps, EXERCISES - _AHEAD))
        self.last = None

    @property
    def is_done(self) -> bool:
        """Whether only the pieces of the visible queue and the reserve are left."""
        return self._done >= EXERCISES - _AHEAD


def attempt_of(judgement: Judgement) -> Attempt:
    """Return the attempt to store for a lock; a missed target counts as one fault."""
    faults, time_ms = judgement.faults if judgement.is_there else 1, judgement.time_ns // 1_000_000
    extra = {"presses": judgement.presses}
    return Attempt(TRAINER, judgement.target.name, judgement.is_clean, faults, time_ms, 1, extra)
