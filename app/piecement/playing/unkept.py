"""A round that nobody keeps: played in passing, or against the computer."""

from typing import Final

from piecement.plan import Result
from piecement.round import Round


class Unkept:
    """Stands where a keeper would."""

    def __init__(self, current: Round) -> None:
        self._current: Final = current

    def tick(self, now_ns: int) -> None:
        """Keep nothing."""

    def checkpoint(self) -> None:
        """Keep nothing."""

    def abandon(self) -> None:
        """Forget the round."""

    def finish(self) -> Result:
        """Return what came of the round."""
        return self._current.result()
