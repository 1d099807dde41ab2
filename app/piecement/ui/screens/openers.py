"""The openers: a shape to be built from the bag that comes, and the feat that follows."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.session.plan import Plan
from piecement.session.session import Session
from piecement.storage.errors import StorageError
from piecement.storage.player_data import TrainerTotals
from piecement.training.openers import (
    BAG,
    MODE,
    TRAINER,
    Opener,
    OpenerBuild,
    OpenerProgress,
    all_openers,
    allows,
    new_queue,
)
from piecement.ui import STYLES
from piecement.ui.game.trainer import END_KEYS, TrainerDirector, TrainerScreen, solved_line
from piecement.ui.game.trainer_panel import GAP, LineTone, PanelLine
from piecement.ui.key_rows import KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement_engine import TETROMINOES, Event, Game, Piece, Spin
from piecement_engine.events import Accolade, PieceHeld, PieceLocked, PieceSpawned
from piecement_engine.game.setup import new_seed

if TYPE_CHECKING:
    from piecement.ui.services import Services

_LISTED: Final = 5
"""Number of listed openers, the chosen one in the middle."""

_ALLOWED: Final = "*"
"""The mark of an opener that the bag allows."""

_KEYS: Final = (
    KeyRow("Tab", _("next opener, Shift: previous"), (), {"tab": "choose(1)", "shift+tab": "choose(-1)"}),
    KeyRow("Ctrl+T", _("mirror image"), (), {"ctrl+t": "mirror"}),
    KeyRow("Ctrl+Z", _("undo a piece"), (), {"ctrl+z": "undo_piece"}),
    KeyRow("Ctrl+R", _("new pieces"), (), {"ctrl+r": "new_pieces"}),
    *END_KEYS,
)


def build(services: "Services", __: None) -> "OpenersScreen":
    return OpenersScreen(services, OpenersDirector(services))


class OpenersDirector(TrainerDirector):
    def __init__(self, services: "Services") -> None:
        self.index: int | None = None
        """Index of the chosen opener; None for the first one that the bag allows."""
        self.is_mirrored = False
        self._queue = new_queue(new_seed())
        self._status = ""
        self._allowed: tuple[bool, ...] = ()
        self._leads_there = True
        self._history: list[OpenerProgress] = []
        """Progress of the opener before each locked piece."""
        self._before = TrainerTotals()
        super().__init__(services, _KEYS)

    @property
    def openers(self) -> tuple[Opener, ...]:
        return all_openers(is_mirrored=self.is_mirrored)

    @property
    def opener(self) -> Opener:
        return self.openers[self.index or 0]

    def new_session(self) -> Session:
        if self.is_done:
            self._queue = new_queue(new_seed())
            self._status = _("{status} Now the next one.").format(status=self._status)
        else:
            self._status = ""
        self._history, self._leads_there = [], True
        bag = self._queue[:BAG]
        self._allowed = tuple(allows(one.stages[0].pieces, bag) for one in self.openers)
        if self.index is None:
            self.index = self._allowed.index(True) if True in self._allowed else 0
        self.build = OpenerBuild(self.opener)
        self._before = self._read_totals()
        return self._practice(Plan(MODE), Game(self._rules_of(MODE), new_seed(), pieces=self._queue))

    def new_pieces(self) -> None:
        """Draw other pieces for the next session."""
        self._queue = new_queue(new_seed())

    def show_goals(self) -> None:
        spin = self.build.spin_place(self.session.view.board.bits)
        self.sides[0].goals = tuple(self.build.progress.left) if spin is None else (spin,)

    def on_events(self, events: Sequence[Event]) -> None:
        """Follow the first lock; what came after it may be gone again."""
        locked = next((event for event in events if isinstance(event, PieceLocked)), None)
        if locked is not None and not self.is_done:
            before = self.build.progress
            if self._lies(locked, [event for event in events if isinstance(event, Accolade)]):
                self._history.append(before)
            else:
                self._undo()
        if any(isinstance(event, (PieceLocked, PieceSpawned, PieceHeld)) for event in events):
            self._leads_there = self._find_whether_it_leads_there()
            self.show_goals()

    def _lies(self, locked: PieceLocked, accolades: Sequence[Accolade]) -> bool:
        """Return whether a piece that locked may lie there."""
        stage = self.build.progress.stage
        if self.build.feat is None:
            if not self._follow_build(locked):
                return False
        elif not self._follow_feat(locked, accolades):
            return False
        if self.build.progress.stage > stage and not self._find_whether_it_leads_there():
            self._finish(_("Built. The next bag does not allow the rest."))
        return True

    def _follow_build(self, locked: PieceLocked) -> bool:
        if not self.build.place(locked.piece):
            self._status = _("That is not part of it. Try it again.")
            return False
        self._status = ""
        if self.build.is_done:
            self._finish(_("Built."))
        return True

    def _follow_feat(self, locked: PieceLocked, accolades: Sequence[Accolade]) -> bool:
        """Judge a T; whatever else comes may lie anywhere once there is nothing more to build."""
        feat, build = self.build.feat, self.build
        if feat is None or (build.is_last and locked.piece.shape is not TETROMINOES["T"]):
            return True
        lines, spin = next(((one.lines, one.spin) for one in accolades), (0, Spin.NONE))
        if not build.spin(locked.piece, lines=lines, spin=spin):
            self._status = _("That is no {feat}.").format(feat=feat.title)
            return False
        self._status = ""
        if build.is_done:
            self._finish(_("{feat}!").format(feat=feat.title))
        return True

    def take_back(self) -> None:
        """Return the last locked piece into play."""
        if self._history and not self.is_done:
            self.build.progress = self._history.pop()
            self._undo()
            self._leads_there = self._find_whether_it_leads_there()
            self.show_goals()

    def _undo(self) -> None:
        self.sides[0].undo(self.session.undo_piece, self._services.clock())

    def _finish(self, status: str) -> None:
        self._status = status
        self.end_exercise()
        view = self.session.view
        solved = not self.build.deviations
        self.note(self.build.attempt(solved=solved, time_ns=view.time_ns, pieces=view.pieces))

    def _find_whether_it_leads_there(self) -> bool:
        """Return whether the pieces that come still allow what is to be built."""
        view, piece = self.session.view, self.session.view.piece
        wanted = self._wanted()
        if not wanted:
            return True
        used = view.pieces + (view.hold is not None)
        coming = self._queue[used:] if piece is None else (piece.shape.name, *self._queue[used + 1 :])
        hold = view.hold.shape.name if view.hold is not None else None
        may_swap = view.hold is None or view.hold.may_swap
        return allows(wanted, coming[: BAG + 1], hold, view.board.bits, may_swap=may_swap)

    def _wanted(self) -> frozenset[Piece]:
        """Return what must come to its place; nothing once other pieces may lie anywhere."""
        build = self.build
        if build.feat is None:
            return build.progress.left
        return frozenset() if build.is_last else frozenset({build.stage.spins[build.progress.feats]})

    def lines(self) -> Iterator[PanelLine]:
        yield PanelLine(_("Openers"), LineTone.HEADING)
        yield from self._list_lines()
        yield GAP
        yield PanelLine(self.opener.data.sentence, LineTone.MUTED, is_extra=True)
        yield PanelLine(self.opener.data.source.removeprefix("https://"), LineTone.MUTED, is_extra=True)
        yield GAP
        yield PanelLine(self._task(), LineTone.STRONG)
        if not self._leads_there:
            yield PanelLine(_("These pieces do not allow it: [Ctrl+Z] takes one back, [Ctrl+R] brings others."))
        yield PanelLine(_("Deviations: {count}").format(count=self.build.deviations))
        yield from self._record_lines()
        yield GAP
        yield PanelLine(_("[Tab] next, [Ctrl+T] mirror, [Ctrl+R] new pieces"), LineTone.KEYS)

    def _list_lines(self) -> Iterator[PanelLine]:
        count, index = len(self.openers), self.index or 0
        for offset in range(-(_LISTED // 2), _LISTED // 2 + 1):
            number = (index + offset) % count
            chosen, allowed = ">" if not offset else " ", _ALLOWED if self._allowed[number] else " "
            tone = LineTone.TEXT if self._allowed[number] or not offset else LineTone.MUTED
            title = self.openers[number].data.title
            yield PanelLine(f"{chosen} {allowed} {title}", tone, indent=4, is_extra=bool(offset))
        yield PanelLine(_("{mark} = your bag allows it").format(mark=_ALLOWED), LineTone.MUTED, indent=2, is_extra=True)

    def _task(self) -> str:
        if self._status:
            return self._status
        if (feat := self.build.feat) is not None:
            return _("Now the {feat}.").format(feat=feat.title)
        return _("Build on with the next bag.") if self.build.progress.stage else _("Build the outline.")

    def _record_lines(self) -> Iterator[PanelLine]:
        if self._before.attempts:
            yield solved_line(self._before.solved, self._before.attempts, self._before.in_a_row)

    def _read_totals(self) -> TrainerTotals:
        """Return what was done with the opener before."""
        try:
            return self._services.store.trainer_attempts.totals(TRAINER, self.opener.name)
        except StorageError as error:
            self._services.warn(str(error))
            return TrainerTotals()


class OpenersScreen(TrainerScreen):
    NODE = Node.OPENERS
    KEYS = _KEYS
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "openers.tcss"

    def __init__(self, services: "Services", director: OpenersDirector) -> None:
        super().__init__(services, director)
        self._openers = director

    def action_choose(self, steps: int) -> None:
        """Go on to another opener, with the same pieces."""
        self._openers.index = ((self._openers.index or 0) + steps) % len(self._openers.openers)
        self.begin_anew()

    def action_mirror(self) -> None:
        self._openers.is_mirrored = not self._openers.is_mirrored
        self.begin_anew()

    def action_new_pieces(self) -> None:
        self._openers.new_pieces()
        self.begin_anew()

    def action_undo_piece(self) -> None:
        self._openers.take_back()
        self._paint()
