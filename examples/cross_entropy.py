"""Train a player by cross entropy on six features, from nothing to more than a thousand lines in some minutes.

    pip install 'piecement[gym]'
    python examples/cross_entropy.py [--rounds 8] [--seed 1]

A player is six weights, one for each of Dellacherie's features (see `piecement_gym.features`): it locks every piece
where the weighted sum is highest. Each round draws some players around the best ones so far, has each play a short game
on a low board, where bad play ends soon, and takes the mean and the spread of the best tenth (Szita and Lorincz 2006,
with the constant noise of Thiery and Scherrer 2009). In the end the mean plays one game on a board of full height.
"""

import argparse
from dataclasses import replace
from functools import cache
from multiprocessing import Pool
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from piecement_gym import TRAINING_RULES
from piecement_gym.features import FeatureChoices

FEATURES = 6
PLAYERS = 60
BEST = 8
NOISE = 1.0
LONGEST_GAME = 300
"""Pieces in training."""
LAST_GAME = 3_000
"""Pieces in the end: 1,200 lines if it lasts."""
LOW_BOARD = replace(TRAINING_RULES, skyline=10, height=14, hold="off")
FULL_BOARD = replace(TRAINING_RULES, hold="off")


@cache
def environment(low: bool) -> FeatureChoices:
    return FeatureChoices(gymnasium.make("piecement/Placements-v0", rules=LOW_BOARD if low else FULL_BOARD))


def lines(weights: NDArray[np.float64], seed: int, pieces: int, *, low: bool) -> float:
    """Play a game, at most so many pieces, and return the lines cleared."""
    env = environment(low)
    table, info = env.reset(seed=seed)
    total = 0.0
    for _ in range(pieces):
        values = np.where(info["action_mask"] > 0, table[:, :FEATURES] @ weights, -np.inf)
        table, reward, ended, _, info = env.step(int(values.argmax()))
        total += float(reward)
        if ended:
            break
    return total


def training_game(task: tuple[NDArray[np.float64], int]) -> float:
    weights, seed = task
    return lines(weights, seed, LONGEST_GAME, low=True)


def train(rounds: int, seed: int, pool: Any) -> NDArray[np.float64]:
    """Return the weights; each round prints the mean lines of all players and of the best."""
    random = np.random.default_rng(seed)
    mean, spread = np.zeros(FEATURES), np.full(FEATURES, 10.0)
    for number in range(rounds):
        players = random.normal(mean, spread, (PLAYERS, FEATURES))
        results = np.array(pool.map(training_game, [(player, seed + number) for player in players], chunksize=4))
        best = players[results.argsort()[-BEST:]]
        mean, spread = best.mean(axis=0), np.sqrt(best.var(axis=0) + NOISE / (number + 1))
        best_lines = np.sort(results)[-BEST:].mean()
        print(f"round {number + 1}: {results.mean():.1f} lines, the best {best_lines:.1f}", flush=True)
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with Pool(options.processes) as pool:
        weights = train(options.rounds, options.seed, pool)
    print("weights", " ".join(f"{weight:.2f}" for weight in weights))
    print(f"a game on the full board: {lines(weights, options.seed, LAST_GAME, low=False):.0f} lines")


if __name__ == "__main__":
    main()
