"""All that a server stores: one store for each noun, over one database."""

from collections.abc import Callable
from typing import Final

from piecement.server.store.matches import MatchStore
from piecement.server.store.server_database import ServerDatabase


class Stores:
    """The stores of a database, used by one thread."""

    def __init__(self, database: ServerDatabase, now_ms: Callable[[], int]) -> None:
        """Use a database. `now_ms` returns the time of day, in ms since 1970."""
        self.database: Final = database
        self.matches: Final = MatchStore(database, now_ms)

    def close(self) -> None:
        self.database.close()
