"""A session that nobody keeps: played in passing, or against the computer."""

from typing import Final, NoReturn

from piecement.session.result import Result
from piecement.session.session import Session
from piecement.storage.errors import StorageError

UNKEPT: Final = "A match is not saved, and nothing in it is taken back."
"""Why there is no moment of such a session."""


class Unkept:
    """Stands where a keeper would."""

    keeps: Final = False
    """Whether the game is the player's alone: only such a one is saved, and something in it taken back."""

    def __init__(self, current: Session) -> None:
        self._current: Final = current

    def tick(self, now_ns: int) -> None:
        """Keep nothing."""

    def checkpoint(self) -> None:
        """Keep nothing."""

    def leave(self) -> None:
        """Forget the session."""

    def moment(self) -> NoReturn:
        """Raise `StorageError`."""
        raise StorageError(UNKEPT)

    def finish(self) -> Result:
        """Return what came of the session."""
        return self._current.result()
