"""Replays as files: one small text each, to keep elsewhere, to send and to get."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

from piecement.session import moments
from piecement.session.marks import Marks
from piecement.session.origin import new_token
from piecement.session.records import GameRecord, StoredGame
from piecement.storage import scores
from piecement.storage.atomic_file import write_atomically
from piecement.storage.database import Database
from piecement.storage.errors import DamagedError, StorageError
from piecement.storage.plain_name import name_for_file
from piecement_engine import Recording, RecordingError

ENDING: Final = ".replay"
"""What the names of replay files end in."""

_MOST_BYTES: Final = 20_000_000


def read_replay(path: Path) -> Recording:
    """Return the recording in a file. Raises `StorageError` for a file that cannot be read or is none."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise DamagedError("it is too large for a replay.")
        return _checked(Recording.from_text(path.read_bytes().decode(errors="replace")))
    except OSError as error:
        raise StorageError(f"{path} cannot be read ({error.strerror}).") from error
    except DamagedError as error:
        raise DamagedError(f"{path}: {error}") from error
    except RecordingError as error:
        raise DamagedError(f"{path}: {error}.") from error


def _checked(recording: Recording) -> Recording:
    """Return a recording with what it says of itself checked."""
    from piecement.storage.about import checked_about  # noqa: PLC0415 - pydantic takes a while

    return replace(recording, about=checked_about(recording.about))


def file_name(game: StoredGame) -> str:
    """Return a name for the file of a game, such as `40_lines-2026-11-21-120000.replay`."""
    return f"{name_for_file(game.mode)}-{game.ended.astimezone():%Y-%m-%d-%H%M%S}{ENDING}"


def recording_of(database: Database, game: int) -> Recording:
    """Return the recording of a game. Raises `MissingError` if there is none, `DamagedError` if it cannot be read."""
    try:
        return Recording.from_text(scores.recording_text(database, game))
    except RecordingError as error:
        raise DamagedError(f"The recording of game {game} cannot be used: {error}.") from error


def export_game(database: Database, game: int, path: Path) -> Path:
    """Write the recording of a game to a file, or under a name of its own into a folder; return the file."""
    text = scores.recording_text(database, game)
    file = path / file_name(scores.one(database, game)) if path.is_dir() else path
    write_atomically(file, text.encode())
    return file


def import_recording(database: Database, recording: Recording, now: datetime) -> int:
    """Keep a recording from elsewhere once it is proven, marked as such, and return the game's id.

    Raises `DamagedError` for one that is not what it says.
    """
    if recording.result.end is None:
        raise DamagedError("The recording is of a game that has not ended.")
    desync = recording.verify(budget=recording.fair_budget())
    if desync is not None:
        raise DamagedError(f"The recording does not prove what it says: {desync.sentence}.")
    record = GameRecord.of_recording(recording)
    known = scores.called(database, record.origin.token)
    if known is not None and not _is_same(scores.one(database, known), record):
        record = replace(record, origin=replace(record.origin, token=new_token()))
    if record.ended == moments.BEGINNING:
        record = replace(record, ended=now)
    origin = record.origin.marked(Marks(imported=True))
    return scores.add(database, replace(record, origin=origin), recording.to_text())


def _is_same(game: StoredGame, record: GameRecord) -> bool:
    facts = (game.mode, game.seed, game.end, game.time_ns, game.score, game.lines, game.pieces, game.rules)
    return facts == (
        *(record.origin.mode, record.seed, record.end, record.time_ns),
        *(record.score, record.lines, record.pieces, record.rules),
    )
