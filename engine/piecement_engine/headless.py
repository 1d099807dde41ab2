"""The headless protocol: the engine over JSON lines, with one request and one response per line, in order."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, cast

from piecement_engine.board.board import Board
from piecement_engine.board.cascade import FallenBody
from piecement_engine.board.pieces import Orientation, Piece, Shape
from piecement_engine.errors import LONGEST_ERROR, EngineError, GameEndedError, PastUpdateError, RuleError, cut
from piecement_engine.events import Event, Spin
from piecement_engine.game.budget import Budget
from piecement_engine.game.game import Game
from piecement_engine.game.inputs import Button
from piecement_engine.game.setup import Setup, Start, new_seed
from piecement_engine.json_values import are_ints, as_list, as_object, as_texts, read_json
from piecement_engine.modes import MODES
from piecement_engine.rotation import ROTATION_SYSTEMS
from piecement_engine.rules.attack import ATTACKS
from piecement_engine.rules.rules import MODIFIERS, RULE_CHOICES, RULE_NAMES, Rules

_Json = dict[str, Any]  # a JSON object has values of any JSON type

_SPINS: Final = {Spin.NONE: False, Spin.MINI: "mini", Spin.FULL: True}


_STEPS: Final = 100_000
_STEPS_A_CHARACTER: Final = 4
"""Maximum cost of a request (steps, see `budget`), and the extra steps for each of its characters.

