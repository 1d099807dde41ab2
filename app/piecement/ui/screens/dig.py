"""The trainer of clearing garbage, against a bot's number of pieces."""

from collections.abc import Sequence
from typing import Final

from piecement.render.still_board import StillBoard
from piecement.session.session import Session
from piecement.settings.choices import sentences_of
from piecement.training.dig import POSITIONS, BotGame, DigKind, DigPosition
from piecement.training.trainers import Attempt
from piecement.ui.game.bot_controller import BotController
from piecement.ui.game.trainer_director import TrainerDirector
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.game.trainer_text import Feedback, TrainerText
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.training import DIG_KINDS
from piecement_base.language import _
from piecement_base.plan import Plan
from piecement_engine import End, Event
from piecement_engine.events import GameEnded

_GOALS: Final = sentences_of("dig")
_LOST: Final = frozenset({End.BLOCK_OUT, End.LOCK_OUT, End.TOP_OUT})
_KINDS: Final = tuple(DigKind)
_LEAST_ROWS: Final = 8
"""The rows of the bot's board that are seen where there is room."""


class DigDirector(TrainerDirector):
    NODE = Node.DIG
    MOVES_ON = True

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

    def watch(self, event: Event) -> None:
        if isinstance(event, GameEnded):
            self._judge(event.end)

    def _judge(self, end: End) -> None:
        position, number = self._position, self._count
        solved = number > 0 if position.kind is DigKind.FOUR_WIDE else end.won
        faults = position.faults(number)
        view = self.session.view
        attempt = Attempt(self.NODE.value, position.name, solved, faults, self.time_ms, view.pieces, {"number": number})
        is_lost = end in _LOST
        text = _("Too high. Try again.") if is_lost else _verdict(position, number)
        self.note(attempt, Feedback(text, is_good=not is_lost and not faults))

    def is_passed(self, attempt: Attempt | None) -> bool:
        """Return whether the attempt matched the bot."""
        return super().is_passed(attempt) and attempt is not None and not attempt.faults

    @property
    def _count(self) -> int:
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
                (counted, str(self._count)),
                (_("Bot:"), str(position.bots_number)),
                (_("Best:"), "-" if best is None else str(best.extra.get("number", ""))),
            ),
            notes=(
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
