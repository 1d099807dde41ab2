"""The desk: where the database is opened when it is first needed, and whatever befalls it is dealt with."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final, TypeVar

from piecement.storage.database import Database
from piecement.storage.errors import DamagedDatabaseError, StorageError
from piecement.storage.file_lock import FileLock
from piecement.storage.places import Places
from piecement.storage.ranking import keep_ranked
from piecement.storage.running_copies import RunningCopy
from piecement.storage.salvage import salvage, take_salvaged

_Answer = TypeVar("_Answer")

_UNKEPT: Final = "The games of this run are not kept."


class Desk:
    """Has work done on the database. Where there can be no file of it, or none is wanted, it is one in memory."""

    def __init__(self, places: Places, now: Callable[[], datetime], *, in_file: bool, must_last: bool = False) -> None:
        """Prepare a desk that opens nothing yet. With `must_last` nothing is done where there can be no file."""
        self.now: Final = now
        """What tells the time."""
        self.warnings: Final[list[str]] = []
        """What a player should know, each in a sentence."""
        self._places: Final = places
        self._in_file = in_file
        self._must_last: Final = must_last
        self._database: Database | None = None
        self._session = RunningCopy(None)

    @property
    def is_in_file(self) -> bool:
        """Whether what is written outlives this run; known once something was asked for."""
        return self._in_file and (self._database is None or self._database.path is not None)

    @property
    def session(self) -> RunningCopy:
        """The session of this process. It begins anew when the database is opened anew."""
        return self._session

    def do(self, work: Callable[[Database], _Answer]) -> _Answer:
        """Have work done; if the database turns out to be damaged, repair it and try again, once."""
        try:
            return work(self._opened())
        except DamagedDatabaseError:
            self._repair()
            return work(self._opened())

    def move(self, *, in_file: bool) -> None:
        """Close the database and from now on use one in the file, or one in memory."""
        self.close()
        self._in_file = in_file

    def close(self) -> None:
        """Close the database."""
        if self._database is not None:
            self._database.close()
            self._database = None
        self._session.end()
        self._session = RunningCopy(None)

    def _opened(self) -> Database:
        if self._database is not None and not self._database.is_current:
            self.close()
        if self._database is None:
            self._database = self._from_file() if self._in_file else Database.open(None)
        return self._database

    def _from_file(self) -> Database:
        """Return the database of the file, or one in memory if there cannot be one."""
        try:
            with self._guard():
                database = self._sound()
                self._begin_session(database)
        except StorageError as error:
            self._give_up_file(error)
            return Database.open(None)
        return database

    def _begin_session(self, database: Database) -> None:
        """Let other copies see this one; where that cannot be, the database is not for it."""
        try:
            self._session = RunningCopy(self._places.sessions)
        except StorageError:
            database.close()
            raise

    def _sound(self) -> Database:
        take_salvaged(self._places.games)
        try:
            return self._ranked()
        except DamagedDatabaseError:
            self.warnings.append(salvage(self._places.games, self.now()).sentence)
            return self._ranked()

    def _ranked(self) -> Database:
        """Open the file and see that its games are ranked as they are ranked now."""
        database = Database.open(self._places.games)
        try:
            keep_ranked(database)
        except StorageError:
            database.close()
            raise
        return database

    def _repair(self) -> None:
        """Put what is left of a damaged database into a new one, unless another process has done so."""
        database = self._database
        if database is None or database.path is None:
            return
        try:
            with self._guard():
                was_current = database.is_current
                self.close()
                if was_current:
                    self.warnings.append(salvage(database.path, self.now()).sentence)
        except StorageError as error:
            self._give_up_file(error)
            self.move(in_file=False)

    def _give_up_file(self, error: StorageError) -> None:
        """Say that there is no file from now on, or raise the error where one is a must."""
        if self._must_last:
            raise error
        self.warnings.append(f"{error} {_UNKEPT}")

    def _guard(self) -> FileLock:
        """Return what keeps two processes from making or mending the file at once."""
        path: Path = self._places.games
        return FileLock(path.with_name(f"{path.name}.lock"))
