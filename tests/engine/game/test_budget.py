"""Budgets of steps keep updates, requests and recordings from outside from keeping the engine busy."""

import json
from time import process_time
from typing import Any, Final

import pytest

from piecement_engine import (
    MODES,
    Budget,
    Button,
    Game,
    Recording,
    RecordingError,
    Result,
    Rules,
    Setup,
    Start,
    TooManyStepsError,
)
from piecement_engine.game.inputs import Input
from piecement_engine.headless import serve
from piecement_engine.rules.rules import RULE_NAMES
from tests.engine.play import MS, state_of
from tests.sampling import together

S: Final = 1000 * MS
TEN_YEARS: Final = 10 * 365 * 86_400 * S
HIGH: Final = {"width": 60, "height": 200, "skyline": 100}
NO_TIME: Final = {name: 0 for name in RULE_NAMES if name.endswith("_ns")}
NS_EACH: Final = {name: 1 for name in RULE_NAMES if name.endswith("_ns")}

MOST_SECONDS: Final = 3.0
"""CPU time of one request, with some room: none measured takes more than 1.5 s where nothing else runs."""


def half_played(**rules: Any) -> Game:  # rules have values of many types
    game = Game(Rules(**rules), seed=7)
    for step in range(20):
        game.update(step * 150 * MS, {Button.HARD_DROP} if step % 3 == 1 else {Button.MOVE_LEFT})
    return game


def test_an_update_within_its_budget_is_as_one_without() -> None:
    free, bound = half_played(), half_played()
    budget = Budget(10_000)

    assert free.update(5 * S) == bound.update(5 * S, budget=budget)
    assert state_of(free) == state_of(bound)
    assert 0 < 10_000 - budget.left < 200


@together("steps", [0, 1, 5, 50])
@together("mode", ["zen", "marathon", "cheese"])
def test_refused_update_leaves_the_game_and_play_goes_on(mode: str, steps: int) -> None:
    game = Game(MODES[mode].rules, seed=3)
    game.update(2 * S, {Button.MOVE_RIGHT})
    twin = game.copy()
    before = state_of(game)

    with pytest.raises(TooManyStepsError, match=f"more than {steps} steps in one update"):
        game.update(TEN_YEARS if mode == "zen" else 600 * S, {Button.HOLD}, budget=Budget(steps))

    assert state_of(game) == before
    assert game.update(9 * S, set()) == twin.update(9 * S, set())
    assert state_of(game) == state_of(twin)


def test_refused_first_update_leaves_a_game_unbegun() -> None:
    game = Game(Rules(), seed=3)

    with pytest.raises(TooManyStepsError):
        game.update(60 * S, budget=Budget(10))

    assert game.view.piece is None
    assert game.update(0) == Game(Rules(), seed=3).update(0)


def test_refused_press_at_the_start_leaves_a_game_unbegun() -> None:
    game = Game(Rules(), seed=3)

    with pytest.raises(TooManyStepsError):
        game.update(0, {Button.ROTATE_RIGHT, Button.HARD_DROP, Button.MOVE_LEFT}, budget=Budget(4))

    assert game.update(0) == Game(Rules(), seed=3).update(0)


def test_a_budget_is_one_for_all_updates_that_it_is_given_to() -> None:
    game, budget = Game(MODES["zen"].rules, seed=1), Budget(400, "the afternoon")
    for second in range(100):
        game.update(second * S, budget=budget)

    assert 0 < budget.left < 250
    with pytest.raises(TooManyStepsError, match="more than 400 steps in the afternoon"):
        game.update(900 * S, budget=budget)
    assert game.view.time_ns == 99 * S


def test_a_forfeit_has_a_budget_too() -> None:
    game = Game(MODES["zen"].rules, seed=1)

    with pytest.raises(TooManyStepsError):
        game.forfeit(TEN_YEARS, budget=Budget(1000))

    assert game.view.end is None


def request(**given: Any) -> dict[str, Any]:  # a request has values of any JSON type
    return {"id": 1, "kind": "game", "seed": 1, "updates": [[0, None], [S, ["rotate_right"]]], **given}


def zen(**rules: Any) -> dict[str, Any]:  # a request has values of any JSON type
    return request(mode="zen", rules=rules)


COMB: Final = ["#" * 59 + ".", *(("#." if row % 2 else ".#") * 30 for row in range(170))]

