"""A moment of a game that can be saved, and the screens that show one."""

from typing import Protocol, runtime_checkable

from piecement.storage.autosave import Autosave


@runtime_checkable
class ShowsMoment(Protocol):
    """A screen with a game of which a moment can be saved."""

    def moment(self) -> Autosave:
        """Return the game as it is now. Raises `StorageError` where there is nothing that can be saved."""
        ...

    def tell(self, sentence: str) -> None:
        """Tell the player something beside the game."""
        ...
