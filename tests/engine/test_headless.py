"""The headless protocol: what it answers beyond the recorded cases."""

import json
from random import Random
from typing import Any

import pytest

from piecement_engine import Game, Recording, Rules, Spin
from piecement_engine.errors import TooManyStepsError
from piecement_engine.game.budget import Budget
from piecement_engine.headless import answer, names, serve
from piecement_engine.headless.open_games import OpenGames
from piecement_engine.headless.updates import apply_update
from piecement_engine.play import Position, game_of, place
from piecement_engine.rules.rules import RULE_NAMES
from tests.sampling import together


def ask(**request: Any) -> dict[str, Any]:
    response: dict[str, Any] = json.loads(json.dumps(answer(json.dumps(request))))
    return response


def test_requests_are_answered_in_order_past_blank_lines() -> None:
    first, second = (f'{{"id": {number}, "kind": "rotations", "cases": []}}' for number in (1, 2))

    assert [json.loads(line)["id"] for line in serve([first, "", "nonsense", second])] == [1, None, 2]


@together(
    ("request_text", "complaint"),
    [
        ("{", "not JSON"),
        ('{"id": 1, "kind": "game", "seed": ' + "9" * 5000 + ', "updates": []}', "not JSON"),
        ('{"id": NaN, "kind": "game", "updates": []}', "NaN is no number"),
        ('{"id": 1, "kind": "game", "rules": {"soft_drop_factor": Infinity}, "updates": []}', "Infinity is no number"),
        ("[1]", "not a JSON object"),
        ('{"id": 1, "kind": "chess"}', "kinds are game, rotations, open"),
        ('{"id": 1, "kind": "game"}', "updates is missing"),
        ('{"id": 1, "kind": "game", "rules": {"gravity": 1}, "updates": []}', "unknown rule 'gravity'"),
        ('{"id": 1, "kind": "game", "rules": {"randomizer": "dice"}, "updates": []}', "it must be one of uniform, bag"),
        ('{"id": 1, "kind": "game", "rules": {"das_ns": -1}, "updates": []}', "whole number from 0"),
        ('{"id": 1, "kind": "game", "rules": {"limits": {"moves": 1}}, "updates": []}', "limits are time, pieces"),
        ('{"id": 1, "kind": "game", "rules": {"limits": {"lines": 4}}, "updates": []}', "it is like"),
        ('{"id": 1, "kind": "game", "rules": 7, "updates": []}', "rules is not an object"),
        ('{"id": 1, "kind": "game", "mode": "chess", "updates": []}', "modes are 40_lines, sprint"),
        ('{"id": 1, "kind": "game", "mode": ["zen"], "updates": []}', "modes are 40_lines, sprint"),
        ('{"id": 1, "kind": "game", "mode": "zen", "options": {"speed": 1}, "updates": []}', "options are level"),
        ('{"id": 1, "kind": "game", "mode": "zen", "options": {"level": 90}, "updates": []}', "from 0 to 20"),
        ('{"id": 1, "kind": "game", "mode": "zen", "options": 3, "updates": []}', "options is not an object"),
        ('{"id": 1, "kind": "game", "options": {"level": 3}, "updates": []}', "name the mode"),
        ('{"id": 1, "kind": "game", "pieces": "XYZ", "updates": []}', "pieces are O, I, S"),
        ('{"id": 1, "kind": "game", "pieces": 7, "updates": []}', "a text like"),
        ('{"id": 1, "kind": "game", "seed": -1, "updates": []}', "the seed is -1"),
        ('{"id": 1, "kind": "game", "board": ["##"], "updates": []}', "a row has 10"),
        ('{"id": 1, "kind": "game", "board": "##", "updates": []}', "board is not a list"),
        ('{"id": 1, "kind": "game", "start": {"luck": 1}, "updates": []}', "start fields are score, lines"),
        ('{"id": 1, "kind": "game", "start": {"hold": "T"}, "updates": []}', 'it is like ["T", true]'),
        ('{"id": 1, "kind": "game", "updates": [[0]]}', "it is [ns, null]"),
        ('{"id": 1, "kind": "game", "updates": [[0, ["jump"]]]}', "buttons are move_left"),
        ('{"id": 1, "kind": "game", "updates": [[0, 3]]}', "it is [ns, null]"),
        ('{"id": 1, "kind": "rotations"}', "cases is missing"),
        ('{"id": 1, "kind": "rotations", "cases": [["ocular", "T"]]}', "it is like"),
        ('{"id": 1, "kind": "rotations", "cases": [["srs", "T", "N", 3, 3, 1.5]]}', "any whole number of turns"),
        ('{"id": 1, "kind": "rotations", "cases": [["waltz", "T", "N", 3, 3, 1]]}', "systems are ocular"),
        ('{"id": 1, "kind": "rotations", "cases": [["ocular", "T", "N", 30, 3, 1]]}', "outside the board"),
        ('{"id": 1, "kind": "rotations", "cases": [["ocular", "T", "Q", 3, 3, 1]]}', "it is like"),
    ],
)
def test_bad_request_hears_its_fault_and_the_allowed_values(request_text: str, complaint: str) -> None:
    response = answer(request_text)

    assert complaint in response["error"]


