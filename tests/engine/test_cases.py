"""Every recorded case is answered as recorded, through the headless protocol."""

import json
from typing import Any

import pytest

from piecement_engine.headless import answer
from tests.engine.recorded_cases import recorded_cases

KNOWN_NOTICES = {"hard_drop", "piece_locked", "accolade", "lines_cleared"}


def answered(request: dict[str, Any]) -> dict[str, Any]:
    response: dict[str, Any] = json.loads(json.dumps(answer(json.dumps(request))))
    for step in response.get("steps", []):
        step["notices"] = [event for event in step["notices"] if event[1] in KNOWN_NOTICES]
    return response


@pytest.mark.parametrize("name", ["locking", "scoring", "fuzz"])
def test_recorded_games_are_played_as_recorded(name: str) -> None:
    """At each step the result, the events and the whole state are those of the record."""
    wrong = [
        (case["request"]["id"], step)
        for case in recorded_cases(name)
        for step, expected in zip(answered(case["request"])["steps"], case["response"]["steps"], strict=True)
        if step != expected
    ]

    assert wrong == []


def test_recorded_rotations_turn_as_recorded() -> None:
    """All recorded turns, of all systems that were recorded, give the recorded piece or none."""
    wrong = [
        (turn, result, expected)
        for case in recorded_cases("rotations")
        for turn, result, expected in zip(
            case["request"]["cases"], answered(case["request"])["results"], case["response"]["results"], strict=True
        )
        if result != expected
    ]

    assert wrong == []


def test_the_cases_are_all_there() -> None:
    """The files hold as many cases as were recorded."""
    counts = {name: len(list(recorded_cases(name))) for name in ("locking", "scoring", "fuzz", "rotations")}

    assert counts == {"locking": 163, "scoring": 112, "fuzz": 97, "rotations": 677}
