"""Evaluators: the value of a placement in a search, by a low stack, points, attack or digging."""

from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

from piecement_engine.board.pieces import Shape
from piecement_engine.bots.clear_evaluators import attack_evaluator, score_evaluator
from piecement_engine.bots.drops import Drop
from piecement_engine.bots.features import Features
from piecement_engine.bots.position import Position
from piecement_engine.bots.stack_evaluators import DigEvaluator, SurviveEvaluator
from piecement_engine.bots.weights import BCTS, WEIGHTS, DigWeights
from piecement_engine.game.game import Game
from piecement_engine.registry import Registry, register, require
from piecement_engine.rules.rules import Rules


class Evaluator(Protocol):
    """Evaluator of placements and boards.

    The value of a line of play is the sum of its rewards and its last potential.
    """

    def reward(
        self, shape: Shape, drop: Drop, perfect_clear: bool, combo: int, back_to_back: int
    ) -> tuple[float, int, int]:
        """Return the reward of a placement, and combo and back-to-back after it, by which nodes differ."""
        ...

    def potential(self, bits: int, back_to_back: int, slots: int) -> float:
        """Return the value of a board with this number of known T pieces."""
        ...


_DIG: Final = DigWeights()


def survive_evaluator(position: Position, weights: Features = BCTS) -> SurviveEvaluator:
    return SurviveEvaluator(position.arena.layout, weights)


def dig_evaluator(position: Position, weights: DigWeights = _DIG) -> DigEvaluator:
    return DigEvaluator(position.arena.layout, weights)


EvaluatorMaker = Callable[[Position], Evaluator]
"""Function that makes the evaluator of a search from a position."""

EVALUATORS: Final[dict[str, EvaluatorMaker]] = Registry(
    "evaluator",
    {
        "survive": survive_evaluator,
        "score": score_evaluator,
        "attack": attack_evaluator,
        "dig": dig_evaluator,
        **{name: partial(survive_evaluator, weights=weights) for name, weights in WEIGHTS.items() if name != "bcts"},
    },
)
"""Makers by name: `survive` is BCTS, the other published weights have their own names."""


def register_evaluator(name: str, maker: EvaluatorMaker, *, replace: bool = False) -> None:
    """Register an evaluator's maker under a name. Raises `RuleError` as `register` does."""

    def trial() -> None:
        evaluator = maker(_trial_position())
        fits = all(callable(getattr(evaluator, method, None)) for method in ("reward", "potential"))
        require(evaluator, "the function", "an instance with reward and potential", fits=fits)
        value = evaluator.potential(_trial_position().bits, 0, 1)
        require(value, "potential", "a number", fits=isinstance(value, int | float))

    form = "a function of a Position"
    register(EVALUATORS, name, maker, fits=callable(maker), form=form, replace=replace, trial=trial)


def _trial_position() -> Position:
    """Return a position of an empty board."""
    game = Game(Rules(preview_count=3), seed=0)
    game.update(0)
    return Position.of(game.view)
