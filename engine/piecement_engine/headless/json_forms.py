"""JSON forms of the headless protocol: setups as they are read, states and events as they are written."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, cast

from piecement_engine.board.cascade import FallenBody
from piecement_engine.board.pieces import ORIENTATIONS, Piece, Shape
from piecement_engine.errors import RuleError, suggestion, unknown_name
from piecement_engine.events import Event, Spin
from piecement_engine.game.game import Game
from piecement_engine.game.setup import Setup, Start, new_seed
from piecement_engine.json_values import as_list, as_object, as_texts
from piecement_engine.modes import MODES
from piecement_engine.rules.rules import Rules

Json = dict[str, Any]  # a JSON object has values of any JSON type

in_json: Final = json.JSONEncoder(separators=(",", ":")).encode
"""Function that writes a value as JSON in one line."""

SPINS: Final = {Spin.NONE: False, Spin.MINI: "mini", Spin.FULL: True}
"""Verdicts of spin rules as JSON values."""

SETUP_FIELDS: Final = ("mode", "options", "rules", "seed", "pieces", "board", "start")
"""Fields of a request that set a game up."""


def require_fields(request: Mapping[str, Any], allowed: Sequence[str]) -> None:
    """Raise `RuleError` for a field that a request of this kind does not have."""
    for name in request:
        if name not in allowed:
            kind = request["kind"]
            raise RuleError(f"{kind} has no field {name!r}{suggestion(name, allowed)}: it has {', '.join(allowed)}")


def setup_of(request: Mapping[str, Any]) -> Setup:
    pieces = request.get("pieces")
    complaint = f'pieces is {pieces!r}: it is a text like "TOISZLJ", or a list of names'
    return Setup(
        rules=Rules.from_dict(
            as_object(request.get("rules", {}), "rules is not an object of rule names and values"), _mode_rules(request)
        ),
        seed=request.get("seed", new_seed()),
        pieces=None if pieces is None else tuple(pieces if isinstance(pieces, str) else as_list(pieces, complaint)),
        board=board_rows(request),
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
        raise RuleError(unknown_name("mode", mode, MODES))
    return MODES[mode].rules_with(options=options)


def board_rows(request: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(as_texts(request.get("board", ()), 'board is not a list of rows like "####.#####", lowest first'))


def state_of(game: Game) -> Json:
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
        "piece": piece_of(piece) if piece else None,
        "cells": [list(cell) for cell in piece.cells] if piece else None,
        "hold": [hold.shape.name, hold.may_swap] if hold else None,
        "next": ("" if all(len(name) == 1 for name in names) else " ").join(names),
    }


def piece_of(piece: Piece) -> list[str | int]:
    return [piece.shape.name, ORIENTATIONS[piece.orientation], piece.x, piece.y]


_RENAMED: Final = {"before": "from", "after": "to", "at_ns": "at"}
"""Names of the fields of events that have another name in the protocol."""
_LEFT_OUT: Final = frozenset({"time_ns", "delay_ns"})
"""Fields that are left out: the time comes first in an event, and a delay follows from the rules."""


def event_of(event: Event) -> list[Any]:  # time, kind and the values of the kind
    return [
        event.time_ns,
        event.kind,
        {fact: _fact(getattr(event, name)) for name, fact in _facts_of(event.__match_args__)},
    ]


@cache
def _facts_of(fields: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the fields of an event that are facts, each with its name in the protocol."""
    return [(name, _RENAMED.get(name, name)) for name in fields if name not in _LEFT_OUT]


def _fact(value: object) -> object:
    match value:
        case Piece():
            return piece_of(value)
        case Shape():
            return value.name
        case Spin():
            return SPINS[value]
        case FallenBody():
            return [list(cell) for cell in value.cells]
        case tuple():
            return [_fact(entry) for entry in cast("tuple[object, ...]", value)]
        case _:
            return value
