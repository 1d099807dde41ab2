"""Session with the database: opened when needed, repaired if damaged, in memory if there is no file."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from sqlite3 import Row
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, TypeVar

from piecement.storage.former_rules import add_rulesets, move_to_files
from piecement.storage.mode_rankings import update_rankings
from piecement.storage.paths import Paths
from piecement.storage.running_copies import RunningCopy, any_running_copy
from piecement.storage.salvage import salvage, set_aside
from piecement.storage.schema import GAMES
from piecement_base.database import Database, reading_rows
from piecement_base.errors import DamagedDatabaseError, StorageError
from piecement_base.file_lock import FileLock
from piecement_base.language import N_, _

if TYPE_CHECKING:
    from piecement.session.own_modes import OwnModes

_Answer = TypeVar("_Answer")
_Given = ParamSpec("_Given")

_IN_MEMORY: Final = N_("The games of this run are not saved.")


@dataclass(eq=False)
class DatabaseSession:
    """Runs work on the database, which is in memory if a file is impossible or unwanted; it is opened at first use."""

    paths: Paths
    now: Callable[[], datetime]
    """Returns the present time."""
    warnings: list[str]
    """Sentences for the player, which the session adds to."""
    in_file: bool
    requires_file: bool
    """Whether an unusable file is an error."""
    own_modes: Callable[[], "OwnModes"]
    """Returns the modes to which rules in a database of earlier versions are added."""
    copy: RunningCopy = field(default_factory=lambda: RunningCopy(None))
    """This process as other copies of the program see it, renewed when the database is reopened."""
    _database: Database | None = None

    @property
    def is_in_file(self) -> bool:
        """Whether stored data outlives this run. Final once the database was used."""
        return self.in_file and (self._database is None or self._database.path is not None)

    @property
    def is_alone(self) -> bool:
        """Whether no copy of the program runs; this one counts as long as its database is open."""
        return not any_running_copy(self.paths.sessions)

    def run(self, work: Callable[[Database], _Answer]) -> _Answer:
        """Run work. If the database is damaged, repair it and try once more."""
        try:
            return work(self._opened())
        except DamagedDatabaseError:
            self._repair()
            return work(self._opened())

    def reopen(self, *, in_file: bool) -> None:
        """Close the database and use a file, or memory, from now on."""
        self.close()
        self.in_file = in_file

    def close(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None
        self.copy.end()
        self.copy = RunningCopy(None)

    def end(self) -> None:
        """Close the database at the end of the run; free its unused space unless another copy runs."""
        database = None if self.requires_file else self._database
        self.copy.end()
        if database is not None and self.is_alone:
            with suppress(StorageError):
                database.shrink_if_sparse()
        self.close()

    def _opened(self) -> Database:
        if self._database is not None and not self._database.is_current:
            self.close()
        if self._database is None:
            self._database = self._file_or_memory() if self.in_file else Database(None, GAMES)
        return self._database

    def _file_or_memory(self) -> Database:
        """Open the file, or a database in memory if that fails: a copy of a file that can only be read."""
        try:
            if (place := self.paths.unwritable_games) is not None and self.paths.games.exists():
                if not self.requires_file:
                    self._warn_without_file(StorageError(_("{path} cannot be written to."), path=place))
                return Database(None, GAMES, copied=self.paths.games)
            with self._guard():
                database = self._sound_file()
                with database.closed_on_error():  # where other copies cannot see this one
                    self.copy = RunningCopy(self.paths.sessions)
        except StorageError as error:
            self._warn_without_file(error)
            return Database(None, GAMES)
        return database

    def _sound_file(self) -> Database:
        """Open the file; one that is damaged is salvaged first."""
        try:
            return self._ranked_file()
        except DamagedDatabaseError:
            self.warnings.append(salvage(self.paths.games, set_aside(self.paths.games, self.now())))
            return self._ranked_file()

    def _ranked_file(self) -> Database:
        """Open the file and update the ranking and the rules of its games."""
        database = Database(self.paths.games, GAMES)
        with database.closed_on_error():
            update_rankings(database)
            add_rulesets(database)
            try:
                move_to_files(database, self.own_modes)
            except StorageError as error:
                self.warnings.append(str(error))
        return database

    def _repair(self) -> None:
        """Salvage a damaged database, unless another process has done so."""
        database = self._database
        if database is None or database.path is None:
            return
        try:
            with self._guard():
                was_current = database.is_current
                aside = set_aside(database.path, self.now()) if was_current else None  # closing writes its log to it
                self.close()
                if aside is not None:
                    self.warnings.append(salvage(database.path, aside))
        except StorageError as error:
            self._warn_without_file(error)
            self.reopen(in_file=False)

    def _warn_without_file(self, error: StorageError) -> None:
        """Warn that there is no file from now on, or raise the error if a file is required."""
        if self.requires_file:
            raise error
        self.warnings.append(f"{error} {_(_IN_MEMORY)}")

    def _guard(self) -> FileLock:
        """Return the lock under which a process creates or repairs the file."""
        path = self.paths.games
        return FileLock(path.with_name(f"{path.name}.lock"))


class Queries:
    """Base of classes with queries and changes. Each method raises `StorageError` with the reason if it fails."""

    def __init__(self, session: DatabaseSession) -> None:
        self._session: Final = session


_Owner = TypeVar("_Owner", bound=Queries)


def query(
    method: Callable[Concatenate[_Owner, Database, _Given], _Answer],
) -> Callable[Concatenate[_Owner, _Given], _Answer]:
    """Pass the open database to a method. Rows with impossible values are damage, which is repaired."""
    return change(reading_rows()(method))


def readable(rows: Iterable[Row], made_of: Callable[[Row], _Answer]) -> list[_Answer]:
    """Return what is made of each row, without rows of impossible values, which no repair would read."""
    made: list[_Answer] = []
    for row in rows:
        with suppress(DamagedDatabaseError), reading_rows():
            made.append(made_of(row))
    return made


def change(
    method: Callable[Concatenate[_Owner, Database, _Given], _Answer],
) -> Callable[Concatenate[_Owner, _Given], _Answer]:
    """Pass the open database to a method, once more after a repair if it is damaged."""

    @wraps(method)
    def run(owner: _Owner, /, *given: _Given.args, **named: _Given.kwargs) -> _Answer:
        return owner._session.run(lambda database: method(owner, database, *given, **named))

    return run
