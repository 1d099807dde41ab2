"""Matches of agents: PettingZoo's own checks, garbage that arrives, and who has won."""

import copy
import pickle
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from pettingzoo.test import parallel_api_test  # pyright: ignore[reportUnknownVariableType]  # it has no types

from piecement_engine import Button, RuleError
from piecement_engine.match import GarbageRules
from piecement_gym.buttons import BUTTONS
from piecement_gym.stepped_games import TRAINING_RULES
from piecement_gym.versus import VERSUS_RULES, VersusEnv

NOTHING = np.zeros(len(BUTTONS), np.int8)
LOW_RULES = replace(VERSUS_RULES, skyline=6, height=10)


def pressed(button: Button) -> NDArray[np.int8]:
    return np.array([button is one for one in BUTTONS], np.int8)


def test_pettingzoo_finds_nothing_to_object_to() -> None:
    parallel_api_test(VersusEnv(rules=LOW_RULES), 300)


def test_the_last_one_standing_wins() -> None:
    env = VersusEnv(3, rules=LOW_RULES)
    env.reset(seed=1)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    order: list[str] = []
    for step in range(2_000):
        button = pressed(Button.HARD_DROP) if step % 2 else NOTHING
        busy = env.agents[: max(1, len(env.agents) - 1)]
        _, rewards, ended, _, _ = env.step({agent: button if agent in busy else NOTHING for agent in env.agents})
        order += [agent for agent, over in ended.items() if over]
        for agent, reward in rewards.items():
            earned[agent] += reward
        if not env.agents:
            break
    assert sorted(order) == env.possible_agents
    assert earned == {"player_0": -1, "player_1": -1, "player_2": 1}


def test_all_have_the_same_pieces_and_a_seed_fixes_them() -> None:
    env = VersusEnv()
    first, _ = env.reset(seed=6)
    other, _ = VersusEnv().reset(seed=6)
    assert np.array_equal(first["player_0"]["next"], first["player_1"]["next"])
    assert np.array_equal(first["player_0"]["next"], other["player_0"]["next"])


def again(env: VersusEnv) -> VersusEnv:
    copied: VersusEnv = pickle.loads(pickle.dumps(env))
    return copied


@pytest.mark.parametrize("copied", [copy.deepcopy, again])
def test_copied_match_plays_on_alone(copied: Callable[[VersusEnv], VersusEnv]) -> None:
    """Flat pieces fill ten columns as they come, so that clears are made; their rows are seen on their way."""
    env = VersusEnv(rules=replace(VERSUS_RULES, width=4, pieces="I", height=24))
    env.reset(seed=1)

    def step(match: VersusEnv, number: int) -> list[int]:
        attack = pressed(Button.HARD_DROP) if number % 2 else NOTHING
        observed, *_ = match.step({"player_0": attack, "player_1": NOTHING})
        return [int(observed["player_1"]["waiting"][0]), observed["player_1"]["board"].sum()]

    for number in range(40):
        step(env, number)
    other = copied(env)
    theirs = [step(other, number) for number in range(40, 200)]

    assert max(waiting for waiting, _ in theirs) > 0
    assert [step(env, number) for number in range(40, 200)] == theirs


@pytest.mark.parametrize(
    ("rules", "agents", "sentence"),
    [
        (TRAINING_RULES, 2, "a match needs rules with garbage: set `garbage` to GarbageRules()"),
        (None, 9, "a match of 9: it has 2 to 8 agents"),
        (None, 2.0, "a match of 2.0: it has 2 to 8 agents"),
    ],
)
def test_junk_match_is_refused(rules: object, agents: object, sentence: str) -> None:
    with pytest.raises(RuleError, match=f"^{re.escape(sentence)}$"):
        VersusEnv(agents, rules=rules)  # type: ignore[arg-type]  # both kinds


def test_the_rules_of_matches_have_garbage() -> None:
    assert VERSUS_RULES.garbage == GarbageRules()
