"""Environments in which an action is a placement of a piece."""

from math import prod
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from piecement_engine import Event, RuleError
from piecement_engine.bots import Placement, Player, Position
from piecement_engine.bots.player import ChosenPlacement
from piecement_engine.rules.timing import MILLISECOND
from piecement_gym.environments import Control, Info, PiecementEnv, PiecementVectorEnv, checked_ns
from piecement_gym.stepped_games import SteppedGames

INVALID: Final = ("noop", "penalty", "end")
"""Effects of an action that is not possible: nothing; a reward of -1; the end of the game, which is given up."""


class PlacementControl(Control):
    """Control by placements of the bots' move generator, through presses like those of a player."""

    def __init__(self, games: SteppedGames, piece_ns: int = 0, invalid: str = "noop") -> None:
        """Control these games.

        Args:
            games: The games.
            piece_ns: The minimum time of a piece (ns), for rules and modes in which time matters.
            invalid: A name in `INVALID`: the effect of an action that is not possible.

        Raises:
            RuleError: If `invalid` is unknown, or `piece_ns` is no time.
        """
        super().__init__(games)
        if invalid not in INVALID:
            raise RuleError(f"invalid is {invalid!r}: it is one of {', '.join(INVALID)}")
        self._piece_ns: Final = checked_ns("piece_ns", piece_ns)
        self._invalid: Final = invalid
        self._shape: Final = (2, 4, games.rules.height, games.rules.width)
        """Hold, orientation, y and x of the piece when it locks."""
        self._count: Final = prod(self._shape)
        self._positions: Final[list[Position | None]] = [None] * len(games.games)
        self._choices: Final[list[dict[int, Placement]]] = [{}] * len(games.games)
        self._valid: Final = [True] * len(games.games)

    @property
    def no_action(self) -> int:
        """Number of an impossible action: held, upside down, on the top row of the last column."""
        return self._count - 1

    @property
    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self._count)

    @property
    def highest_action(self) -> int:
        return self._count - 1

    def action(self, choice: Placement) -> int:
        """Return the number of the action of a placement."""
        _, orientation, x, y = choice.piece
        _, _, height, width = self._shape
        return ((choice.hold * 4 + orientation) * height + y) * width + x

    def choices(self, number: int) -> dict[int, Placement]:
        """Return the possible placements in a game, by action."""
        return self._choices[number]

    def position(self, number: int) -> Position | None:
        """Return the position of the choices, or None after the end."""
        return self._positions[number]

    def begin(self, number: int, seed: int) -> None:
        self.games.begin(number, seed)
        self._valid[number] = True
        self.games.note(number, self._find_choices(number))

    def steps(self, numbers: list[int], actions: NDArray[Any]) -> list[float]:
        return [self._step(number, action) for number, action in zip(numbers, actions[numbers].tolist(), strict=True)]

    def info(self, number: int) -> Info:
        """Return the mask of the possible actions, and whether the last one was among them and so was played."""
        return {"action_mask": self.mask(number).astype(np.int8), "valid": self._valid[number]}

    def mask(self, number: int) -> NDArray[np.bool_]:
        """Return for each action whether it is possible in a game; after its end all are, as none has an effect."""
        choices = self._choices[number]
        mask = np.full(self._count, not choices, np.bool_)
        mask[list(choices)] = True
        return mask

    def _step(self, number: int, action: int) -> float:
        choice = self._choices[number].get(action)
        self._valid[number] = choice is not None
        if choice is None:
            return self._refuse(number)
        events = self._lock(number, choice)
        events += self._find_choices(number)
        return self.games.note(number, events)

    def _refuse(self, number: int) -> float:
        """Return the reward of an action that is not possible."""
        if self._invalid != "end":
            return -1.0 if self._invalid == "penalty" else 0.0
        game = self.games.games[number]
        self._positions[number] = None
        self._choices[number] = {}
        return self.games.note(number, game.forfeit(game.view.time_ns))

    def _lock(self, number: int, choice: Placement | None) -> list[Event]:
        """Move a piece to its placement, or just drop it, and play up to the next one."""
        game = self.games.games[number]
        view = game.view
        player = Player(game, ChosenPlacement(choice))
        due_ns = view.time_ns + self._piece_ns
        locked = view.pieces
        events = player.advance(view.time_ns)
        while view.end is None and view.pieces == locked:
            # A player makes its first press of the next piece a millisecond later at the earliest.
            events += player.advance(view.time_ns + MILLISECOND)
        while view.end is None and (view.piece is None or view.dropped):
            events += game.play(max(view.next_timer_ns, view.time_ns + 1), 0)
        if view.end is None and view.time_ns < due_ns:
            events += game.play(due_ns, 0)
        return events

    def _find_choices(self, number: int) -> list[Event]:
        """List the choices. Without any the game is as good as lost: drop pieces until the end."""
        view = self.games.games[number].view
        events: list[Event] = []
        while view.end is None:
            position = self._positions[number] = Position.of(view)
            choices = self._choices[number] = {self.action(one): one for one in position.placements}
            if choices:
                return events
            events += self._lock(number, None)
        self._positions[number] = None
        self._choices[number] = {}
        return events


class PlacementEnv(PiecementEnv[PlacementControl]):
    """One game, a piece a step. See `PlacementControl` for actions, info and arguments."""

    control_type = PlacementControl

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each action whether it is possible now, as `MaskablePPO` of sb3-contrib asks for it."""
        return self.control.mask(0)


class PlacementVectorEnv(PiecementVectorEnv[PlacementControl]):
    """Many games, each a piece a step."""

    control_type = PlacementControl

    def action_masks(self) -> NDArray[np.bool_]:
        """Return for each game and action whether it is possible now."""
        return np.stack([self.control.mask(number) for number in range(self.num_envs)])
