"""Mistakes in placements compared to the bot's, by kind, and their sums over games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple, Self, cast

from piecement_engine.bots.coach import Verdict
from piecement_engine.bots.weights import WEIGHTS

LEAST_LOSS: Final = 0.5
"""Minimum loss of a mistake, in points of the bot's evaluation."""

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
            {Mistake(name): int(times) for name, times in dict(given["times"]).items()},
            {Mistake(name): float(loss) for name, loss in dict(given["losses"]).items()},
            tuple(Moment(float(loss), Mistake(name), int(n), int(time)) for loss, name, n, time in moments),
        )


def classify(verdict: Verdict) -> Mistake:
    """Return the kind of a mistake: a missed clear takes precedence, then the feature with the highest cost."""
    if verdict.best.lines > verdict.played.lines:
        return Mistake.CLEARS
    weights = WEIGHTS["bcts"]._asdict()  # of the bot `survive`, for every game, so that reviews can be compared
    costs = {name: weights[name] * change for name, change in verdict.changes().items()}
    worst = max(costs, key=lambda name: costs[name], default=None)
    return Mistake.ORDER if worst is None or costs[worst] <= 0 else _BY_FEATURE[worst]