@together("depth", [900, 2000, 200_000])
@together("request_text", ["{}", '{{"id": {}, "kind": "game"}}', '{{"kind": "game", "rules": {}}}'])
def test_a_request_may_be_nested_ever_so_deeply(request_text: str, depth: int) -> None:
    deep = "[" * depth + "]" * depth
    answered = list(serve([request_text.format(deep), '{"id": 2, "kind": "rotations", "cases": []}']))

    assert ["error" in json.loads(line) for line in answered] == [True, False]


def test_null_stands_for_a_missing_value() -> None:
    plain = ask(id=1, kind="game", pieces="TOI", updates=[[0, None]])
    optional = dict.fromkeys(("rules", "mode", "options", "seed", "board", "start"))

    assert ask(id=1, kind="game", pieces="TOI", updates=[[0, None]], **optional) == plain
    assert "updates is missing" in ask(id=1, kind="game", updates=None)["error"]
    assert "seed" in ask(id=1, kind="game", seed=None, pieces=None, updates=[[0, None]])


def test_every_rule_can_be_set_by_its_name() -> None:
    defaults: dict[str, Any] = {"level_up": True, "das_ns": 1, "soft_drop_factor": 2.5, "pieces": "tetrominoes"}
    response = ask(id=1, kind="game", rules=defaults, seed=1, updates=[[0, None]])

    assert "error" not in response
    assert set(names()["rules"]) == set(RULE_NAMES)


def test_a_mode_gives_its_rules_and_rules_go_over_them() -> None:
    response = ask(id=1, kind="game", mode="40_lines", rules={"preview_count": 3}, seed=1, updates=[[0, None]])
    state = response["steps"][0]["state"]

    assert (state["level"], len(state["next"])) == (3, 3)


def test_without_pieces_and_seed_the_seed_that_was_drawn_is_told() -> None:
    first = ask(id=1, kind="game", rules={"preview_count": 6}, updates=[[0, None]])
    again = ask(id=1, kind="game", rules={"preview_count": 6}, seed=first["seed"], updates=[[0, None]])

    assert again["steps"] == first["steps"]


def test_refused_updates_are_results_with_past_before_ended() -> None:
    response = ask(id=1, kind="game", seed=1, updates=[[5, "forfeit"], [4, None], [6, None]])

    assert [step["result"] for step in response["steps"]] == ["ok", "past", "ended"]


def test_shape_from_a_refused_initial_hold_comes_next() -> None:
    """The swap draws a shape ahead; it is known from then on, though no preview shows it."""
    no_room_for_i = ["##....####"] * 20 + ["......#..."]
    updates = [[0, ["hard_drop"]], [1, ["hold"]], [10**9, None]]
    rules = {"preview_count": 0, "fall_delay_ns": 10**10}
    response = ask(kind="game", pieces="JJI", board=no_room_for_i, rules=rules, updates=updates)
    states = [step["state"] for step in response["steps"]]

    assert [(state["piece"][0], state["hold"], state["next"]) for state in states] == [
        ("J", None, ""), ("J", None, ""), ("J", None, "I"),
    ]  # fmt: skip


def test_attacks_are_inputs_and_their_effects_are_reported() -> None:
    board, rules = ["####..####"] * 2 + ["#........."], {"garbage": {"fuse_ns": 5}}
    attack: list[list[Any]] = [[1, {"attack": [0, [3, 3]]}], [2, ["hard_drop"]]]
    updates = [*attack, [10**9, ["hold"]], [2 * 10**9, ["hard_drop"]], [3 * 10**9, None]]
    response = ask(id=1, kind="game", pieces="OOOOO", board=board, rules=rules, updates=updates)
    told = {event[1]: event[2] for step in response["steps"] for event in step["notices"]}

    assert told["attack_taken"] == {"at": 0, "rows": 2, "cancelled": 0}
    assert told["attack_made"] == {"rows": 1, "cancelled": 1}
    assert told["rows_due"] == told["rows_raised"] == {"count": 1}
    refused = ask(id=1, kind="game", updates=[[1, {"attack": [0, [3, "x"]]}]])
    assert '{"attack": [ns when it was made, [holes]]}' in refused["error"]
    assert "columns are 0 to 9" in ask(id=1, kind="game", updates=[[1, {"attack": [0, [10]]}]])["error"]


