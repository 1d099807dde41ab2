"""Gymnasium environments on the rules engine: buttons frame by frame, or a piece a step. Needs the extra `gym`.

>>> import gymnasium
>>> env = gymnasium.make("piecement_gym:piecement/Placements-v0")
>>> observation, info = env.reset(seed=1)
>>> action = int(info["action_mask"].argmax())
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> info["valid"], observation["board"].sum()
(True, np.int64(4))

The part before the colon is imported first, and registers the environments; after `import piecement_gym` it can be
omitted. The action of `piecement/Buttons-v0` is the buttons held in each frame. The action of `piecement/Placements-v0`
is a placement that the piece in play or the held one can reach, by rotations, tucks and spins too. Both are available
as vector environments (`gymnasium.make_vec`), which step many games in one call. All take these arguments:

- `rules`: a `piecement_engine.Rules`; by default `TRAINING_RULES`.
- `reward`: a name in `REWARDS`, or a function from a `GameView` to a running total: a step earns its change.
- `render_mode`: `ansi`, a text, or `rgb_array`, an array of shape (height, width, 3).

`piecement/Placements-v0` also takes `invalid`, the effect of an action that is not possible: `noop` (the default) plays
nothing, `penalty` also earns -1, and `end` gives up the game. `action_masks()` of the environment returns the mask of
the possible actions, as `MaskablePPO` of sb3-contrib asks.

Environments can be copied and pickled if the reward function can.

A seed given to `reset` fixes all pieces of that and the later games. Episodes end when the game ends; `gymnasium`'s
`TimeLimit` truncates those that would never end.
"""

from typing import Final

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("piecement_gym needs Gymnasium: pip install 'piecement[gym]'", name=error.name) from None

from piecement_gym.stepped_games import REWARDS, TRAINING_RULES

__all__ = ["ENVIRONMENTS", "REWARDS", "TRAINING_RULES", "register_environments"]

ENVIRONMENTS: Final = {
    "piecement/Buttons-v0": ("piecement_gym.buttons:ButtonEnv", "piecement_gym.buttons:ButtonVectorEnv"),
    "piecement/Placements-v0": ("piecement_gym.placements:PlacementEnv", "piecement_gym.placements:PlacementVectorEnv"),
}
"""Environments by id: the classes of a single one and of a vector of them."""


def register_environments() -> None:
    """Register the environments with Gymnasium. A second call does nothing."""
    for name, (single, many) in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point=single, vector_entry_point=many)


register_environments()
