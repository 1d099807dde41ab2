"""Starting games: the session of a game, its recorder, and its race against the best one.

A game begins with a `Plan`, or goes on from an `Autosave`: the payload of the edge to its screen. The recorder of the
last game stays here until the next one begins. When its screen is left, the game is saved to be played on, or discarded
for a saved game that is loaded in its place.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from piecement.storage.errors import StorageError
from piecement.storage.store import Store
from piecement.ui.live_settings import Keyboard, LiveSettings
from piecement.ui.menu_graph import Edge, Node

if TYPE_CHECKING:
    from piecement.session.plan import Plan
    from piecement.session.race import Race
    from piecement.session.rule_sets import Leaderboard
    from piecement.session.session import Clock, Session
    from piecement.storage.autosave import Autosave, AutosaveSummary
    from piecement.storage.recorder import Recorder
    from piecement_engine import Mode, Recording
    from piecement_engine.modes import OptionValue


class GameStarter:
    """Starts games, and stores what the next one needs of the last."""

    def __init__(
        self,
        store: Store,
        settings: LiveSettings,
        keyboard: Keyboard,
        clock: "Clock",
        *,
        warn: Callable[..., object],
        bot: str | None,
        begun: "Callable[[Session], object]",
    ) -> None:
        """Start nothing yet; `begun` is called with the session of each new game."""
        self.store = store
        self._settings: Final = settings
        self._keyboard: Final = keyboard
        self._clock: Final = clock
        self._warn: Final = warn
        self._begun: Final = begun
        self.bot = bot
        """The bot that plays instead of the player until a new game is chosen, by its name or as a command."""
        self.last_plan: Plan | None = None
        """The plan of the current game, or of the last one."""
        self.last_seed: int | None = None
        """The seed of the current game, or of the last one."""
        self.offered_seed: int | None = None
        """The seed that Play offers: that of a game whose pieces the player wants again."""
        self.tip = ""
        """Name of the tip that the last game gave occasion for, shown on the title until the next game; or empty."""
        self._recorder: Recorder | None = None
        """The recorder of the current game, or of the last one."""
        self._raced: tuple[int, Recording] | None = None
        """The id and the recording of the last rival, so that it is not read again for the next game."""
        self._has_looked = False
        """Whether games of earlier runs are looked for."""

    def session(self, start: "Plan | Autosave") -> "Session":
        """Return a session that is paused: a new game, or one that is played on."""
        from piecement.session.session import Session  # comes with the whole engine
        from piecement.storage.autosave import Autosave

        self.tip = ""
        if isinstance(start, Autosave):
            self.last_plan = start.plan
            return start.session(self._clock)
        self.last_plan = start
        session = Session(start, start.game(self._keyboard.rules), self._clock)
        session.mark_unranked(practice=start.is_practice or start.mode.is_practice(start.options))
        self._begun(session)
        return session

    def recorder(self, session: "Session", start: "Plan | Autosave") -> "Recorder":
        """Return a new recorder of a session, which replaces the last one."""
        from piecement.session.plan import Origin
        from piecement.settings.presets import preset_name  # pydantic takes a while
        from piecement.storage.autosave import Autosave
        from piecement.storage.recorder import Recorder  # comes with the whole engine

        self.last_seed = session.view.seed
        if isinstance(start, Autosave):
            origin = start.origin
        else:
            origin = Origin.of(start, datetime.now(UTC), preset=preset_name(self._settings.now, "gameplay"))
        self._recorder = Recorder(self.store, session, origin, self._warn)
        return self._recorder

    def race(self, session: "Session") -> "Race":
        """Return the race of a session against the best game of its mode, if there is a recording of it."""
        from piecement.session.race import Race, SplitSchedule  # comes with the whole engine

        course = SplitSchedule.of(session.plan.mode, session.view.rules)
        try:
            return Race(course, self._best(session.plan))
        except StorageError as error:
            self._warn(str(error))
            return Race(course, None)

    def leaderboard(self, mode: "Mode", options: "Mapping[str, OptionValue]") -> "Leaderboard":
        """Return the leaderboard of a game that begins now, by the rules of the settings."""
        from piecement.session.rule_sets import Leaderboard  # comes with the whole engine

        return Leaderboard.of(mode, options, self._keyboard.rules)

    def leave(self, edge: Edge, payload: object) -> None:
        """Leave the current game for another screen."""
        if edge.source in (Node.PLAY, Node.MORE_MODES):
            self.bot = None
        if self._recorder is not None:
            from piecement.storage.autosave import Autosave  # comes with the whole engine

            if isinstance(payload, Autosave):
                self._recorder.give_way()
            self._recorder.leave()

    def save(self) -> None:
        if self._recorder is not None:
            self._recorder.save()

    def look_for_left_games(self) -> None:
        """Look for games of earlier runs from now on, which opens the database if there is one."""
        self._has_looked = True

    def left_games(self) -> "list[AutosaveSummary]":
        """Return the games to be resumed, the newest first, as far as they were looked for."""
        may_be = self._has_looked and self.store.stores_games and self.store.paths.games.exists()
        if self._recorder is None and not may_be:
            return []
        try:
            left = self.store.autosaves.waiting()
        except StorageError as error:
            self._warn(str(error))
            return []
        self._warn(*self.store.pop_warnings())
        return left

    def _best(self, plan: "Plan") -> "Recording | None":
        if plan.rival is not None:
            return plan.rival
        if not self.store.paths.games.exists():
            return None
        best = self.store.games.best(self.leaderboard(plan.mode, plan.options))
        if best is None or not best.has_recording:
            return None
        if self._raced is None or self._raced[0] != best.id:
            self._raced = best.id, self.store.games.recording(best.id)
        return self._raced[1]
