"""Attempts at exercises of trainers, and their statistics."""

import json
from typing import NamedTuple

from piecement.session import timestamps
from piecement.storage.database import Database
from piecement.storage.database_session import Queries, change, query
from piecement.training.attempt import Attempt


class TrainerTotals(NamedTuple):
    """Totals of the attempts at a trainer or an exercise."""

    attempts: int = 0
    solved: int = 0
    faults: int = 0
    time_ms: int = 0
    pieces: int = 0
    in_a_row: int = 0
    """Longest streak of solved attempts."""


class ExerciseFigures(NamedTuple):
    """Totals of an exercise."""

    exercise: str
    attempts: int
    solved: int
    faults: int


class TrainerAttempts(Queries):
    """Attempts of the player, by the node of the trainer."""

    @change
    def record(self, database: Database, attempt: Attempt) -> None:
        database.change(
            """
            INSERT INTO trainer_attempts (trainer, exercise, at_ms, solved, faults, time_ms, pieces, extra)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            (
                *(attempt.trainer, attempt.exercise, timestamps.to_ms(self._session.now()), attempt.solved),
                *(attempt.faults, attempt.time_ms, attempt.pieces, json.dumps(attempt.extra)),
            ),
        )

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
    def totals(self, database: Database, trainer: str, exercise: str | None = None) -> TrainerTotals:
        """Return the totals of a trainer, or of one exercise."""
        row = database.row(
            """
            WITH tries AS (
                SELECT *, sum(NOT solved) OVER (ORDER BY id) AS stretch FROM trainer_attempts
                WHERE trainer = :trainer AND exercise = coalesce(:exercise, exercise)
            )
            SELECT count(*), coalesce(sum(solved), 0), coalesce(sum(faults), 0), coalesce(sum(time_ms), 0),
                coalesce(sum(pieces), 0),
                (SELECT coalesce(max(length), 0) FROM (SELECT sum(solved) AS length FROM tries GROUP BY stretch))
            FROM tries
            """,
            {"trainer": trainer, "exercise": exercise},
        )
        return TrainerTotals() if row is None else TrainerTotals(*map(int, row))

    @query
    def presses(self, database: Database, trainer: str) -> int:
        """Return the total presses of a trainer that stores them as `presses`."""
        question = "SELECT total(json_extract(extra, '$.presses')) FROM trainer_attempts WHERE trainer = ?"
        return int(database.column(question, (trainer,))[0])

    @query
    def worst(self, database: Database, trainer: str, count: int) -> tuple[ExerciseFigures, ...]:
        """Return the exercises with the most faults per attempt, the worst first, without faultless ones."""
        rows = database.rows(
            """
            SELECT exercise, count(*), sum(solved), sum(faults) FROM trainer_attempts WHERE trainer = ?
            GROUP BY exercise HAVING sum(faults) > 0
            ORDER BY CAST(sum(faults) AS REAL) / count(*) DESC, exercise LIMIT ?
            """,
            (trainer, count),
        )
        return tuple(ExerciseFigures(str(row[0]), *map(int, row[1:])) for row in rows)

    @query
    def course(self, database: Database, trainer: str, last: int) -> tuple[bool, ...]:
        """Return whether each of the last attempts was solved, the newest last."""
        question = "SELECT solved FROM trainer_attempts WHERE trainer = ? ORDER BY id DESC LIMIT ?"
        return tuple(map(bool, reversed(database.column(question, (trainer, last)))))
