"""Train a policy with a mask by its gradient: a softmax over the possible placements, linear in their features.

pip install 'piecement[gym]'
python examples/masked_policy.py [GAMES]
"""

import sys
from dataclasses import replace

import gymnasium
import numpy as np

from piecement_gym import TRAINING_RULES
from piecement_gym.features import FEATURES, FeatureChoices

LOW = replace(TRAINING_RULES, skyline=8, height=12, hold="off")
games = int(sys.argv[1]) if len(sys.argv) > 1 else 160
env = FeatureChoices(gymnasium.make("piecement_gym:piecement/Placements-v0", rules=LOW, reward="pieces", invalid="end"))
random = np.random.default_rng(1)
weights = np.zeros(len(FEATURES))
lengths: list[int] = []
for game in range(games):
    table = env.reset(seed=game)[0]
    slope = np.zeros(len(FEATURES))
    ended, pieces = False, 0
    while not ended and pieces < 200:
        rows = table[env.action_masks()] / 10
        chances = np.exp(rows @ weights - np.max(rows @ weights))
        chances /= chances.sum()
        row = int(random.choice(len(rows), p=chances))
        slope += rows[row] - chances @ rows
        step = env.step(row)
        table, ended = step[0], step[2]
        pieces += 1
    usual = np.mean(lengths[-20:]) if lengths else pieces
    weights += 10 * (pieces - usual) / (pieces + usual) * slope / np.sqrt(pieces)
    lengths.append(pieces)
    if game % 20 == 19:
        print(f"games up to {game + 1}: {np.mean(lengths[-20:]):.1f} pieces on average")
print(dict(zip(FEATURES, weights.round(2).tolist(), strict=True)))
