"""The games that ended, as the application asks for them."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from piecement.session.origin import mode_headline
from piecement.session.records import GameRecord, Placing, StoredGame
from piecement.settings.retention import Retention
from piecement.storage import replays, retention, scores, sql, summaries, tetrs_file
from piecement.storage.desk import Desk
from piecement.storage.errors import StorageError
from piecement.storage.scores import ALL, GameQuery, Listing
from piecement.storage.summaries import Contents, CoursePoint, Streaks, Totals
from piecement_engine import Recording, RecordingError


class Taken(NamedTuple):
    """What came of taking in a folder of replays."""

    files: int
    games: int
    """How many of them were not kept before."""
    complaints: tuple[str, ...]
    """What is wrong with the others, in sentences."""


class Games:
    """All games that ended. Every method succeeds, or raises a `StorageError` that says in a sentence why not."""

    def __init__(self, desk: Desk, folder: Path, keep: Callable[[], Retention]) -> None:
        self._desk: Final = desk
        self._folder: Final = folder
        """Where replays go when no other place is named."""
        self._keep: Final = keep
        self._unkept: list[tuple[GameRecord, str | None]] = []
        """Games that could not be written yet."""
        self._played: list[str] = []
        """The tokens of the games that ended in this process."""

    def finish(self, record: GameRecord) -> Placing:
        """Keep a game that ended; when this returns it is on the disk. If it cannot be, it is tried again later."""
        self.try_again()
        text = self._text_of(record)
        self._played.append(record.origin.token)
        try:
            game = self._add(record, text)
        except StorageError:
            self._unkept.append((record, text))
            raise
        return self._desk.do(lambda database: scores.placing(database, game))

    def try_again(self) -> int:
        """Write what could not be written before, as far as that goes now; return how many games are left."""
        while self._unkept:
            record, text = self._unkept[0]
            try:
                self._add(record, text)
            except StorageError:
                break
            del self._unkept[0]
        return len(self._unkept)

    def listing(self, query: GameQuery, limit: int | None = None) -> Listing:
        """Return the games that a query asks for, as ids in order; with a limit, only the first of them."""
        length = self._desk.do(lambda database: scores.count(database, query))

        def read(start: int, count: int) -> list[int]:
            return self._desk.do(lambda database: scores.ids(database, query, start, count, length))

        return Listing(length if limit is None else min(limit, length), read)

    def read(self, ids: Sequence[int]) -> list[StoredGame]:
        """Return games by id, in that order, without those that are gone."""
        return self._desk.do(lambda database: scores.stored(database, ids))

    def one(self, game: int) -> StoredGame:
        """Return a game. Raises `MissingError` if it is gone."""
        return self._desk.do(lambda database: scores.one(database, game))

    def bests(self) -> frozenset[int]:
        """Return the ids of the best games of each mode and variant."""
        return self._desk.do(scores.bests)

    def best(self, mode: str, variant: str = "") -> StoredGame | None:
        """Return the best game of a mode and variant, if there is one that competes."""
        return self._desk.do(lambda database: scores.best(database, mode, variant))

    def has_won(self, mode: str) -> bool:
        """Return whether a competing game of a mode was ever won."""
        return self._desk.do(lambda database: scores.has_won(database, mode))

    def modes(self) -> tuple[str, ...]:
        """Return the names of the modes that games are kept of."""
        return self._desk.do(lambda database: scores.names(database, sql.MODES_PLAYED))

    def presets(self) -> tuple[str, ...]:
        """Return the presets that games are kept of."""
        return self._desk.do(lambda database: scores.names(database, sql.PRESETS_PLAYED))

    def delete(self, game: int) -> None:
        """Forget a game and its recording."""
        self._desk.do(lambda database: scores.delete(database, game))

    def delete_recording(self, game: int) -> None:
        """Forget only the recording of a game."""
        self._desk.do(lambda database: scores.delete_recording(database, game))

    def recording(self, game: int) -> Recording:
        """Return the recording of a game. Raises `MissingError` if there is none."""
        return self._desk.do(lambda database: replays.recording_of(database, game))

    def export_replay(self, game: int, path: Path | None = None) -> Path:
        """Write a game's recording to a file, or into a folder under a name of its own; return the file."""
        if path is None:
            with suppress(OSError):
                self._folder.mkdir(parents=True, exist_ok=True)
        return self._desk.do(lambda database: replays.export_game(database, game, path or self._folder))

    def import_replay(self, path: Path) -> int:
        """Keep the game of a replay file once it is proven; return its id."""
        recording = replays.read_replay(path)
        return self._desk.do(lambda database: replays.import_recording(database, recording, self._desk.now()))

    def import_replays(self) -> Taken:
        """Keep the games of all replay files in the folder that replays are exported to, each once."""
        files = sorted(self._folder.glob(f"*{replays.ENDING}"))
        before = self.contents().games
        complaints: list[str] = []
        for file in files:
            try:
                self.import_replay(file)
            except StorageError as error:
                complaints.append(str(error).replace(str(file), file.name))
        return Taken(len(files), self.contents().games - before, tuple(complaints))

    def import_tetrs(self, path: Path) -> int:
        """Keep the past games of a tetrs save file, each once; return how many there are in it."""
        records = tetrs_file.read_games(path)
        for record in records:
            self._add(record, None)
        return len(records)

    def totals(self, query: GameQuery) -> tuple[Totals, ...]:
        """Return what the games of a query come to, for each mode."""
        return self._desk.do(lambda database: summaries.totals(database, query))

    def course(self, mode: str, variant: str = "") -> list[CoursePoint]:
        """Return the competing games of a mode one after another, with what was best until each."""
        return self._desk.do(lambda database: summaries.course(database, mode, variant, mode_headline(mode)))

    def daily(self, days: int, query: GameQuery = ALL) -> list[int]:
        """Return how many games of a query ended on each of the last days, up to today."""
        today = self._desk.now().astimezone().date()
        return self._desk.do(lambda database: summaries.daily(database, query, today, days))

    def contents(self) -> Contents:
        """Return how much is kept."""
        return self._desk.do(summaries.contents)

    def streaks(self, today: date | None = None, query: GameQuery = ALL) -> Streaks:
        """Return how many days in a row games of a query were played."""
        day = today or self._desk.now().astimezone().date()
        return self._desk.do(lambda database: summaries.streaks(database, query, day))

    def wins_in_a_row(self, query: GameQuery) -> tuple[int, int]:
        """Return how many games of a query were won in a row up to now, and at most."""
        return self._desk.do(lambda database: summaries.wins_in_a_row(database, query))

    def drop_idle(self) -> int:
        """Forget the games of this process that were not won and show no progress at all; return how many.

        Those of other processes are theirs to forget: a player may be looking at one.
        """
        played, self._played = self._played, []
        return self._desk.do(lambda database: retention.drop_idle_games(database, played)) if played else 0

    def keep_only(self, keep: Retention) -> None:
        """Delete for good what is more than is to be kept."""
        self._unkept.clear()
        self._desk.do(lambda database: retention.apply(database, keep))

    def _add(self, record: GameRecord, text: str | None) -> int:
        return self._desk.do(lambda database: scores.add(database, record, text))

    def _text_of(self, record: GameRecord) -> str | None:
        """Return the recording as it is to be kept; in memory it is kept in any case."""
        if record.recording is None or (self._desk.is_in_file and not self._keep().includes(Retention.REPLAYS)):
            return None
        try:
            return record.recording.with_lock_checks().to_text()
        except RecordingError:
            return record.recording.to_text()
