"""The first tries at the pieces of each day: those that count."""

from datetime import date
from typing import NamedTuple

from piecement.storage.database import Database
from piecement.storage.database_session import Queries, change, query


class DailyTry(NamedTuple):
    """The first try at a mode on a day."""

    day: date
    token: str
    """The name of its game."""
    has_begun: bool
    """Whether enough was played that no other try can be the first."""
    game: int | None
    """The id of its game, where that has ended."""


class DailyTries(Queries):
    @change
    def claim(self, database: Database, mode: str, day: date, token: str) -> None:
        """Note which game is to be the first try at a mode on a day, in place of one that never began."""
        database.change(
            """
            INSERT INTO daily_results (mode, day, token, begun) VALUES (?, ?, ?, 0)
            ON CONFLICT (mode, day) DO UPDATE SET token = excluded.token, begun = 0
            """,
            (mode, day.isoformat(), token),
        )

    @change
    def begin(self, database: Database, token: str) -> None:
        """Note that the game of a token has begun."""
        database.change("UPDATE daily_results SET begun = 1 WHERE token = ?", (token,))

    @query
    def between(self, database: Database, mode: str, first: date, last: date) -> dict[date, DailyTry]:
        """Return the first tries at a mode on the days from one to another."""
        rows = database.rows(
            """
            SELECT day, daily_results.token, begun, games.id FROM daily_results
            LEFT JOIN games ON games.token = daily_results.token
            WHERE daily_results.mode = ? AND day BETWEEN ? AND ? ORDER BY day
            """,
            (mode, first.isoformat(), last.isoformat()),
        )
        tries = (DailyTry(date.fromisoformat(row[0]), str(row[1]), bool(row[2]), row[3]) for row in rows)
        return {one.day: one for one in tries}
