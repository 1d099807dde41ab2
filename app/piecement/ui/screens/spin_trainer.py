"""Trainer of spins: set-ups to be finished by one, and the kick tests of each rotation."""

from collections.abc import Sequence
from typing import Final

from piecement.session.session import Session
from piecement.terminal.key_events import KeyDown, KeyEvent
from piecement.training.spin_setups import SETUPS, SPINS, SpinSetup, solution
from piecement.training.trainers import Attempt
from piecement.ui.game.trainer_director import TrainerDirector
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.game.trainer_text import Feedback, TrainerText
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.kicks import outcome_word, shown_offset
from piecement.ui.texts.training import press_count, spin_title
from piecement_base.language import _, ngettext
from piecement_base.plan import Plan
from piecement_engine import ROTATION_SYSTEMS, Board, Button, Event, Piece, Spin
from piecement_engine.events import Accolade, GameEnded, PieceRotated
from piecement_engine.rotation import KickOutcome, KickTest, kick_tests

_KICK_NS: Final = 200_000_000
"""Duration of the animation of a kick's tests (ns): 12 frames."""

_TURNS: Final = {Button.ROTATE_RIGHT: 1, Button.ROTATE_180: 2, Button.ROTATE_LEFT: 3}


class SpinDirector(TrainerDirector):
    NODE = Node.SPIN_TRAINER
    MOVES_ON = True

    def __init__(self, services: Services) -> None:
        self.turned: int = 0
        """Number of rotations."""
        super().__init__(services)

    @property
    def names(self) -> Sequence[str]:
        return [setup.name for setup in SETUPS]

    def new_session(self) -> Session:
        self._setup = SETUPS[self.number]
        self._board = Board.from_text(self._setup.board)
        self._accolade: Accolade | None = None
        self._tests: tuple[KickTest, ...] = ()
        """Kick tests of the last rotation; the ones that were skipped come last."""
        self._step: int | None = None
        """Index of the test that a hint shows; None while the spot of the spin is drawn."""
        self._passing: int | None = None
        """Index of the test that is drawn as a kick passes by; None if none does."""
        self._turned_ns = 0
        """Time of the rotation whose kick is animated (ns)."""
        return self._practice(Plan(SPINS), self._setup.game(self._rules_of(SPINS)))

    def show_goals(self) -> None:
        """Outline where the piece is to lie, or where a test puts it."""
        step = self._step if self._passing is None else self._passing
        place = solution(self._setup).place if step is None else self._tests[step].piece
        side = self.sides[0]
        side.goals, side.goals_move = (place,), self._passing is not None

    def after_frame(self) -> None:
        super().after_frame()
        if self._passing is not None:
            tried = sum(test.outcome is not KickOutcome.SKIPPED for test in self._tests)
            step = (self._services.clock() - self._turned_ns) * tried // _KICK_NS
            self._passing = step if step < tried else None
            self.show_goals()

    def undo(self) -> None:
        """Return the piece to where it spawned."""
        super().undo()
        self._look_at(())

    def hint(self, steps: int) -> None:
        """Show the presses and the tests of the last rotation; after that draw one test after another."""
        if not self.shows_keys:
            self.shows_keys = True
        elif self._tests:
            views = (None, *range(len(self._tests)))
            self._step, self._passing = views[(views.index(self._step) + steps) % len(views)], None
            self.show_goals()
        else:
            self.shows_keys = False

    def _look_at(self, tests: tuple[KickTest, ...]) -> None:
        """Show the tests of another rotation, as they pass by if it was more than turning in place."""
        self._tests, self._step = tests, None
        is_kick = bool(tests) and tests[0].outcome is not KickOutcome.FITS
        self._passing = 0 if is_kick and not self.look.reduced_motion else None
        self._turned_ns = self._services.clock()
        self.show_goals()

    def watch(self, event: Event) -> None:
        if isinstance(event, PieceRotated):
            self.turned += 1
            self._look_at(self._tests_of(event.before, event.after.orientation - event.before.orientation))
        elif isinstance(event, Accolade):
            self._accolade = event
        elif isinstance(event, GameEnded):
            self._judge()

    def watch_key(self, event: KeyDown) -> None:
        """Look at the tests of the rotation of a key, which did not happen."""
        button = self.keys.bindings.button(event.key_id, event.base_id, event.modifiers)
        view = self.session.view
        if button is not None and button in _TURNS and view.piece is not None and view.end is None:
            self._look_at(self._tests_of(view.piece, _TURNS[button]))

    def _tests_of(self, piece: Piece, turns: int) -> tuple[KickTest, ...]:
        return kick_tests(ROTATION_SYSTEMS[SPINS.rules.rotation_system], self._board, piece, turns)

    def _judge(self) -> None:
        setup, presses = self._setup, self.session.statistics.counts.presses
        fewest = len(solution(setup).steps)
        solved = self._accolade is not None and setup.solves(self._accolade)
        attempt = Attempt(
            self.NODE.value, setup.name, solved, max(0, presses - fewest), self.time_ms, 1, {"presses": presses}
        )
        text = _solved_text(setup, presses, fewest) if solved else _missed_text(setup, self._accolade)
        self.note(attempt, Feedback(text, is_good=solved))

    def text(self) -> TrainerText:
        way, best = solution(self._setup), self.log.best(self._setup.name)
        yours = best and best.extra.get("presses", len(way.steps) + best.faults)
        number = SETUPS.index(self._setup) + 1
        return TrainerText(
            _("{spin}: rotate the piece into the target, then drop it.").format(spin=spin_title(self._setup)),
            ((_("Best:"), press_count(len(way.steps))), (_("You:"), press_count(int(str(yours))) if yours else "-")),
            self.presses(way.presses) if self.shows_keys else "",
            (*self._test_lines(), "", _("Set-up {number} of {all}").format(number=number, all=len(SETUPS))),
        )

    def _test_lines(self) -> list[str]:
        if not self._tests or not self.shows_keys:
            return []
        columns = "".join(f"{name:>3} " for name in _("   #   x   y").split())
        lines = [f"{columns} {_('TESTS')}"]
        for number, test in enumerate(self._tests):
            sign = ">" if number == self._step else " "
            lines.append(f"{sign} {number + 1} {shown_offset(test.offset)}  {outcome_word(test.outcome)}")
        return lines


