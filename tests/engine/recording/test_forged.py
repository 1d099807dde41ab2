"""Data from outside can hold anything anywhere: it is refused with a named error before use."""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any, Final
from zlib import crc32

import pytest

from piecement_engine import MODES, EngineError, FumenError, Game, Recording, RecordingError, RuleError, Setup, Start
from piecement_engine.bots import BOTS, ExternalBotError, Responder
from piecement_engine.fumen import decode
from piecement_engine.headless import serve
from piecement_engine.json_values import as_list, as_object, read_json
from piecement_engine.match import RecordedMatch, RoundRecording
from tests.engine.play import random_inputs
from tests.sampling import together

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


def test_the_forged_recording_is_good_before() -> None:
    used(TEXT)
    used(with_head(TEXT, HEAD))


@pytest.mark.wide
@pytest.mark.parametrize("at", PLACES, ids=lambda at: ".".join(map(str, at)) or "all")
def test_any_value_in_a_field_is_used_or_refused(at: tuple[str | int, ...]) -> None:
    head = {**HEAD, "setup": {**HEAD["setup"], "pieces": ["T", "I"]}} if "pieces" in at else HEAD
    for new in ANYTHING:
        try:
            text = with_head(TEXT, replaced(head, at, new))
        except ValueError:  # a number that Python does not write
            continue
        with suppress(RecordingError):
            used(text)


@together(
    ("name", "value", "refusal"),
    [
        ("about", 7, "its description is not a table"),
        ("about", ["Ann"], "its description is not a table"),
        ("result", 7, "its result is not a table"),
        ("result", {**HEAD["result"], "lines": True}, "its result is not made of whole numbers"),
        ("result", {**HEAD["result"], "end": ["forfeit"]}, "ends with"),
        ("setup", [], "the setup is not an object"),
        ("setup", {"rules": 3}, "rules is not an object"),
        ("setup", {"board": "####"}, "board is not a list"),
        ("setup", {"board": [7]}, "board is not a list"),
        ("setup", {"pieces": [1, 2]}, "pieces is not a list"),
        ("setup", {"start": [3]}, "start is not an object"),
        ("setup", {"rules": {"limits": 3}}, "limits"),
        ("setup", {"rules": {"modifiers": [3]}}, "modifiers"),
        ("inputs", "many", "its inputs is many, not a whole number"),
        ("inputs", 10**9, "cannot hold 1000000000 inputs"),
        ("unit", 0.5, "its unit is 0.5, not a whole number"),
        ("unit", -1, "its unit is -1"),
    ],
)
def test_the_error_names_the_fault(name: str, value: object, refusal: str) -> None:
    with pytest.raises(RecordingError, match=refusal):
        Recording.from_text(with_head(TEXT, {**HEAD, name: value}))


@together("name", ["about", "result"])
@together("value", [7, [1], "x", True])
def test_an_outline_is_checked_as_well(name: str, value: object) -> None:
    with pytest.raises(RecordingError, match="damaged"):
        Recording.outline_of(with_head(TEXT, {**HEAD, name: value}))


@pytest.mark.parametrize("head", [7, [], "x", None])
def test_a_junk_head_is_refused(head: object) -> None:
    for read in (Recording.from_text, Recording.outline_of):
        with pytest.raises(RecordingError, match="its header is not a table"):
            read(with_head(TEXT, head))


@pytest.mark.parametrize("given", [7, [], None, "x"])
def test_a_setup_and_a_start_of_other_types_are_refused(given: object) -> None:
    for read in (Setup.from_dict, Start.from_dict):
        with pytest.raises(RuleError, match="not an object"):
            read(given)


