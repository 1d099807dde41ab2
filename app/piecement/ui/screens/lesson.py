"""The first lesson: from moving a piece to a perfect clear, with the player's own keys."""

from collections.abc import Sequence
from typing import Final

from piecement.input.key_names import key_label
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement.session.records import Attempt
from piecement.session.session import Session
from piecement.training.lessons import LESSON, LESSON_GAME, STEPS
from piecement.ui.game.trainer import TrainerDirector, TrainerScreen
from piecement.ui.game.trainer_frame import Feedback, TrainerText
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement_engine import Button, Event
from piecement_engine.bots import Position
from piecement_engine.events import PieceLocked
from piecement_engine.game.finesse import Press

_KEYS: Final = {
    "left": Button.MOVE_LEFT,
    "right": Button.MOVE_RIGHT,
    "turn": Button.ROTATE_RIGHT,
    "soft_drop": Button.SOFT_DROP,
    "hard_drop": Button.HARD_DROP,
    "hold": Button.HOLD,
}
"""The buttons that a task names."""

_HELD: Final = {
    Button.SONIC_DROP: Press(Button.SOFT_DROP, held=True),
    Button.TELEPORT_LEFT: Press(Button.MOVE_LEFT, held=True),
    Button.TELEPORT_RIGHT: Press(Button.MOVE_RIGHT, held=True),
}
"""Presses that do what buttons do for which not every player has a key."""


class LessonDirector(TrainerDirector):
    """Each step is repeated until it is done; the next one follows."""

    NODE = Node.LESSON

    def __init__(self, services: Services) -> None:
        holds = bool(services.settings.now.controls.bindings.keys(Button.HOLD))
        self.steps: Final = [step for step in STEPS if holds or not step.teaches_hold]
        """The steps that can be done: a player may have no key for hold."""
        super().__init__(services)

    @property
    def names(self) -> Sequence[str]:
        return [step.name for step in self.steps]

    def new_session(self) -> Session:
        self._step, self._placed, self._mistakes = self.steps[self.number], 0, 0
        mode = LESSON_GAME if self._step.is_game else LESSON
        return self._practice(Plan(mode), self._step.game(self._rules_of(mode)))

    def show_goals(self) -> None:
        """Outline where the piece is to lie."""
        self.sides[0].goals = self._step.places[self._placed : self._placed + 1]

    def watch(self, event: Event) -> None:
        if self._step.is_game or self.is_done:
            return
        if isinstance(event, PieceLocked):
            self._judge_lock(event)
        elif self._step.reaches and self._is_above():
            self._finish()

    def _is_above(self) -> bool:
        piece, place = self.session.view.piece, self._step.places[0]
        return piece is not None and {(x, y - piece.y) for x, y in piece.cells} == {
            (x, y - place.y) for x, y in place.cells
        }

    def _judge_lock(self, event: PieceLocked) -> None:
        if set(event.piece.cells) != set(self._step.places[self._placed].cells):
            self._mistakes += 1
            self.feedback = Feedback(_("Not there yet: look at the target, and try again."), is_good=False)
            self.undo()
            return
        self._placed += 1
        if self._placed == len(self._step.places):
            self._finish()
        else:
            self.feedback = Feedback(_("Right, and once more."))
            self.show_goals()

    def judge(self) -> None:
        """End the game of ten rows."""
        if self._step.is_game:
            end = self.session.view.end
            self._finish(is_solved=end is not None and end.won)

    def _finish(self, *, is_solved: bool = True) -> None:
        self.end_exercise()
        view = self.session.view
        attempt = Attempt(self.NODE.value, self._step.name, is_solved, self._mistakes, self.time_ms, view.pieces)
        if not is_solved:
            text = _("The stack was too high. Try again: keep it low.")
        elif self._step is STEPS[-1]:
            text = _("That was the whole lesson. Play!")
        else:
            text = _("Right.") if not self._step.is_game else _("You can play. The rest makes each clear worth more.")
        self.note(attempt, Feedback(text, is_good=is_solved))
        if is_solved:
            self.number = (self.steps.index(self._step) + 1) % len(self.steps)

    def go(self, steps: int) -> None:
        super().go(steps)
        self.shows_keys = False

    def text(self) -> TrainerText:
        step = self._step
        number = self.steps.index(step) + 1
        notes = (
            _(step.chapter),
            _("Step {number} of {all}").format(number=number, all=len(self.steps)),
            _("[Esc] leaves; the lesson goes on here another time."),
        )
        task = _(step.task).format(**{name: f"[{self._key(button)}]" for name, button in _KEYS.items()})
        return TrainerText(task, (), None if step.is_game else self._way() if self.shows_keys else "", notes)

    def _key(self, button: Button) -> str:
        """Return the player's first key of a button."""
        ascii_only = self._services.appearance.ascii_only
        bound = self._services.settings.now.controls.bindings.keys(button)
        return key_label(bound[0], ascii_only=ascii_only) if bound else "-"

    def _way(self) -> str:
        """Return the keys that bring the piece to its goal, from where it is."""
        view = self.session.view
        if view.piece is None or view.dropped or self.is_done:
            return ""
        wished = set(self._step.places[self._placed].cells)
        position = Position.of(view)
        found = next((one for one in position.placements if set(one.piece.cells) == wished), None)
        buttons = position.keys(found) if found else ()
        return self.presses([_HELD.get(button) or Press(button) for button in buttons])


class LessonScreen(TrainerScreen):
    NODE = Node.LESSON
    DIRECTOR = LessonDirector
