"""Wrapper that observes the board features after each possible placement."""

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import RecordConstructorArgs
from numpy.typing import NDArray

from piecement_engine.bots.coach import placed_features
from piecement_engine.bots.features import Features
from piecement_engine.errors import RuleError, cut_repr
from piecement_gym.environments import Info
from piecement_gym.placements import PlacementEnv

FEATURES: Final = Features._fields
"""Columns as in `piecement_engine.bots.features`: of Dellacherie (the first six), Thiery and Scherrer."""

MOST_CHOICES: Final = 256
"""Number of rows of the table; the current and held piece together rarely have half as many placements."""


class FeatureChoices(gymnasium.Wrapper[NDArray[np.float32], Any, Any, Any], RecordConstructorArgs):
    """Environment whose observation is a table of shape (choices, features), and whose action is a row of it.

    Rows without a choice are zeros. `info["action_mask"]` has a 1 for each row with a choice; a step by another row is
    an invalid action of the wrapped environment. Choices after the first `MOST_CHOICES` are omitted.
    """

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        """Wrap a placement environment, directly or through other wrappers. Raises `TypeError` for any other."""
        RecordConstructorArgs.__init__(self)  # so that `spec` can make it again
        super().__init__(env)
        inner = env.unwrapped
        if not isinstance(inner, PlacementEnv):
            raise TypeError(f"features are of placements: {inner!r} is no PlacementEnv")
        self._inner: Final = inner
        self._actions: list[int] = []
        self.observation_space = spaces.Box(-np.inf, np.inf, (MOST_CHOICES, len(FEATURES)), np.float32)
        self.action_space = spaces.Discrete(MOST_CHOICES)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], Info]:
        _, info = self.env.reset(seed=seed, options=options)
        return self._table(), self._masked(info)

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, Info]:
        if not self.action_space.contains(action):
            raise RuleError(
                f"the action is {cut_repr(action)}: it is a row, a whole number from 0 to {MOST_CHOICES - 1}"
            )
        chosen = self._actions[action] if action < len(self._actions) else self._inner.control.highest_action
        _, reward, terminated, truncated, info = self.env.step(chosen)
        return self._table(), float(reward), terminated, truncated, self._masked(info)

    def _table(self) -> NDArray[np.float32]:
        control = self._inner.control
        choices = list(control.choices(0).items())[:MOST_CHOICES]
        position = control.position(0)
        self._actions = [action for action, _ in choices]
        table = np.zeros((MOST_CHOICES, len(FEATURES)), np.float32)
        if position is not None:
            table[: len(choices)] = [placed_features(position, choice) for _, choice in choices]
        return table

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of rows with a choice, as `MaskablePPO` of sb3-contrib requires.

        After the end all rows are true, since no action has an effect.
        """
        return np.arange(MOST_CHOICES) < (len(self._actions) or MOST_CHOICES)

    def _masked(self, info: Info) -> Info:
        return {**info, "action_mask": self.action_masks().astype(np.int8)}


choice_features: Final = placed_features
"""Former name of `piecement_engine.bots.coach.placed_features`, for one release."""
