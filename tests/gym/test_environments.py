"""Promises of the environments: Gymnasium's own checks, equal games for equal seeds, and the engine's rules inside."""

import copy
import operator
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import piecement_gym
from piecement_engine import EMPTY, Button, Game, RuleError, Rules
from piecement_engine.bots import Position
from piecement_gym.buttons import BUTTONS, FRAME_NS, ButtonEnv, ButtonVectorEnv
from piecement_gym.placements import INVALID, PlacementEnv, PlacementVectorEnv
from piecement_gym.rendering import RENDER_MODES
from piecement_gym.stepped_games import REWARDS, TRAINING_RULES, filled_cells
from piecement_gym.versus import VersusEnv
from tests.sampling import together

IDS = tuple(piecement_gym.ENVIRONMENTS)
SMALL_RULES = replace(TRAINING_RULES, width=6, skyline=8, height=12)


def some_action(info: dict[str, Any], random: np.random.Generator) -> Any:
    """Return a random action that does something; the placement environments say in `info` which do."""
    mask = info.get("action_mask")
    return random.integers(0, 2, len(BUTTONS)) if mask is None else int(random.choice(np.flatnonzero(mask)))


class Given(NamedTuple):
    """Results of a step or a reset."""

    observation: dict[str, Any]
    reward: float = 0
    ended: bool = False


def played(name: str, seed: int, steps: int) -> list[Given]:
    """Return all that an environment gives in so many steps, over several games where they are short."""
    env = gymnasium.make(name, rules=SMALL_RULES)
    random = np.random.default_rng(5)
    observation, info = env.reset(seed=seed)
    given = [Given(observation)]
    for _ in range(steps):
        observation, reward, ended, _, info = env.step(some_action(info, random))
        given.append(Given(observation, float(reward), ended))
        if ended:
            observation, info = env.reset()
            given.append(Given(observation))
    return given


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)


def all_same(some: list[Given], others: list[Given]) -> bool:
    return len(some) == len(others) and all(
        same(one.observation, other.observation) and one[1:] == other[1:]
        for one, other in zip(some, others, strict=True)
    )


