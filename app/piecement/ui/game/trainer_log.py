"""Tries of the player in a trainer."""

from contextlib import suppress
from itertools import takewhile
from typing import Final

from piecement.storage.trainer_attempts import ExerciseFigures
from piecement.training.trainers import Attempt
from piecement.ui.services import Services
from piecement_base.errors import StorageError, errors_to
from piecement_base.language import _

_REMEMBERED: Final = 1000
"""Number of stored tries that the streak is counted in."""


class TrainerLog:
    """Tries in a trainer, in this run and before: totals of each exercise, the best ones and the streak."""

    def __init__(self, services: Services, trainer: str) -> None:
        self._store: Final = services.store.trainer_attempts
        self._warn: Final = services.warn
        self._waiting: list[Attempt] = []
        self.figures: dict[str, ExerciseFigures] = {}
        """The totals of each exercise."""
        self.history: list[bool] = []
        """Whether each try was right, the newest last."""
        self._bests: dict[str, Attempt | None] = {}
        self._trainer: Final = trainer
        with errors_to(self._warn):
            self.history += self._store.history(trainer, _REMEMBERED)
            self.figures |= {one.exercise: one for one in self._store.figures(trainer)}
        self._begun: Final = len(self.history)

    def note(self, attempt: Attempt) -> None:
        """Count a try, which `write` stores."""
        self._waiting.append(attempt)
        self.history.append(attempt.solved)
        before = self.figures.get(attempt.exercise, ExerciseFigures(attempt.exercise, 0, 0, 0))
        self.figures[attempt.exercise] = ExerciseFigures(
            attempt.exercise, before.attempts + 1, before.solved + attempt.solved, before.faults + attempt.faults
        )
        self._bests.pop(attempt.exercise, None)

    def write(self) -> None:
        waiting, self._waiting = self._waiting, []
        for attempt in waiting:
            with errors_to(self._warn):
                self._store.record(attempt)

    def best(self, exercise: str) -> Attempt | None:
        """Return the best try at an exercise."""
        self.write()
        if exercise not in self._bests:
            self._bests[exercise] = None
            with suppress(StorageError):
                self._bests[exercise] = self._store.best(self._trainer, exercise)
        return self._bests[exercise]

    @property
    def worst(self) -> tuple[str, ...]:
        """The exercises with the most mistakes in a try, the worst first, without faultless ones."""
        faulty = [one for one in self.figures.values() if one.faults]
        return tuple(one.exercise for one in sorted(faulty, key=lambda one: (-one.faults / one.attempts, one.exercise)))

    def texts(self) -> tuple[str, str]:
        """Return the texts of the right tries in this run, and of the streak, each empty if it is zero."""
        tries, streak = self.history[self._begun :], sum(takewhile(bool, reversed(self.history)))
        done = _("{right} of {tries} right").format(right=sum(tries), tries=len(tries)) if tries else ""
        return done, _("streak {count}").format(count=streak) if streak else ""
