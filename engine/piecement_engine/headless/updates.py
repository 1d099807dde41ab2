"""Updates of games in requests, as they are read and made, and the cost of the responses."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from piecement_engine.errors import RuleError
from piecement_engine.events import Event
from piecement_engine.game.budget import Budget
from piecement_engine.game.game import Game
from piecement_engine.json_values import are_ints, as_list, as_texts, is_whole

_COMPLAINT: Final = (
    'it is [ns, null], [ns, [buttons]], [ns, "forfeit"] or [ns, {"attack": [ns when it was made, [holes]]}]'
)

_STEP_COST: Final = 10
"""Cost of the response to an update (steps)."""
_CELLS_A_STEP: Final = 30
"""Number of board cells written in the time of one step."""


def updates_of(request: Mapping[str, Any]) -> Sequence[Any]:  # a time and buttons each, to be checked
    return as_list(request.get("updates"), 'updates is missing: it is a list like [[0, null], [40000000, ["hold"]]]')


def state_cost(game: Game) -> int:
    """Return the cost of a response with the state of a game (steps)."""
    return _STEP_COST + len(game.view.rows) * game.view.width // _CELLS_A_STEP


def time_and_change(update: object) -> tuple[int, object]:
    """Return the parts of an update. Raises `RuleError` for anything else."""
    complaint = f"the update {update!r} is not one: {_COMPLAINT}"
    entry = as_list(update, complaint)
    if len(entry) != 2 or not is_whole(entry[0]):
        raise RuleError(complaint)
    return entry[0], entry[1]


def apply_update(game: Game, time_ns: int, change: object, budget: Budget) -> list[Event]:
    """Make an update. Raises as `Game.update` does, and `RuleError` for a change that is none."""
    match change:
        case None | "forfeit":
            return game.forfeit(time_ns, budget=budget) if change else game.update(time_ns, budget=budget)
        case {"attack": [int(at_ns), object() as holes]} if are_ints(holes):
            budget.spend(len(holes))
            return game.take_attack(time_ns, at_ns, holes, budget=budget)
        case _:
            complaint = f"the update {[time_ns, change]!r} is not one: {_COMPLAINT}"
            return game.update(time_ns, as_texts(change, complaint), budget=budget)
