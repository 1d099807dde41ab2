"""The trainer of perfect clears, with the solver's chance of one."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from piecement.session.session import Session
from piecement.training import perfect_clear
from piecement.ui.game.trainer_director import TrainerDirector
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.game.trainer_text import Feedback, TrainerText
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement_base.formatting import clock_text
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_engine import Event, Game, Start
from piecement_engine.bots import Placement, Position
from piecement_engine.events import Accolade, PieceHeld, PieceLocked, PieceSpawned
from piecement_engine.game.setup import new_seed

_ORDERS: Final = 8
"""Number of orders of pieces that the solver tries between two frames."""


class PerfectClearDirector(TrainerDirector):
    NODE = Node.PERFECT_CLEAR

    def __init__(self, services: Services) -> None:
        self._mistakes = 0
        self._hints = 0
        """Number of solutions shown so far."""
        self._hint: int | None = None
        """Index of the visible solution, None if hidden."""
        self._solutions: tuple[tuple[Placement, ...], ...] = ()
        self._chances = {
            position.name: perfect_clear.Chance(position) for position in perfect_clear.POSITIONS if position.published
        }
        """Chances of the published positions. A mirrored board has the same chance, so each is counted once."""
        self._chance = perfect_clear.Chance(perfect_clear.POSITIONS[0])
        super().__init__(services)

    @property
    def names(self) -> Sequence[str]:
        return [position.name for position in perfect_clear.POSITIONS]

    @property
    def position(self) -> perfect_clear.ClearPosition:
        return perfect_clear.POSITIONS[self.number]

    def new_session(self) -> Session:
        self._mistakes, self._hints, self._hint = 0, 0, None
        self.deal = perfect_clear.deal(self.position, new_seed())
        shown = self.deal.position
        self._chance = self._chances.get(self.position.name) or perfect_clear.Chance(shown)
        start = Start(hold=(shown.hold, True)) if shown.hold else Start()
        game = Game(
            self._rules_of(perfect_clear.MODE), new_seed(), pieces=self.deal.queue, board=shown.rows, start=start
        )
        return self._practice(Plan(perfect_clear.MODE), game)

    def on_events(self, events: Sequence[Event]) -> None:
        if self.is_done:
            return
        if any(isinstance(event, Accolade) and event.perfect_clear for event in events):
            self._finish()
        elif any(isinstance(event, PieceLocked) for event in events):
            self._judge()
        elif any(isinstance(event, (PieceSpawned, PieceHeld)) for event in events):
            self._hide_hint()

    def undo(self) -> None:
        super().undo()
        self._hide_hint()

    def hint(self, steps: int) -> None:
        """Show the next of all solutions, or the one before."""
        start = self._seen_position()
        if start is None:
            return
        if self._hint is None:
            self._solutions = tuple(
                islice(perfect_clear.solutions(start, self._rows_left), perfect_clear.MOST_SOLUTIONS)
            )
        if self._solutions:
            self._hint = 0 if self._hint is None else (self._hint + steps) % len(self._solutions)
            self._hints += 1
            self.sides[0].goals = perfect_clear.until_clear(start.bits, self._solutions[self._hint])

    def _judge(self) -> None:
        """Judge the last piece, and take it back if no perfect clear is possible after it."""
        start = self._seen_position()
        if start is not None and perfect_clear.is_solvable(start, self._rows_left):
            self.feedback = Feedback(_("Correct."))
        else:
            self.feedback = Feedback(_("No perfect clear is possible from there."), is_good=False)
            self._mistakes += 1
            super().undo()
        self._hide_hint()

    def _hide_hint(self) -> None:
        self._hint = None
        self.sides[0].goals = ()

    def _seen_position(self) -> Position | None:
        """Return the position for the solver; None while no piece is in play."""
        view = self.session.view
        if view.piece is None or view.dropped:
            return None
        return perfect_clear.solver_position(Position.of(view))

    @property
    def _rows_left(self) -> int:
        return perfect_clear.ROWS - self.session.view.lines

    def _finish(self) -> None:
        self.end_exercise()
        view = self.session.view
        attempt = perfect_clear.attempt_of(
            self.position, faults=self._mistakes, hints=self._hints, time_ns=view.time_ns, pieces=view.pieces
        )
        self.note(attempt, Feedback(_("Perfect clear!")))

    def after_frame(self) -> None:
        """Store attempts, and continue the solver for some orders."""
        super().after_frame()
        if self._chance.seen < self._chance.total:
            self._chance.go_on(_ORDERS)

    def text(self) -> TrainerText:
        chance, best = self._chance, self.log.best(self.position.name)
        orders = _("{solved} of {seen} piece orders can be solved, this one too.").format(
            solved=chance.solved, seen=chance.seen
        )
        hint = () if self._hint is None else (self._hint_text(self._hint), "")
        return TrainerText(
            _("Clear the board within its four rows."),
            (
                (_("Best:"), clock_text(best.time_ms * 1_000_000) if best else "-"),
                (_("Mistakes:"), str(self._mistakes)),
                (_("Hints:"), str(self._hints)),
            ),
            notes=(*hint, orders, "", _(self.position.title)),
        )

    def _hint_text(self, number: int) -> str:
        """Return the number of the solution, and its pieces in order."""
        found = self._solutions[number]
        names = ((one.piece.shape.name, one.hold) for one in found)
        pieces = ", ".join(_("hold {piece}").format(piece=name) if hold else name for name, hold in names)
        return _("Solution {number} of {count}: {pieces}").format(
            number=number + 1, count=len(self._solutions), pieces=pieces
        )


class PerfectClearScreen(TrainerScreen):
    NODE = Node.PERFECT_CLEAR
    DIRECTOR = PerfectClearDirector
