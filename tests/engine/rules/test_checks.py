"""Invalid rules are refused in one sentence when they are made, and never replaced silently."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from piecement_engine import (
    LEVELINGS,
    LOCKINGS,
    MODES,
    MODIFIERS,
    RANDOMIZERS,
    ROTATION_SYSTEMS,
    SCORINGS,
    SPIN_RULES,
    TIMINGS,
    Board,
    BoardTextError,
    Game,
    Limit,
    Limits,
    Mode,
    RuleError,
    Rules,
    Setup,
    register_leveling,
    register_locking,
    register_mode,
    register_modifier,
    register_randomizer,
    register_rotation_system,
    register_scoring,
    register_spin_rule,
    register_timing,
)
from piecement_engine.bots import BOTS, register_bot
from piecement_engine.bots.evaluators import EVALUATORS, register_evaluator
from piecement_engine.rules.attack import ATTACKS, register_attack


def test_text_of_one_line_is_one_row() -> None:
    board = Board.from_text("####.#####")

    assert (board.width, board.height) == (10, 40)
    assert board == Board.from_text(["####.#####"])
    assert Game(board="####.#####", seed=1).view.board == Game(board=["####.#####"], seed=1).view.board


@pytest.mark.parametrize("rows", ["####\n....", ["####\n...."], ["....", "##\n##"]])
def test_row_is_one_line(rows: Any) -> None:
    with pytest.raises(BoardTextError, match="is not one line: a board has rows, lowest first"):
        Board.from_text(rows)


@pytest.mark.parametrize(
    ("limit", "sentence"),
    [
        (40, r"the lines limit is 40: it is a Limit or None; did you mean Limit\(40\)\?"),
        ("40", r"the lines limit is '40': it is a Limit or None$"),
    ],
)
def test_limit_is_a_limit(limit: Any, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        Limits(lines=limit)
    assert Limits(lines=Limit(40)).lines == Limit(40)


@pytest.mark.parametrize("rules", ["marathon", "", MODES["marathon"], 40, {}])
def test_rules_of_a_game_are_rules(rules: Any) -> None:
    with pytest.raises(RuleError, match=r"the rules are .*: they are a Rules value, as MODES\['zen'\]\.rules is"):
        Game(rules)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"board": "####"}, "the board is '####': it is a tuple of rows"),
        ({"board": ["####"]}, "the board is .*: it is a tuple of rows"),
        ({"pieces": "TSZ"}, "the pieces are 'TSZ': they are a tuple of names"),
        ({"start": {"lines": 3}}, "the start is .*: it is a Start"),
        ({"rules": None}, "the rules are None: they are a Rules value"),
    ],
)
def test_setup_is_checked_where_it_is_made(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        Setup(**given)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"ranking": ("tiem",)}, "'zen' is ranked by 'tiem': results are time, score, lines, level, pieces"),
        ({"ranking": ("-time", "--lines")}, "'zen' is ranked by '--lines'"),
        ({"ranking": "time"}, "the ranking of 'zen' is 'time': it is a tuple"),
        ({"headline": "tiem"}, "'zen' is ranked by 'tiem'"),
        ({"rules": "zen"}, "the rules of 'zen' are 'zen': they are a Rules value"),
        ({"options": ("level",)}, "the options of 'zen' are"),
        ({"name": 3}, "the name of a mode is 3: it is a text"),
    ],
)
def test_mode_is_checked_where_it_is_made(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        replace(MODES["zen"], **change)


def other_mode(name: str) -> Mode:
    return replace(MODES["zen"], name=name, title="Other")


BY_NAME: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "leveling": (register_leveling, LEVELINGS),
    "locking": (register_locking, LOCKINGS),
    "randomizer": (register_randomizer, RANDOMIZERS),
    "scoring": (register_scoring, SCORINGS),
    "spin rule": (register_spin_rule, SPIN_RULES),
    "timing": (register_timing, TIMINGS),
    "evaluator": (register_evaluator, EVALUATORS),
}


@pytest.mark.parametrize("kind", BY_NAME)
def test_registering_replaces_only_if_asked(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    register, registry = BY_NAME[kind]
    (name, first), (_, other) = list(registry.items())[:2]
    monkeypatch.setitem(registry, name, first)

    with pytest.raises(RuleError, match=f"^{name} is registered already: choose another name, or give replace=True"):
        register(name, other)
    assert registry[name] is first
    register(name, first)
    register(name, other, replace=True)
    assert registry[name] is other


@pytest.mark.parametrize("kind", BY_NAME)
def test_only_fitting_entries_are_registered(kind: str) -> None:
    register, registry = BY_NAME[kind]
    before = dict(registry)

    with pytest.raises(RuleError, match=r"^3 cannot be registered: it is to be "):
        register("own", 3)
    with pytest.raises(RuleError, match=r"^the name '' cannot be registered"):
        register("", next(iter(before.values())))
    assert registry == before


NAMED: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "rotation system": (register_rotation_system, ROTATION_SYSTEMS),
    "mode": (register_mode, MODES),
    "attack": (register_attack, ATTACKS),
    "bot": (register_bot, BOTS),
    "modifier": (register_modifier, MODIFIERS),
}


@pytest.mark.parametrize("kind", NAMED)
def test_named_things_are_registered_alike(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    register, registry = NAMED[kind]
    name, value = next(iter(registry.items()))
    monkeypatch.setitem(registry, name, object())

    for wrong in ("marathon", 3, None, Rules()):
        with pytest.raises(RuleError, match=r"cannot be registered: it is to be an? "):
            register(wrong)
    with pytest.raises(RuleError, match=f"^{name} is registered already"):
        register(value)
    register(value, replace=True)
    assert registry[name] is value


def test_own_mode_does_not_replace_marathon() -> None:
    with pytest.raises(RuleError, match="marathon is registered already"):
        register_mode(other_mode("marathon"))
