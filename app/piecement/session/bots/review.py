"""Reviews of games by a bot, and mistakes found in many."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar, cast

from piecement.session.bots.slices import Later, MayThink, Slices
from piecement.session.statistics import SessionStatistics
from piecement_engine import Recording, Replayer
from piecement_engine.board.pieces import Cell
from piecement_engine.bots import BOTS, Search
from piecement_engine.bots.coach import Verdict, review
from piecement_engine.bots.evaluators import EVALUATORS
from piecement_engine.bots.features import open_cells
from piecement_engine.bots.weights import WEIGHTS
from piecement_engine.errors import EngineError

MOST_MOMENTS: Final = 8
"""Maximum number of moments shown."""

LEAST_LOSS: Final = 0.5
"""Minimum loss of a moment."""
_WIDTH: Final = 6
_DEEPEST: Final = 4

_QUICK: Final = Search("survive", width=3, depth=2)
"""Search that judges every game alike, in about 3 ms per placement."""


class PieceReview:
    """Review of a game, piece by piece."""

    def __init__(
        self,
        recording: Recording,
        count: Callable[[Verdict], None],
        *,
        only_ns: int | None = None,
        search: Search = _QUICK,
    ) -> None:
        """Prepare to review all pieces, or only the one that locked at a time, and to count the verdicts."""
        self._verdicts: Final[Iterator[Verdict | None]] = review(recording, search, only_ns)
        self._count: Final = count

    def go_on(self) -> bool:
        """Review one more piece and return whether any remain. Raises `EngineError` if the game does not replay."""
        for verdict in self._verdicts:
            if verdict is not None:
                self._count(verdict)
            return True
        return False


class GameReview(PieceReview):
    """Review of the moments of a game."""

    def __init__(self, recording: Recording, bot: str, look_ahead: int) -> None:
        """Prepare a review by the player's bot, or by "survive" if that bot does not evaluate boards."""
        evaluator = bot if bot in EVALUATORS else "survive"
        search = Search(evaluator, width=_WIDTH, depth=min(look_ahead, _DEEPEST))
        self.judge: Final = evaluator if bot in BOTS else bot
        self.moments: tuple[Verdict, ...] = ()
        """Moments so far, the worst first."""
        self.seen: int = 0
        """Number of reviewed pieces."""
        self.agreed: int = 0
        """Number of placements the bot agrees with."""
        self.mistakes: Final = Mistakes()
        """Costs of the others by kind."""
        super().__init__(recording, self._judge, search=search)

    def _judge(self, verdict: Verdict) -> None:
        self.seen += 1
        self.mistakes.count(verdict)
        if verdict.loss < LEAST_LOSS:
            self.agreed += 1
            return
        moments = sorted((*self.moments, verdict), key=lambda moment: -moment.loss)
        self.moments = tuple(moments[:MOST_MOMENTS])


def before_piece(recording: Recording, time_ns: int) -> Replayer[SessionStatistics]:
    """Return the game at the spawn of the piece that locked at the given time.

    Raises `RecordingError` if it does not replay.
    """
    replayer = recording.replayer(SessionStatistics())
    replayer.seek(time_ns, recording.fair_budget())
    if cut := replayer.last_piece:
        replayer.go_back(cut)
    return replayer


def new_holes(verdict: Verdict) -> tuple[Cell, ...]:
    """Return the cells that the player's placement covers: empty ones below a block, before lines clear."""
    position = verdict.position
    layout = position.arena.layout
    placed = position.bits | position.arena.cells(verdict.played.piece)
    before, after = (layout.field & ~bits & ~open_cells(layout, bits) for bits in (position.bits, placed))
    new = after & ~before
    return tuple((x, y) for x in range(layout.width) for y in range(layout.height) if new >> layout.bit(x, y) & 1)


MOST_MISTAKES: Final = 5
"""Maximum number of moments stored per game."""

_MOST_LOSS: Final = 1000.0
"""Maximum loss of one placement; without it, one that loses the game would outweigh all others."""


class Mistake(StrEnum):
    """Kind of mistake compared to the bot's placement."""

    HOLES = "holes"
    """More covered cells, or more deeply covered ones."""
    CLEARS = "clears"
    """Fewer lines cleared."""
    HEIGHT = "height"
    """A higher placement."""
    SURFACE = "surface"
    """A more uneven surface, or a deeper well."""
    ORDER = "order"
    """An equal board with a worse continuation: another piece should have been held."""


_BY_FEATURE: Final = {
    "landing_height": Mistake.HEIGHT,
    "eroded_cells": Mistake.CLEARS,
    "row_transitions": Mistake.SURFACE,
    "column_transitions": Mistake.HOLES,
    "holes": Mistake.HOLES,
    "wells": Mistake.SURFACE,
    "hole_depth": Mistake.HOLES,
    "rows_with_holes": Mistake.HOLES,
    "diversity": Mistake.SURFACE,
}


