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


@pytest.mark.parametrize(("name", "count"), [("locking", 163), ("scoring", 112), ("fuzz", 97)])
def test_recorded_games_are_played_as_recorded(name: str, count: int) -> None:
    """At each step the result, the events and the whole state are those of the record."""
    cases = recorded_cases(name)
    wrong = [
        (case["request"]["id"], step)
        for case in cases
        for step, expected in zip(answered(case["request"])["steps"], case["response"]["steps"], strict=True)
        if step != expected
    ]

    assert len(cases) == count
    assert wrong == []


def test_recorded_rotations_turn_as_recorded() -> None:
    """All recorded turns, of all systems that were recorded, give the recorded piece or none."""
    cases = recorded_cases("rotations")
    wrong = [
        (turn, result, expected)
        for case in cases
        for turn, result, expected in zip(
            case["request"]["cases"], answered(case["request"])["results"], case["response"]["results"], strict=True
        )
        if result != expected
    ]

    assert len(cases) == 677
    assert wrong == []
