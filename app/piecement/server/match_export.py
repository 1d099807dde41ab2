"""Export of stored matches as match files, which the game shows and verifies like its own."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from piecement.language import _, error_text
from piecement.online.errors import RoomError
from piecement.online.round_recordings import match_of
from piecement.server.store.database_opening import FILE, open_database
from piecement.server.store.matches import MatchStore, StoredMatch
from piecement.session import timestamps
from piecement.storage.atomic_file import write_atomically
from piecement.storage.errors import StorageError
from piecement.storage.replays import MATCH_ENDING
from piecement_engine import EngineError


class Exported(NamedTuple):
    """Outcome of exporting one match."""

    path: Path
    complaint: str = ""
    """Reason for a failure, or empty."""


def export_matches(folder: Path, url: str | None, target: Path) -> Iterator[Exported]:
    """Write each match of a server's database to a file, and yield the outcomes.

    The server may be running. Raises `StorageError` if there are no matches, or files cannot be written.
    """
    if url is None and not (folder / FILE).exists():
        raise StorageError(_("There are no matches of a server in {folder}.").format(folder=folder))
    with closing(open_database(folder, url)) as database:
        store = MatchStore(database, lambda: 0)
        for stored in store.stored():
            yield _written(store, stored, target)


def _written(store: MatchStore, stored: StoredMatch, target: Path) -> Exported:
    started, match = timestamps.from_ms(stored.started_ms), stored.record
    path = target / f"{started:%Y-%m-%d %H.%M.%S} {match.id}{MATCH_ENDING}"
    try:
        rounds = [record.recording() for record in store.rounds(match.id)]
        recorded = match_of(rounds, timestamps.to_text(started), match.name)
    except (EngineError, RoomError) as error:
        return Exported(path, error_text(error))
    write_atomically(path, recorded.to_text().encode())
    return Exported(path)