EVERY_OPTION: dict[str, dict[str, Any]] = {
    **{f"render {mode}": {"render_mode": mode} for mode in RENDER_MODES},
    **{f"reward {name}": {"reward": name} for name in REWARDS},
    "own reward": {"reward": operator.attrgetter("combo")},
    "small": {"rules": SMALL_RULES},
    "no hold": {"rules": replace(TRAINING_RULES, hold="off")},
    "no previews": {"rules": replace(TRAINING_RULES, preview_count=0)},
    "pentominoes": {"rules": replace(TRAINING_RULES, pieces="5", width=12)},
    "20G": {"rules": replace(TRAINING_RULES, fall_delay_ns=0)},
    "tetrs": {"rules": Rules()},
}
OPTIONS_OF: dict[str, dict[str, dict[str, Any]]] = {
    "piecement/Buttons-v0": {"frame": {"frame_ns": 1_000_000}},
    "piecement/Placements-v0": {
        **{f"invalid {name}": {"invalid": name} for name in INVALID},
        "slow": {"piece_ns": 500_000_000},
    },
}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param(name, options, id=f"{name.partition('/')[2]} {option}")
        for name in IDS
        for option, options in {**EVERY_OPTION, **OPTIONS_OF[name]}.items()
    ],
)
def test_gymnasium_finds_nothing_to_object_to(name: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(name, **options)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", IDS)
def test_a_seed_fixes_all_games(name: str) -> None:
    first = played(name, 3, 90)
    assert all_same(first, played(name, 3, 90))
    assert not all_same(first, played(name, 4, 90))
    assert sum(given.ended for given in first) > 1, "several games are in it"
    space = gymnasium.make(name, rules=SMALL_RULES).observation_space
    assert all(given.observation in space for given in first)


def test_buttons_are_held_as_by_a_player() -> None:
    rules = replace(TRAINING_RULES, scoring="guideline")
    env = ButtonEnv(rules, reward="score")
    env.reset(seed=11)
    game = Game(rules, seed=env.view.seed)
    game.update(env.view.time_ns)
    random = np.random.default_rng(1)
    total = 0.0
    for _ in range(400):
        action = (random.random(len(BUTTONS)) < 0.15).astype(np.int8)
        _, reward, ended, _, _ = env.step(action)
        total += reward
        game.update(
            game.view.time_ns + FRAME_NS, {button for button, held in zip(BUTTONS, action, strict=True) if held}
        )
        assert game.view.rows == env.view.rows
        assert game.view.piece == env.view.piece
        if ended:
            break
    assert game.view.pieces == env.view.pieces > 10
    assert total == game.view.score > 0


@pytest.mark.parametrize("delay_ns", [0, 100_000_000])
def test_every_step_shows_the_game(delay_ns: int) -> None:
    """Falls, and rows that leave after a delay, make no events."""
    rules = replace(TRAINING_RULES, width=4, pieces="I", scoring="guideline", line_clear_delay_ns=delay_ns)
    env = ButtonEnv(replace(rules, appearance_delay_ns=delay_ns), reward="score")
    env.reset(seed=1)
    before = 0
    for step in range(200):
        held = Button.SOFT_DROP if step % 40 > 20 else Button.HARD_DROP if step % 40 == 10 else None
        observed, reward, *_ = env.step(np.array([button is held for button in BUTTONS], np.int8))
        piece, rows = env.view.piece, env.view.rows
        assert observed["piece"].tolist() == ([0, *piece[1:]] if piece else [-1] * 4)
        assert observed["board"].sum() == sum(tile != EMPTY for row in rows for tile in row)
        assert reward == env.view.score - before
        before = env.view.score
    assert env.view.lines > 3


def test_a_placement_locks_where_the_action_says() -> None:
    env = PlacementEnv(reward="pieces")
    _, info = env.reset(seed=2)
    random = np.random.default_rng(3)
    for _ in range(60):
        before = Position.of(env.view)
        assert len(before.placements) == info["action_mask"].sum()
        action = int(random.choice(np.flatnonzero(info["action_mask"])))
        choice = env.control.choices(0)[action]
        board, lines = before.push(choice).bits, choice.lines
        cleared = env.view.lines
        _, reward, ended, _, info = env.step(action)
        if ended:
            break
        assert reward == 1
        assert env.view.board.bits == board
        assert env.view.lines - cleared == lines


def test_an_action_that_there_is_not_plays_nothing() -> None:
    env = PlacementEnv()
    observation, info = env.reset(seed=2)
    assert not info["action_mask"][env.control.highest_action]
    after, reward, ended, truncated, info = env.step(env.control.highest_action)
    assert not info["valid"]
    assert same(after, observation)
    assert (reward, ended, truncated) == (0, False, False)


@pytest.mark.parametrize("piece_ns", [0, 250_000_000])
def test_a_placement_is_one_piece_and_takes_its_time(piece_ns: int) -> None:
    """Rules without any delay once had a player lock pieces for ever at one instant."""
    env = PlacementEnv(reward="pieces", piece_ns=piece_ns)
    _, info = env.reset(seed=1)
    began = env.view.time_ns
    _, reward, *_ = env.step(int(info["action_mask"].argmax()))
    assert reward == 1
    assert piece_ns == 0 or env.view.time_ns == began + piece_ns


def test_boards_are_arrays_with_the_lowest_row_first() -> None:
    rows = ["#.........", "##......#.", "........#."]
    game = Game(TRAINING_RULES, seed=1, board=[row.replace(".", " ") for row in rows])
    cells = filled_cells(game.view.board.geometry, [game.view.board.bits])
    assert cells.shape == (1, TRAINING_RULES.height, TRAINING_RULES.width)
    assert ["".join("#" if cell else "." for cell in row) for row in cells[0, :3]] == rows
    assert cells.sum() == 5


def test_the_text_and_the_pixels_show_the_same_field() -> None:
    env = ButtonEnv(render_mode="ansi")
    env.reset(seed=1)
    hard_drop = np.array([button is Button.HARD_DROP for button in BUTTONS], np.int8)
    for held in (hard_drop, 0 * hard_drop) * 3:
        env.step(held)
    lines = [line[1:-1] for line in env.render().splitlines() if line.startswith("|")]
    assert sum(character in "IOTSZJL" for line in lines for character in line) == 4 * (env.view.pieces + 1)
    pixels = PlacementEnv(render_mode="rgb_array")
    pixels.reset(seed=1)
    assert pixels.render().shape == (len(lines) * 12, TRAINING_RULES.width * 12, 3)


def again(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))