REQUEST: Final[dict[str, Any]] = {  # of any JSON type
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
ATTACKED: Final[dict[str, Any]] = {
    "kind": "game",
    "rules": {"garbage": {"attack": "jstris", "percent": 50}},
    "updates": [[9, {"attack": [3, [1, 2]]}]],
}
ROTATIONS: Final[dict[str, Any]] = {
    "kind": "rotations",
    "board": ["#........."],
    "cases": [["ocular", "T", "N", 3, 0, -1]],
}
PLACES_OF_REQUESTS: Final = [(request, at) for request in (REQUEST, ATTACKED, ROTATIONS) for at in places(request)]


@together(("asked", "at"), PLACES_OF_REQUESTS)
def test_any_value_in_a_request_is_answered(asked: dict[str, Any], at: tuple[str | int, ...]) -> None:
    for new in ANYTHING:
        try:
            line = json.dumps(replaced(asked, at, new))
        except ValueError:  # a number that Python does not write
            continue
        assert json.loads(next(serve([line]))).keys() & {"steps", "results", "error"}


@pytest.mark.parametrize("seed", range(8))
def test_any_fields_and_values_in_a_request_are_answered(seed: int) -> None:
    random = Random(seed)
    names = [*REQUEST, *REQUEST["rules"], "scoring", "width", "height", "skyline", "preview_count", "fall_delay_ns"]
    for _ in range(150):
        request = {name: random.choice(ANYTHING[:-1]) for name in random.sample(names, random.randrange(6))}
        rules = {name: random.choice(ANYTHING) for name in random.sample(names, random.randrange(4))}
        line: dict[str, Any] = {"kind": "game", "updates": [[0, None], [10**9, []]], **request, "rules": rules}

        assert json.loads(next(serve([json.dumps(line)]))).keys() & {"steps", "error"}


def sealed(*lines: str) -> str:
    """Return a text of these lines with a checksum that is right."""
    body = "".join(f"{line}\n" for line in lines)
    return f"{body}{crc32(body.encode(errors='surrogateescape')):08x}\n"


DEEP: Final = "[" * 100_000 + "]" * 100_000
DIGITS: Final = "9" * 5_000


@pytest.mark.parametrize(
    "lines",
    [
        (f"piecement recording {DIGITS}", "x"),
        ("piecement recording 1",),
        ("piecement recording 1", f'{{"unit":{DIGITS}}}', "", ""),
        ("piecement recording 1", f'{{"about":{DEEP}}}', "", ""),
        ("piecement recording 1", f'{{"about":{DEEP[99_800:-99_800]}}}', "", ""),
        ("piecement recording 1", '{"about":1e999}', "", ""),
        ("piecement recording 1", "\udcff", "", ""),
    ],
    ids=["digits", "short", "unit", "deep", "rather deep", "infinite", "bytes"],
)
def test_a_forged_text_is_refused_in_a_sentence(lines: tuple[str, ...]) -> None:
    for read in (Recording.from_text, Recording.outline_of):
        with pytest.raises(RecordingError) as refused:
            read(sealed(*lines))
        assert len(str(refused.value)) < 3_000


@together("text", [DEEP, DEEP[99_800:-99_800], DIGITS, "NaN", "1e999", "", "\ud800"])
def test_junk_json_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text)


def test_json_of_many_lists_side_by_side_is_read() -> None:
    assert read_json(f"[{'[],' * 500}[[[1]]]]") == [*([] for _ in range(500)), [[[1]]]]


@pytest.mark.parametrize("text", [DEEP, DEEP[99_800:-99_800], f'{{"id":{DIGITS}}}', '{"id":1e999,"kind":"game"}'])
def test_a_request_of_any_form_is_answered_in_json(text: str) -> None:
    answer = json.loads(next(serve([text])), parse_constant=pytest.fail)

    assert answer["id"] is None
    assert len(answer["error"]) < 3_000


MATCH: Final = RecordedMatch((RoundRecording((played(), played()), ()),)).to_text()
FUMEN: Final = "v115@vhGRQYHAvItJEJmhCAUGJKJJvMJTNJGBJFKYPAUEzPEJGBAA"


def mutated(text: str, random: Random) -> str:
    """Return a text with a few letters changed, moved, left out or put in."""
    for _ in range(random.randrange(1, 5)):
        at, end = sorted((random.randrange(len(text)), random.randrange(len(text) + 1)))
        piece = random.choice(["", chr(random.randrange(256)), "[", '"', "9" * 20, "\n", text[at : at + 30]])
        text = text[:at] + piece + text[random.choice([at, at + 1, end]) :] or "x"
    return text


def resealed(text: str) -> str:
    """Return a text with a last line that is its checksum."""
    return sealed(*text.split("\n")[:-2])


@pytest.mark.parametrize("seed", range(5))
def test_mutated_texts_are_read_or_refused(seed: int) -> None:
    random = Random(seed)
    for _ in range(60):
        with suppress(RecordingError):
            used(resealed(mutated(TEXT, random)))
        with suppress(RecordingError):
            RecordedMatch.from_text(resealed(mutated(MATCH, random)))
        with suppress(FumenError):
            decode(mutated(FUMEN, random))
        assert json.loads(next(serve(["x" + mutated(json.dumps(REQUEST), random)])))


START_LINE: Final = json.dumps(
    {"type": "start", "board": [["G", None] * 5], "queue": ["T", "I"], "hold": "O", "combo": 1, "back_to_back": True}
)


@pytest.mark.parametrize("seed", range(3))
def test_mutated_lines_of_a_game_are_followed_or_refused(seed: int) -> None:
    random, responder = Random(seed), Responder(BOTS["pebble"].make(0), "ours")
    for _ in range(300):
        with suppress(ExternalBotError):
            responder.respond(mutated(START_LINE, random))


@pytest.mark.parametrize("kind", ["start", "play", "new_piece"])
def test_any_value_in_a_line_of_a_game_is_refused(kind: str) -> None:
    responder = Responder(BOTS["pebble"].make(0), "ours")
    names = ("type", "board", "queue", "hold", "may_hold", "combo", "back_to_back", "move", "piece")
    for name, value in product(names, ANYTHING):
        try:
            line = json.dumps({**json.loads(START_LINE), "type": kind, name: value})
        except ValueError:  # a number that Python does not write
            continue
        with suppress(ExternalBotError):
            responder.respond(line)


def test_an_error_of_the_engine_has_an_end() -> None:
    assert len(str(EngineError("x" * 100_000))) < 3_000