LONG_WORK: Final[dict[str, dict[str, Any]]] = {
    "ten years of zen": request(mode="zen", updates=[[TEN_YEARS, None]]),
    "a second of zen a nanosecond each": zen(**NS_EACH),
    "a second of zen in no time": zen(**NO_TIME, **HIGH),
    "rank 10 over and over": request(rules={"pieces": ",".join(["10"] * 21_000)}),
    "every piece of rank 10 by name": request(rules={"pieces": ",".join(f"10-{index:04}" for index in range(7000))}),
    "sets of every kind": request(
        rules={
            "pieces": ",".join(
                f"{a}-{b} {word}" for word in ("convex", "hole-free") for a in range(1, 11) for b in range(a, 11)
            )
        }
    ),
    "six thousand given pieces of rank 10": request(rules={"pieces": "10"}, pieces=["10-0001"] * 6000),
    "big pieces and their kicks": zen(**NS_EACH, **HIGH, pieces="10", rotation_system="auto"),
    "weighing them all": zen(**NS_EACH, **HIGH, pieces="10", preview_count=100, randomizer="balance"),
    "many modifiers": zen(**NS_EACH, **HIGH, modifiers=[{"kind": "no_top_out"}, {"kind": "combo"}] * 8),
    "loose blocks": request(
        mode="zen",
        rules={**NS_EACH, **HIGH, "cascade": True, "pieces": "1"},
        board=COMB,
        updates=[[S, ["teleport_right"]]],
    ),
    "small steps on a full board": request(
        rules=HIGH, board=["#" * 59 + "."] * 100, updates=[[time, []] for time in range(6000)]
    ),
    "many levels at once": request(
        rules={"level_up": True, "leveling": "game_boy"},
        start={"lines": 999_999},
        board=["####....##"],
        pieces="II",
        updates=[[0, None], [1, ["move_right"]], [2, ["hard_drop"]], [S, None]],
    ),
    "a quarter turn many times": {
        "id": 1,
        "kind": "rotations",
        "board": ["##########"] * 30,
        "cases": [["auto", "T", "N", 3, 0, 10**9]] * 1600,
    },
}


@pytest.mark.wide
@pytest.mark.parametrize("name", LONG_WORK)
def test_no_request_of_64_kb_keeps_the_engine_busy(name: str) -> None:
    """Each is answered in time, or refused in one sentence."""
    line = json.dumps(LONG_WORK[name], separators=(",", ":"))
    assert len(line) <= 65_536

    began = process_time()
    response = json.loads(next(serve([line])))

    assert process_time() - began < MOST_SECONDS
    assert response.keys() & {"steps", "results", "error"}
    if "of zen" in name:
        assert response["error"].startswith("more than ")
        assert response["error"].endswith("steps in one request: ask for less at once")


@pytest.mark.wide
@pytest.mark.parametrize("name", ["T" + "5" * 5000, "5" * 5000 + "-1", "-", "", "٣-001", "T٥", "10-٠٠٠١"])
def test_long_wrong_piece_name_is_refused(name: str) -> None:
    for given in (request(rules={"pieces": name}), request(pieces=[name]), request(start={"hold": [name, True]})):
        response = json.loads(next(serve([json.dumps(given)])))

        assert "unknown piece" in response["error"]
        assert len(response["error"]) < 300


@pytest.mark.parametrize(
    "start",
    [{"score": 10**4000}, {"lines": 10**9}, {"level": 10**7}, {"combo": 10**300}, {"hold": [1, 2]}, [], {"score": -1}],
    ids=str,
)
def test_a_start_that_no_game_reaches_is_refused(start: object) -> None:
    assert "start" in json.loads(next(serve([json.dumps(request(start=start))])))["error"]


def test_the_counts_of_a_start_that_can_be_are_allowed() -> None:
    assert Start(score=10**15, lines=10**6, level=10**6, combo=10**6, back_to_back=10**6).score == 10**15


def forged(*inputs: Input, time_ns: int, **rules: Any) -> Recording:  # rules have values of many types
    """Return a recording as a file from outside may hold it."""
    setup = Setup(rules=Rules.from_dict(rules, MODES["zen"].rules), seed=1)
    recording = Recording(setup, inputs, Result(None, time_ns, 0, 0, 1, 0))
    return Recording.from_text(recording.to_text())


@pytest.mark.wide
@pytest.mark.parametrize("rules", [{}, NS_EACH], ids=["plain", "a nanosecond each"])
def test_forged_recording_is_refused_before_playing_for_years(rules: dict[str, Any]) -> None:
    recording = forged(time_ns=TEN_YEARS, **rules)

    began = process_time()
    with pytest.raises(RecordingError, match="more than 500000 steps in one recording"):
        recording.replay(budget=recording.fair_budget())
    assert process_time() - began < 3 * MOST_SECONDS
    desync = recording.verify(budget=Budget(1000, "one recording"))
    assert desync is not None
    assert "more than 1000 steps" in desync.sentence


@pytest.mark.wide
def test_a_forged_recording_cannot_be_watched_for_years_either() -> None:
    recording = forged(time_ns=TEN_YEARS)
    replayer = recording.replayer()

    with pytest.raises(RecordingError, match="steps in one recording"):
        replayer.advance(TEN_YEARS, Budget(1000, "one recording"))


def test_a_fair_budget_is_ample_for_a_long_game() -> None:
    """An hour in which nobody touches a key, at the highest speed, takes a small part of it."""
    game = Game(Rules.from_dict({"start_level": 20}, MODES["zen"].rules), seed=1)
    game.update(3600 * S)
    recording = Recording.of(game)
    budget = recording.fair_budget()

    assert recording.verify(budget=budget) is None
    assert budget.left > budget.limit // 2
