"""The store: all data that outlives a run.

Files are opened, and SQLite and pydantic imported, at first use. Games that cannot be stored in a file are in memory
until the program ends; `pop_warnings` returns the reason.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from piecement.settings.retention import Retention
from piecement.storage.paths import Paths
from piecement_base.errors import StorageError
from piecement_base.language import _, ngettext

if TYPE_CHECKING:
    from piecement.settings.own_files import OwnFiles
    from piecement.settings.settings import Settings
    from piecement.storage.achievements import Achievements
    from piecement.storage.autosaves import Autosaves
    from piecement.storage.daily_tries import DailyTries
    from piecement.storage.database_session import DatabaseSession
    from piecement.storage.game_reviews import GameReviews
    from piecement.storage.game_statistics import GameStatistics
    from piecement.storage.games import Games
    from piecement.storage.match_files import MatchFiles
    from piecement.storage.match_records import MatchRecords
    from piecement.storage.named_texts import NamedTexts
    from piecement.storage.replays import Replays
    from piecement.storage.save_slots import SaveSlots
    from piecement.storage.settings_file import Loaded, SettingsFile
    from piecement.storage.trainer_attempts import TrainerAttempts


def _utc_now() -> datetime:
    return datetime.now(UTC)


_Made = TypeVar("_Made")


@dataclass
class _Part(Generic[_Made]):
    """Part of a store, such as `SaveSlots`: an attribute whose class is imported and created at the first use."""

    _module: str
    """Module of `piecement`."""
    _class: str
    _arguments: "Callable[[Store], Sequence[object]]" = lambda store: [store._session]
    """Returns the arguments to create it with, by default the session."""

    def __set_name__(self, _store: type, name: str) -> None:
        self._name = name

    def __get__(self, store: "Store", _type: type) -> _Made:
        make: Callable[..., _Made] = getattr(import_module(f"piecement.{self._module}"), self._class)
        made = vars(store)[self._name] = make(*self._arguments(store))
        return made


class Store:
    """Stored data of the application. Every method succeeds, or raises a `StorageError` with the reason."""

    def __init__(
        self, paths: Paths, *, save: bool = True, requires_file: bool = False, now: Callable[[], datetime] = _utc_now
    ) -> None:
        """Create a store that opens nothing yet. Without `save` it leaves no trace of this run.

        With `requires_file` an unusable database file is an error; otherwise games are then held in memory.
        """
        self.paths: Final = paths
        self.may_save: Final = save
        """Whether anything of this run may be stored."""
        self._requires_file: Final = requires_file
        self.now: Final = now
        self._warnings: Final[list[str]] = []

    @cached_property
    def retention(self) -> Retention:
        """Amount of data stored in this run, read from the settings unless they were loaded or changed before.

        If they cannot be read, everything is stored, as `load_settings` reports that.
        """
        if not self.may_save:
            return Retention.NOTHING
        try:
            loaded = self._load_settings()
        except StorageError:
            if self._requires_file:
                raise
            return Retention.REPLAYS
        self._warnings.extend(loaded.complaints)
        return Retention(loaded.settings.storage.retention)

    @property
    def stores_games(self) -> bool:
        """Whether games outlive this run; the database that cannot be opened changes it at the first use."""
        return self._session.is_in_file

    def pop_warnings(self) -> tuple[str, ...]:
        """Return the warnings since the last call, each a sentence for the player."""
        warnings = tuple(self._warnings)
        self._warnings.clear()
        return warnings

    own_files: "_Part[OwnFiles]" = _Part("settings.own_files", "OwnFiles", lambda store: [store.paths.config])
    games: "_Part[Games]" = _Part("storage.games", "Games", lambda store: [store._session, lambda: store.retention])
    statistics: "_Part[GameStatistics]" = _Part("storage.game_statistics", "GameStatistics")
    achievements: "_Part[Achievements]" = _Part("storage.achievements", "Achievements")
    autosaves: "_Part[Autosaves]" = _Part("storage.autosaves", "Autosaves")
    save_slots: "_Part[SaveSlots]" = _Part("storage.save_slots", "SaveSlots")
    boards: "_Part[NamedTexts]" = _Part(
        "storage.named_texts", "NamedTexts", lambda store: [store._session, "boards", "fumen"]
    )
    """Boards of the board editor, as fumens."""
    rule_sets: "_Part[NamedTexts]" = _Part(
        "storage.named_texts", "NamedTexts", lambda store: [store._session, "rule_sets", "line"]
    )
    """The draft of the rule editor, as a line, and rules that could not become files."""
    daily_tries: "_Part[DailyTries]" = _Part("storage.daily_tries", "DailyTries")
    match_records: "_Part[MatchRecords]" = _Part("storage.match_records", "MatchRecords")
    trainer_attempts: "_Part[TrainerAttempts]" = _Part("storage.trainer_attempts", "TrainerAttempts")
    game_reviews: "_Part[GameReviews]" = _Part("storage.game_reviews", "GameReviews")

    replays: "_Part[Replays]" = _Part(
        "storage.replays", "Replays", lambda store: [store._session, store.games, store.paths.replays, store.matches]
    )
    matches: "_Part[MatchFiles]" = _Part(
        "storage.match_files",
        "MatchFiles",
        lambda store: [store.paths.data / folder for folder in ("matches", "rounds")],
    )
    versus_matches: "_Part[MatchFiles]" = _Part(
        "storage.match_files", "MatchFiles", lambda store: [store.paths.data / "versus"]
    )
    """Matches at this machine, against bots and friends."""

    def prepare_for_play(self) -> None:
        """Import the modules that a game needs later, so that they do not delay a frame."""
        for module in ("filelock", "piecement.storage.autosaves", "piecement.storage.games"):
            import_module(module)

    def load_settings(self) -> "Loaded[Settings]":
        """Read the settings, and apply their retention from now on. Raises `StorageError`."""
        loaded = self._load_settings()
        if self.may_save:
            self.retention = Retention(loaded.settings.storage.retention)
        return loaded

    def change_settings(self, old: "Settings", new: "Settings") -> None:
        """Store the changes from old to new, beside those of other copies of the program."""
        if self.retention is not Retention.NOTHING:
            self._settings_file.save(old, new)

    def require_saving(self) -> None:
        """Raise `StorageError` in a run that leaves no trace."""
        if not self.may_save:
            raise StorageError(_("This run saves nothing, as it was started that way."))

    def set_retention(self, retention: Retention, settings: "Settings") -> "Settings":
        """Limit stored data from now on, and delete the rest for good; return the changed settings."""
        chosen = settings.with_value("storage", "retention", retention.value)
        self._delete_beyond(retention)
        if retention is Retention.NOTHING:
            with suppress(OSError):
                for copy in self.paths.settings_copies.iterdir():
                    copy.unlink()
            self._settings_file.replace(type(settings)().with_value("storage", "retention", retention.value))
        else:
            self._settings_file.save(settings, chosen)
        return chosen

    def delete_games(self) -> None:
        """Delete all games for good, and store as much as before from now on."""
        kept = self.retention
        self._delete_beyond(Retention.SETTINGS)
        self.retention = kept
        self._session.reopen(in_file=kept.includes(Retention.SCORES))

    def _delete_beyond(self, retention: Retention) -> None:
        """Delete what a retention does not include, which is in force from now on."""
        self.require_saving()
        if self.retention.includes(Retention.SCORES):
            self.games.retain_only(retention)
        if self.retention.includes(retention) and retention is not Retention.REPLAYS:
            self.matches.clear()
            self.versus_matches.clear()
        self.retention = retention
        self._session.reopen(in_file=retention.includes(Retention.SCORES))
        if not retention.includes(Retention.SCORES) and self._session.is_alone:
            _remove_files(self.paths)

    def close(self) -> None:
        """Write unwritten games, and close everything."""
        if "_session" not in self.__dict__:  # nothing was opened
            return
        unwritten = self.games.retry_unwritten()
        if unwritten:
            self._warnings.append(
                ngettext(
                    "{count} game of this run could not be saved.",
                    "{count} games of this run could not be saved.",
                    unwritten,
                ).format(count=unwritten)
            )
        self._session.end()

    _session: "_Part[DatabaseSession]" = _Part(
        "storage.database_session",
        "DatabaseSession",
        lambda store: [
            *(store.paths, store.now, store._warnings, store.retention.includes(Retention.SCORES)),
            *(store._requires_file, lambda: store.own_files.modes),
        ],
    )
    """Session of this run with the database; it opens nothing yet."""

    @cached_property
    def _settings_file(self) -> "SettingsFile[Settings]":
        from piecement.settings.settings import Settings
        from piecement.storage.settings_file import SettingsFile

        return SettingsFile(self.paths.settings, Settings)

    def _load_settings(self) -> "Loaded[Settings]":
        """Read the settings, and before them the looks and sounds that they may name."""
        self.own_files.read_again()
        return self._settings_file.load()


def _remove_files(paths: Paths) -> None:
    """Remove the database and the files beside it, which no process may have open."""
    beside_settings = paths.config.glob(f"{paths.settings.name}.bad")
    for path in (*paths.data.glob(f"{paths.games.name}*"), *paths.sessions.glob("*.lock"), *beside_settings):
        with suppress(OSError):
            path.unlink()
    with suppress(OSError):
        paths.sessions.rmdir()
