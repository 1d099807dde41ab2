"""Two engines, which share no code, play the default rules alike: on the recorded cases, and on games of chance."""

from random import Random
from typing import Any

import pytest

from tests.engine.recorded_cases import recorded_cases
from tests.engine.second_engine import SecondEngine, steps_of
from tests.engine.test_cases import answered

MS = 1_000_000
BUTTONS = (
    *("move_left", "move_right", "rotate_left", "rotate_right", "rotate_180", "soft_drop"),
    *("hard_drop", "sonic_drop", "teleport_left", "teleport_right", "hold"),
)

VALUES: dict[str, list[Any]] = {
    "width": [4, 5, 7, *[10] * 9, 11, 24, 60],
    "skyline": [*[20] * 9, 4, 5, 12, 30],
    "fall_delay_ns": [*[None] * 9, 0, 1, 20 * MS],
    "lock_delay_ns": [*[None] * 9, 0, 1, MS, 20 * MS],
    "hold": ["off", "unlimited", "once", "once", "once"],
    "initial_hold": ["held", "held", "off"],
    "initial_rotation": ["held", "held", "off"],
    "rotation_system": ["ocular", "ocular", "srs", "classic_right"],
    "start_level": [0, 1, 3, 10, 15, 18, 19, 20, 25, 29, 30, 33],
    "level_up": [False, True],
    "das_ns": [0, 1, 50 * MS, 167 * MS, 300 * MS, 600 * MS],
    "arr_ns": [0, 0, 1, 5 * MS, 33 * MS, 100 * MS],
    "soft_drop_factor": [0, 0.5, 1, 6.5, 15.0, 60.0, 1e6, 1e9],
    "hard_drop_delay_ns": [0, 1, 100_000, 20 * MS, 100 * MS],
    "ground_time_max_ns": [0, 1, 300 * MS, 1000 * MS, 2250 * MS],
    "line_clear_delay_ns": [0, 0, 1, 200 * MS, 500 * MS],
    "appearance_delay_ns": [0, 0, 1, 50 * MS, 300 * MS],
    "preview_count": list(range(9)),
    "no_soft_drop_lock": [False, True],
}
LIMITS: dict[str, list[int]] = {
    "time": [0, 1000 * MS, 1500 * MS, 4_321_012_345],
    "pieces": [1, 3],
    "lines": [1, 2, 5],
    "level": [1, 3, 20],
    "score": [0, 10, 100, 1500],
}


def chance_row(random: Random, width: int) -> str:
    holes = random.sample(range(width), random.choice([1, 1, 1, 2, 3, min(7, width)]))
    return "".join("." if x in holes else "#" for x in range(width))


def chance_board(random: Random, width: int, skyline: int) -> list[str]:
    height = random.choice([0, 0, 2, 3, 5, 8, 12, 15, 18, 19, 20, 21]) * skyline // 20
    rows = [chance_row(random, width) for _ in range(height)]
    if random.random() < 0.4:
        well = random.randrange(width)
        rows = [f"{row[:well]}.{row[well + 1 :]}" for row in rows]
    return rows


def chance_start(random: Random) -> dict[str, Any]:
    start: dict[str, Any] = {
        "lines": random.randrange(40),
        "hold": [random.choice("OISZTLJ"), random.random() < 0.5],
        "score": 1234,
        "combo": random.randrange(5),
        "back_to_back": random.randrange(5),
        "level": random.choice([1, 5, 19, 20, 30]),
    }
    return {name: value for name, value in start.items() if random.random() < 0.3}


def chance_updates(random: Random) -> list[list[Any]]:
    """Return updates some of which fall on one instant, or on the instants at which things are due."""
    unit = random.choice([1, MS, 10 * MS, 16_666_667, 50 * MS])
    spans = [0, 1, 33 * MS, 50 * MS, 167 * MS, 499 * MS, 500 * MS] if unit == 1 else [0, unit, 3 * unit, 17 * unit]
    likely = random.choice([0.04, 0.1, 0.2])
    time = 0
    held: set[str] = set()
    updates: list[list[Any]] = [[0, None]] if random.random() < 0.7 else []
    for _ in range(random.choice([40, 80])):
        time += random.choice([*spans, unit * random.randrange(30), random.randrange(300) * MS // unit * unit])
        held ^= {button for button in BUTTONS if random.random() < likely * (0.3 if button == "hard_drop" else 1)}
        updates.append([time, None if random.random() < 0.2 else sorted(held)])
    if random.random() < 0.1:
        updates.append([time + random.randrange(100 * MS), "forfeit"])
    return updates


def exact_updates(request: dict[str, Any], random: Random) -> list[list[Any]]:
    """Return updates most of which fall on the very instant at which something is due, or on its neighbours."""
    engine = SecondEngine(request)
    likely = random.choice([0.04, 0.1, 0.2])
    held: set[str] = set()
    updates: list[list[Any]] = []
    while len(updates) < 60 and not engine.end:
        instant = random.choice([*engine.due.values(), engine.time])
        time = max(engine.time, instant + random.choice([-1, 0, 0, 0, 0, 1, random.randrange(50 * MS)]))
        held ^= {button for button in BUTTONS if random.random() < likely * (0.3 if button == "hard_drop" else 1)}
        updates.append([time, None if random.random() < 0.2 else sorted(held)])
        engine.update(*updates[-1])
    return updates


def chance_request(random: Random) -> dict[str, Any]:
    limits = {
        name: {"win": random.random() < 0.5, "value": random.choice(values)}
        for name, values in LIMITS.items()
        if random.random() < 0.06
    }
    rules = {name: random.choice(values) for name, values in VALUES.items()}
    height = rules["skyline"] + random.choice([20, 20, 20, 2, 1])
    request: dict[str, Any] = {
        "kind": "game",
        "rules": rules | {"height": height, "limits": limits},
        "pieces": "".join(random.choices("OISZTLJ", k=300)),
        "board": chance_board(random, rules["width"], rules["skyline"]),
        "start": chance_start(random),
    }
    exact = random.random() < 0.5
    return request | {"updates": exact_updates(request, random) if exact else chance_updates(random)}


def check_alike(seeds: range) -> None:
    for seed in seeds:
        request = chance_request(Random(seed))
        steps = zip(answered(request)["steps"], steps_of(request), request["updates"], strict=True)

        assert [(seed, update, one, other) for one, other, update in steps if one != other][:1] == []


@pytest.mark.wide
@pytest.mark.parametrize("name", ["locking", "scoring", "fuzz"])
def test_the_second_engine_plays_the_recorded_games_as_recorded(name: str) -> None:
    wrong = [
        case["request"]["id"] for case in recorded_cases(name) if steps_of(case["request"]) != case["response"]["steps"]
    ]

    assert wrong == []


@pytest.mark.wide
def test_both_engines_play_games_of_chance_alike() -> None:
    check_alike(range(300))


@pytest.mark.long
def test_both_engines_play_many_games_of_chance_alike() -> None:
    check_alike(range(1000, 15_000))