def test_an_attack_takes_its_steps_from_the_budget() -> None:
    with pytest.raises(TooManyStepsError):
        apply_update(Game(Rules(), seed=1), 3600 * 10**9, {"attack": [0, [3]]}, Budget(20))


def test_every_kind_of_event_is_written() -> None:
    presses = [
        [10 * place, [button]] for place, button in enumerate(("move_left", "rotate_right", "hold", "hard_drop"))
    ]
    response = ask(id=1, kind="game", seed=3, updates=[[0, None], *presses, [10**9, "forfeit"]])
    kinds = {event[1] for step in response["steps"] for event in step["notices"]}

    assert kinds >= {"piece_spawned", "piece_moved", "piece_rotated", "piece_held"}
    assert kinds >= {"hard_drop", "piece_locked", "game_ended"}


def test_rotations_take_any_whole_number_of_turns() -> None:
    cases = [["srs", "T", "N", 3, 5, turns] for turns in (-3, 1, 5, 0, 4, -8)]
    response = json.loads(next(serve([json.dumps({"id": 1, "kind": "rotations", "cases": cases})])))

    assert response["results"] == [["E", 4, 4]] * 3 + [["N", 3, 5]] * 3


class Client:
    """A client of sessions that keeps the state by the changes it is told."""

    def __init__(self) -> None:
        self.sessions = OpenGames()
        self.state: dict[str, Any] = {}

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask about the game `g`; a refused request fails the test."""
        response = self.refused(kind, **fields)
        assert "error" not in response
        self.state.update(response.get("state", {}))
        return response

    def refused(self, kind: str, **fields: Any) -> dict[str, Any]:
        request = json.dumps({"id": 1, "kind": kind, "game": "g", **fields})
        response: dict[str, Any] = json.loads(json.dumps(answer(request, self.sessions)))
        return response

    def viewed(self) -> dict[str, Any]:
        state: dict[str, Any] = self.refused("view")["state"]
        return state


@pytest.fixture
def client() -> Client:
    client = Client()
    client.ask("open", mode="guideline", seed=7)
    return client


def test_changes_add_up_to_the_whole_state(client: Client) -> None:
    random = Random(1)
    while placements := client.ask("placements")["placements"]:
        if random.random() < 0.5:
            client.ask("place", placement=random.choice(placements)["placement"])
        else:
            client.ask("tap", buttons=random.choices(["move_left", "rotate_right", "hold", "hard_drop"], k=3))
        if random.random() < 0.2:
            client.ask("undo")
        assert client.state == client.viewed()

    assert client.state["end"] == "block_out"
    assert "the game has ended" in client.refused("tap", buttons=["hold"])["error"]


def test_a_session_is_the_stateless_game() -> None:
    updates: list[list[object]] = [[0, None], [10**9, ["hard_drop"]], [2 * 10**9, []]]
    updates.append([3 * 10**9, ["move_left", "hard_drop"]])
    client = Client()
    begun = client.ask("open", seed=5)["notices"]
    notices = begun + client.ask("update", updates=updates)["notices"]
    steps = ask(id=1, kind="game", seed=5, updates=updates)["steps"]

    assert notices == [notice for step in steps for notice in step["notices"]]
    assert client.state == steps[-1]["state"]


def test_an_answer_has_only_what_changed(client: Client) -> None:
    moved = client.ask("tap", buttons=["move_left"])["state"]

    assert set(moved) == {"piece", "cells"}
    assert client.ask("tap", buttons=[])["state"] == {}


def test_placements_are_listed_with_all_their_facts(client: Client) -> None:
    game = game_of("guideline", seed=7)
    random = Random(2)
    for _ in range(30):
        placements = [*Position.of(game).placements]
        assert client.ask("placements")["placements"] == [
            {
                "placement": str(one),
                "piece": [one.piece.shape.name, "NESW"[one.piece.orientation], one.piece.x, one.piece.y],
                "cells": [[x, y] for x, y in one.piece.cells],
                "hold": one.hold,
                "spin": {Spin.NONE: False, Spin.MINI: "mini", Spin.FULL: True}[one.spin],
                "lines": one.lines,
                "way": one.way.value,
            }
            for one in placements
        ]
        chosen = random.choice([one for one in placements if one.lines or one.piece.y < 6] or placements)
        client.ask("place", placement=str(chosen))
        place(game, chosen)


def test_a_change_lists_the_next_placements_on_request(client: Client) -> None:
    placed = client.ask("place", placement=0, placements=True)
    tapped = client.ask("tap", buttons=["hard_drop"], placements=True)
    asked = client.ask("placements")

    assert len(placed["placements"]) > 1
    assert tapped["placements"] == asked["placements"] != placed["placements"]
    assert "placements" not in client.ask("place", placement=0, placements=False)
    assert client.ask("open", game="h", seed=1, placements=True)["placements"][0]["placement"]
    while (last := client.ask("tap", buttons=["hard_drop"], placements=True))["placements"]:
        assert "end" not in last["state"]


@pytest.mark.parametrize("way", [" drop", ""])
def test_place_takes_the_text_of_a_placement(client: Client, way: str) -> None:
    chosen = client.ask("placements")["placements"][-1]
    notices = client.ask("place", placement=chosen["placement"].removesuffix(" drop") + way)["notices"]

    assert [fact["piece"] for _, kind, fact in notices if kind == "piece_locked"] == [chosen["piece"]]
    assert any(kind == "piece_held" for _, kind, _ in notices) is chosen["hold"]


@pytest.mark.parametrize(
    ("kind", "fields", "complaint"),
    [
        ("open", {}, "no game of that id is open"),
        ("open", {"game": 3}, "it is a text"),
        ("open", {"game": 0}, "it is a text"),
        ("open", {"game": "h", "updates": []}, "open has no field 'updates': it has id, kind, game, mode"),
        ("update", {"updates": [[10**9, ["hard_drop"]], [1, None]]}, "the game is at 1000000000 ns already"),
        ("update", {"updates": [[1, "hard_drop"]]}, "it is [ns, null], [ns, [buttons]]"),
        ("update", {}, "updates is missing"),
        ("tap", {"buttons": ["hard_drop", "jump"]}, "unknown button 'jump'"),
        ("tap", {"button": "hold"}, "tap has no field 'button' (did you mean 'buttons'?)"),
        ("place", {"placement": 99}, "it must be a number up to"),
        ("place", {"placement": "hold"}, "'hold' is no placement: it is like 'T-S@2,0'"),
        ("place", {"placement": True}, "no placement True"),
        ("place", {"placement": 0, "placements": 1}, "placements is 1: it is true or false"),
        ("view", {"game": "gg"}, "no game 'gg' (did you mean 'g'?): open are g"),
        ("view", {"game": ["g"]}, "no game ['g']: open are g"),
        ("undo", {}, "0 requests can be undone"),
        ("undo", {"count": 0}, "count is 0"),
        ("recordings", {}, "unknown kind 'recordings' (did you mean 'recording'?)"),
    ],
)
def test_a_refused_request_leaves_the_game(client: Client, kind: str, fields: dict[str, Any], complaint: str) -> None:
    before = client.viewed()

    assert complaint in client.refused(kind, **fields)["error"]
    assert client.viewed() == before


def test_a_recording_of_a_session_replays(client: Client) -> None:
    for number in (3, 1, 4, 1, 5):
        client.ask("place", placement=number)
    client.ask("undo", count=2)
    text = client.ask("recording")["recording"]

    assert Recording.from_text(text).replay().view.board.to_text() == client.state["board"]


def test_a_closed_game_is_forgotten_and_ids_are_made(client: Client) -> None:
    client.ask("close")

    assert "none is open" in client.refused("view")["error"]
    assert [client.ask("open", game=None, seed=1)["game"] for _ in range(2)] == ["1", "2"]


def test_a_great_many_steps_are_refused_in_a_session() -> None:
    client = Client()
    client.ask("open", mode="zen")

    assert "ask for less at once" in client.refused("update", updates=[[10**18, None]])["error"]


def test_stateless_requests_name_unknown_fields() -> None:
    assert ask(id=1, kind="game", ruels={}, updates=[])["error"].startswith(
        "game has no field 'ruels' (did you mean 'rules'?): it has id, kind, mode, options, rules"
    )
    assert "rotations has no field 'rules'" in ask(id=1, kind="rotations", cases=[], rules={})["error"]
