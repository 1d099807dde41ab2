"""Retention: what is deleted when a player chooses to keep less, and what nobody needs."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from piecement.settings.retention import Retention
from piecement.storage import sql
from piecement.storage.database import Database
from piecement.storage.places import Places

_KEPT_WITH: Final = {
    "recordings": Retention.REPLAYS,
    "savepoints": Retention.SCORES,
    "checkpoint_inputs": Retention.SCORES,
    "checkpoints": Retention.SCORES,
    "games": Retention.SCORES,
    "modes": Retention.SCORES,
}
"""How much has to be kept for each table to be, those that refer to others first."""


def apply(database: Database, keep: Retention) -> None:
    """Delete for good what is not to be kept."""
    tables = [table for table, least in _KEPT_WITH.items() if not keep.includes(least)]
    with database.transaction(durable=True):
        for table in tables:
            database.change(sql.delete_all(table))
    if tables:
        database.shrink()


def drop_idle_games(database: Database, tokens: Iterable[str]) -> int:
    """Forget those of some games that were not won and show no progress at all; return how many."""
    with database.transaction():
        return sum(database.change(sql.DELETE_IDLE_GAME, (token,)) for token in tokens)


def remove_files(places: Places) -> None:
    """Remove the database with all that lies beside it. Nobody may have it open."""
    for path in (*places.data.glob(f"{places.games.name}*"), *places.sessions.glob("*.lock")):
        with suppress(OSError):
            path.unlink()
    for path in places.config.glob(f"{places.settings.name}.bad"):
        with suppress(OSError):
            path.unlink()
    with suppress(OSError):
        places.sessions.rmdir()
