"""Run the checks of Gymnasium and PettingZoo on every environment.

pip install 'piecement-engine[gym]'
python examples/check_environments.py
"""

import warnings

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test

import piecement_gym
from piecement_gym.features import FeatureChoices
from piecement_gym.versus import VersusEnv

for name in piecement_gym.ENVIRONMENTS:
    check_env(gymnasium.make(name, render_mode="ansi").unwrapped)
    print(f"{name}: ok")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about the wrapper, and its features without bounds
    check_env(FeatureChoices(gymnasium.make("piecement/Placements-v0").unwrapped), skip_render_check=True)
print("FeatureChoices: ok")
parallel_api_test(VersusEnv(), num_cycles=100)
