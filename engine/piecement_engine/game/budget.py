"""A budget: the number of steps that an update may take before it is refused.

Input from outside can request years of play in a few bytes. Each update and each timer that a game handles costs one
step; work that takes much longer costs more.
"""

from typing import Final

from piecement_engine.errors import RuleError, TooManyStepsError, cut_repr
from piecement_engine.json_values import is_whole


class Budget:
    """A number of steps, for one update or for several together.

    >>> from piecement_engine import Game
    >>> game = Game(seed=1)
    >>> game.update(3_600_000_000_000, budget=Budget(100))
    Traceback (most recent call last):
    piecement_engine.errors.TooManyStepsError: more than 100 steps in one update: ask for less at once
    >>> game.view.time_ns
    0
    """

    __slots__ = ("_of", "abandons", "left", "limit")

    def __init__(self, steps: int, of: str = "one update", *, abandons: bool = False) -> None:
        """Begin with a number of steps; `of` names the budgeted work in the error.

        A refused update leaves the game as it was, for which the game is replayed. `abandons` skips that, for callers
        that drop the game after an error.
        """
        if not is_whole(steps, 0):
            raise RuleError(f"the budget is {cut_repr(steps)} steps: it must be a whole number")
        self.limit: Final = steps
        self.abandons: Final = abandons
        self._of: Final = of
        self.left = steps

    def spend(self, steps: int) -> None:
        """Use up steps. Raises `TooManyStepsError` if there are fewer left."""
        if steps > self.left:
            raise TooManyStepsError(f"more than {self.limit} steps in {self._of}: ask for less at once")
        self.left -= steps
