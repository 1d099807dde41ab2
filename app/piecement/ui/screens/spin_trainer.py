"""The spin trainer: set-ups, each to be finished by a spin, with the tests of every turn."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.session.plan import Plan
from piecement.session.session import Session
from piecement.training.attempt import Attempt
from piecement.training.spins import SETUPS, SPINS, SpinSetup, solution
from piecement.ui.game.exercise_screen import EXERCISE_KEYS, ExerciseDirector, ExerciseScreen
from piecement.ui.game.trainer_panel import GAP, PanelLine, Tone
from piecement.ui.key_rows import KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement.ui.texts.kick_texts import outcome_word, shown_offset
from piecement.ui.texts.press_texts import presses_text
from piecement_engine import ROTATION_SYSTEMS, Board, Event, Spin
from piecement_engine.events import Accolade, PieceRotated
from piecement_engine.rotation import KickOutcome, KickTest, kick_tests

if TYPE_CHECKING:
    from piecement.ui.services import Services

_LINES: Final = {1: _("single"), 2: _("double"), 3: _("triple")}

_KEYS: Final = (KeyRow("Ctrl+T", _("show the way"), (), {"ctrl+t": "hint"}), *EXERCISE_KEYS)


def build(services: "Services", __: None) -> "SpinTrainerScreen":
    return SpinTrainerScreen(services, SpinDirector(services))


class SpinDirector(ExerciseDirector):
    TRAINER = Node.SPIN_TRAINER.value

    def __init__(self, services: "Services") -> None:
        self.shows_way = False
        """Whether the way to the spin is told."""
        self._tests: tuple[KickTest, ...] = ()
        """Those of the last turn."""
        self._accolade: Accolade | None = None
        super().__init__(services, _KEYS)

    @property
    def names(self) -> Sequence[str]:
        return [setup.name for setup in SETUPS]

    @property
    def setup(self) -> SpinSetup:
        return SETUPS[self.number]

    def new_session(self) -> Session:
        services = self._services
        rules = SPINS.rules_with(
            services.settings.now.gameplay.overrides(key_releases=services.keyboard.reports_releases)
        )
        self._played = self.setup
        self._board = Board.from_text(self.setup.board)
        self._tests, self._accolade = (), None
        self.begin_try()
        session = Session(Plan(SPINS), self.setup.game(rules), services.clock)
        session.mark_unranked(practice=True)
        return session

    def show_goals(self) -> None:
        self.sides[0].painter.goals = (solution(self._played).place,) if self.shows_way else ()

    def toggle_way(self) -> None:
        """Tell the way to the spin, or tell it no more."""
        self.shows_way = not self.shows_way
        self.show_goals()

    def watch(self, event: Event) -> None:
        if isinstance(event, PieceRotated):
            turns = event.after.orientation - event.before.orientation
            self._tests = kick_tests(ROTATION_SYSTEMS[SPINS.rules.rotation_system], self._board, event.before, turns)
        elif isinstance(event, Accolade):
            self._accolade = event

    def judge(self) -> tuple[Attempt, str]:
        setup, presses = self._played, self.session.statistics.counts.presses
        fewest = len(solution(setup).steps)
        solved = self._accolade is not None and setup.solves(self._accolade)
        attempt = Attempt(
            self.TRAINER, setup.name, solved, max(0, presses - fewest), self.time_ms, 1, {"presses": presses}
        )
        return attempt, self._solved_text(setup, presses, fewest) if solved else _missed_text(setup, self._accolade)

    def lines(self) -> Sequence[PanelLine]:
        return tuple(self._lines())

    def _lines(self) -> Iterator[PanelLine]:
        setup = self._played
        number = SETUPS.index(setup) + 1
        yield PanelLine(_("Spins: {number} of {all}").format(number=number, all=len(SETUPS)), Tone.HEADING)
        yield PanelLine(spin_title(setup), Tone.STRONG)
        if self.verdict:
            yield PanelLine(self.verdict)
        else:
            yield PanelLine(_("Turn the piece into its place, then drop it. It does not fall by itself."), Tone.MUTED)
        yield GAP
        yield from self._way_lines(setup)
        if self._tests:
            yield GAP
            yield PanelLine(_("The last turn tried:"), Tone.MUTED)
            yield from map(_test_line, range(1, 1 + len(self._tests)), self._tests)
        yield GAP
        yield from self._key_lines(_("[Ctrl+T] show the way"))

    def _way_lines(self, setup: SpinSetup) -> Iterator[PanelLine]:
        way = solution(setup)
        best = self.best(setup.name)
        done = "-" if best is None else str(best.extra.get("presses", len(way.steps) + best.faults))
        yield PanelLine(_("Fewest presses: {fewest}, yours: {best}").format(fewest=len(way.steps), best=done))
        if self.shows_way:
            bindings = self._services.settings.now.controls.bindings
            ascii_only = self._services.appearance.ascii_only
            yield PanelLine(presses_text(way.presses, bindings, ascii_only=ascii_only), Tone.STRONG)

    def _solved_text(self, setup: SpinSetup, presses: int, fewest: int) -> str:
        title = spin_title(setup)
        if presses <= fewest:
            return _("Done: {spin}, with the fewest presses.").format(spin=title)
        return _("Done: {spin}, with {presses} presses; {fewest} are enough.").format(
            spin=title, presses=presses, fewest=fewest
        )


class SpinTrainerScreen(ExerciseScreen):
    NODE = Node.SPIN_TRAINER
    KEYS = _KEYS
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "spin_trainer.tcss"

    def __init__(self, services: "Services", director: SpinDirector) -> None:
        super().__init__(services, director)
        self._spins = director

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
    return _("A spin, but with {lines} lines.").format(lines=accolade.lines)


def _test_line(number: int, test: KickTest) -> PanelLine:
    tone = Tone.STRONG if test.outcome is KickOutcome.FITS else Tone.TEXT
    return PanelLine(f"{number} {shown_offset(test.offset)}  {outcome_word(test.outcome)}", tone)
