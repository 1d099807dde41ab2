"""Every mode is played: by chance and by plan, to its end, copied on the way, recorded, and over headless."""

import json
from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar

import pytest

from piecement_engine import (
    MODES,
    PRESETS,
    Button,
    Choice,
    End,
    Game,
    Letters,
    Mode,
    Number,
    OptionValue,
    Recording,
    Rules,
    Setup,
    Switch,
)
from piecement_engine.game.inputs import mask_to_buttons
from piecement_engine.headless import serve
from tests.engine.play import MS, check_invariants, drop, play_well, random_inputs, state_of, with_lock_checks
from tests.sampling import together

EACH_MODE = pytest.mark.parametrize("mode", MODES.values(), ids=lambda mode: mode.name)

Inputs = list[tuple[int, int]]


def inputs_after(time: int, seed: int, count: int) -> Inputs:
    """Return chance inputs that drop pieces often, so that games go on."""
    random = Random(seed)
    drop = 1 << list(Button).index(Button.HARD_DROP)
    return [(time + at, mask | (drop if random.random() < 0.3 else 0)) for at, mask in random_inputs(random, count)]


def play(game: Game, inputs: Iterable[tuple[int, int]]) -> None:
    for time, mask in inputs:
        if game.view.end is not None:
            return
        game.update(time, mask_to_buttons(mask))


def played_at_random(mode: Mode, seed: int, count: int = 3000) -> Game:
    game = Game(mode.rules, seed)
    play(game, inputs_after(0, seed, count))
    return game


@pytest.mark.wide
@EACH_MODE
@pytest.mark.parametrize("seed", range(2))
def test_random_play_comes_to_an_end_that_replays_identically(mode: Mode, seed: int) -> None:
    game = played_at_random(mode, seed)
    if game.view.end is None and mode.name in {"zen", "ascent"}:
        game.forfeit(game.view.time_ns)
    recording = Recording.from_text(with_lock_checks(game).to_text())

    assert game.view.end is not None
    assert recording.verify() is None
    assert state_of(recording.replay()) == state_of(game)


@pytest.mark.wide
@EACH_MODE
def test_random_play_breaks_no_invariant(mode: Mode) -> None:
    game = Game(mode.rules, 5)
    for time, mask in inputs_after(0, 5, 400):
        if game.view.end is None:
            game.update(time, mask_to_buttons(mask))
            check_invariants(game)


@pytest.mark.wide
@EACH_MODE
@pytest.mark.parametrize("seed", range(2))
def test_a_copy_goes_on_like_its_original_and_apart_from_it(mode: Mode, seed: int) -> None:
    game = Game(mode.rules, seed)
    play(game, inputs_after(0, seed, 30 + 60 * seed))
    twin, other = game.copy(), game.copy()
    play(other, inputs_after(game.view.time_ns, 100 + seed, 120))
    play(twin, inputs_after(game.view.time_ns, seed, 120))
    play(game, inputs_after(game.view.time_ns, seed, 120))

    assert state_of(twin) == state_of(game)
    assert state_of(Recording.of(twin).replay()) == state_of(game)
    assert state_of(Recording.of(other).replay()) == state_of(other)


