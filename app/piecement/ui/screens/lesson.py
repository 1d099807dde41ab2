"""The first lesson: from moving a piece to a perfect clear, with the keys of the player."""

from collections.abc import Sequence
from typing import Final

from piecement.input.key_labels import key_label
from piecement.session.session import Session
from piecement.training.lessons import LESSON, LESSON_GAME, STEPS
from piecement.training.trainers import Attempt
from piecement.ui.game.game_keys import TRAINER_KEYS
from piecement.ui.game.trainer_director import TrainerDirector
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.game.trainer_text import Feedback, TrainerText
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement_base.language import _, ngettext
from piecement_base.plan import Plan
from piecement_engine import Button, Event
from piecement_engine.bots import Position
from piecement_engine.events import AttackMade, GameEnded, PieceLocked
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
"""Presses with the same effect as buttons that a player may not have bound."""


class LessonDirector(TrainerDirector):
    """Each step is repeated until it is done; the next one follows."""

    NODE = Node.LESSON
    MOVES_ON = True
    TABLE = tuple(row for row in TRAINER_KEYS if not {"worst", "variant"} & {*row.actions.values()})

    def __init__(self, services: Services) -> None:
        holds = bool(services.settings.now.controls.bindings.keys(Button.HOLD))
        self.steps: Final = [step for step in STEPS if holds or not step.teaches_hold]
        """The steps that can be done: a player may have no key for hold."""
        self._left_at: Final = services.settings.now.interface.lesson_step
        super().__init__(services)

    def first_to_do(self) -> int:
        """Return the number of the step at which the lesson was left."""
        return self.names.index(self._left_at) if self._left_at in self.names else super().first_to_do()

    def after_frame(self) -> None:
        super().after_frame()
        step = self.steps[self.number].name
        if step != self._services.settings.now.interface.lesson_step:
            self._services.settings.change("interface", "lesson_step", step)

    @property
    def names(self) -> Sequence[str]:
        return [step.name for step in self.steps]

    def new_session(self) -> Session:
        self._step, self._placed, self._mistakes = self.steps[self.number], 0, 0
        mode = LESSON_GAME if self._step.is_game else LESSON
        session = self._practice(Plan(mode), self._step.game(self._rules_of(mode)))
        self._attack(session)
        return session

    def _attack(self, session: Session) -> None:
        """Send the grey rows of the step, which rise as its first piece locks."""
        if self._step.attack:
            session.take_attack(0, 0, self._step.attack)

    def show_goals(self) -> None:
        """Outline where the piece is to lie."""
        self.sides[0].goals = self._step.places[self._placed : self._placed + 1]

    def watch(self, event: Event) -> None:
        if isinstance(event, AttackMade):
            sent = ngettext("{count} row sent.", "{count} rows sent.", event.rows)
            self.feedback = Feedback(sent.format(count=event.rows))
        if self._step.is_game and isinstance(event, GameEnded):
            self._finish(is_solved=event.end.won)
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
            self.feedback = Feedback(_("Not there yet. The hatched cells show the place."), is_good=False)
            self.undo()
            if not self._placed:  # going back took the attack away
                self._attack(self.session)
            return
        self._placed += 1
        if self._placed == len(self._step.places):
            self._finish()
        else:
            self.feedback = Feedback(_("Good. Once more."))
            self.show_goals()

    def _finish(self, *, is_solved: bool = True) -> None:
        self.end_exercise()
        self.shows_keys = False
        view = self.session.view
        attempt = Attempt(self.NODE.value, self._step.name, is_solved, self._mistakes, self.time_ms, view.pieces)
        if not is_solved:
            text = _("The stack was too high. Try again: keep it low.")
        elif self._step is STEPS[-1]:
            text = _("That was the whole lesson. Play!")
        else:
            text = _("Correct.") if not self._step.is_game else _("You can play now. The rest shows how to score more.")
        self.note(attempt, Feedback(text, is_good=is_solved))

    def text(self) -> TrainerText:
        step = self._step
        number = self.steps.index(step) + 1
        notes = (
            _(step.chapter),
            _("Step {number} of {all}").format(number=number, all=len(self.steps)),
            _("[Esc] leaves; the lesson resumes here next time."),
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
        shown = buttons[:-1] if self._step.reaches else buttons  # without the drop, which the step does not want
        return self.presses([_HELD.get(button) or Press(button) for button in shown])


class LessonScreen(TrainerScreen):
    NODE = Node.LESSON
    DIRECTOR = LessonDirector