EACH_WAY = pytest.mark.parametrize("copied", [copy.deepcopy, again])


@EACH_WAY
@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("wrapped", [False, True])
def test_copied_environment_plays_on_alone(name: str, copied: Callable[[Any], Any], wrapped: bool) -> None:
    env = gymnasium.make(name, rules=SMALL_RULES) if wrapped else gymnasium.make(name, rules=SMALL_RULES).unwrapped
    random = np.random.default_rng(5)
    _, info = env.reset(seed=3)
    for _ in range(3):
        *_, info = env.step(some_action(info, random))
    ends: list[list[Any]] = []
    for one in (copied(env), env):
        dice, now, given = np.random.default_rng(6), info, list[Any]()
        for _ in range(3):
            *given, now = one.step(some_action(now, dice))
        ends.append([*given, one.reset()[0]])

    assert data_equivalence(ends[0], ends[1])


@EACH_WAY
def test_copied_vector_environment(copied: Callable[[Any], Any]) -> None:
    envs: Any = gymnasium.make_vec("piecement/Placements-v0", num_envs=2, rules=SMALL_RULES)
    envs.reset(seed=3)
    other = copied(envs)
    action = envs.action_space.sample()

    assert data_equivalence(other.step(action)[:4], envs.step(action)[:4])


def run_python(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_gymnasium_imports_the_package_by_id() -> None:
    done = run_python("import gymnasium; gymnasium.make('piecement_gym:piecement/Placements-v0').reset(seed=1)")

    assert done.returncode == 0, done.stderr


def test_missing_extra_is_one_sentence() -> None:
    program = "import sys; sys.modules['gymnasium'] = None; import piecement_gym"
    done = run_python(program)

    assert done.stderr.splitlines()[-1] == (
        "ModuleNotFoundError: piecement_gym needs Gymnasium: pip install 'piecement[gym]'"
    )
    assert "During handling" not in done.stderr


def test_no_action_has_an_effect_after_the_end() -> None:
    env = PlacementEnv(invalid="end")
    env.reset(seed=1)
    last, _, ended, *_ = env.step(env.control.highest_action)
    after, reward, still_ended, *_ = env.step(0)

    assert (ended, still_ended, reward) == (True, True, 0)
    assert same(after, last)


@pytest.mark.parametrize(("invalid", "reward", "ends"), [("noop", 0, False), ("penalty", -1, False), ("end", 0, True)])
def test_invalid_action_has_chosen_effect(invalid: str, reward: float, ends: bool) -> None:
    env = gymnasium.make("piecement/Placements-v0", invalid=invalid)
    many = gymnasium.make_vec("piecement/Placements-v0", num_envs=2, invalid=invalid)
    _, info = env.reset(seed=1)
    many.reset(seed=1)
    wrong, right = int(info["action_mask"].argmin()), int(info["action_mask"].argmax())

    _, earned, ended, _, info = env.step(wrong)
    _, all_earned, all_ended, _, _ = many.step(np.array([wrong, right]))

    assert (earned, ended, info["valid"]) == (reward, ends, False)
    assert (all_earned.tolist(), all_ended.tolist()) == ([reward, 0], [ends, False])
    assert info["action_mask"].any()
    assert info["action_mask"].all() == ends


@together("action", ["a", 1.5, None, 5000, -1, [1], np.array([[1]])])
@together("many", [False, True])
def test_wrong_placement_is_refused_in_a_sentence(action: Any, many: bool) -> None:
    env: Any = PlacementVectorEnv(2, SMALL_RULES) if many else PlacementEnv(SMALL_RULES)
    env.reset(seed=1)
    before = str(env.control.games.games[0].view)
    with pytest.raises(RuleError, match=r"^the action is .*from 0 to 575"):
        env.step([action, action] if many else action)

    assert str(env.control.games.games[0].view) == before


@pytest.mark.parametrize("action", ["a", None, 3, [1] * 7, [2] * 8, [0.5] * 8, np.zeros((2, 8))])
def test_wrong_buttons_are_refused_in_a_sentence(action: Any) -> None:
    env = ButtonEnv(SMALL_RULES)
    env.reset(seed=1)
    with pytest.raises(RuleError, match=r"^the action is .*from 0 to 1"):
        env.step(action)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: ButtonEnv(reward="beauty"),
            "unknown reward 'beauty': rewards are lines, score, pieces, or a function of a GameView$",
        ),
        (lambda: ButtonEnv(render_mode="human"), "unknown render mode 'human': modes are ansi, rgb_array$"),
        (lambda: PlacementEnv(invalid="ignore"), "invalid is 'ignore': it must be one of noop, penalty, end"),
        (lambda: PlacementEnv(piece_ns=-1), "piece_ns is -1: it must be a whole number of ns, at least 0"),
        (lambda: ButtonEnv(frame_ns=0), "frame_ns is 0: it must be a whole number of ns, at least 1"),
        (lambda: ButtonEnv(frame_ns=1.5), "frame_ns is 1.5: it must be a whole number"),
        (lambda: PlacementVectorEnv(0), "num_envs is 0: it must be a whole number, at least 1"),
        (lambda: PlacementVectorEnv(2, autoreset_mode="never"), "unknown autoreset mode 'never': modes are NextStep"),
    ],
)
def test_wrong_option_is_refused_in_a_sentence(make: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(RuleError, match=f"^{sentence}"):
        make()


@together("seed", ["a", -1, 1.5, [1], (1, 2, 3), [1, "a"], [1, -1]])
def test_wrong_seed_is_refused_in_a_sentence(seed: Any) -> None:
    env = ButtonVectorEnv(2, SMALL_RULES)
    env.reset(seed=1)
    before = [str(view) for view in env.control.games.views]
    with pytest.raises(RuleError, match=r"^seed is .*for each game$"):
        env.reset(seed=seed)

    assert [str(view) for view in env.control.games.views] == before


@pytest.mark.parametrize("name", IDS)
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, "SameStep"])
def test_many_games_in_one_call_are_those_of_gymnasium(name: str, mode: Any) -> None:
    """The same games, rewards and restarts as of single environments that Gymnasium steps one by one."""
    count = 3
    many: Any = gymnasium.make_vec(name, num_envs=count, rules=SMALL_RULES, autoreset_mode=mode)
    like: Any = SyncVectorEnv([lambda: gymnasium.make(name, rules=SMALL_RULES)] * count, autoreset_mode=mode)
    random = np.random.default_rng(2)
    _, infos = many.reset(seed=20)
    like.reset(seed=20)
    restarts = 0
    for _ in range(90):
        infos_of = [
            {key: values[number] for key, values in infos.items() if "final" not in key} for number in range(count)
        ]
        actions = np.array([some_action(one, random) for one in infos_of])
        *given, infos = many.step(actions)
        *expected, wanted = like.step(actions)

        assert data_equivalence(given[0], expected[0])
        for one, other in zip(given[1:], expected[1:], strict=True):
            assert np.asarray(one).tolist() == np.asarray(other).tolist()
        assert infos.keys() == wanted.keys()
        for number in np.flatnonzero(given[2]):
            restarts += 1
            assert "final_obs" not in infos or data_equivalence(infos["final_obs"][number], wanted["final_obs"][number])
    assert restarts > 1


