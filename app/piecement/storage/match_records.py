"""The matches that were played: how many of them were won against whom."""

from typing import NamedTuple

from piecement.session import timestamps
from piecement.storage.database import Database
from piecement.storage.database_session import Queries, change, query


class WinsAndLosses(NamedTuple):
    """The matches against somebody."""

    won: int
    lost: int


class MatchRecords(Queries):
    """The record against each opponent, by the name of a bot or a friend."""

    @change
    def add(self, database: Database, opponent: str, wins: tuple[int, int]) -> None:
        """Write down a match by the games that each side has won, the player's first."""
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
