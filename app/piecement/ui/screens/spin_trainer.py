"""The spin trainer: set-ups, each to be finished by a spin, with the tests of every turn."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from piecement.language import _, ngettext
from piecement.session.formatting import count_text
from piecement.session.plan import Plan
from piecement.session.records import Attempt
from piecement.session.session import Session
from piecement.terminal.key_events import KeyDown, KeyEvent
from piecement.training.spin_setups import SETUPS, SPINS, SpinSetup, solution
from piecement.ui import STYLES
from piecement.ui.game.trainer import EXERCISE_KEYS, ExerciseDirector, ExerciseScreen
from piecement.ui.game.trainer_panel import GAP, LineTone, PanelLine
from piecement.ui.key_rows import KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.texts.boards import outcome_word, shown_offset
from piecement.ui.texts.keys import presses_text
from piecement_engine import ROTATION_SYSTEMS, Board, Button, Event, Piece, Spin
from piecement_engine.events import Accolade, PieceRotated
from piecement_engine.rotation import KickTest, kick_tests

if TYPE_CHECKING:
    from piecement.ui.services import Services

_LINES: Final = {1: _("single"), 2: _("double"), 3: _("triple")}

_TURNS: Final = {Button.ROTATE_RIGHT: 1, Button.ROTATE_180: 2, Button.ROTATE_LEFT: 3}
_KEYS: Final = (
    KeyRow("Tab", _("test by test; Shift: back"), (), {"tab": "step(1)", "shift+tab": "step(-1)"}),
    KeyRow("Ctrl+T", _("show the presses"), (), {"ctrl+t": "hint"}),
    *EXERCISE_KEYS,
)


def build(services: "Services", __: None) -> "SpinTrainerScreen":
    return SpinTrainerScreen(services, SpinDirector(services))


class SpinDirector(ExerciseDirector):
    TRAINER = Node.SPIN_TRAINER.value

    def __init__(self, services: "Services") -> None:
        self.shows_way = False
        """Whether the presses for the spin are told."""
        self.turned: int = 0
        """Number of rotations."""
        self._tests: tuple[KickTest, ...] = ()
        """Kick tests of the last rotation."""
        self._step: int | None = None
        """Index of the visible kick test; None while the spot of the spin is drawn."""
        self._accolade: Accolade | None = None
        super().__init__(services, _KEYS)

    @property
    def names(self) -> Sequence[str]:
        return [setup.name for setup in SETUPS]

    @property
    def setup(self) -> SpinSetup:
        return SETUPS[self.number]

    def new_session(self) -> Session:
        self._played = self.setup
        self._board = Board.from_text(self.setup.board)
        self._accolade = None
        self._tests, self._step = (), None
        return self._practice(Plan(SPINS), self.setup.game(self._rules_of(SPINS)))

    def show_goals(self) -> None:
        """Outline where the piece is to lie, or where the test that is looked at puts it."""
        place = solution(self._played).place if self._step is None else self._tests[self._step].piece
        self.sides[0].goals = (place,)

    def toggle_way(self) -> None:
        """Tell the presses for the spin, or tell them no more."""
        self.shows_way = not self.shows_way

    def step(self, by: int) -> None:
        """Draw the next test of the last turn; after the last one, the place of the spin again."""
        if self._tests:
            step = (-1 if self._step is None else self._step) + by
            self._step = step if 0 <= step < len(self._tests) else len(self._tests) - 1 if step < -1 else None
            self.show_goals()

    def _look_at(self, tests: tuple[KickTest, ...]) -> None:
        """Tell of the tests of another turn."""
        self._tests, self._step = tests, None
        self.show_goals()

    def watch(self, event: Event) -> None:
        if isinstance(event, PieceRotated):
            self.turned += 1
            self._look_at(self._tests_of(event.before, event.after.orientation - event.before.orientation))
        elif isinstance(event, Accolade):
            self._accolade = event

    def watch_key(self, event: KeyDown) -> None:
        """Look at the tests of the turn of a key, which did not happen."""
        button = self.keys.bindings.button(event.key_id, event.base_id, event.modifiers)
        view = self.session.view
        if button is not None and button in _TURNS and view.piece is not None and view.end is None:
            self._look_at(self._tests_of(view.piece, _TURNS[button]))

    def _tests_of(self, piece: Piece, turns: int) -> tuple[KickTest, ...]:
        return kick_tests(ROTATION_SYSTEMS[SPINS.rules.rotation_system], self._board, piece, turns)

    def judge(self) -> tuple[Attempt, str]:
        setup, presses = self._played, self.session.statistics.counts.presses
        fewest = len(solution(setup).steps)
        solved = self._accolade is not None and setup.solves(self._accolade)
        attempt = Attempt(
            self.TRAINER, setup.name, solved, max(0, presses - fewest), self.time_ms, 1, {"presses": presses}
        )
        return attempt, self._solved_text(setup, presses, fewest) if solved else _missed_text(setup, self._accolade)

    def lines(self) -> Iterator[PanelLine]:
        setup = self._played
        number = SETUPS.index(setup) + 1
        yield PanelLine(_("Spins: {number} of {all}").format(number=number, all=len(SETUPS)), LineTone.HEADING)
        yield PanelLine(spin_title(setup), LineTone.STRONG)
        if self.verdict:
            yield PanelLine(self.verdict)
        else:
            yield PanelLine(
                _("Turn the piece into the outline, then drop it. It does not fall by itself."), LineTone.MUTED
            )
        yield GAP
        yield from self._way_lines(setup)
        if self._tests:
            yield GAP
            yield from self._test_lines()
        yield GAP
        yield self._key_line(_("[Ctrl+T] show the presses"))

    def _test_lines(self) -> Iterator[PanelLine]:
        yield PanelLine(_("The last turn tried ([Tab] draws them):"), LineTone.KEYS)
        for number, test in enumerate(self._tests):
            sign = ">" if number == self._step else " "
            text = f"{sign} {number + 1} {shown_offset(test.offset)}  {outcome_word(test.outcome)}"
            yield PanelLine(text, is_extra=number != self._step)

    def _way_lines(self, setup: SpinSetup) -> Iterator[PanelLine]:
        way = solution(setup)
        best = self.best(setup.name)
        done = "-" if best is None else str(best.extra.get("presses", len(way.steps) + best.faults))
        yield PanelLine(_("Fewest presses: {fewest}, yours: {best}").format(fewest=len(way.steps), best=done))
        if self.shows_way:
            bindings = self._services.settings.now.controls.bindings
            ascii_only = self._services.appearance.ascii_only
            yield PanelLine(presses_text(way.presses, bindings, ascii_only=ascii_only), LineTone.STRONG)

    def _solved_text(self, setup: SpinSetup, presses: int, fewest: int) -> str:
        title = spin_title(setup)
        if presses <= fewest:
            return _("Done: {spin}, with the fewest presses.").format(spin=title)
        return ngettext(
            "Done: {spin}, with {presses} presses; {fewest} is enough.",
            "Done: {spin}, with {presses} presses; {fewest} are enough.",
            fewest,
        ).format(spin=title, presses=presses, fewest=fewest)


class SpinTrainerScreen(ExerciseScreen):
    NODE = Node.SPIN_TRAINER
    KEYS = _KEYS
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "spin_trainer.tcss"

    def __init__(self, services: "Services", director: SpinDirector) -> None:
        super().__init__(services, director)
        self._spins = director

    def apply_key(self, event: KeyEvent) -> None:
        """Apply a key, and notice a turn for which no test fits, which is no event of the game."""
        turned = self._spins.turned
        super().apply_key(event)
        if isinstance(event, KeyDown) and not event.repeat and self._spins.turned == turned:
            self._spins.watch_key(event)
            self._paint()

    def action_step(self, by: int) -> None:
        self._spins.step(by)
        self._paint()

    def action_hint(self) -> None:
        self._spins.toggle_way()
        self._paint()


def spin_title(setup: SpinSetup) -> str:
    """Return what a player calls a spin."""
    lines = _LINES[setup.lines]
    if setup.spin is Spin.MINI and setup.letter == "T":
        return _("T-spin mini {lines}").format(lines=lines)
    return _("{letter}-spin {lines}").format(letter=setup.letter, lines=lines)


def _missed_text(setup: SpinSetup, accolade: Accolade | None) -> str:
    if accolade is None or accolade.spin is Spin.NONE:
        return _("That was no spin. The last thing before the drop has to be the turn.")
    if setup.letter == "T" and accolade.spin is not setup.spin:
        return _("That was only a mini.") if accolade.spin is Spin.MINI else _("That was more than a mini.")
    return _("A spin, but with {lines}.").format(lines=count_text("lines", accolade.lines))
