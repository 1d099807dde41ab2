"""Stored attempts of the trainers."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from piecement.storage.paths import Paths
from piecement.storage.store import Store
from piecement.storage.trainer_attempts import ExerciseFigures, TrainerAttempts, TrainerTotals
from piecement.training.trainers import Attempt
from tests.app.closing import closed_later


@pytest.fixture
def attempts(tmp_path: Path) -> TrainerAttempts:
    return closed_later(Store(Paths.of(tmp_path))).trainer_attempts


def tried(exercise: str = "T", *, solved: bool = True, faults: int = 0, time_ms: int = 900) -> Attempt:
    return Attempt("finesse_drill", exercise, solved, faults, time_ms, 1, {"presses": 2})


def test_nothing_is_known_of_a_trainer_that_was_never_tried(attempts: TrainerAttempts) -> None:
    assert attempts.totals("openers") == TrainerTotals()
    assert attempts.best("openers", "any") is None
    assert attempts.figures("openers") == ()


def test_best_try_has_fewest_faults_then_shortest_time(attempts: TrainerAttempts) -> None:
    for one in (tried(faults=1, time_ms=10), tried(time_ms=500), tried(time_ms=800), tried(solved=False, time_ms=1)):
        attempts.record(one)

    assert attempts.best("finesse_drill", "T") == tried(time_ms=500)


def test_the_longest_row_of_solved_tries_is_told(attempts: TrainerAttempts) -> None:
    for solved in (True, True, False, True, True, True, False, True):
        attempts.record(tried(solved=solved, faults=not solved))

    assert attempts.totals("finesse_drill") == TrainerTotals(8, 6, 3)
    assert attempts.history("finesse_drill", 3) == (True, False, True)


def test_figures_of_each_exercise(attempts: TrainerAttempts) -> None:
    for one in (tried("I", faults=1), tried("I"), tried("J", faults=2, solved=False), tried("O")):
        attempts.record(one)

    assert attempts.figures("finesse_drill") == (
        ExerciseFigures("I", 2, 2, 1),
        ExerciseFigures("J", 1, 0, 2),
        ExerciseFigures("O", 1, 1, 0),
    )


def test_totals_of_the_last_days(tmp_path: Path) -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    attempts = closed_later(Store(Paths.of(tmp_path), now=lambda: now)).trainer_attempts
    attempts.record(tried())
    now += timedelta(days=8)
    attempts.record(tried(solved=False))

    assert attempts.totals("finesse_drill").attempts == 2
    assert attempts.totals("finesse_drill", days=7)[:2] == (1, 0)
