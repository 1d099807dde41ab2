"""Requests about no open game: whole games, and rotations."""

from collections.abc import Mapping
from typing import Any, Final

from piecement_engine.board.board import Board
from piecement_engine.board.pieces import Orientation, Piece
from piecement_engine.errors import GameEndedError, PastUpdateError, RuleError
from piecement_engine.events import Event
from piecement_engine.game.budget import Budget
from piecement_engine.game.game import Game
from piecement_engine.game.setup import Setup
from piecement_engine.headless import json_forms as forms
from piecement_engine.headless.updates import apply_update, state_cost, time_and_change, updates_of
from piecement_engine.json_values import as_list
from piecement_engine.rotation import ROTATION_SYSTEMS

_TURN_COST: Final = 5
"""Cost of a case of rotations (steps)."""


def play(request: Mapping[str, Any], budget: Budget) -> str:
    """Answer a request for a whole game."""
    forms.require_fields(request, ("id", "kind", *forms.SETUP_FIELDS, "updates"))
    game = Game.from_setup(forms.setup_of(request))
    response: forms.Json = {"steps": [_step(game, update, budget) for update in updates_of(request)]}
    if "seed" not in request and "pieces" not in request:
        response["seed"] = game.seed
    return forms.in_json(response)


def _step(game: Game, update: object, budget: Budget) -> forms.Json:
    time_ns, change = time_and_change(update)
    events: list[Event] = []
    try:
        budget.spend(state_cost(game))
        events = apply_update(game, time_ns, change, budget)
        result = "ok"
    except PastUpdateError:
        result = "past"
    except GameEndedError:
        result = "ended"
    return {"result": result, "notices": [forms.event_of(event) for event in events], "state": forms.state_of(game)}


def rotate(request: Mapping[str, Any], budget: Budget) -> str:
    """Answer a request for rotations."""
    forms.require_fields(request, ("id", "kind", "board", "cases"))
    board = Board.from_text(forms.board_rows(request))
    cases = as_list(request.get("cases"), 'cases is missing: it is a list like [["ocular", "T", "N", 3, 0, -1]]')
    budget.spend(_TURN_COST * len(cases))
    shapes = Setup()
    return forms.in_json({"results": [_rotation(board, shapes, case) for case in cases]})


def _rotation(board: Board, shapes: Setup, case: object) -> list[Any] | None:  # orientation, x and y
    complaint = (
        f'the case {case!r} is not one: it is like ["ocular", "T", "N", 3, 0, -1], with any whole number of turns'
    )
    match as_list(case, complaint):
        case [str(system), str(name), str(facing), int(x), int(y), int(turns)] if facing in Orientation.__members__:
            piece = Piece(shapes.shape_named(name), Orientation[facing], x, y)
        case _:
            raise RuleError(complaint)
    if not all(0 <= cell_x < board.width and 0 <= cell_y < board.height for cell_x, cell_y in piece.cells):
        raise RuleError(f"{name} turned {facing} at {(x, y)} lies outside the board")
    turned = ROTATION_SYSTEMS[system].rotate(board, piece, turns)
    return turned and forms.piece_of(turned[0])[1:]
