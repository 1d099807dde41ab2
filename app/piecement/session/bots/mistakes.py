"""Cost of placements by kind of mistake: the summary of a review, small enough to store for every game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple, Self, cast

from piecement.session.bots.game_review import LEAST_LOSS
from piecement_engine import Recording
from piecement_engine.bots import Search
from piecement_engine.bots.coach import Verdict, review
from piecement_engine.bots.weights import WEIGHTS

MOST_MOMENTS: Final = 5
"""Maximum number of moments stored per game."""

_MOST_LOSS: Final = 1000.0
"""Maximum loss of one placement; without it, one that loses the game would outweigh all others."""
_SEARCH: Final = Search("survive", width=3, depth=2)
"""Search that judges every game alike, in about 3 ms per placement."""


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
        self.worst = tuple(sorted((*self.worst, moment), reverse=True)[:MOST_MOMENTS])

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
    def from_dict(cls, given: Mapping[str, Any]) -> Self:  # as above
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
    position = verdict.position
    if position.after(verdict.best)[1] > position.after(verdict.played)[1]:
        return Mistake.CLEARS
    weights = WEIGHTS["bcts"]._asdict()
    costs = {name: weights[name] * change for name, change in verdict.changes().items()}
    worst = max(costs, key=lambda name: costs[name], default=None)
    return Mistake.ORDER if worst is None or costs[worst] <= 0 else _BY_FEATURE[worst]


class MistakeReview:
    """Review of the mistakes of a game, piece by piece."""

    def __init__(self, recording: Recording) -> None:
        self.mistakes: Final = Mistakes()
        """Mistakes found so far."""
        self._verdicts: Final[Iterator[Verdict | None]] = review(recording, _SEARCH)

    def go_on(self) -> bool:
        """Judge the next placement and return whether any remain. Raises `EngineError` if the game does not replay."""
        try:
            verdict = next(self._verdicts)
        except StopIteration:
            return False
        if verdict is not None:
            self.mistakes.count(verdict)
        return True
