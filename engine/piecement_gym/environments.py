"""Environments: one game as an `Env`, many as a `VectorEnv`, both over the same `Control`.

Rewards and observations are in `stepped_games`.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from numbers import Integral
from typing import Any, Final, Generic, TypeVar, cast

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from piecement_engine import GameView, RuleError, Rules
from piecement_engine.errors import cut, cut_repr
from piecement_engine.json_values import is_whole
from piecement_gym.rendering import RENDER_MODES, check_render_mode, rendered
from piecement_gym.stepped_games import TRAINING_RULES, Observation, Reward, SteppedGames

Info = dict[str, Any]


_FRAMES_PER_SECOND: Final = 30
"""Frame rate of the videos of wrappers."""


class Control(ABC):
    """Control of games by the actions of one kind of environment."""

    def __init__(self, games: SteppedGames) -> None:
        self.games: Final = games

    @property
    @abstractmethod
    def action_space(self) -> gymnasium.Space[Any]:
        """Actions of one game."""

    def checked(self, actions: object, shape: tuple[int, ...]) -> NDArray[np.int64]:
        """Return actions as an array of whole numbers of this shape. Raises `RuleError` for any others."""
        found = np.asarray(actions)
        fits = found.dtype.kind in "biu" and found.shape == shape
        if fits and (not found.size or 0 <= found.min() <= found.max() <= self.highest_action):
            return found.astype(np.int64)
        form = f"an array of shape {shape} of whole numbers" if shape else "a whole number"
        said = cut(" ".join(repr(actions).split()))
        raise RuleError(f"the action is {said}: it is {form} from 0 to {self.highest_action}")

    @property
    @abstractmethod
    def highest_action(self) -> int:
        """Largest number in an action."""

    def begin(self, number: int, seed: int) -> None:
        """Replace a game by a new one."""
        self.games.begin(number, seed)

    @abstractmethod
    def steps(self, numbers: list[int], actions: NDArray[Any]) -> list[float]:
        """Play one step of these games, and return the rewards of all games; `actions` has a row for every game."""

    def info(self, number: int) -> Info:
        """Return the information about a game beside the observation: none, unless a subclass has some."""
        return {}

    def infos(self) -> Info:
        """Return the information about all games, as arrays."""
        return {}


ControlKind = TypeVar("ControlKind", bound=Control)


def _new_control(
    kind: type[ControlKind], count: int, rules: Rules | None, reward: str | Reward, options: dict[str, Any]
) -> ControlKind:
    return kind(SteppedGames(count, rules or TRAINING_RULES, reward), **options)


def _new_seed(random: np.random.Generator) -> int:
    return int(random.integers(1 << 63))


def _seeds(given: int | Sequence[int | None] | None, count: int) -> Sequence[int | None]:
    """Return the seed of each game. Raises `RuleError` unless each is None or a whole number of at least 0."""
    if isinstance(given, Integral):
        seeds: Sequence[int | None] = [int(given) + number for number in range(count)]
    else:
        seeds = [None] * count if given is None else given if isinstance(given, list | tuple) else ()
    if len(seeds) != count or not all(one is None or (isinstance(one, Integral) and int(one) >= 0) for one in seeds):
        raise RuleError(f"seed is {cut_repr(given)}: it is a whole number from 0 on, or a list of one for each game")
    return seeds


def checked_ns(name: str, value: object, *, least: int = 0) -> int:
    """Return a time. Raises `RuleError` unless it is a whole number of ns, at least `least`."""
    if not is_whole(value, least):
        raise RuleError(f"{name} is {cut_repr(value)}: it must be a whole number of ns, at least {least}")
    return value


class PiecementEnv(gymnasium.Env[Observation, Any], Generic[ControlKind]):
    """One game. See the package for the arguments; subclasses set the kind of control."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": _FRAMES_PER_SECOND}
    control_type: type[ControlKind]

    def __init__(
        self,
        rules: Rules | None = None,
        reward: str | Reward = "lines",
        render_mode: str | None = None,
        **options: Any,  # of the kind of control
    ) -> None:
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.control: Final = _new_control(self.control_type, 1, rules, reward, options)
        self.observation_space = cast("gymnasium.Space[Observation]", self.control.games.space)
        self.action_space = self.control.action_space

    @property
    def view(self) -> GameView:
        return self.control.games.views[0]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        self.control.begin(0, _new_seed(self.np_random))
        return self._observe(), self.control.info(0)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        checked = self.control.checked(action, self.action_space.shape or ())
        (earned,) = self.control.steps([0], checked[np.newaxis])
        return self._observe(), float(earned), self.view.end is not None, False, self.control.info(0)

    def render(self) -> Any:
        return rendered(self.view, self.render_mode)

    def _observe(self) -> Observation:
        return {name: values[0] for name, values in self.control.games.observe().items()}


