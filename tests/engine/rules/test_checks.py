"""Invalid rules are refused in one sentence when they are made, and never replaced silently."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import piecement_engine as engine
from piecement_engine import (
    MODES,
    Board,
    BoardTextError,
    Game,
    Limit,
    Limits,
    Piece,
    Rng,
    RuleError,
    Rules,
    Setup,
    Shape,
    Start,
)
from piecement_engine.bots import BOTS, Opponent, register_bot
from piecement_engine.bots.evaluators import EVALUATORS, register_evaluator
from piecement_engine.rules.garbage_rules import GarbageRules
from piecement_engine.rules.randomizers import Bag
from tests.engine.play import begun_game
from tests.sampling import together


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


@together("rules", ["marathon", "", MODES["marathon"], 40, {}])
def test_rules_of_a_game_are_rules(rules: Any) -> None:
    with pytest.raises(RuleError, match=r"the rules are .*: they are a Rules value, as MODES\['zen'\]\.rules is"):
        Game(rules)


@together(
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


@together(
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


@together(
    ("read", "given", "sentence"),
    [
        (Limits.from_dict, {"line": {"value": 40}}, "unknown limit 'line' (did you mean 'lines'?): limits are time, "),
        (
            Limits.from_dict,
            {"lines": {"value": 40, "wins": False}},
            "unknown limit field 'wins' (did you mean 'win'?): limit fields are value, win",
        ),
        (
            Setup.from_dict,
            {"sed": 3},
            "unknown setup field 'sed' (did you mean 'seed'?): setup fields are rules, ",
        ),
        (Start.from_dict, {"line": 3}, "unknown start field 'line' (did you mean 'lines'?): start fields are score, "),
        (
            GarbageRules.from_dict,
            {"percents": 3},
            "unknown garbage rule 'percents' (did you mean 'percent'?): ",
        ),
        (Rules.from_dict, {"preview": 3}, "unknown rule 'preview' (did you mean 'preview_count'?): rules are width, "),
        (
            Rules.from_dict,
            {"modifiers": [{"kind": "cheese", "row": 3}]},
            "unknown cheese field 'row' (did you mean 'rows'?): cheese fields are rows, supply, messiness, repeats",
        ),
        (Rules.from_dict, {"modifiers": [{"kind": "chese"}]}, "unknown modifier 'chese' (did you mean 'cheese'?): "),
    ],
)
def test_mistyped_names_of_stored_rules_are_refused(
    read: Callable[[object], object], given: object, sentence: str
) -> None:
    with pytest.raises(RuleError) as caught:
        read(given)

    assert str(caught.value).startswith(sentence)


BY_NAME: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "leveling": (engine.register_leveling, engine.LEVELINGS),
    "locking": (engine.register_locking, engine.LOCKINGS),
    "randomizer": (engine.register_randomizer, engine.RANDOMIZERS),
    "scoring": (engine.register_scoring, engine.SCORINGS),
    "spin rule": (engine.register_spin_rule, engine.SPIN_RULES),
    "timing": (engine.register_timing, engine.TIMINGS),
    "evaluator": (register_evaluator, EVALUATORS),
}


@pytest.mark.parametrize("kind", BY_NAME)
def test_registering_replaces_only_if_asked(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    register, registry = BY_NAME[kind]
    first, other = list(registry.values())[:2]
    monkeypatch.setitem(registry, "own", first)
    monkeypatch.delitem(registry, "own")  # and again after the test
    register("own", first)

    with pytest.raises(RuleError, match=r"^own is registered already: choose another name, or give replace=True"):
        register("own", other)
    assert registry["own"] is first
    register("own", first)
    register("own", other, replace=True)
    assert registry["own"] is other


@together("kind", BY_NAME)
def test_only_fitting_entries_are_registered(kind: str) -> None:
    register, registry = BY_NAME[kind]
    before = dict(registry)

    with pytest.raises(RuleError, match=r"^3 cannot be registered: it is to be "):
        register("own", 3)
    with pytest.raises(RuleError, match=r"^the name '' cannot be registered"):
        register("", next(iter(before.values())))
    assert registry == before


NAMED: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "rotation system": (engine.register_rotation_system, engine.ROTATION_SYSTEMS),
    "mode": (engine.register_mode, MODES),
    "attack": (engine.register_attack, engine.ATTACKS),
    "bot": (register_bot, BOTS),
    "modifier": (engine.register_modifier, engine.MODIFIERS),
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


class _Wrong:
    """Answers every call with a wrong value, or with the error that it was made with."""

    name = "wrong"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __call__(self, *_: object, **__: object) -> object:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    rotate = spawn = draw = fall_delay = lock_delay = think = reward = potential = __call__

    def copy(self) -> "_Wrong":
        return self


Wrong: Any = _Wrong  # it fits no type


WRONG_ANSWERS: list[tuple[str, Any, str]] = [
    ("timing", Wrong(1.5), r"own cannot be registered: fall_delay\(1, 0\) returned 1.5"),
    ("leveling", Wrong("2"), "the rule returned '2': it is to return a level"),
    ("locking", Wrong(None), "a class that derives from Lockdown"),
    ("scoring", engine.ScoreRule(Wrong((1, 2, 3))), "an Award of three whole numbers"),
    ("spin rule", Wrong(True), "the rule returned True: it is to return a Spin"),
    ("randomizer", Wrong(Wrong("T")), "draw returned 'T': .* shapes O, I, S"),
    ("randomizer", Wrong([]), "an instance with draw and copy"),
    ("rotation system", Wrong(3), "system wrong: spawn of O-N@3,20 returned 3"),
    ("attack", engine.AttackRule("own", "", send=Wrong(-1)), "send returned -1: .* at least 0"),
    ("evaluator", Wrong(3), "an instance with reward and potential"),
    ("bot", Opponent("own", "", Wrong(3)), "make returned 3: .* with think"),
]


@together(("kind", "value", "sentence"), WRONG_ANSWERS)
def test_a_wrong_answer_is_refused_at_registration(kind: str, value: object, sentence: str) -> None:
    given = ("own", value) if kind in BY_NAME else (value,)
    with pytest.raises(RuleError, match=sentence):
        {**BY_NAME, **NAMED}[kind][0](*given)


@pytest.mark.parametrize("error", [TypeError("2 arguments"), KeyError("T")])
def test_an_error_at_the_trial_call_names_the_rule(error: Exception) -> None:
    with pytest.raises(RuleError, match=rf"own cannot be registered: a trial call raised {type(error).__name__}: "):
        engine.register_leveling("own", Wrong(error))
    assert "own" not in engine.LEVELINGS


class Astray:
    """A rotation system that turns well in the open, and off the board at a wall."""

    name = "astray"

    def rotate(self, board: Board, piece: Piece, turns: int) -> engine.Turned | None:
        return piece._replace(orientation=(piece.orientation + turns) % 4, x=piece.x if 0 < piece.x < 6 else 9), 0

    def spawn(self, board: Board, piece: Piece) -> Piece | None:
        return piece if board.fits(piece) else None


class Late(Bag):
    """A randomizer that deals a name after three shapes."""

    dealt = 0

    def draw(self, rng: Rng) -> Shape:
        self.dealt += 1
        return super().draw(rng) if self.dealt <= 3 else "T"  # type: ignore[return-value]  # what is refused


def test_a_turn_off_the_board_is_refused_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.ROTATION_SYSTEMS, "astray", Astray())
    game = begun_game(Rules(rotation_system="astray"), seed=1, pieces="TTT")
    game.update(1, {"rotate_right"})
    game.update(2, {"teleport_left"})
    before = str(game)

    with pytest.raises(RuleError, match=r"the rotation system astray: rotate of T-E@0,\d+ by 1 returned .* fits on"):
        game.update(3, {"rotate_right"})
    assert (str(game), game.view.time_ns) == (before, 2)


def test_a_name_in_place_of_a_shape_is_refused_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.RANDOMIZERS, "late", lambda shapes, _: Late(shapes))
    game = begun_game(Rules(randomizer="late", preview_count=2), seed=1)
    game.update(10**9, {"hard_drop"})

    with pytest.raises(RuleError, match=r"the randomizer late: draw returned 'T': .* one of the shapes O, I, S"):
        game.update(2 * 10**9)
