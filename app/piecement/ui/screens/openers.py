"""The openers: a shape to be built from the bag that comes, and the feat that follows."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from piecement.language import _
from piecement.session.plan import Plan
from piecement.session.session import Session
from piecement.storage.errors import StorageError
from piecement.storage.trainer_attempts import TrainerTotals
from piecement.training.opener_catalogue import Feat
from piecement.training.openers import (
    BAG,
    MODE,
    TRAINER,
    Opener,
    OpenerBuild,
    all_openers,
    allows,
    feat_places,
    new_queue,
)
from piecement.ui.game.trainer_panel import GAP, PanelLine, Tone
from piecement.ui.game.trainer_screen import END_KEYS, TrainerDirector, TrainerScreen, solved_line
from piecement.ui.key_rows import KeyRow, bindings_of
from piecement.ui.menu_graph import Node
from piecement.ui.style_sheets import STYLES
from piecement_engine import TETROMINOES, Event, Game, Piece, Spin
from piecement_engine.events import Accolade, PieceHeld, PieceLocked, PieceSpawned
from piecement_engine.setup import new_seed

if TYPE_CHECKING:
    from piecement.ui.services import Services

_LISTED: Final = 5
"""How many openers are listed, the chosen one in the middle."""

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
    build: OpenerBuild

    def __init__(self, services: "Services") -> None:
        self.index: int | None = None
        """Which opener is chosen; before the first choice, the first one that the bag allows."""
        self.is_mirrored = False
        self._queue = new_queue(new_seed())
        self._status = ""
        self._feats: list[str] = []
        self._allowed: tuple[bool, ...] = ()
        self._done_ns: int | None = None
        """When the try ended, by the clock; None before that."""
        self._leads_there = True
        self._history: list[tuple[int, frozenset[Piece], int]] = []
        """The stage, what was left of it and how many feats were done, before each piece that lies."""
        self._before = TrainerTotals()
        super().__init__(services, _KEYS)

    @property
    def openers(self) -> tuple[Opener, ...]:
        return all_openers(is_mirrored=self.is_mirrored)

    @property
    def opener(self) -> Opener:
        return self.openers[self.index or 0]

    def new_session(self) -> Session:
        services = self._services
        if self._done_ns is not None:
            self._queue = new_queue(new_seed())
            self._status = _("{status} Now the next one.").format(status=self._status)
        else:
            self._status = ""
        self._done_ns, self._feats, self._history, self._leads_there = None, [], [], True
        bag = self._queue[:BAG]
        self._allowed = tuple(allows(one.stages[0].pieces, bag) for one in self.openers)
        if self.index is None:
            self.index = self._allowed.index(True) if True in self._allowed else 0
        self.build = OpenerBuild(self.opener)
        self._before = self._read_totals()
        rules = MODE.rules_with(
            services.settings.now.gameplay.overrides(key_releases=services.keyboard.reports_releases)
        )
        session = Session(Plan(MODE), Game(rules, new_seed(), pieces=self._queue), services.clock)
        session.mark_unranked(practice=True)
        return session

    def new_pieces(self) -> None:
        """Have the next session begin with other pieces."""
        self._queue = new_queue(new_seed())

    def show_goals(self) -> None:
        painter = self.sides[0].painter
        painter.goals = tuple(self.build.left)
        if self.build.is_built and (feat := self._next_feat) is not None:
            painter.goals = feat_places(self.session.view.board.bits, feat)[:1]

    @property
    def _next_feat(self) -> Feat | None:
        feats = self.opener.data.feats
        return feats[len(self._feats)] if len(self._feats) < len(feats) else None

    def on_events(self, events: Sequence[Event]) -> None:
        """Follow the first lock; what came after it may be gone again."""
        locked = next((event for event in events if isinstance(event, PieceLocked)), None)
        if locked is not None and self._done_ns is None:
            before = self.build.stage, self.build.left, len(self._feats)
            if self._lies(locked, [event for event in events if isinstance(event, Accolade)]):
                self._history.append(before)
            else:
                self._undo()
        if any(isinstance(event, (PieceLocked, PieceSpawned, PieceHeld)) for event in events):
            self._leads_there = self._find_whether_it_leads_there()
            self.show_goals()

    def _lies(self, locked: PieceLocked, accolades: Sequence[Accolade]) -> bool:
        """Return whether a piece that locked may lie there."""
        if self.build.is_built:
            return self._follow_feat(locked, accolades)
        return self._follow_build(locked)

    def _follow_build(self, locked: PieceLocked) -> bool:
        stage = self.build.stage
        if not self.build.place(locked.piece):
            self._status = _("That is not part of it.")
            return False
        if self.build.is_built and self._next_feat is None:
            self._finish(_("Built."))
        elif self.build.stage > stage and not self._find_whether_it_leads_there():
            self._finish(_("Built. The second bag does not allow the rest."))
        else:
            self._status = ""
        return True

    def _follow_feat(self, locked: PieceLocked, accolades: Sequence[Accolade]) -> bool:
        """Judge a T; whatever else comes may lie anywhere."""
        feat = self._next_feat
        if feat is None or locked.piece.shape is not TETROMINOES["T"]:
            return True
        if not any(one.spin is Spin.FULL and one.lines == feat.lines for one in accolades):
            self.build.deviations += 1
            self._status = _("That is no {feat}.").format(feat=feat.title)
            return False
        self._feats.append(feat.title)
        self._status = ""
        if self._next_feat is None:
            self._finish(_("{feat}!").format(feat=feat.title))
        return True

    def take_back(self) -> None:
        """Have the last piece that lies come into play again."""
        if self._history and self._done_ns is None:
            self.build.stage, self.build.left, feats = self._history.pop()
            del self._feats[feats:]
            self._undo()
            self._leads_there = self._find_whether_it_leads_there()
            self.show_goals()

    def _undo(self) -> None:
        self.sides[0].undo(self.session.undo_piece, self._services.clock())

    def _finish(self, status: str) -> None:
        self._status = status
        self._done_ns = self._services.clock()
        view = self.session.view
        solved = not self.build.deviations
        self.note(self.build.attempt(solved=solved, time_ns=view.time_ns, pieces=view.pieces, feats=self._feats))

    def _find_whether_it_leads_there(self) -> bool:
        """Return whether the pieces that come still allow what is to be built."""
        view, piece = self.session.view, self.session.view.piece
        if self.build.is_built:
            return True
        used = view.pieces + (view.hold is not None)
        coming = self._queue[used:] if piece is None else (piece.shape.name, *self._queue[used + 1 :])
        hold = view.hold.shape.name if view.hold is not None else None
        may_swap = view.hold is None or view.hold.may_swap
        return allows(self.build.left, coming[: BAG + 1], hold, view.board.bits, may_swap=may_swap)

    @property
    def is_over(self) -> bool:
        return self._done_ns is not None

    @property
    def since_end_ns(self) -> int:
        return 0 if self._done_ns is None else self._services.clock() - self._done_ns

    def lines(self) -> Sequence[PanelLine]:
        return tuple(self._lines())

    def _lines(self) -> Iterator[PanelLine]:
        yield PanelLine(_("Openers"), Tone.HEADING)
        yield from self._list_lines()
        yield PanelLine(self.opener.data.sentence, Tone.MUTED)
        yield PanelLine(self.opener.data.source.removeprefix("https://"), Tone.MUTED)
        yield GAP
        yield PanelLine(self._task(), Tone.STRONG)
        if not self._leads_there:
            yield PanelLine(_("These pieces do not allow it: [Ctrl+Z] takes one back, [Ctrl+R] brings others."))
        yield PanelLine(_("Deviations: {count}").format(count=self.build.deviations))
        yield from self._record_lines()
        yield GAP
        yield PanelLine(_("[Tab] next, [Ctrl+T] mirror, [Ctrl+R] new pieces"), Tone.MUTED)
        yield PanelLine(_("[Esc] back, [?] keys"), Tone.MUTED)

    def _list_lines(self) -> Iterator[PanelLine]:
        count, index = len(self.openers), self.index or 0
        for offset in range(-(_LISTED // 2), _LISTED // 2 + 1):
            number = (index + offset) % count
            title = self.openers[number].data.title
            if self._allowed[number]:
                title = _("{opener} (your bag allows it)").format(opener=title)
            sign = ">" if not offset else " "
            yield PanelLine(f"{sign} {title}", Tone.MUTED if not self._allowed[number] else Tone.TEXT)

    def _task(self) -> str:
        if self._status:
            return self._status
        if self.build.is_built and (feat := self._next_feat) is not None:
            return _("Now the {feat}.").format(feat=feat.title)
        return _("Build the outline.") if not self.build.stage else _("Build on with the second bag.")

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