class PiecementVectorEnv(VectorEnv[Observation, Any, NDArray[Any]], Generic[ControlKind]):
    """Many games stepped by one call.

    With `autoreset_mode` `NextStep` an ended game restarts at the next step, which earns nothing; with `SameStep` it
    restarts at once, and `final_obs` and `final_info` of the infos are those of its end.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": _FRAMES_PER_SECOND}
    control_type: type[ControlKind]

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | None = None,
        reward: str | Reward = "lines",
        render_mode: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **options: Any,  # of the kind of control
    ) -> None:
        check_render_mode(render_mode)
        if not is_whole(num_envs, 1):
            raise RuleError(f"num_envs is {cut_repr(num_envs)}: it must be a whole number, at least 1")
        modes = {mode.value: mode for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)}
        name = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        if name not in modes:
            raise RuleError(f"unknown autoreset mode {name!r}: modes are {', '.join(modes)}")
        self.metadata = {**self.metadata, "autoreset_mode": modes[name]}
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.control: Final = _new_control(self.control_type, num_envs, rules, reward, options)
        self.single_observation_space = self.control.games.space
        self.single_action_space = self.control.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._randoms: list[np.random.Generator] = []
        self._ended = [False] * num_envs
        self._restarts_at_once: Final = modes[name] is AutoresetMode.SAME_STEP

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Restart all games; a seed is that of the first game, and each next game has the next seed.

        Raises `RuleError` for seeds that are neither None, nor a whole number, nor a list of these for each game.
        """
        seeds = _seeds(seed, self.num_envs)
        if seed is not None or not self._randoms:
            self._randoms = [np.random.default_rng(one) for one in seeds]
        for number in range(self.num_envs):
            self._begin(number)
        self._ended = [False] * self.num_envs
        return self.control.games.observe(), self.control.infos()

    def step(self, actions: Any) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        checked = self.control.checked(actions, self.action_space.shape or ())
        running = [number for number, ended in enumerate(self._ended) if not ended]
        earned = np.array(self.control.steps(running, checked), np.float64)
        for number, ended in enumerate(self._ended):
            if ended:
                self._begin(number)
        self._ended = self.control.games.ended.copy()
        terminated = np.array(self._ended)
        final: Info = self._restart() if self._restarts_at_once and any(self._ended) else {}
        infos = {**self.control.infos(), **final}
        return self.control.games.observe(), earned, terminated, np.zeros(self.num_envs, np.bool_), infos

    def _restart(self) -> Info:
        """Restart the ended games, and return their last observations and infos."""
        observed = self.control.games.observe()
        infos: Info = {}
        for number, ended in enumerate(self._ended):
            if ended:
                last = {name: values[number] for name, values in observed.items()}
                infos = self._add_info(infos, {"final_obs": last, "final_info": self.control.info(number)}, number)
                self._begin(number)
        self._ended = [False] * self.num_envs
        return infos

    def render(self) -> tuple[Any, ...]:
        return tuple(rendered(view, self.render_mode) for view in self.control.games.views)

    def _begin(self, number: int) -> None:
        self.control.begin(number, _new_seed(self._randoms[number]))
