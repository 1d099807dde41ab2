"""The store: all data that outlives a run.

Nothing is opened, and neither SQLite nor pydantic imported, before it is needed. Games that cannot or shall not be
stored are in memory until the program ends; `pop_warnings` says why.
"""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Final

from piecement_base.language import _, ngettext
from piecement.settings.retention import Retention
from piecement_base.errors import StorageError
from piecement.storage.paths import Paths

if TYPE_CHECKING:
    from piecement.settings.own_files import OwnFiles
    from piecement.settings.settings import Settings
    from piecement.storage.database_session import DatabaseSession
    from piecement.storage.game_reviews import GameReviews
    from piecement.storage.game_statistics import GameStatistics
    from piecement.storage.games import Games
    from piecement.storage.player_data import Achievements, DailyTries, MatchRecords, NamedTexts, TrainerAttempts
    from piecement.storage.replay_files import MatchFiles, Replays
    from piecement.storage.saved_games import Autosaves, SaveSlots
    from piecement.storage.settings_file import Loaded, SettingsFile
    from piecement_engine import Mode


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Store:
    """Stored data of the application. Every method succeeds, or raises a `StorageError` with the reason."""

    def __init__(
        self, paths: Paths, *, save: bool = True, must_last: bool = False, now: Callable[[], datetime] = _utc_now
    ) -> None:
        """Create a store that opens nothing yet. Without `save` it leaves no trace of this run.

        With `must_last` an unusable file is an error, not a reason to hold games in memory.
        """
        self.paths: Final = paths
        self.may_save: Final = save
        """Whether anything of this run may be stored."""
        self._must_last: Final = must_last
        self.now: Final = now
        self._retention: Retention | None = None
        """As the settings say; None until something depends on it."""
        self._warnings: Final[list[str]] = []

    @property
    def retention(self) -> Retention:
        """Amount of data stored in this run. The first use reads the settings, if nothing else did before."""
        if not self.may_save:
            return Retention.NOTHING
        if self._retention is None:
            self._retention = self._read_retention()
        return self._retention

    @property
    def stores_games(self) -> bool:
        """Whether games outlive this run. Final once the database was used."""
        return self._session.is_in_file

    def pop_warnings(self) -> tuple[str, ...]:
        """Return the warnings since the last call, each a sentence for the player."""
        warnings = tuple(self._warnings)
        self._warnings.clear()
        return warnings

    @cached_property
    def own_files(self) -> "OwnFiles":
        from piecement.settings.own_files import OwnFiles  # with all skins

        return OwnFiles(self.paths.config)

    @cached_property
    def games(self) -> "Games":
        from piecement.storage.games import Games

        return Games(self._session, lambda: self.retention)

    @cached_property
    def statistics(self) -> "GameStatistics":
        from piecement.storage.game_statistics import GameStatistics

        return GameStatistics(self._session)

    @cached_property
    def achievements(self) -> "Achievements":
        from piecement.storage.player_data import Achievements

        return Achievements(self._session)

    @cached_property
    def replays(self) -> "Replays":
        from piecement.storage.replay_files import Replays

        return Replays(self._session, self.games, self.paths.replays, self.matches)

    @cached_property
    def autosaves(self) -> "Autosaves":
        from piecement.storage.saved_games import Autosaves

        return Autosaves(self._session)

    @cached_property
    def save_slots(self) -> "SaveSlots":
        from piecement.storage.saved_games import SaveSlots

        return SaveSlots(self._session)

    @cached_property
    def boards(self) -> "NamedTexts":
        """Boards of the board editor, as fumens."""
        from piecement.storage.player_data import NamedTexts

        return NamedTexts(self._session, "boards", "fumen")

    @cached_property
    def rule_sets(self) -> "NamedTexts":
        """Rules of the rule editor, as lines."""
        from piecement.storage.player_data import NamedTexts

        return NamedTexts(self._session, "rule_sets", "line")

    def own_modes(self) -> "tuple[Mode, ...]":
        """Return the modes of all stored rules that this version can play; none where they cannot be read."""
        from piecement.session.rule_sets import OwnRules
        from piecement_engine import RuleError

        modes: list[Mode] = []
        with suppress(StorageError):
            for stored in self.rule_sets.all() if self.paths.games.exists() else ():
                with suppress(RuleError):
                    modes.append(OwnRules.read(stored.text).mode())
        return tuple(modes)

    @cached_property
    def daily_tries(self) -> "DailyTries":
        from piecement.storage.player_data import DailyTries

        return DailyTries(self._session)

    @cached_property
    def matches(self) -> "MatchFiles":
        from piecement.storage.replay_files import MatchFiles

        return MatchFiles(self.paths.data / "matches", self.paths.data / "rounds")

    @cached_property
    def versus_matches(self) -> "MatchFiles":
        """Matches at this machine, against bots and friends."""
        from piecement.storage.replay_files import MatchFiles

        return MatchFiles(self.paths.data / "versus")

    @cached_property
    def match_records(self) -> "MatchRecords":
        from piecement.storage.player_data import MatchRecords

        return MatchRecords(self._session)

    @cached_property
    def trainer_attempts(self) -> "TrainerAttempts":
        from piecement.storage.player_data import TrainerAttempts

        return TrainerAttempts(self._session)

    @cached_property
    def game_reviews(self) -> "GameReviews":
        from piecement.storage.game_reviews import GameReviews

        return GameReviews(self._session)

    def prepare_for_play(self) -> None:
        """Import the modules that a game needs later, so that they do not delay a frame."""
        for module in ("filelock", "piecement.storage.saved_games", "piecement.storage.games"):
            import_module(module)

    def load_settings(self) -> "Loaded[Settings]":
        """Read the settings, and from now on store as much as they say. Raises `StorageError`."""
        loaded = self._load_settings()
        self._retention = Retention(loaded.settings.storage.retention)
        return loaded

    def change_settings(self, old: "Settings", new: "Settings") -> "Settings":
        """Store the changes from old to new; return the settings with the changes of other copies of the program."""
        if self.retention is Retention.NOTHING:
            return new
        return self._settings_file.save(old, new)

    def set_retention(self, retention: Retention, settings: "Settings") -> "Settings":
        """Limit stored data from now on, and delete the rest for good; return the changed settings."""
        if not self.may_save:
            raise StorageError(_("This run saves nothing, as it was started that way."))
        chosen = settings.with_value("storage", "retention", retention.value)
        if self.retention.includes(Retention.SCORES):
            self.games.retain_only(retention)
        self._move(retention)
        if retention is Retention.NOTHING:
            self._settings_file.replace(type(settings)().with_value("storage", "retention", retention.value))
            return chosen
        return self._settings_file.save(settings, chosen)

    def close(self) -> None:
        """Write unwritten games, and close everything."""
        if "_session" not in self.__dict__:  # nothing was opened
            return
        left = self.games.try_again()
        if left:
            self._warnings.append(
                ngettext(
                    "{count} game of this run could not be saved.",
                    "{count} games of this run could not be saved.",
                    left,
                ).format(count=left)
            )
        self._session.end()

    @cached_property
    def _session(self) -> "DatabaseSession":
        from piecement.storage.database_session import DatabaseSession

        in_file = self.retention.includes(Retention.SCORES)
        return DatabaseSession(self.paths, self.now, self._warnings, in_file=in_file, must_last=self._must_last)

    @cached_property
    def _settings_file(self) -> "SettingsFile[Settings]":
        from piecement.settings.settings import Settings
        from piecement.storage.settings_file import SettingsFile

        return SettingsFile(self.paths.settings, Settings)

    def _load_settings(self) -> "Loaded[Settings]":
        """Read the settings, and before them the looks and sounds that they may name."""
        self.own_files.read_again()
        return self._settings_file.load()

    def _read_retention(self) -> Retention:
        """Read the settings for their retention; if they cannot be read, everything is stored."""
        try:
            loaded = self._load_settings()
        except StorageError:  # `load_settings` reports it
            if self._must_last:
                raise
            return Retention.REPLAYS
        self._warnings.extend(loaded.complaints)
        return Retention(loaded.settings.storage.retention)

    def _move(self, retention: Retention) -> None:
        """Continue in the file, or in memory; then remove the file unless another copy has it open."""
        from piecement.storage.database_session import any_running_copy

        self._retention = retention
        self._session.move(in_file=retention.includes(Retention.SCORES))
        if not retention.includes(Retention.SCORES) and not any_running_copy(self.paths.sessions):
            _remove_files(self.paths)


def _remove_files(paths: Paths) -> None:
    """Remove the database and the files beside it, which no process may have open."""
    beside_settings = paths.config.glob(f"{paths.settings.name}.bad")
    for path in (*paths.data.glob(f"{paths.games.name}*"), *paths.sessions.glob("*.lock"), *beside_settings):
        with suppress(OSError):
            path.unlink()
    with suppress(OSError):
        paths.sessions.rmdir()
