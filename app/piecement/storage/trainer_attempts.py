"""Stored attempts at the exercises of trainers, and their totals."""

import json
from datetime import timedelta
from typing import Final, NamedTuple

from piecement.storage.database_session import Queries, change, query
from piecement.training.trainers import Attempt
from piecement_base import timestamps
from piecement_base.database import Database


class TrainerTotals(NamedTuple):
    """Totals of the attempts at a trainer."""

    attempts: int = 0
    solved: int = 0
    in_a_row: int = 0
    """Longest streak of solved attempts."""


class ExerciseFigures(NamedTuple):
    """Totals of an exercise."""

    exercise: str
    attempts: int
    solved: int
    faults: int


_PLAIN: Final = ("trainer", "exercise", "solved", "faults", "time_ms", "pieces")
"""Facts of an attempt that are columns as they are."""


class TrainerAttempts(Queries):
    """Attempts of the player, by the node of the trainer."""

    @change
    def record(self, database: Database, attempt: Attempt) -> None:
        plain = {name: getattr(attempt, name) for name in _PLAIN}
        row = {**plain, "at_ms": timestamps.to_ms(self._session.now()), "extra": json.dumps(attempt.extra)}
        database.insert("trainer_attempts", row)

    @query
    def best(self, database: Database, trainer: str, exercise: str) -> Attempt | None:
        """Return the solved attempt with the fewest faults, the fastest of them, or None."""
        row = database.row(
            """
            SELECT faults, time_ms, pieces, extra FROM trainer_attempts
            WHERE trainer = ? AND exercise = ? AND solved = 1 ORDER BY faults, time_ms, id LIMIT 1
            """,
            (trainer, exercise),
        )
        if row is None:
            return None
        extra = json.loads(row["extra"])
        return Attempt(trainer, exercise, True, row["faults"], row["time_ms"], row["pieces"], dict(extra))

    @query
    def totals(self, database: Database, trainer: str, days: int | None = None) -> TrainerTotals:
        """Return the totals of a trainer, or those of the last days."""
        since_ms = 0 if days is None else timestamps.to_ms(self._session.now() - timedelta(days=days))
        (row,) = database.rows(
            """
            WITH tries AS (
                SELECT *, sum(NOT solved) OVER (ORDER BY id) AS stretch FROM trainer_attempts
                WHERE trainer = :trainer AND at_ms >= :since_ms
            )
            SELECT count(*), coalesce(sum(solved), 0),
                (SELECT coalesce(max(length), 0) FROM (SELECT sum(solved) AS length FROM tries GROUP BY stretch))
            FROM tries
            """,
            {"trainer": trainer, "since_ms": since_ms},
        )
        return TrainerTotals(*map(int, row))

    @query
    def figures(self, database: Database, trainer: str) -> tuple[ExerciseFigures, ...]:
        """Return the totals of each exercise that was tried."""
        rows = database.rows(
            """
            SELECT exercise, count(*), sum(solved), sum(faults) FROM trainer_attempts WHERE trainer = ?
            GROUP BY exercise ORDER BY exercise
            """,
            (trainer,),
        )
        return tuple(ExerciseFigures(str(row[0]), *map(int, row[1:])) for row in rows)

    @query
    def history(self, database: Database, trainer: str, last: int) -> tuple[bool, ...]:
        """Return whether each of the last attempts was solved, the newest last."""
        statement = "SELECT solved FROM trainer_attempts WHERE trainer = ? ORDER BY id DESC LIMIT ?"
        return tuple(map(bool, reversed(database.column(statement, (trainer, last)))))
