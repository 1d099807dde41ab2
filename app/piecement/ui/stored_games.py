"""Queries of stored games for several screens: the best one of a plan, the last recorded one, unfinished ones."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from piecement.storage.store import Store
from piecement.ui.keyboard import Keyboard
from piecement_base.errors import StorageError

if TYPE_CHECKING:
    from piecement.storage.autosave import AutosaveSummary
    from piecement_base.plan import Plan
    from piecement_base.ranking import Leaderboard
    from piecement_engine import Mode, Recording
    from piecement_engine.modes import OptionValue


class StoredGames:
    """Queries of the stored games, by the rules of the settings."""

    def __init__(self, store: Store, keyboard: Keyboard, *, warn: Callable[..., object]) -> None:
        self.store = store
        self._keyboard: Final = keyboard
        self._warn: Final = warn
        self._last_best: tuple[int, Recording] | None = None
        """The id and the recording of the last best game, so that it is not read again for the next game."""
        self.looks_for_left_games = False
        """Whether the database may be opened to look for unfinished games of earlier runs."""

    def leaderboard(self, mode: "Mode", options: "Mapping[str, OptionValue]") -> "Leaderboard":
        """Return the leaderboard of a game that begins now, by the rules of the settings."""
        from piecement_base.ranking import Leaderboard  # comes with the whole engine

        return Leaderboard.of(mode, options, self._keyboard.rules)

    def rival_of(self, plan: "Plan") -> "Recording | None":
        """Return the rival of a plan, or the best game of its mode if there is a recording. Raises `StorageError`."""
        if plan.rival is not None:
            return plan.rival
        if not self.store.paths.games.exists():
            return None
        leaderboard = self.leaderboard(plan.mode, plan.options)
        best = self.store.games.best(leaderboard._replace(variant=plan.variant))
        if best is None or not best.has_recording:
            return None
        if self._last_best is None or self._last_best[0] != best.id:
            self._last_best = best.id, self.store.games.recording(best.id)
        return self._last_best[1]

    def last_recorded(self) -> int | None:
        """Return the id of the last game with a recording; None if there is none. Raises `StorageError`."""
        from piecement.storage.game_query import GameQuery  # comes with the whole engine

        return next(iter(self.store.games.ids(GameQuery(recorded=True, sort="ended", descending=True), 1)), None)

    def left_games(self, *, has_played: bool) -> "list[AutosaveSummary]":
        """Return the unfinished games, the newest first: those of earlier runs only if they are looked for.

        `has_played` is whether a single game began in this run, so that one may be unfinished.
        """
        may_open = self.looks_for_left_games and self.store.stores_games and self.store.paths.games.exists()
        if not has_played and not may_open:
            return []
        try:
            left = self.store.autosaves.waiting()
        except StorageError as error:
            self._warn(str(error))
            return []
        self._warn(*self.store.pop_warnings())
        return left
