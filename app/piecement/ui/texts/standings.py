"""Standings: how far a player has come in each mode, as the list of the modes tells it."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from piecement.session.origin import variant_of
from piecement.storage.errors import StorageError
from piecement.ui.texts.game_columns import reached
from piecement_engine import Mode
from piecement_engine.modes import OptionValue

if TYPE_CHECKING:
    from piecement.storage.games import Games


class Standings:
    """What is kept of the modes, asked for once. What cannot be read counts as nothing that was reached."""

    def __init__(self, games: "Callable[[], Games]") -> None:
        self._games = games
        self._bests: dict[tuple[str, str], str] = {}
        self._won: dict[str, bool] = {}

    def best(self, mode: Mode, options: Mapping[str, OptionValue]) -> str:
        """Return the best result of a mode with some options set, empty for none."""
        key = mode.name, variant_of(mode.name, options)
        if key not in self._bests:
            self._bests[key] = self._read_best(*key)
        return self._bests[key]

    def opens(self, mode: Mode) -> bool:
        """Return whether nothing had to be won before a mode, or it was."""
        first = mode.unlocked_by
        if first is None:
            return True
        if first not in self._won:
            self._won[first] = self._read_won(first)
        return self._won[first]

    def _read_best(self, mode: str, variant: str) -> str:
        try:
            game = self._games().best(mode, variant)
        except StorageError:
            return ""
        return "" if game is None else reached(game)

    def _read_won(self, mode: str) -> bool:
        try:
            return self._games().has_won(mode)
        except StorageError:
            return False