@EACH_MODE
def test_how_often_a_game_is_updated_changes_nothing(mode: Mode) -> None:
    inputs = inputs_after(0, 8, 150)
    game, often = Game(mode.rules, 8), Game(mode.rules, 8)
    play(game, inputs)
    for time, mask in inputs:
        if often.view.end is None:
            often.update((often.view.time_ns + time) // 2)
        if often.view.end is None:
            often.update(time)
        if often.view.end is None:
            often.update(time, mask_to_buttons(mask))

    assert state_of(often) == state_of(game)


def random_options(mode: Mode, random: Random) -> dict[str, OptionValue]:
    """Return a value for each option of a mode."""
    values: dict[str, OptionValue] = {}
    for option in mode.options:
        match option:
            case Number():
                values[option.name] = random.randint(option.low, option.high)
            case Choice():
                values[option.name] = random.choice(list(option.choices))
            case Switch():
                values[option.name] = random.random() < 0.5
            case Letters():
                values[option.name] = "".join(random.choices(option.letters, k=random.randint(0, option.most)))
    if values.get("cells") in {"3", "5", "6"}:
        values["queue"] = ""  # its letters are of four cells, and refused
    return values


def play_with_random_options(mode: Mode, seed: int, inputs: int) -> None:
    random = Random(seed)
    overrides = random.choice(list(PRESETS.values())).rules
    game = Game(mode.rules_with(overrides, random_options(mode, random)), seed)
    play(game, inputs_after(0, seed, inputs))
    check_invariants(game)

    assert state_of(Recording.from_text(Recording.of(game).to_text()).replay()) == state_of(game)


@pytest.mark.wide
@EACH_MODE
@pytest.mark.parametrize("seed", range(3))
def test_any_options_and_any_preset_can_be_played_together(mode: Mode, seed: int) -> None:
    play_with_random_options(mode, seed, 200)


@pytest.mark.long
@EACH_MODE
def test_any_options_and_presets_play_together_for_long(mode: Mode) -> None:
    for seed in range(100, 400):
        play_with_random_options(mode, seed, 2000)


@EACH_MODE
def test_a_setup_goes_through_json(mode: Mode) -> None:
    setup = Setup(rules=mode.rules, seed=3)

    assert Setup.from_dict(json.loads(json.dumps(setup.to_dict()))) == setup


@EACH_MODE
def test_every_mode_is_driven_by_name_over_the_headless_protocol(mode: Mode) -> None:
    updates: list[list[Any]] = [[time, sorted(mask_to_buttons(mask))] for time, mask in inputs_after(0, 2, 60)]
    rules = {"das_ns": 90 * MS}
    request = {"id": 1, "kind": "game", "mode": mode.name, "rules": rules, "seed": 2, "updates": updates}
    response = json.loads(next(serve([json.dumps(request)])))
    game = Game(Rules.from_dict(rules, mode.rules), 2)
    play(game, inputs_after(0, 2, 60))
    last = response["steps"][-1]["state"]

    assert last["board"] == game.view.board.to_text()
    assert (last["time"], last["end"], last["score"]) == (game.view.time_ns, game.view.end, game.view.score)


def test_mode_options_are_set_over_the_headless_protocol() -> None:
    request = {"kind": "game", "mode": "polyomino", "options": {"rank": 2}, "seed": 1, "updates": [[0, None]]}
    response = json.loads(next(serve([json.dumps(request)])))

    assert len(response["steps"][0]["state"]["cells"]) == 2


class Stacker:
    """Fills the board with O pieces, two lines for every five, whatever the speed."""

    _WAYS: ClassVar[tuple[list[Button], ...]] = (
        4 * [Button.MOVE_LEFT],
        4 * [Button.MOVE_RIGHT],
        2 * [Button.MOVE_LEFT],
        2 * [Button.MOVE_RIGHT],
        [],
    )

    def __init__(self, mode: str, options: dict[str, OptionValue] | None = None) -> None:
        self.game = Game(MODES[mode].rules_with(options=options or {}), 0, pieces="O" * 1100)
        self.game.update(0)

    def play(self, pieces: int) -> Game:
        for number in range(pieces):
            if self.game.view.end is None:
                drop(self.game, *self._WAYS[number % 5])
        return self.game


@pytest.mark.parametrize(
    ("mode", "options", "pieces", "lines", "level"),
    [
        ("40_lines", {}, 100, 40, 3),
        ("marathon", {}, 475, 190, 20),
        ("master", {}, 750, 300, 50),
        ("sprint", {"lines": "20"}, 50, 20, 1),
        ("sprint", {}, 100, 40, 1),
        ("sprint", {"lines": "100"}, 250, 100, 1),
        ("invisible", {}, 100, 40, 1),
        ("20g", {}, 800, 320, 33),
        ("guideline", {}, 375, 150, 16),
        ("guideline", {"levels": 5, "start_level": 3}, 125, 50, 8),
        ("polyomino", {"rank": 4}, 100, 40, 5),
        ("jminos", {}, 500, 200, 21),
        ("cascade", {"lines": 60}, 150, 60, 4),
        ("custom", {"time": 0, "lines": 30}, 75, 30, 4),
        ("custom", {"time": 0, "pieces": 40}, 40, 14, 2),
        ("custom", {"time": 0, "level": 3, "start_level": 2}, 50, 20, 4),
    ],
)
def test_a_goal_is_reached_with_its_last_line(
    mode: str, options: dict[str, OptionValue], pieces: int, lines: int, level: int
) -> None:
    game = Stacker(mode, options).play(pieces + 5)

    assert game.view.end is End.COMPLETED
    assert (game.view.pieces, game.view.lines, game.view.level) == (pieces, lines, level)


@pytest.mark.wide
@pytest.mark.parametrize("mode", ["40_lines", "marathon", "sprint", "invisible", "guideline", "polyomino", "custom"])
def test_a_good_player_wins(mode: str) -> None:
    options: dict[str, dict[str, OptionValue]] = {"polyomino": {"rank": 3}, "custom": {"time": 0, "lines": 60}}
    game = Game(MODES[mode].rules_with(options=options.get(mode, {})), 3)
    play_well(game, 1000)

    assert game.view.end is End.COMPLETED


def test_a_score_can_be_the_goal() -> None:
    game = Stacker("custom", {"time": 0, "score": 9000}).play(1000)

    assert game.view.end is End.COMPLETED
    assert game.view.score >= 9000


@pytest.mark.parametrize(("mode", "seconds"), [("time_trial", 180), ("ascent", 120), ("custom", 60)])
def test_time_runs_out_at_exactly_the_limit(mode: str, seconds: int) -> None:
    game = Game(Rules.from_dict({"lock_delay_ns": 3600 * 1000 * MS, "locking": "infinite"}, MODES[mode].rules), 0)
    game.update(10**12)

    assert game.view.end is End.COMPLETED
    assert game.view.time_ns == seconds * 1000 * MS


@together(
    "mode",
    ["40_lines", "marathon", "guideline", "classic", "game_boy", "elektronika_60", "cascade", "jminos", "pytetris"],
)
def test_a_stack_to_the_top_loses(mode: str) -> None:
    game = Game(MODES[mode].rules, 0, pieces="O" * 40)
    play(game, [(time * 30 * MS, time % 2 << list(Button).index(Button.HARD_DROP)) for time in range(1000)])

    assert game.view.end is End.LOCK_OUT
    assert game.view.pieces == game.view.skyline // 2


@pytest.mark.parametrize(
    ("mode", "start", "lines", "level"),
    [("classic", 0, 10, 1), ("classic", 9, 100, 10), ("game_boy", 0, 10, 1), ("game_boy", 9, 100, 10)],
)
def test_the_classics_raise_their_first_level_late(mode: str, start: int, lines: int, level: int) -> None:
    stacker = Stacker(mode, {"start_level": start})
    before = stacker.play(5 * lines // 2 - 5).view.level
    after = stacker.play(5).view.level

    assert (before, after) == (start, level)


def test_hearts_are_ten_levels_faster() -> None:
    plain = Game(MODES["game_boy"].rules_with(options={"start_level": 10}), 0)
    hearts = Game(MODES["game_boy"].rules_with(options={"hearts": True}), 0)

    assert hearts.view.level == 0
    assert hearts.view.fall_delay_ns == plain.view.fall_delay_ns
    assert hearts.view.lock_delay_ns == plain.view.lock_delay_ns


def test_the_variable_goal_counts_goal_points() -> None:
    """A double is three points. Level 1 takes five of them, level 2 ten, level 3 fifteen."""
    stacker = Stacker("guideline", {"goal": "variable", "levels": 5})
    levels = [stacker.play(5).view.level for _ in range(10)]

    assert levels == [1, 2, 2, 2, 3, 3, 3, 3, 3, 4]


def test_pytetris_raises_levels_by_score_up_to_6() -> None:
    game = Stacker("pytetris").play(1000)

    assert game.view.score == 200 * 30
    assert game.view.level == 6
    assert game.view.fall_delay_ns == 4 * 1000 * MS // 30
