"""Won and lost matches against each opponent."""

from typing import NamedTuple

from piecement.session import timestamps
from piecement.storage.database import Database
from piecement.storage.database_session import Queries, change, query


class WinsAndLosses(NamedTuple):
    """Numbers of matches against an opponent."""

    won: int
    lost: int


class MatchRecords(Queries):
    """Record against each opponent, by the name of a bot or a friend."""

    @change
    def add(self, database: Database, opponent: str, wins: tuple[int, int]) -> None:
        """Store a match by the games that each side won, the player first."""
        ended_ms = timestamps.to_ms(self._session.now())
        database.change(
            "INSERT INTO matches (opponent, ended_ms, games_won, games_lost) VALUES (?, ?, ?, ?)",
            (opponent, ended_ms, *wins),
        )

    @query
    def against(self, database: Database, opponent: str) -> WinsAndLosses:
        row = database.row(
            """
            SELECT coalesce(sum(games_won > games_lost), 0) AS won, coalesce(sum(games_won <= games_lost), 0) AS lost
            FROM matches WHERE opponent = ?
            """,
            (opponent,),
        )
        return WinsAndLosses(int(row["won"]), int(row["lost"])) if row is not None else WinsAndLosses(0, 0)
