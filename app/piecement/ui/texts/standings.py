"""Standings: how far a player has come in each mode, as the list of the modes tells it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from piecement.session.origin import variant_key
from piecement.storage.errors import StorageError
from piecement.storage.game_query import GameQuery
from piecement.ui.texts.game_columns import reached
from piecement_engine import Mode
from piecement_engine.modes import OptionValue

if TYPE_CHECKING:
    from piecement.session.records import StoredGame
    from piecement.storage.games import Games

_LAST_GAMES: Final = 200
"""Among how many games the modes are looked for that were played last."""

_BY_END: Final = GameQuery(by_player=True, sort="ended", descending=True)


class Standings:
    """What is kept of the modes, asked for once. What cannot be read counts as nothing that was reached."""

    def __init__(self, games: "Callable[[], Games]") -> None:
        self._games = games
        self._bests: dict[tuple[str, str], str] = {}
        self._lasts: dict[str, str] = {}
        self._won: dict[str, bool] = {}

    def best(self, mode: Mode, options: Mapping[str, OptionValue]) -> str:
        """Return the best result of a mode with some options set, empty for none."""
        key = mode.name, variant_key(mode.name, options)
        if key not in self._bests:
            self._bests[key] = self._read_best(*key)
        return self._bests[key]

    def last(self, mode: Mode) -> str:
        """Return the result of the game of a mode that was played last, empty for none."""
        if mode.name not in self._lasts:
            games = self._last_games(replace(_BY_END, mode=mode.name), 1)
            self._lasts[mode.name] = reached(games[0]) if games else ""
        return self._lasts[mode.name]

    def recent(self, count: int) -> list[str]:
        """Return the names of the modes that were played last, the last one first."""
        return list(dict.fromkeys(game.mode for game in self._last_games(_BY_END, _LAST_GAMES)))[:count]

    def opens(self, mode: Mode) -> bool:
        """Return whether nothing had to be won before a mode, or it was."""
        first = mode.unlocked_by
        if first is None:
            return True
        if first not in self._won:
            self._won[first] = self._read_won(first)
        return self._won[first]

    def _last_games(self, query: GameQuery, count: int) -> "list[StoredGame]":
        try:
            return self._games().read(self._games().ids(query, count))
        except StorageError:
            return []

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
