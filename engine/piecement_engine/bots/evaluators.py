"""Evaluators: the value of a placement for a search. One values a low stack, others points, attack or digging."""

from collections.abc import Callable
from typing import Final, Protocol

from piecement_engine.bots.dig import DigEvaluator
from piecement_engine.bots.drops import Drop
from piecement_engine.bots.position import Position
from piecement_engine.bots.score import attack_evaluator, score_evaluator
from piecement_engine.bots.survive import SurviveEvaluator
from piecement_engine.bots.weights import WEIGHTS, DigWeights
from piecement_engine.pieces import Shape
from piecement_engine.registry import register


class Evaluator(Protocol):
    """Evaluates placements and boards. The value of a line of play is the sum of its rewards and its last potential."""

    def reward(
        self, shape: Shape, drop: Drop, perfect_clear: bool, combo: int, back_to_back: int
    ) -> tuple[float, int, int]:
        """Return what a placement earns, and combo and back-to-back after it; boards that differ only there differ."""
        ...

    def potential(self, bits: int, back_to_back: int, slots: int) -> float:
        """Return what a board is worth, with this many T pieces known to come."""
        ...


def survive_evaluator(name: str) -> Callable[[Position], SurviveEvaluator]:
    return lambda position: SurviveEvaluator(position.arena.layout, WEIGHTS[name])


def dig_evaluator(position: Position) -> DigEvaluator:
    return DigEvaluator(position.arena.layout, DigWeights())


EvaluatorMaker = Callable[[Position], Evaluator]
"""Makes the evaluator for a search from a position."""

EVALUATORS: Final[dict[str, EvaluatorMaker]] = {
    "survive": survive_evaluator("bcts"),
    "score": score_evaluator,
    "attack": attack_evaluator,
    "dig": dig_evaluator,
    **{name: survive_evaluator(name) for name in WEIGHTS if name != "bcts"},
}
"""The makers by name: `survive` is BCTS, the other published weights have their own names."""


def register_evaluator(name: str, maker: EvaluatorMaker, *, replace: bool = False) -> None:
    """Register an evaluator under a name. Raises `RuleError` as `register` does."""
    register(EVALUATORS, name, maker, fits=callable(maker), form="a function of a Position", replace=replace)
