"""Reviews of games by a bot, run in slices."""

from collections.abc import Callable, Iterator
from typing import Final, Generic, Protocol, TypeVar

from piecement.session.bots.mistakes import LEAST_LOSS, Mistakes
from piecement.session.bots.slices import Later, MayThink, Slices
from piecement.session.statistics import SessionStatistics
from piecement_engine import Recording, Replayer
from piecement_engine.board.pieces import Cell
from piecement_engine.bots import BOTS, Search
from piecement_engine.bots.coach import Verdict, review
from piecement_engine.bots.evaluators import EVALUATORS
from piecement_engine.bots.features import open_cells
from piecement_engine.errors import EngineError

MOST_MOMENTS: Final = 8
"""Maximum number of moments shown."""

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
        """Losses of the other placements, by kind."""
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
    """Return a replayer at the spawn of the piece that locked at the given time.

    Raises `RecordingError` if the game does not replay.
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
    placed = position.bits | position.arena.layout.cells(verdict.played.piece)
    before, after = (layout.field & ~bits & ~open_cells(layout, bits) for bits in (position.bits, placed))
    new = after & ~before
    return tuple((x, y) for x in range(layout.width) for y in range(layout.height) if new >> layout.bit(x, y) & 1)


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
        later: Later,
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
