"""How many steps a second of CPU time the environments make, beside `tetris-gymnasium` where it is installed.

    python benchmarks/environments.py [--seconds 4] [--games 256]

Each takes uniform random actions, in turns of one second in one run. With buttons a step is one of eight buttons, or
none, for a sixtieth of a second; `tetris-gymnasium` has eight actions. With placements a step is a piece.
"""

import argparse
from collections.abc import Iterator
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


def allowed(mask: Any, random: np.random.Generator) -> int:
    places = np.flatnonzero(mask)
    return int(random.choice(places)) if len(places) else 0


def one_game(name: str) -> Steps:
    random = np.random.default_rng(1)
    env = gymnasium.make(name).unwrapped
    _, info = env.reset(seed=1)
    while True:
        action = allowed(info["action_mask"], random) if info else button_rows(1, random)[0]
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
        actions = button_rows(games, random) if masks is None else np.array([allowed(mask, random) for mask in masks])
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
    try:
        import tetris_gymnasium as _  # noqa: F401
    except ImportError:
        print("tetris-gymnasium is not installed")
    else:
        steps["tetris-gymnasium"] = tetris_gymnasium()
    for name, rate in measured(steps, options.seconds).items():
        print(f"{name:48} {rate:>9,.0f}")


if __name__ == "__main__":
    main()
