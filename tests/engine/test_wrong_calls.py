"""Wrong calls of the engine are refused by one sentence, and likely mistakes are understood or helped."""

from typing import Any

import pytest

from piecement_engine import MODES, ROTATION_SYSTEMS, Button, EngineError, Game, Rules
from piecement_engine.bots import BOTS, EVALUATORS, INSTANT, Player, Search, play_match
from piecement_engine.errors import UnknownNameError
from piecement_engine.match import ATTACKS
from piecement_engine.play import game_of, tap
from tests.engine.wrong_calls import answers
from tests.sampling import together

TOO_LONG = "'a number of too many digits'"
TAKEN = {
    "Game(rules=…)": ["None"],
    "Game(seed=…)": ["None", "3"],
    "Game(pieces=…)": ["None", "''", "()"],
    "Game(board=…)": ["()"],
    "Game(start=…)": ["None"],
    "update(…)": ["3"],
    "update(0, …)": ["None", "()", "'hard_drop'"],
    "update(0, [… ])": ["'hard_drop'"],
    "update(0, budget=…)": ["None"],
    "press_charged(…)": ["3"],
    "press_charged(0, …, 0)": ["()", "'hard_drop'"],
    "press_charged(0, (), …)": ["3"],
    "forfeit(…)": ["3"],
    "take_attack(…)": ["3"],
    "take_attack(0, …)": ["3"],
    "take_attack(0, 0, …)": ["[3]", "()"],
    "take_attack(0, 0, [… ])": ["-1", "3"],
    "tap(…)": ["'hard_drop'"],
    "game_of(seed=…)": ["None", "3"],
    "game_of(pieces=…)": ["None", "''", "()"],
    "buttons_to_mask(…)": ["()", "'hard_drop'"],
    "Setup(seed=…)": ["3"],
    "Setup(pieces=…)": ["None", "()"],
    "Setup(board=…)": ["()"],
    "Start(score=…)": ["3"],
    "Start(hold=…)": ["None"],
    "Limit(win=…)": ["True"],
    "Board.from_text(…)": ["'x'", "['x']", "()", "'hard_drop'"],
    "Position.from_text(…)": ["''"],
    "Position.from_text(queue=…)": ["''", "()"],
    "position.at(N, …)": ["3"],
    "Position.from_text(rules=…)": ["None"],
    "Position.from_text(hold=…)": ["None"],
    "Position.from_text(level=…)": ["None", "3"],
    "Position.from_text(combo=…)": ["3"],
    "Position.from_text(fall_delay_ns=…)": ["None", "3", "1000000000000000000000000000000", TOO_LONG],
    "Position.from_fumen(page=…)": ["-1"],
    "Page(…)": ["''", "()"],
    "PerfectClears.solve(…)": ["3"],
    "perft(…)": ["''"],
    "Search(width=…)": ["3", "1000000000000000000000000000000", TOO_LONG],
    "Search(depth=…)": ["3", "1000000000000000000000000000000", TOO_LONG],
    "Search(chances=…)": ["3", "1000000000000000000000000000000", TOO_LONG],
    "Pace(…)": ["None", "1.5", "3", "1000000000000000000000000000000", TOO_LONG],
    "Pace(tap_ns=…)": ["3", "1000000000000000000000000000000", TOO_LONG],
    "play_match(step_ns=…)": ["3", "1000000000000000000000000000000", TOO_LONG],
    "Budget(…)": ["3", "1000000000000000000000000000000", TOO_LONG],
}
"""Values that are right in their place, as their `repr`, by call."""


def test_wrong_calls_are_refused_in_a_sentence() -> None:
    taken: dict[str, list[str]] = {}
    refused = 0
    for name, value, error in answers():
        if error is None:
            taken.setdefault(name, []).append(value)
            continue
        refused += 1
        assert isinstance(error, EngineError), f"{name} {value}: {error!r}"
        assert 10 < len(str(error)) <= 2_000
        assert "\n" not in str(error)

    assert refused > 500
    assert taken == TAKEN


@pytest.mark.parametrize("button", ["hard_drop", Button.HARD_DROP], ids=["name", "value"])
def test_one_button_is_enough(button: str) -> None:
    one, other = Game(Rules(), seed=1), Game(Rules(), seed=1)
    for game, held in ((one, button), (other, {button})):
        game.update(0)
        game.update(1_000_000_000, held)

    assert one.inputs == other.inputs != ()


def test_name_of_a_bot_is_enough() -> None:
    games = [game_of("marathon", seed=3) for _ in range(2)]
    Player(games[0], "pebble").advance(1_000_000_000)
    Player(games[1], BOTS["pebble"].make(3)).advance(1_000_000_000)

    assert games[0].inputs == games[1].inputs
    assert play_match(["pebble", "brook"], [INSTANT] * 2, Rules(), 1, most_pieces=3).pieces > (0, 0)


@together(
    ("registry", "name", "sentence"),
    [
        (MODES, "marathn", "unknown mode 'marathn' (did you mean 'marathon'?): modes are 40_lines, "),
        (BOTS, "pebbel", "unknown bot 'pebbel' (did you mean 'pebble'?): bots are survive, "),
        (EVALUATORS, "atack", "unknown evaluator 'atack' (did you mean 'attack'?): evaluators are survive, "),
        (ROTATION_SYSTEMS, "SRS", "unknown rotation system 'SRS': rotation systems are ocular, "),
        (ATTACKS, "tetr.io", "unknown attack rule 'tetr.io' (did you mean 'tetrio'?): attack rules are guideline, "),
    ],
)
def test_unknown_name_of_a_registry_is_helped(registry: dict[str, Any], name: str, sentence: str) -> None:
    with pytest.raises(UnknownNameError) as refused:
        registry[name]

    assert str(refused.value).startswith(sentence)
    assert isinstance(refused.value, KeyError)
    assert registry.get(name) is None
    assert name not in registry


@together(
    ("call", "sentence"),
    [
        (lambda: Rules(pieces="SZ"), "unknown piece 'SZ' (did you mean 'S,Z'?): pieces are called like T, L3, F5"),
        (
            lambda: Game(seed=1).update(0, "hard-drop"),
            "unknown button 'hard-drop' (did you mean 'hard_drop'?): buttons are",
        ),
        (lambda: tap(game_of("zen", 1), "left"), "unknown button 'left'"),
        (
            lambda: Rules(rotation_system="srs+"),
            "rotation_system is 'srs+' (did you mean 'srs'?): it must be one of ocular",
        ),
        (lambda: Rules(hold="of"), "hold is 'of' (did you mean 'off'?): it must be one of off, once"),
        (lambda: Search("surviv"), "unknown evaluator 'surviv' (did you mean 'survive'?)"),
        (lambda: Search(width=0), "width is 0: it must be a whole number of at least 1"),
    ],
)
def test_likely_mistake_is_helped(call: Any, sentence: str) -> None:
    with pytest.raises(EngineError) as refused:
        call()

    assert str(refused.value).startswith(sentence)
