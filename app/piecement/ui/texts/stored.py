"""Facts about stored games and their file, as lines for a card."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from piecement.storage.paths import short_path
from piecement.storage.store import Store
from piecement_base.errors import StorageError
from piecement_base.formatting import grouped
from piecement_base.language import _

_MEGABYTE: Final = 1e6


def stored_counts(store: Store) -> Iterator[tuple[str, str]]:
    """Yield labels, and how much is stored."""
    if not store.may_save:
        yield _("This run"), _("saves nothing: started with --no-save")
    try:
        contents = store.statistics.stored()
        games, recordings = grouped(contents.games), grouped(contents.recordings)
        yield _("Games"), _("{games}, {recordings} with a replay").format(games=games, recordings=recordings)
        yield _("Save slots"), str(contents.save_slots)
    except StorageError as error:
        yield _("Games"), str(error)
    if size := _size(store.paths.games):
        yield _("Size"), size


def stored_places(store: Store) -> Iterator[tuple[str, str]]:
    """Yield labels, and paths."""
    yield _("Settings"), short_path(store.paths.settings)
    yield _("Scores"), short_path(store.paths.games)
    yield _("Exports"), short_path(store.paths.replays)


def _size(path: Path) -> str:
    try:
        return _("{size:.1f} MB").format(size=path.stat().st_size / _MEGABYTE)
    except OSError:
        return ""
