"""A budget: how much may happen in a game before whoever asked for it is refused.

What comes from outside can ask for years of play in a few bytes. A budget is given to updates, and each event of the
game takes one from it, as does each update; what takes far longer than most events takes as many as that is worth.
"""

from itertools import islice, repeat
from operator import length_hint
from typing import Final

from piecement_engine.errors import TooManyEventsError

ENDLESS: Final = repeat(None)
"""The events of a game without a budget."""


class Budget:
    """So many events, for one update or for several together.

    >>> from piecement_engine import Game
    >>> game = Game(seed=1)
    >>> game.update(3_600_000_000_000, budget=Budget(100))
    Traceback (most recent call last):
    piecement_engine.errors.TooManyEventsError: more than 100 events in one update: ask for less at once
    >>> game.view.time_ns
    0
    """

    __slots__ = ("_of", "abandons", "events", "steps")

    def __init__(self, events: int, of: str = "one update", *, abandons: bool = False) -> None:
        """Begin with all of it; `of` is what a refusal calls what the budget is for.

        A refused update leaves a game as it was, for which the game is replayed; `abandons` saves that where nobody
        looks at the game after a refusal.
        """
        self.events: Final = events
        self.abandons: Final = abandons
        self._of: Final = of
        self.steps: Final = repeat(None, events)
        """Yields once for each event that may still happen."""

    @property
    def left(self) -> int:
        """How many events may still happen."""
        return length_hint(self.steps)

    def spend(self, events: int) -> None:
        """Take so many at once. Raises `TooManyEventsError` where there are fewer."""
        if events > self.left:
            raise self.refusal()
        next(islice(self.steps, events, events), None)

    def refusal(self) -> TooManyEventsError:
        """Return what says that nothing is left."""
        return TooManyEventsError(f"more than {self.events} events in {self._of}: ask for less at once")
