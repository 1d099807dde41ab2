"""The store as commands open it, and the recordings that their arguments name."""

import sys
from argparse import Namespace
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from piecement.cli.usage import UsageError
from piecement.settings.retention import Retention
from piecement.storage.paths import Paths
from piecement.storage.replay_files import read_replay, require_proven
from piecement.storage.store import Store
from piecement_base.errors import MissingError
from piecement_base.language import N_, _
from piecement_base.printable import LONGEST_NAME, one_line
from piecement_engine import Recording

_MOST_DIGITS: Final = 18
"""Maximum length of a game's number (digits): the database has no longer ones."""


@contextmanager
def open_store(options: Namespace, *, writes: bool = False) -> Generator[Store, None, None]:
    """Open the store, without creating a database just for reading. Raises `StorageError`."""
    paths = Paths.of(options.data_dir)
    with closing(Store(paths, save=writes or paths.games.exists(), requires_file=True)) as store:
        if writes and not store.retention.includes(Retention.SCORES):
            raise UsageError(_("Saving games is turned off in the settings."))
        if writes and (place := paths.unwritable_games) is not None:
            raise UsageError(_("{path} cannot be written to."), path=place)
        yield store
        for warning in store.pop_warnings():
            sys.stderr.write(f"piecement: {warning}\n")


def find_recording(store: Store, replay: str) -> Recording:
    """Return the recording of a game's number, of a line or of a file. Raises `StorageError` if there is none."""
    if not replay.isdecimal():
        return read_replay(Path(replay))
    if len(replay) > _MOST_DIGITS:
        raise MissingError(_("There is no game {game}."), game=one_line(replay, LONGEST_NAME))
    return store.games.recording(int(replay))


REPLAY_HELP: Final = N_("game number, shared line, replay file, or - for standard input")
"""Help of an argument for `find_recording`."""


def find_verified(store: Store, replay: str) -> Recording:
    """Return the recording that `find_recording` finds, once it was played. Raises `DamagedError` if it is forged."""
    recording = find_recording(store, replay)
    require_proven(recording.verify(budget=recording.fair_budget()))
    return recording
