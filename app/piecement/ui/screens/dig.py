"""Digging, and clearing in a row: positions for which a bot's number of pieces is known."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.session.plan import Plan
from piecement.session.records import Attempt
from piecement.session.session import Session
from piecement.training.dig import POSITIONS, DigKind, DigPosition
from piecement.ui import STYLES
from piecement.ui.game.trainer import EXERCISE_KEYS, ExerciseDirector, ExerciseScreen
from piecement.ui.game.trainer_panel import GAP, LineTone, PanelLine
from piecement.ui.key_rows import KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement_engine import End

if TYPE_CHECKING:
    from piecement.ui.services import Services

_TITLES: Final = {
    DigKind.CHEESE: _("Cheese"),
    DigKind.DOWNSTACK: _("Downstack"),
    DigKind.FOUR_WIDE: _("Four-wide"),
}
_GOALS: Final = {
    DigKind.CHEESE: _("Clear all rows of garbage, with as few pieces as you can."),
    DigKind.DOWNSTACK: _("Clear all rows of garbage under the stack, with as few pieces as you can."),
    DigKind.FOUR_WIDE: _("Clear a line with every piece, as often in a row as you can."),
}
_LOST: Final = frozenset({End.BLOCK_OUT, End.LOCK_OUT, End.TOP_OUT})
_TOO_HIGH: Final = _("That was too high. Once more.")
_KINDS: Final = tuple(DigKind)
_KEYS: Final = (KeyRow("Tab", _("cheese, downstack, 4-wide"), (), {"tab": "change_kind"}), *EXERCISE_KEYS)


def build(services: "Services", __: None) -> "DigScreen":
    return DigScreen(services, DigDirector(services))


class DigDirector(ExerciseDirector):
    TRAINER = Node.DIG.value

    def __init__(self, services: "Services") -> None:
        self._kind = _KINDS[0]
        super().__init__(services, _KEYS)

    @property
    def positions(self) -> tuple[DigPosition, ...]:
        """The positions of the kind that is chosen."""
        return tuple(position for position in POSITIONS if position.kind is self._kind)

    @property
    def names(self) -> Sequence[str]:
        return [position.name for position in self.positions]

    def change_kind(self) -> None:
        """Go on with the next kind."""
        self._kind = _KINDS[(_KINDS.index(self._kind) + 1) % len(_KINDS)]
        self.verdict = ""
        self.number = self.first_to_do()

    def new_session(self) -> Session:
        position = self._played = self.positions[self.number]
        game = position.game(self._rules_of(position.mode))
        return self._practice(Plan(position.mode, position.seed), game)

    def judge(self) -> tuple[Attempt, str]:
        position, number = self._played, self._number
        end = self.session.view.end
        solved = number > 0 if position.kind is DigKind.FOUR_WIDE else end is not None and end.won
        faults = position.faults(number)
        attempt = Attempt(
            self.TRAINER, position.name, solved, faults, self.time_ms, self.session.view.pieces, {"number": number}
        )
        return attempt, _verdict(position, number) if end is not None and end not in _LOST else _TOO_HIGH

    def is_passed(self, attempt: Attempt | None) -> bool:
        """Return whether a try was as good as the bot's."""
        return super().is_passed(attempt) and attempt is not None and not attempt.faults

    @property
    def _number(self) -> int:
        """The player's pieces, or in the four-wide well, the lines cleared in a row."""
        if self._played.kind is DigKind.FOUR_WIDE:
            return self.session.statistics.counts.max_combo
        return self.session.view.pieces

    def lines(self) -> Iterator[PanelLine]:
        position = self._played
        same = [one for one in POSITIONS if one.kind is position.kind]
        yield PanelLine(
            _("{kind}: {number} of {all}").format(
                kind=_TITLES[position.kind], number=same.index(position) + 1, all=len(same)
            ),
            LineTone.HEADING,
        )
        yield PanelLine(_GOALS[position.kind], LineTone.MUTED if self.verdict else LineTone.STRONG)
        if self.verdict:
            yield GAP
            yield PanelLine(self.verdict, LineTone.STRONG)
        yield GAP
        yield from self._figures(position)
        yield GAP
        yield PanelLine(_("You and the bot get the same pieces."), LineTone.MUTED, is_extra=True)
        yield GAP
        yield self._key_line(_("[Tab] cheese, downstack, 4-wide"))

    def _figures(self, position: DigPosition) -> Iterator[PanelLine]:
        is_combo = position.kind is DigKind.FOUR_WIDE
        best = self.best(position.name)
        yours = "-" if best is None else str(best.extra.get("number", ""))
        counted = _("In a row: {number}") if is_combo else _("Pieces: {number}")
        yield PanelLine(counted.format(number=self._number))
        yield PanelLine(_("The bot: {bots}, your best: {yours}").format(bots=position.bots_number, yours=yours))


class DigScreen(ExerciseScreen):
    NODE = Node.DIG
    KEYS = _KEYS
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "dig.tcss"

    def __init__(self, services: "Services", director: DigDirector) -> None:
        super().__init__(services, director)
        self._digging = director

    def action_change_kind(self) -> None:
        self._digging.change_kind()
        self.begin_anew()


def _verdict(position: DigPosition, number: int) -> str:
    faults = position.faults(number)
    if not faults:
        is_better = number != position.bots_number
        text = _("{number}: better than the bot!") if is_better else _("{number}: as good as the bot!")
        return text.format(number=number)
    return _("{number}, and the bot {bots}. Once more.").format(number=number, bots=position.bots_number)
