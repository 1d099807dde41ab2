"""State kept from one game to the next, such as the last plan, and the recorder of the current game.

When the screen of a game is left, the game is saved to be played on, or discarded for a saved game that is loaded in
its place.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from textual.geometry import Offset

from piecement.storage.store import Store
from piecement.ui.keyboard import Keyboard
from piecement.ui.menu_graph import Edge, Node
from piecement_base.errors import StorageError

if TYPE_CHECKING:
    from piecement.storage.autosave import AutosaveSummary
    from piecement.storage.recorder import Recorder
    from piecement_base.plan import Plan
    from piecement_base.ranking import Leaderboard
    from piecement_engine import Mode, Recording
    from piecement_engine.modes import OptionValue


_OF_GAMES: Final = frozenset(
    {Node.GAME, Node.MATCH, Node.PAUSE, Node.GAME_OVER, Node.GAME_COMPLETE, Node.MATCH_OVER, Node.MORE_RESULTS}
)
"""Screens of a game and its result: the bot that plays it plays the game that follows from them, too."""


class PlayedGames:
    """State kept from one game of this run to the next."""

    def __init__(self, store: Store, keyboard: Keyboard, *, warn: Callable[..., object], bot: str | None) -> None:
        self.store = store
        self._keyboard: Final = keyboard
        self._warn: Final = warn
        self.bot = bot
        """The bot that plays instead of the player until a new game is chosen, by its name or as a command."""
        self._is_bot_chosen = False
        """Whether `bot` was chosen for the game that begins next, wherever it begins from."""
        self.last_plan: Plan | None = None
        """The plan of the current game, or of the last one."""
        self.last_seed: int | None = None
        """The seed of the current game, or of the last one."""
        self.offered_seed: int | None = None
        """The seed that Play offers: that of a game whose pieces the player wants again."""
        self.tip = ""
        """Name of the tip that the last game gave occasion for, shown on the title until the next game; or empty."""
        self.seen_at: Offset | None = None
        """Place of the field of a game that was won just now, from which its board slides into the result."""
        self.recorder: Recorder | None = None
        """The recorder of the current game."""
        self._raced: tuple[int, Recording] | None = None
        """The id and the recording of the last rival, so that it is not read again for the next game."""
        self._has_looked = False
        """Whether games of earlier runs are looked for."""

    def leaderboard(self, mode: "Mode", options: "Mapping[str, OptionValue]") -> "Leaderboard":
        """Return the leaderboard of a game that begins now, by the rules of the settings."""
        from piecement_base.ranking import Leaderboard  # comes with the whole engine

        return Leaderboard.of(mode, options, self._keyboard.rules)

    def watch_next(self, bot: str | None) -> None:
        """Set the bot of the game that begins next; None leaves that game to the player."""
        self.bot, self._is_bot_chosen = bot, True

    def leave(self, edge: Edge, payload: object) -> None:
        """Leave the current game for another screen."""
        if edge.target in {Node.GAME, Node.MATCH}:
            if edge.source not in _OF_GAMES and not self._is_bot_chosen:
                self.bot = None
            self._is_bot_chosen = False
        if self.recorder is not None:
            from piecement.storage.autosave import Autosave  # comes with the whole engine

            self.recorder.leave(gives_way=isinstance(payload, Autosave))
            self.recorder = None

    def save(self) -> None:
        if self.recorder is not None:
            self.recorder.save()

    def look_for_left_games(self) -> None:
        """Look for games of earlier runs from now on, which opens the database if there is one."""
        self._has_looked = True

    def left_games(self) -> "list[AutosaveSummary]":
        """Return the games to be resumed, the newest first, as far as they were looked for."""
        may_be = self._has_looked and self.store.stores_games and self.store.paths.games.exists()
        if self.last_plan is None and not may_be:
            return []
        try:
            left = self.store.autosaves.waiting()
        except StorageError as error:
            self._warn(str(error))
            return []
        self._warn(*self.store.pop_warnings())
        return left

    def last_recorded(self) -> int | None:
        """Return the id of the last game with a recording; None if there is none. Raises `StorageError`."""
        from piecement.storage.game_query import GameQuery  # comes with the whole engine

        return next(iter(self.store.games.ids(GameQuery(recorded=True, sort="ended", descending=True), 1)), None)

    def best(self, plan: "Plan") -> "Recording | None":
        """Return the rival of a plan, or the best game of its mode if there is a recording. Raises `StorageError`."""
        if plan.rival is not None:
            return plan.rival
        if not self.store.paths.games.exists():
            return None
        leaderboard = self.leaderboard(plan.mode, plan.options)
        best = self.store.games.best(leaderboard._replace(variant=plan.variant))
        if best is None or not best.has_recording:
            return None
        if self._raced is None or self._raced[0] != best.id:
            self._raced = best.id, self.store.games.recording(best.id)
        return self._raced[1]