def test_action_masks_are_the_possible_actions() -> None:
    env = gymnasium.make("piecement/Placements-v0", rules=SMALL_RULES)
    many = PlacementVectorEnv(2, SMALL_RULES)
    _, info = env.reset(seed=3)
    many.reset(seed=3)
    for _ in range(5):
        mask = env.get_wrapper_attr("action_masks")()
        assert mask.dtype == np.bool_
        assert mask.tolist() == info["action_mask"].astype(bool).tolist() == many.action_masks()[0].tolist()
        action = int(mask.argmax())
        _, _, _, _, info = env.step(action)
        many.step(np.array([action, many.action_masks()[1].argmax()]))


def test_documented_observations_are_those_of_the_space() -> None:
    page = (Path(__file__).parents[2] / "documentation/pages/engine/training.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (\([\d, ]+\)) \| (\w+) \|", page, re.MULTILINE)
    spaces: Any = VersusEnv().observation_space("player_0")
    single: Any = PlacementEnv()

    assert {name: (shape, kind) for name, shape, kind in rows} == {
        name: (str(space.shape), str(space.dtype)) for name, space in spaces.items()
    }
    assert set(single.observation_space) == {name for name, *_ in rows} - {"waiting"}
    assert f"`Discrete({single.action_space.n})`" in page
    assert ", ".join(f"`{button}`" for button in BUTTONS) in page
