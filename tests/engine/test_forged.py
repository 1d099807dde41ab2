"""What comes from outside can hold anything anywhere: it is refused with a named error, before anything uses it."""

import json
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final
from zlib import crc32

import pytest

from piecement_engine import MODES, Game, Recording, RecordingError, RuleError, Setup, Start
from piecement_engine.headless import serve
from piecement_engine.json_values import as_list, as_object
from tests.engine.play import random_inputs

ANYTHING: Final[list[object]] = [
    *(None, True, False, 0, 1, -1, 7, 1 << 63, 10**4000, 0.5, 1e308, -0.0, "", "x", "recency", "5", "é\x1b[31m"),
    *([], [[]], [1], ["x"], ["T", True], [None], {}, {"x": 1}, {"kind": "cheese"}, [{"kind": []}]),
    [{"kind": "combo", "layout": []}],
    {"lines": {"value": "x"}},
    {"lines": {"value": 40, "win": 3}},
    [[0, None]],
    "#" * 300,
]
"""Values of all JSON types, some of them at home somewhere."""


def played() -> Recording:
    game = Game(MODES["cheese"].rules, seed=5, board=["####.#####"], start=Start(hold=("T", True)))
    for time, mask in random_inputs(Random(5), 60):
        if game.view.end is None:
            game.play(time, mask)
    return Recording.of(game, {"player": "Ann", "started": "2026-01-01", "deep": {"er": [1, {"x": None}]}})


def with_head(text: str, head: object) -> str:
    """Return a text with another head and a checksum that is right."""
    title, _, *rest = text.split("\n")
    body = "\n".join([title, json.dumps(head), *rest[:-2], ""])
    return f"{body}{crc32(body.encode()):08x}\n"


TEXT: Final = played().to_text()
HEAD: Final[dict[str, Any]] = json.loads(TEXT.split("\n")[1])  # a JSON object has values of any JSON type


