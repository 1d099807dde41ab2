"""Perfect clears: a board to be emptied with the pieces that come, with the solver's chance and its solutions."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.session.plan import Plan
from piecement.session.session import Session
from piecement.storage.errors import StorageError
from piecement.storage.player_data import TrainerTotals
from piecement.training.perfect_clear import (
    MODE,
    MOST_SOLUTIONS,
    POSITIONS,
    ROWS,
    TRAINER,
    Chance,
    ClearPosition,
    attempt_of,
    deal,
    is_solvable,
    own_position,
    solutions,
    until_clear,
)
from piecement.ui import STYLES
from piecement.ui.game.trainer import END_KEYS, TrainerDirector, TrainerScreen, solved_line
from piecement.ui.game.trainer_panel import GAP, LineTone, PanelLine
from piecement.ui.key_rows import KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement_engine import Event, Game, Start
from piecement_engine.bots import Placement, Position
from piecement_engine.events import Accolade, PieceHeld, PieceLocked, PieceSpawned
from piecement_engine.game.setup import new_seed

if TYPE_CHECKING:
    from piecement.ui.services import Services

_ORDERS: Final = 8
"""Number of orders of pieces that the solver tries between two frames."""

_LAST: Final = 20
"""Number of recent attempts in the figures."""

_KEYS: Final = (
    KeyRow("Tab", _("solutions; Shift: backwards"), (), {"tab": "hint(1)", "shift+tab": "hint(-1)"}),
    KeyRow("Ctrl+T", _("another position"), (), {"ctrl+t": "position"}),
    KeyRow("Ctrl+Z", _("undo a piece"), (), {"ctrl+z": "undo_piece"}),
    KeyRow("Ctrl+R", _("new pieces"), (), {"ctrl+r": "new_pieces"}),
    *END_KEYS,
)


def build(services: "Services", __: None) -> "PerfectClearScreen":
    return PerfectClearScreen(services, PerfectClearDirector(services))


class PerfectClearDirector(TrainerDirector):
    def __init__(self, services: "Services") -> None:
        self._index = 0
        self._status = ""
        self._faults = 0
        self._hints = 0
        """Number of solutions shown so far."""
        self._hint: int | None = None
        """Index of the visible solution, None if hidden."""
        self._solutions: tuple[tuple[Placement, ...], ...] = ()
        self._chances = {position.name: Chance(position) for position in POSITIONS if position.published}
        """Chances of the published positions, which stay the same but for a mirror."""
        self._chance = Chance(POSITIONS[0])
        self._before = TrainerTotals()
        self._course: tuple[bool, ...] = ()
        super().__init__(services, _KEYS)

    @property
    def position(self) -> ClearPosition:
        return POSITIONS[self._index]

    def new_session(self) -> Session:
        self._status = _("{status} Now the next one.").format(status=self._status) if self.is_done else ""
        self._faults, self._hints, self._hint = 0, 0, None
        self._read_figures()
        self.deal = deal(self.position, new_seed())
        shown = self.deal.position
        self._chance = self._chances.get(self.position.name) or Chance(shown)
        start = Start(hold=(shown.hold, True)) if shown.hold else Start()
        game = Game(self._rules_of(MODE), new_seed(), pieces=self.deal.queue, board=shown.rows, start=start)
        return self._practice(Plan(MODE), game)

    def another_position(self) -> None:
        """Use another board for the next session."""
        self._index = (self._index + 1) % len(POSITIONS)

    def on_events(self, events: Sequence[Event]) -> None:
        if self.is_done:
            return
        if any(isinstance(event, Accolade) and event.perfect_clear for event in events):
            self._finish()
        elif any(isinstance(event, PieceLocked) for event in events):
            self._judge()
        elif any(isinstance(event, (PieceSpawned, PieceHeld)) for event in events):
            self._hide_hint()

    def take_back(self) -> None:
        """Return the last locked piece into play."""
        if not self.is_done:
            self.sides[0].undo(self.session.undo_piece, self._services.clock())
            self._hide_hint()

    def show_hint(self, steps: int) -> None:
        """Show the next of all solutions, or the one before."""
        start = self._seen_position()
        if start is None:
            return
        if self._hint is None:
            found = solutions(start, self._rows_left)
            self._solutions = tuple(islice(found, MOST_SOLUTIONS))
        if self._solutions:
            self._hint = 0 if self._hint is None else (self._hint + steps) % len(self._solutions)
            self._hints += 1
            self.sides[0].goals = until_clear(start.bits, self._solutions[self._hint])

    def _judge(self) -> None:
        """Take a piece back after which the board cannot be emptied any more."""
        start = self._seen_position()
        if start is not None and is_solvable(start, self._rows_left):
            self._status = ""
        else:
            self._status = _("From there the board cannot be emptied.")
            self._faults += 1
            self.sides[0].undo(self.session.undo_piece, self._services.clock())
        self._hide_hint()

    def _hide_hint(self) -> None:
        self._hint = None
        self.sides[0].goals = ()

    def _seen_position(self) -> Position | None:
        """Return what the player sees, as the solver takes it; None while no piece is in play."""
        view = self.session.view
        if view.piece is None or view.dropped:
            return None
        return own_position(Position.of(view))

    @property
    def _rows_left(self) -> int:
        return ROWS - self.session.view.lines

    def _finish(self) -> None:
        self._status = _("Perfect clear!")
        self.end_exercise()
        view = self.session.view
        self.note(
            attempt_of(self.position, faults=self._faults, hints=self._hints, time_ns=view.time_ns, pieces=view.pieces)
        )

    def after_frame(self) -> None:
        """Store attempts, and continue the solver for some orders."""
        super().after_frame()
        if self._chance.seen < self._chance.total:
            self._chance.go_on(_ORDERS)

    def _read_figures(self) -> None:
        attempts = self._services.store.trainer_attempts
        try:
            self._before = attempts.totals(TRAINER)
            self._course = attempts.history(TRAINER, _LAST)
        except StorageError as error:
            self._services.warn(str(error))

    def lines(self) -> Iterator[PanelLine]:
        chance = self._chance
        yield PanelLine(_("Perfect clear"), LineTone.HEADING)
        yield PanelLine(self.position.title)
        yield PanelLine(
            _("The solver clears {solved} of {seen} orders of {count} pieces; yours is one of them.").format(
                solved=chance.solved, seen=chance.seen, count=self.deal.position.draws
            ),
            LineTone.MUTED,
        )
        yield GAP
        yield PanelLine(self._status or _("Empty the board within its four rows."), LineTone.STRONG)
        yield PanelLine(_("Mistakes: {faults}, hints: {hints}").format(faults=self._faults, hints=self._hints))
        if self._hint is not None:
            yield PanelLine(self._hint_text(self._hint))
        yield GAP
        if self._course:
            yield solved_line(self._before.solved, self._before.attempts, self._before.in_a_row)
            course = "".join("#" if solved else "." for solved in self._course)
            yield PanelLine(_("Last tries: {course}").format(course=course), LineTone.MUTED)
            yield GAP
        yield PanelLine(_("[Tab] solutions, [Ctrl+T] position, [Ctrl+R] new pieces"), LineTone.KEYS)

    def _hint_text(self, number: int) -> str:
        """Return which solution is shown, and its pieces in order, those from hold in brackets."""
        found = self._solutions[number]
        pieces = " ".join(f"({one.piece.shape.name})" if one.hold else one.piece.shape.name for one in found)
        return _("Solution {number} of {count}: {pieces}; brackets: by hold").format(
            number=number + 1, count=len(self._solutions), pieces=pieces
        )


class PerfectClearScreen(TrainerScreen):
    NODE = Node.PERFECT_CLEAR
    KEYS = _KEYS
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "perfect_clear.tcss"

    def __init__(self, services: "Services", director: PerfectClearDirector) -> None:
        super().__init__(services, director)
        self._clears = director

    def action_hint(self, steps: int) -> None:
        self._clears.show_hint(steps)
        self._paint()

    def action_position(self) -> None:
        self._clears.another_position()
        self.begin_anew()

    def action_new_pieces(self) -> None:
        self.begin_anew()

    def action_undo_piece(self) -> None:
        self._clears.take_back()
        self._paint()
