"""Reviews of games by a bot, piece by piece; `review_task` runs them beside the program."""

from collections.abc import Callable, Iterator
from typing import Final

from piecement.session.bots.mistakes import LEAST_LOSS, Mistakes
from piecement.session.statistics import SessionStatistics
from piecement_engine import Recording, Replayer
from piecement_engine.board.pieces import Cell
from piecement_engine.bots import Search
from piecement_engine.bots.coach import Verdict, review
from piecement_engine.bots.evaluators import EVALUATORS
from piecement_engine.bots.features import open_cells

MOST_MOMENTS: Final = 8
"""Maximum number of moments shown."""

_WIDTH: Final = 6
"""Positions that the search of a review looks into at each depth."""
_DEEPEST: Final = 4
"""Maximum search depth of a review (pieces)."""

_QUICK: Final = Search("survive", width=3, depth=2)
"""Search of reviews whose losses are compared between games, in about 3 ms per placement."""


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
        """Review the next piece and return whether there was one. Raises `EngineError` if the game does not replay."""
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
    placed = position.bits | layout.cells(verdict.played.piece)
    before, after = (layout.field & ~bits & ~open_cells(layout, bits) for bits in (position.bits, placed))
    new = after & ~before
    return tuple((x, y) for x in range(layout.width) for y in range(layout.height) if new >> layout.bit(x, y) & 1)
