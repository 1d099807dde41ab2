"""Replies to the lines of the headless protocol, whatever they hold, and the names that requests can use."""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from piecement_engine.errors import LONGEST_ERROR, EngineError, RuleError, cut, unknown_name
from piecement_engine.game.budget import Budget
from piecement_engine.game.inputs import Button
from piecement_engine.headless.json_forms import Json, in_json
from piecement_engine.headless.open_games import OpenGames
from piecement_engine.headless.single_requests import play, rotate
from piecement_engine.json_values import as_object, read_json
from piecement_engine.modes import MODES
from piecement_engine.rules.attack import ATTACKS
from piecement_engine.rules.rules import MODIFIERS, RULE_CHOICES, RULE_NAMES

_STEPS: Final = 100_000
"""Maximum cost of a request (steps, see `budget`).

A long game in one request costs some thousands of steps, and less than one for each character of its updates.
"""
_STEPS_A_CHARACTER: Final = 4
"""Extra steps for each character of a request."""


_SINGLE: Final = {"game": play, "rotations": rotate}
"""Kinds of requests about no open game, each with the function that answers in JSON."""


def serve(requests: Iterable[str]) -> Iterator[str]:
    """Yield the response to each request: an error if the request cannot be served."""
    games = OpenGames()
    for line in requests:
        if line.strip():
            yield reply(line, games)


def answer(line: str, games: OpenGames | None = None) -> Json:
    """Return the response to a request; without open games it is about none of them."""
    response: Json = json.loads(reply(line, OpenGames() if games is None else games))
    return response


def reply(line: str, games: OpenGames) -> str:
    """Return the response to a request as JSON in one line."""
    identity: object = None
    try:
        request = as_object(_read(line), "the request is not a JSON object")
        identity = request.get("id")
        kind, kinds = request.get("kind"), {**_SINGLE, **games.kinds}
        if not isinstance(kind, str) or kind not in kinds:
            raise RuleError(unknown_name("kind", kind, kinds))
        given = {name: value for name, value in request.items() if value is not None}
        budget = Budget(_STEPS + _STEPS_A_CHARACTER * len(line), "one request", abandons=True)
        response = kinds[kind](given, budget)
    except EngineError as error:
        response = in_json({"error": str(error)})
    except Exception as error:  # so that later requests get a response
        response = in_json({"error": f"the request cannot be served: {cut(error, LONGEST_ERROR)}"})
    return f'{{"id":{"null" if identity is None else in_json(identity)},{response[1:]}'


def _read(line: str) -> object:
    try:
        return read_json(line)
    except ValueError as error:  # also for a number of thousands of digits
        raise RuleError(f"not JSON: {error}; a request is one JSON object a line") from None


_FAMILIES: Final = ("rotation_system", "randomizer", "timing", "leveling", "locking", "scoring", "spin_rule")
"""Rules whose value is the name of a member of a family."""


def names() -> Json:
    """Return the names of all rules, of their values, and of all modes."""
    return {
        "rules": list(RULE_NAMES),
        **{rule: list(RULE_CHOICES[rule]) for rule in _FAMILIES},
        "attack": list(ATTACKS),
        "modifiers": list(MODIFIERS),
        "modes": list(MODES),
        "buttons": list(Button),
    }