class SpinTrainerScreen(TrainerScreen):
    NODE = Node.SPIN_TRAINER
    DIRECTOR = SpinDirector

    def __init__(self, services: Services, director: SpinDirector) -> None:
        super().__init__(services, director)
        self._spins = director

    def apply_key(self, event: KeyEvent) -> bool:
        """Apply a key, and notice a rotation for which no test fits, which is no event of the game."""
        turned = self._spins.turned
        is_taken = super().apply_key(event)
        if isinstance(event, KeyDown) and not event.repeat and self._spins.turned == turned:
            self._spins.watch_key(event)
            self._paint()
        return is_taken


def _solved_text(setup: SpinSetup, presses: int, fewest: int) -> str:
    title = spin_title(setup)
    if presses <= fewest:
        return _("Done: {spin} with the fewest presses.").format(spin=title)
    return ngettext(
        "Done: {spin} in {presses} presses; {fewest} is enough.",
        "Done: {spin} in {presses} presses; {fewest} are enough.",
        fewest,
    ).format(spin=title, presses=presses, fewest=fewest)


def _missed_text(setup: SpinSetup, accolade: Accolade | None) -> str:
    if accolade is None or accolade.spin is Spin.NONE:
        return _("No spin. A rotation must be the last move before the drop.")
    if setup.letter == "T" and accolade.spin is not setup.spin:
        return _("Only a mini.") if accolade.spin is Spin.MINI else _("More than a mini.")
    return _("A spin, but lines cleared: {lines}.").format(lines=accolade.lines)