def places(value: object, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield where each value of a head is."""
    yield at
    with suppress(RuleError):
        for name, inner in as_object(value, "").items():
            yield from places(inner, (*at, name))
    with suppress(RuleError):
        for index, inner in enumerate(as_list(value, "")):
            yield from places(inner, (*at, index))


def replaced(value: Any, at: tuple[str | int, ...], new: object) -> object:  # of any JSON type
    """Return a value with another one at a place."""
    if not at:
        return new
    copy = value.copy()
    copy[at[0]] = replaced(copy[at[0]], at[1:], new)
    return copy


PLACES: Final = sorted(set(places({**HEAD, "setup": {**HEAD["setup"], "pieces": ["T", "I"]}})), key=str)


def used(text: str) -> None:
    """Do with a text all that is done with recordings from outside."""
    recording = Recording.from_text(text)
    Recording.outline_of(text)
    recording.verify(budget=recording.fair_budget())
    recording.replay(budget=recording.fair_budget())
    recording.to_text()


def test_the_recording_that_is_forged_here_is_a_good_one() -> None:
    used(TEXT)
    used(with_head(TEXT, HEAD))


@pytest.mark.wide
@pytest.mark.parametrize("at", PLACES, ids=lambda at: ".".join(map(str, at)) or "all")
def test_whatever_stands_in_a_field_it_is_used_or_refused(at: tuple[str | int, ...]) -> None:
    head = {**HEAD, "setup": {**HEAD["setup"], "pieces": ["T", "I"]}} if "pieces" in at else HEAD
    for new in ANYTHING:
        try:
            text = with_head(TEXT, replaced(head, at, new))
        except ValueError:  # a number that Python does not write
            continue
        with suppress(RecordingError):
            used(text)


@pytest.mark.parametrize(
    ("name", "value", "refusal"),
    [
        ("about", 7, "what is written about it is not a table"),
        ("about", ["Ann"], "what is written about it is not a table"),
        ("result", 7, "its result is not a table"),
        ("result", {**HEAD["result"], "lines": True}, "its result is not made of whole numbers"),
        ("result", {**HEAD["result"], "end": ["forfeit"]}, "an end"),
        ("setup", [], "the setup is not an object"),
        ("setup", {"rules": 3}, "rules is not an object"),
        ("setup", {"board": "####"}, "board is not a list"),
        ("setup", {"board": [7]}, "board is not a list"),
        ("setup", {"pieces": [1, 2]}, "pieces is not a list"),
        ("setup", {"start": [3]}, "start is not an object"),
        ("setup", {"rules": {"limits": 3}}, "limits"),
        ("setup", {"rules": {"modifiers": [3]}}, "modifiers"),
        ("inputs", "many", "its inputs is many, not a whole number"),
        ("inputs", 10**9, "it has no 1000000000 inputs"),
        ("unit", 0.5, "its unit is 0.5, not a whole number"),
        ("unit", -1, "its unit is -1"),
    ],
)
def test_the_error_names_what_is_wrong(name: str, value: object, refusal: str) -> None:
    with pytest.raises(RecordingError, match=refusal):
        Recording.from_text(with_head(TEXT, {**HEAD, name: value}))


@pytest.mark.parametrize("name", ["about", "result"])
@pytest.mark.parametrize("value", [7, [1], "x", True])
def test_an_outline_is_checked_as_well(name: str, value: object) -> None:
    with pytest.raises(RecordingError, match="damaged"):
        Recording.outline_of(with_head(TEXT, {**HEAD, name: value}))


@pytest.mark.parametrize("head", [7, [], "x", None])
def test_a_head_that_is_no_table_is_refused(head: object) -> None:
    for read in (Recording.from_text, Recording.outline_of):
        with pytest.raises(RecordingError, match="its head is not a table"):
            read(with_head(TEXT, head))


@pytest.mark.parametrize("given", [7, [], None, "x"])
def test_a_setup_and_a_start_of_other_types_are_refused(given: object) -> None:
    for read in (Setup.from_dict, Start.from_dict):
        with pytest.raises(RuleError, match="not an object"):
            read(given)


REQUEST: Final[dict[str, Any]] = {  # as above
    "id": 1,
    "kind": "game",
    "mode": "zen",
    "options": {"level": 3},
    "rules": {"pieces": "1-3", "limits": {"lines": {"value": 3}}, "modifiers": [{"kind": "cheese"}]},
    "seed": 4,
    "pieces": ["I1", "L3"],
    "board": ["##...#####"],
    "start": {"score": 3, "hold": ["I1", True]},
    "updates": [[0, None], [100, ["hard_drop"]], [900_000_000, "forfeit"]],
}


@pytest.mark.parametrize("at", sorted(set(places(REQUEST)), key=str), ids=lambda at: ".".join(map(str, at)) or "all")
def test_whatever_stands_in_a_request_it_is_answered(at: tuple[str | int, ...]) -> None:
    for new in ANYTHING:
        try:
            line = json.dumps(replaced(REQUEST, at, new))
        except ValueError:  # as above
            continue
        assert json.loads(next(serve([line]))).keys() & {"steps", "error"}


@pytest.mark.parametrize("seed", range(8))
def test_any_fields_and_values_in_a_request_are_answered(seed: int) -> None:
    random = Random(seed)
    names = [*REQUEST, *REQUEST["rules"], "scoring", "width", "height", "skyline", "preview_count", "fall_delay_ns"]
    for _ in range(150):
        request = {name: random.choice(ANYTHING[:-1]) for name in random.sample(names, random.randrange(6))}
        rules = {name: random.choice(ANYTHING) for name in random.sample(names, random.randrange(4))}
        line: dict[str, Any] = {"kind": "game", "updates": [[0, None], [10**9, []]], **request, "rules": rules}

        assert json.loads(next(serve([json.dumps(line)]))).keys() & {"steps", "error"}
