"""First tries at the pieces of the day, of which only the first one counts."""

from datetime import date
from typing import NamedTuple

from piecement.storage.database_session import Queries, change, query
from piecement_base.database import Database


class DailyTry(NamedTuple):
    """The first try at a mode on a day."""

    day: date
    token: str
    """Token of its game."""
    has_begun: bool
    """Whether the try counts, as enough was played."""
    game: int | None
    """Id of its game, or None until that has ended."""


class DailyTries(Queries):
    """First tries of the player, one for each mode and day."""

    @change
    def claim(self, database: Database, mode: str, day: date, token: str) -> None:
        """Store the first try at a mode on a day, replacing one that never began."""
        database.change(
            """
            INSERT INTO daily_results (mode, day, token, begun) VALUES (?, ?, ?, 0) ON CONFLICT (mode, day)
            DO UPDATE SET token = excluded.token WHERE NOT begun AND token NOT IN (SELECT token FROM games)
            """,
            (mode, day.isoformat(), token),
        )

    @change
    def begin(self, database: Database, token: str) -> None:
        """Mark a try as begun."""
        database.change("UPDATE daily_results SET begun = 1 WHERE token = ?", (token,))

    @query
    def begun(self, database: Database, day: date) -> frozenset[str]:
        """Return the modes of which a first try on a day counts."""
        rows = database.rows(
            """
            SELECT daily_results.mode FROM daily_results LEFT JOIN games ON games.token = daily_results.token
            WHERE day = ? AND (begun = 1 OR games.id IS NOT NULL)
            """,
            (day.isoformat(),),
        )
        return frozenset(str(mode) for (mode,) in rows)

    @query
    def between(self, database: Database, mode: str, first: date, last: date) -> dict[date, DailyTry]:
        """Return the first tries at a mode in a range of days."""
        rows = database.rows(
            """
            SELECT day, daily_results.token, begun, games.id FROM daily_results
            LEFT JOIN games ON games.token = daily_results.token
            WHERE daily_results.mode = ? AND day BETWEEN ? AND ? ORDER BY day
            """,
            (mode, first.isoformat(), last.isoformat()),
        )
        tries = (DailyTry(date.fromisoformat(day), str(token), bool(begun), game) for day, token, begun, game in rows)
        return {one.day: one for one in tries}