class Moment(NamedTuple):
    """Costly placement."""

    loss: float
    """Loss in points of the bot's evaluation."""
    mistake: Mistake
    number: int
    """Number of pieces locked before."""
    time_ns: int
    """Time of the lock (ns)."""


@dataclass(slots=True)
class Mistakes:
    """Sums over the placements of one or more games."""

    pieces: int = 0
    """Number of judged placements."""
    times: dict[Mistake, int] = field(default_factory=dict[Mistake, int])
    losses: dict[Mistake, float] = field(default_factory=dict[Mistake, float])
    worst: tuple[Moment, ...] = ()
    """Costliest moments, the worst first."""

    def count(self, verdict: Verdict) -> None:
        """Count a judged placement."""
        self.pieces += 1
        if verdict.loss < LEAST_LOSS:
            return
        mistake, loss = classify(verdict), min(verdict.loss, _MOST_LOSS)
        self.times[mistake] = self.times.get(mistake, 0) + 1
        self.losses[mistake] = self.losses.get(mistake, 0.0) + loss
        moment = Moment(round(loss, 2), mistake, verdict.number, verdict.time_ns)
        self.worst = tuple(sorted((*self.worst, moment), reverse=True)[:MOST_MISTAKES])

    def add(self, other: "Mistakes") -> None:
        """Add the sums of another game, without its moments, which belong to one game."""
        self.pieces += other.pieces
        for mistake, times in other.times.items():
            self.times[mistake] = self.times.get(mistake, 0) + times
            self.losses[mistake] = self.losses.get(mistake, 0.0) + other.losses.get(mistake, 0.0)

    def to_dict(self) -> dict[str, Any]:  # a JSON object has values of any JSON type
        return {
            "pieces": self.pieces,
            "times": dict(self.times),
            "losses": {mistake: round(loss, 2) for mistake, loss in self.losses.items()},
            "worst": [list(moment) for moment in self.worst],
        }

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> Self:  # a JSON object has values of any JSON type
        """Return the value of a `to_dict`. Raises `ValueError`, `KeyError` or `TypeError` if invalid."""
        moments = cast("list[tuple[float, str, int, int]]", given["worst"])
        return cls(
            int(given["pieces"]),
            {Mistake(name): int(times) for name, times in given["times"].items()},
            {Mistake(name): float(loss) for name, loss in given["losses"].items()},
            tuple(Moment(float(loss), Mistake(name), int(n), int(time)) for loss, name, n, time in moments),
        )


def classify(verdict: Verdict) -> Mistake:
    """Return the kind of a mistake: a missed clear takes precedence, then the feature with the highest cost."""
    if verdict.best.lines > verdict.played.lines:
        return Mistake.CLEARS
    weights = WEIGHTS["bcts"]._asdict()
    costs = {name: weights[name] * change for name, change in verdict.changes().items()}
    worst = max(costs, key=lambda name: costs[name], default=None)
    return Mistake.ORDER if worst is None or costs[worst] <= 0 else _BY_FEATURE[worst]


_SLICE_NS: Final = 8_000_000
PAUSE_S: Final = 0.002


class Review(Protocol):
    def go_on(self) -> bool:
        """Review a little more and return whether any remains. Raises `EngineError` if the game does not replay."""
        ...


_Kind = TypeVar("_Kind", bound=Review)


class ReviewTask(Slices, Generic[_Kind]):
    """Runs a review in slices, to its end or until stopped."""

    def __init__(
        self,
        review: _Kind,
        clock_ns: Callable[[], int],
        later: Later | None,
        on_end: Callable[[EngineError | None], object],
        on_slice: Callable[[], object] | None = None,
        *,
        pause_s: float = PAUSE_S,
    ) -> None:
        """Prepare the task; `on_end` is called at the end with the error, if any, and `on_slice` after each slice.

        A longer pause after each slice of 8 ms leaves more of the processor to others.
        """
        super().__init__(self._go_on, clock_ns, later, slice_ns=_SLICE_NS, pause_s=pause_s)
        self.review: Final = review
        self._on_end: Final = on_end
        self._on_slice: Final = on_slice

    def _go_on(self, may_go_on: MayThink) -> bool:
        try:
            has_more = True
            while has_more and may_go_on():
                has_more = self.review.go_on()
        except EngineError as error:
            self._on_end(error)
            return False
        if self._on_slice is not None:
            self._on_slice()
        if not has_more:
            self._on_end(None)
        return has_more
