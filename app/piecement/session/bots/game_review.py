"""Review of a game: the moments with the largest loss compared to the bot."""

from collections.abc import Iterator
from typing import Final

from piecement.language import _
from piecement.session.statistics import SessionStatistics
from piecement_engine import Recording, Replayer
from piecement_engine.bots import BOTS, Search
from piecement_engine.bots.coach import Verdict, review
from piecement_engine.bots.evaluators import EVALUATORS
from piecement_engine.bots.weights import WEIGHTS

MOST_MOMENTS: Final = 8
"""Maximum number of moments shown."""

LEAST_LOSS: Final = 0.5
"""Minimum loss of a moment."""
_WIDTH: Final = 6
_DEEPEST: Final = 4

_WORDS: Final = {
    "landing_height": (_("lands higher, in rows: {}"), _("lands lower, in rows: {}")),
    "eroded_cells": (_("more of its cells cleared: {}"), _("fewer of its cells cleared: {}")),
    "row_transitions": (_("more gaps in rows: {}"), _("fewer gaps in rows: {}")),
    "column_transitions": (_("more gaps in columns: {}"), _("fewer gaps in columns: {}")),
    "holes": (_("more covered cells: {}"), _("fewer covered cells: {}")),
    "wells": (_("deeper wells: {}"), _("shallower wells: {}")),
    "hole_depth": (_("more cells over holes: {}"), _("fewer cells over holes: {}")),
    "rows_with_holes": (_("more rows with holes: {}"), _("fewer rows with holes: {}")),
    "diversity": (_("more kinds of steps: {}"), _("fewer kinds of steps: {}")),
}
"""Reason when the player's board has more, or less, of a feature than the bot's."""


class GameReview:
    """Review of a game, piece by piece."""

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
        self._verdicts: Final[Iterator[Verdict | None]] = review(recording, search)

    def go_on(self) -> bool:
        """Review one more piece and return whether any remain. Raises `EngineError` if the game does not replay."""
        try:
            verdict = next(self._verdicts)
        except StopIteration:
            return False
        if verdict is not None:
            self._count(verdict)
        return True

    def _count(self, verdict: Verdict) -> None:
        self.seen += 1
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


def reasons(verdict: Verdict) -> list[str]:
    """Return the differences of the player's board from the bot's, most important first."""
    weights = WEIGHTS["bcts"]._asdict()
    changes = verdict.changes()
    order = sorted(changes, key=lambda name: -abs(weights[name] * changes[name]))
    return [_reason(name, -changes[name]) for name in order]


def _reason(name: str, more: float) -> str:
    words = _WORDS[name][0 if more > 0 else 1]
    return words.format(f"{abs(more):g}")
