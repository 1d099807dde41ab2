"""Environments in which an action is the buttons held in a frame."""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from piecement_engine import Button
from piecement_engine.game.inputs import BUTTON_BITS
from piecement_gym.environments import Control, PiecementEnv, PiecementVectorEnv, checked_ns
from piecement_gym.stepped_games import SteppedGames

BUTTONS: Final = (
    Button.MOVE_LEFT,
    Button.MOVE_RIGHT,
    Button.ROTATE_LEFT,
    Button.ROTATE_RIGHT,
    Button.ROTATE_180,
    Button.SOFT_DROP,
    Button.HARD_DROP,
    Button.HOLD,
)
"""Button of each element of an action."""

FRAME_NS: Final = 16_666_667
"""Frame time: a sixtieth of a second (ns)."""

_BITS: Final = np.array([BUTTON_BITS[button] for button in BUTTONS], np.int64)


class ButtonControl(Control):
    """Control by held buttons, as a player; their effect follows from DAS, ARR and all other rules."""

    def __init__(self, games: SteppedGames, frame_ns: int = FRAME_NS) -> None:
        super().__init__(games)
        self.frame_ns: Final = checked_ns("frame_ns", frame_ns, least=1)

    @property
    def action_space(self) -> spaces.MultiBinary:
        return spaces.MultiBinary(len(BUTTONS))

    @property
    def highest_action(self) -> int:
        return 1

    def steps(self, numbers: list[int], actions: NDArray[Any]) -> list[float]:
        self.games.play(numbers, self.inputs(actions), self.frame_ns)
        return self.games.earned()

    @staticmethod
    def inputs(actions: NDArray[Any]) -> list[int]:
        """Return the mask of the held buttons of each action."""
        masks: list[int] = (actions.astype(np.int64) @ _BITS).tolist()
        return masks


class ButtonEnv(PiecementEnv[ButtonControl]):
    """One game, a frame a step. The action has a 1 for each held button of `BUTTONS`; `frame_ns` is the frame time.

    The shape of an action is (8,). The buttons are held from the end of the frame on, after all that was due in it.
    """

    control_type = ButtonControl


class ButtonVectorEnv(PiecementVectorEnv[ButtonControl]):
    """Many games, each a frame a step."""

    control_type = ButtonControl
