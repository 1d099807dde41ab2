"""Step 64 games in one call, and learn from their arrays by numpy which column has the highest stack.

pip install 'piecement-engine[gym]'
python examples/many_games.py 50
"""

import sys

import gymnasium
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100
envs = gymnasium.make_vec("piecement_gym:piecement/Placements-v0", num_envs=64, reward="pieces")
random = np.random.default_rng(1)
observations, infos = envs.reset(seed=1)
earned = np.zeros(64)
ends = 0
for _ in range(steps):
    chances = infos["action_mask"] * random.random(infos["action_mask"].shape)
    observations, rewards, terminated, _, infos = envs.step(chances.argmax(axis=1))
    earned += rewards
    ends += int(terminated.sum())
boards = observations["board"]
heights = (boards * np.arange(1, boards.shape[1] + 1)[:, None]).max(axis=1).mean(axis=0)
print(f"{earned.sum():.0f} pieces, {ends} games ended")
print("mean height of each column:", np.round(heights, 1))
