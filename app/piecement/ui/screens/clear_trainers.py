"""The trainers of clearing: garbage, against a bot's number of pieces, and whole boards, with the solver's chance."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

from piecement.render.still_board import StillBoard
from piecement.session.records import Attempt
from piecement.session.session import Session
from piecement.training import perfect_clear
from piecement.training.dig import POSITIONS, BotGame, DigKind, DigPosition
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.trainer import TrainerDirector, TrainerScreen
from piecement.ui.game.trainer_frame import Feedback, TrainerText
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.training import DIG_KINDS
from piecement_base.formatting import clock_text
from piecement_base.language import N_, _
from piecement_base.plan import Plan
from piecement_engine import End, Event, Game, Start
from piecement_engine.bots import Placement, Position
from piecement_engine.events import Accolade, PieceHeld, PieceLocked, PieceSpawned
from piecement_engine.game.setup import new_seed

_GOALS: Final = {
    DigKind.CHEESE: N_("Clear all garbage with few pieces."),
    DigKind.DOWNSTACK: N_("Clear all garbage under the stack with few pieces."),
    DigKind.FOUR_WIDE: N_("Clear a line with every piece for as long as you can."),
}
_LOST: Final = frozenset({End.BLOCK_OUT, End.LOCK_OUT, End.TOP_OUT})
_KINDS: Final = tuple(DigKind)
_LEAST_ROWS: Final = 8
"""The rows of the bot's board that are seen where there is room."""


class DigDirector(TrainerDirector):
    NODE = Node.DIG

    def __init__(self, services: Services) -> None:
        self._kind = _KINDS[0]
        super().__init__(services)

    @property
    def positions(self) -> tuple[DigPosition, ...]:
        """The positions of the kind that is chosen."""
        return tuple(position for position in POSITIONS if position.kind is self._kind)

    @property
    def names(self) -> Sequence[str]:
        return [position.name for position in self.positions]

    def choose_variant(self) -> bool:
        """Continue with the next kind."""
        self._kind = _KINDS[(_KINDS.index(self._kind) + 1) % len(_KINDS)]
        self.feedback = Feedback()
        self.number = self.first_to_do()
        return True

    def new_session(self) -> Session:
        position = self._position = self.positions[self.number]
        self._bots_game = BotGame(position)
        return self._practice(Plan(position.mode, position.seed), position.game(self._rules_of(position.mode)))

    def _bot(self, session: Session) -> BotController:
        """Return the bot that gives hints on request."""
        return BotController(session, self._services, self._services.settings.now.computer.with_values(hint=False))

    def hint(self, steps: int) -> None:
        """Show where a bot would put the piece, or hide it."""
        self.sides[0].bot.toggle_hints()

    def judge(self) -> None:
        position, number, end = self._position, self._number, self.session.view.end
        solved = number > 0 if position.kind is DigKind.FOUR_WIDE else end is not None and end.won
        faults = position.faults(number)
        view = self.session.view
        attempt = Attempt(self.NODE.value, position.name, solved, faults, self.time_ms, view.pieces, {"number": number})
        is_lost = end is None or end in _LOST
        text = _("Too high. Try again.") if is_lost else _verdict(position, number)
        self.note(attempt, Feedback(text, is_good=not is_lost and not faults))
        if self.is_passed(attempt):
            self.number = (self.number + 1) % len(self.names)

    def is_passed(self, attempt: Attempt | None) -> bool:
        """Return whether a try was as good as the bot's."""
        return super().is_passed(attempt) and attempt is not None and not attempt.faults

    @property
    def _number(self) -> int:
        """The player's pieces, or in the four-wide well, the streak of lines."""
        if self._position.kind is DigKind.FOUR_WIDE:
            return self.session.statistics.counts.max_combo
        return self.session.view.pieces

    def text(self) -> TrainerText:
        position, best = self._position, self.log.best(self._position.name)
        counted = _("Streak:") if position.kind is DigKind.FOUR_WIDE else _("Pieces:")
        same = [one for one in POSITIONS if one.kind is position.kind]
        return TrainerText(
            _(_GOALS[position.kind]),
            (
                (counted, str(self._number)),
                (_("Bot:"), str(position.bots_number)),
                (_("Best:"), "-" if best is None else str(best.extra.get("number", ""))),
            ),
            None,
            (
                _("{kind} {number} of {all}. [V] changes the kind.").format(
                    kind=_(DIG_KINDS[position.kind]), number=same.index(position) + 1, all=len(same)
                ),
                _("You and the bot get the same pieces."),
            ),
            board=self._bots_board,
        )

    @property
    def _bots_board(self) -> StillBoard:
        """The bot's board after as many pieces as the player has placed."""
        view = self._bots_game.view_after(self.session.view.pieces)
        filled = max((number for number, row in enumerate(view.rows, start=1) if any(row)), default=0)
        height = max(_LEAST_ROWS, filled + filled % 2)
        return StillBoard(view.width, height, tuple(view.rows), least=filled)


class DigScreen(TrainerScreen):
    NODE = Node.DIG
    DIRECTOR = DigDirector


def _verdict(position: DigPosition, number: int) -> str:
    if position.faults(number):
        return _("{number}; the bot: {bots}. Try again.").format(number=number, bots=position.bots_number)
    is_better = number != position.bots_number
    return (_("{number}: you beat the bot!") if is_better else _("{number}: you tie the bot!")).format(number=number)


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
        """Chances of the published positions, which stay the same but for a mirror."""
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
        """Take a piece back after which no perfect clear is possible any more."""
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
        return TrainerText(
            _("Clear the board within its four rows."),
            (
                (_("Best:"), clock_text(best.time_ms * 1_000_000) if best else "-"),
                (_("Mistakes:"), str(self._mistakes)),
                (_("Hints:"), str(self._hints)),
            ),
            None,
            (*([] if self._hint is None else [self._hint_text(self._hint)]), orders, _(self.position.title)),
        )

    def _hint_text(self, number: int) -> str:
        """Return the number of the solution, and its pieces in order, with those from hold in brackets."""
        found = self._solutions[number]
        pieces = " ".join(f"({one.piece.shape.name})" if one.hold else one.piece.shape.name for one in found)
        return _("Solution {number} of {count}: {pieces}; brackets = hold").format(
            number=number + 1, count=len(self._solutions), pieces=pieces
        )


class PerfectClearScreen(TrainerScreen):
    NODE = Node.PERFECT_CLEAR
    DIRECTOR = PerfectClearDirector
