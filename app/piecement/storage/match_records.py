"""Matches at this machine, won and lost, against each opponent."""

from typing import NamedTuple

from piecement.storage.database_session import Queries, change, query
from piecement_base import timestamps
from piecement_base.database import Database


class WinsAndLosses(NamedTuple):
    """Numbers of matches against an opponent."""

    won: int
    lost: int


class MatchRecords(Queries):
    """Record against each opponent, by the name of a bot or a friend."""

    @change
    def add(self, database: Database, opponent: str, wins: tuple[int, int]) -> None:
        """Store a match by the games that each side won, the player first."""
        won, lost = wins
        ended_ms = timestamps.to_ms(self._session.now())
        row = {"opponent": opponent, "ended_ms": ended_ms, "games_won": won, "games_lost": lost}
        database.insert("matches", row)

    @query
    def all(self, database: Database) -> dict[str, WinsAndLosses]:
        """Return the records by opponent."""
        rows = database.rows(
            """
            SELECT opponent, sum(games_won > games_lost) AS won, sum(games_won <= games_lost) AS lost
            FROM matches GROUP BY opponent
            """
        )
        return {str(row["opponent"]): WinsAndLosses(int(row["won"]), int(row["lost"])) for row in rows}

    def against(self, opponent: str) -> WinsAndLosses:
        return self.all().get(opponent, WinsAndLosses(0, 0))
