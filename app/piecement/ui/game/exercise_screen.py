"""The base of trainers with a series of exercises, each a game that ends by itself."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.render.layout import Layout
from piecement.render.overlay import Overlay
from piecement.storage.errors import StorageError
from piecement.training.attempt import Attempt
from piecement.ui.game.side import Side
from piecement.ui.game.trainer_panel import LineTone, PanelLine
from piecement.ui.game.trainer_screen import END_KEYS, TrainerDirector, TrainerScreen
from piecement.ui.key_rows import KeyRow, KeyTable
from piecement_engine import Event

if TYPE_CHECKING:
    from piecement.ui.services import Services

_AGAIN: Final = KeyRow("Ctrl+R", _("the same again"), (), {"ctrl+r": "again"})
_NEXT: Final = KeyRow("Ctrl+N", _("the next one"), (), {"ctrl+n": "go(1)"})
_PREVIOUS: Final = KeyRow("Ctrl+P", _("the one before"), (), {"ctrl+p": "go(-1)"})

EXERCISE_KEYS: Final[KeyTable] = (_AGAIN, _NEXT, _PREVIOUS, *END_KEYS)
"""The keys of every trainer of this kind."""


class ExerciseDirector(TrainerDirector):
    """A game for each try at an exercise; one that was solved is followed by the next exercise."""

    TRAINER: str
    """The name that its tries are stored by: the value of its node."""

    def __init__(self, services: "Services", own_keys: KeyTable) -> None:
        self.verdict: str = ""
        """Outcome of the last try."""
        self._is_judged = False
        self._bests: dict[str, Attempt | None] = {}
        self._store: Final = services.store
        self.number: int = self.first_to_do()
        """Number of the exercise."""
        super().__init__(services, own_keys)

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """The names of the exercises, as tries are stored by them."""

    @abstractmethod
    def judge(self) -> tuple[Attempt, str]:
        """Return the worth of the try that just ended, and a sentence about it."""

    def watch(self, event: Event) -> None:
        """Follow what happens in the game."""

    def on_events(self, events: Sequence[Event]) -> None:
        for event in events:
            self.watch(event)
        if self.session.is_over and not self._is_judged:
            self._is_judged = True
            attempt, self.verdict = self.judge()
            self.note(attempt)
            self._bests.pop(attempt.exercise, None)
            if self.is_passed(attempt):
                self.go(1)

    def go(self, steps: int) -> None:
        """Choose the exercise that the next game is."""
        self.number = (self.number + steps) % len(self.names)

    def _new_sides(self) -> Sequence[Side]:
        self._is_judged = False
        return super()._new_sides()

    def best(self, name: str) -> Attempt | None:
        """Return the best stored try at an exercise."""
        if name not in self._bests:
            try:
                self._bests[name] = self._store.trainer_attempts.best(self.TRAINER, name)
            except StorageError:
                self._bests[name] = None
        return self._bests[name]

    def is_passed(self, attempt: Attempt | None) -> bool:
        """Return whether a try was so good that the next exercise follows."""
        return attempt is not None and attempt.solved

    def first_to_do(self) -> int:
        """Return the number of the first exercise that was not passed yet; the first one where all were."""
        return next((number for number, name in enumerate(self.names) if not self.is_passed(self.best(name))), 0)

    @property
    def time_ms(self) -> int:
        """Duration of the try (ns)."""
        return self.session.view.time_ns // 1_000_000

    def _key_line(self, more: str) -> PanelLine:
        return PanelLine(f"{more}, {_('[Ctrl+R] again, [Ctrl+N] next')}", LineTone.KEYS)


class ExerciseScreen(TrainerScreen):
    """A trainer of this kind."""

    def __init__(self, services: "Services", director: ExerciseDirector) -> None:
        super().__init__(services, director)
        self._exercises: Final = director

    def action_again(self) -> None:
        self.begin_anew()

    def action_go(self, steps: int) -> None:
        self._exercises.verdict = ""
        self._exercises.go(steps)
        self.begin_anew()

    def _overlay(self, number: int, now_ns: int, layout: Layout) -> Overlay:
        """Return nothing for the end of a game, which is not more than the end of a try."""
        if self.director.is_over:
            return self.director.overlay(number, layout)
        return super()._overlay(number, now_ns, layout)