A long game in one request costs some thousands of steps, and less than one for each character of its updates.
"""

_STEP_COST: Final = 10
_CELLS_A_STEP: Final = 30
"""Cost of the response to an update (steps), and the number of board cells written in the time of one step."""

_TURN_COST: Final = 5
"""Cost of a case of rotations (steps)."""


def serve(requests: Iterable[str]) -> Iterator[str]:
    """Yield the response to each request: an error if the request cannot be served."""
    for line in requests:
        if line.strip():
            yield json.dumps(answer(line), separators=(",", ":"))


def answer(line: str) -> _Json:
    identity: object = None
    try:
        request = as_object(_read(line), "the request is not a JSON object")
        identity = request.get("id")
        kind = request.get("kind")
        if not isinstance(kind, str) or kind not in _KINDS:
            raise RuleError(f"unknown kind {kind!r}: kinds are {', '.join(_KINDS)}")
        given = {name: value for name, value in request.items() if value is not None}
        budget = Budget(_STEPS + _STEPS_A_CHARACTER * len(line), "one request", abandons=True)
        return {"id": identity, **_KINDS[kind](given, budget)}
    except EngineError as error:
        return {"id": identity, "error": str(error)}
    except Exception as error:  # so that later requests get a response
        return {"id": identity, "error": f"the request cannot be served: {cut(error, LONGEST_ERROR)}"}


def _read(line: str) -> object:
    try:
        return read_json(line)
    except ValueError as error:  # also for a number of thousands of digits
        raise RuleError(f"not JSON: {error}; a request is one JSON object a line") from None


_FAMILIES: Final = ("rotation_system", "randomizer", "timing", "leveling", "locking", "scoring", "spin_rule")


def names() -> _Json:
    """Return the names of all rules, of their values, and of all modes."""
    return {
        "rules": list(RULE_NAMES),
        **{rule: list(RULE_CHOICES[rule]) for rule in _FAMILIES},
        "attack": list(ATTACKS),
        "modifiers": list(MODIFIERS),
        "modes": list(MODES),
        "buttons": list(Button),
    }


def _game(request: Mapping[str, Any], budget: Budget) -> _Json:
    game = Game.from_setup(_setup(request))
    updates = as_list(request.get("updates"), 'updates is missing: it is a list like [[0, null], [40000000, ["hold"]]]')
    response: _Json = {"steps": [_step(game, update, budget) for update in updates]}
    if "seed" not in request and "pieces" not in request:
        response["seed"] = game.seed
    return response


def _setup(request: Mapping[str, Any]) -> Setup:
    pieces = request.get("pieces")
    complaint = f'pieces is {pieces!r}: it is a text like "TOISZLJ", or a list of names'
    return Setup(
        rules=Rules.from_dict(
            as_object(request.get("rules", {}), "rules is not an object of rule names and values"), _mode_rules(request)
        ),
        seed=request.get("seed", new_seed()),
        pieces=None if pieces is None else tuple(pieces if isinstance(pieces, str) else as_list(pieces, complaint)),
        board=_board_rows(request),
        start=Start.from_dict(request.get("start", {})),
    )


def _mode_rules(request: Mapping[str, Any]) -> Rules | None:
    mode = request.get("mode")
    options = as_object(request.get("options", {}), "options is not an object of a mode's options and their values")
    if mode is None:
        if options:
            raise RuleError("options are those of a mode: name the mode")
        return None
    if not isinstance(mode, str) or mode not in MODES:
        raise RuleError(f"unknown mode {mode!r}: modes are {', '.join(MODES)}")
    return MODES[mode].rules_with(options=options)


def _board_rows(request: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(as_texts(request.get("board", ()), 'board is not a list of rows like "####.#####", lowest first'))


def _step(game: Game, update: object, budget: Budget) -> _Json:
    complaint = (
        f'the update {update!r} is not one: it is [ns, null], [ns, [buttons]], [ns, "forfeit"] or '
        '[ns, {"attack": [ns when it was made, [holes]]}]'
    )
    entry = as_list(update, complaint)
    if len(entry) != 2 or isinstance(entry[0], bool) or not isinstance(entry[0], int):
        raise RuleError(complaint)
    try:
        budget.spend(_STEP_COST + len(game.view.rows) * game.view.width // _CELLS_A_STEP)
        events = _updated(game, entry[0], entry[1], budget, complaint)
        result = "ok"
    except PastUpdateError:
        events, result = [], "past"
    except GameEndedError:
        events, result = [], "ended"
    return {"result": result, "notices": [_event(event) for event in events], "state": _state(game)}


def _updated(game: Game, time: int, change: object, budget: Budget, complaint: str) -> list[Event]:
    match change:
        case None | "forfeit":
            return game.forfeit(time, budget=budget) if change else game.update(time, budget=budget)
        case {"attack": [int(at_ns), object() as holes]} if are_ints(holes):
            budget.spend(len(holes))
            return game.take_attack(time, at_ns, holes)
        case _:
            return game.update(time, as_texts(change, complaint), budget=budget)


def _state(game: Game) -> _Json:
    view = game.view
    piece, hold = view.piece, view.hold
    names = [shape.name for shape in view.known]
    return {
        "time": view.time_ns,
        "end": view.end,
        "level": view.level,
        "score": view.score,
        "lines": view.lines,
        "combo": view.combo,
        "back_to_back": view.back_to_back,
        "board": view.board.to_text(),
        "piece": _piece(piece) if piece else None,
        "cells": [list(cell) for cell in piece.cells] if piece else None,
        "hold": [hold.shape.name, hold.may_swap] if hold else None,
        "next": ("" if all(len(name) == 1 for name in names) else " ").join(names),
    }


def _piece(piece: Piece) -> list[str | int]:
    return [piece.shape.name, Orientation(piece.orientation).name, piece.x, piece.y]


_FACTS: Final = {"before": "from", "after": "to", "at_ns": "at"}
"""Names of the fields of events that have another name in the protocol."""
_NO_FACTS: Final = frozenset({"time_ns", "delay_ns"})


def _event(event: Event) -> list[Any]:  # time, kind and the values of the kind
    names = [name for name in event.__match_args__ if name not in _NO_FACTS]
    return [event.time_ns, event.kind, {_FACTS.get(name, name): _fact(getattr(event, name)) for name in names}]


def _fact(value: object) -> object:
    match value:
        case Piece():
            return _piece(value)
        case Shape():
            return value.name
        case Spin():
            return _SPINS[value]
        case FallenBody():
            return [list(cell) for cell in value.cells]
        case tuple():
            return [_fact(entry) for entry in cast("tuple[object, ...]", value)]
        case _:
            return value


def _rotations(request: Mapping[str, Any], budget: Budget) -> _Json:
    board = Board.from_text(_board_rows(request))
    cases = as_list(request.get("cases"), 'cases is missing: it is a list like [["ocular", "T", "N", 3, 0, -1]]')
    budget.spend(_TURN_COST * len(cases))
    shapes = Setup()
    return {"results": [_rotation(board, shapes, case) for case in cases]}


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
    if system not in ROTATION_SYSTEMS:
        raise RuleError(f"unknown rotation system {system!r}: systems are {', '.join(ROTATION_SYSTEMS)}")
    turned = ROTATION_SYSTEMS[system].rotate(board, piece, turns)
    return turned and _piece(turned[0])[1:]


_KINDS: Final[Mapping[str, Callable[[Mapping[str, Any], Budget], _Json]]] = {"game": _game, "rotations": _rotations}
