"""Matches of agents, as a parallel environment of PettingZoo. Needs the extra `gym`."""

from dataclasses import replace
from typing import Any, Final

import numpy as np
from gymnasium import Space, spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from piecement_engine import GameView, RuleError, Rules
from piecement_engine.errors import cut_repr
from piecement_engine.json_values import is_whole
from piecement_engine.match import GarbageRules, Match
from piecement_gym.buttons import FRAME_NS, ButtonControl
from piecement_gym.environments import Info
from piecement_gym.rendering import RENDER_MODES, check_render_mode, rendered
from piecement_gym.stepped_games import TRAINING_RULES, Observation, SteppedGames

VERSUS_RULES: Final = replace(TRAINING_RULES, garbage=GarbageRules())
"""Training rules with garbage."""

_MOST_AGENTS: Final = 8
_MOST_WAITING: Final = 10_000


class VersusEnv(ParallelEnv[str, Observation, NDArray[Any]]):  # type: ignore[misc]  # PettingZoo has no types
    """Games with the same pieces that send each other garbage, a frame a step, by the actions of `ButtonEnv`.

    The last agent left earns 1, an agent that tops out -1. The observation is `SteppedGames.space` with `waiting`: the
    rows of incoming garbage.
    """

    metadata: dict[str, Any] = {
        "name": "piecement_versus_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
    }

    def __init__(
        self, agents: int = 2, rules: Rules | None = None, frame_ns: int = FRAME_NS, render_mode: str | None = None
    ) -> None:
        """Create a match of two to eight agents. Raises `RuleError` for rules without garbage."""
        check_render_mode(render_mode)
        if not is_whole(agents, 2, _MOST_AGENTS):
            raise RuleError(f"a match of {cut_repr(agents)}: it has 2 to {_MOST_AGENTS} agents")
        rules = rules or VERSUS_RULES
        if rules.garbage is None:
            raise RuleError("a match needs rules with garbage: set `garbage` to GarbageRules()")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{number}" for number in range(agents)]
        self.agents: list[str] = []
        self._control: Final = ButtonControl(SteppedGames(agents, rules, "lines"), frame_ns)
        one = self._control.games.space
        waiting = spaces.Box(0, _MOST_WAITING, (1,), np.int32)
        self._observation_spaces: Final = {
            agent: spaces.Dict({**one.spaces, "waiting": waiting}) for agent in self.possible_agents
        }
        self._action_spaces: Final = dict.fromkeys(self.possible_agents, self._control.action_space)
        self._match: Match | None = None
        self._random = np.random.default_rng()
        self.render_fps = round(1e9 / frame_ns)

    def observation_space(self, agent: str) -> Space[Any]:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        return self._action_spaces[agent]

    def view(self, agent: str) -> GameView:
        """Return the game of an agent."""
        return self._control.games.views[self.possible_agents.index(agent)]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Start a match, in which all agents have the same pieces."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        pieces, holes = (int(number) for number in self._random.integers(1 << 63, size=2))
        for number in range(len(self.possible_agents)):
            self._control.begin(number, pieces)
        self._match = Match(self._control.games.games, holes)
        self.agents = list(self.possible_agents)
        return self._observe(self.agents), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, NDArray[Any]]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        if self._match is None:
            raise RuleError("no match has begun: call reset first")
        playing = self.agents
        numbers = [self.possible_agents.index(agent) for agent in playing]
        rows = np.zeros((len(self.possible_agents), *self._control.action_space.shape), np.int8)
        for agent, number in zip(playing, numbers, strict=True):
            if agent not in actions:
                raise RuleError(f"no action of {agent}: all agents of a step act")
            rows[number] = self._control.checked(actions[agent], rows.shape[1:])
        inputs, games = self._control.inputs(rows), self._control.games
        for number in numbers:
            game = games.games[number]
            self._match.apply(number, game.play(game.view.time_ns + self._control.frame_ns, inputs[number]))
        games.note(numbers)
        alive = self._match.alive
        over = len(alive) < 2
        ended, earned = dict[str, bool](), dict[str, float]()
        for agent, number in zip(playing, numbers, strict=True):
            ended[agent] = over or number not in alive
            earned[agent] = 0.0 if not ended[agent] else 1.0 if number in alive else -1.0
        self.agents = [agent for agent in playing if not ended[agent]]
        infos: dict[str, Info] = {agent: {} for agent in playing}
        return self._observe(playing), earned, ended, dict.fromkeys(playing, False), infos

    def render(self) -> Any:
        """Return one picture of all games: texts one below the other, or pixels side by side."""
        pictures = [rendered(self.view(agent), self.render_mode) for agent in self.possible_agents]
        return "\n".join(pictures) if self.render_mode == "ansi" else np.concatenate(pictures, axis=1)

    def _observe(self, agents: list[str]) -> dict[str, Observation]:
        observed, found = self._control.games.observe(), dict[str, Observation]()
        for agent in agents:
            number = self.possible_agents.index(agent)
            waiting = sum(attack.rows for attack in self.view(agent).waiting_rows)
            found[agent] = {name: values[number] for name, values in observed.items()}
            found[agent]["waiting"] = np.array([min(waiting, _MOST_WAITING)], np.int32)
        return found
