"""The openers: a shape to be built from the bag that comes, and the feat that follows."""

from collections.abc import Sequence

from piecement.session.session import Session
from piecement.training import opener_queues, openers
from piecement.training.opener_build import OpenerBuild, OpenerProgress
from piecement.ui.game.trainer_director import TrainerDirector
from piecement.ui.game.trainer_screen import TrainerScreen
from piecement.ui.game.trainer_text import Feedback, TableRow, TrainerText
from piecement.ui.menu_graph import Node
from piecement.ui.services import Services
from piecement.ui.texts.bars import dots
from piecement_base.language import _, ngettext
from piecement_base.plan import Plan
from piecement_engine import TETROMINOES, Event, Game, Piece, Spin
from piecement_engine.events import Accolade, PieceHeld, PieceLocked, PieceSpawned
from piecement_engine.game.setup import new_seed


class OpenersDirector(TrainerDirector):
    NODE = Node.OPENERS

    def __init__(self, services: Services) -> None:
        self._is_mirrored = False
        self._queue = opener_queues.new_queue(new_seed())
        self.build = OpenerBuild(self.exercises[0])
        self._fitting: tuple[bool, ...] = ()
        """Whether the first bag allows each opener."""
        self._pieces_fit = True
        """Whether the pieces that come still allow what is to be built."""
        self._shows_one_spot = False
        """Whether only the spot of the piece in play is outlined."""
        self._history: list[OpenerProgress] = []
        """Progress of the opener before each locked piece."""
        # The base makes the first session, and with it the build of the first opener that the bag allows.
        super().__init__(services)

    @property
    def exercises(self) -> tuple[openers.Opener, ...]:
        return openers.all_openers(is_mirrored=self._is_mirrored)

    @property
    def names(self) -> Sequence[str]:
        return [one.name for one in self.exercises]

    @property
    def opener(self) -> openers.Opener:
        return self.exercises[self.number]

    def first_to_do(self) -> int:
        """Return the number of the first opener that the bag allows."""
        return next((number for number, allowed in enumerate(self._allowed) if allowed), 0)

    @property
    def _allowed(self) -> tuple[bool, ...]:
        bag = self._queue[: opener_queues.BAG]
        return tuple(opener_queues.allows(one.stages[0].pieces, bag) for one in self.exercises)

    def new_session(self) -> Session:
        if self.is_done:
            self._queue = opener_queues.new_queue(new_seed())
        self._history, self._pieces_fit, self._shows_one_spot = [], True, False
        self._fitting = self._allowed
        self.build = OpenerBuild(self.opener)
        return self._practice(Plan(openers.MODE), Game(self._rules_of(openers.MODE), new_seed(), pieces=self._queue))

    def restart(self) -> None:
        """Draw other pieces."""
        super().restart()
        self._queue = opener_queues.new_queue(new_seed())

    def choose_variant(self) -> bool:
        """Switch between openers and their mirror images."""
        self._is_mirrored = not self._is_mirrored
        self.feedback = Feedback(_("Mirrored.") if self._is_mirrored else _("Not mirrored."))
        return True

    def hint(self, steps: int) -> None:
        """Outline only the spot of the piece in play, or all spots again."""
        self._shows_one_spot = not self._shows_one_spot
        self.show_goals()

    def show_goals(self) -> None:
        spin = self.build.spin_place(self.session.view.board.bits)
        goals = tuple(self.build.progress.left) if spin is None else (spin,)
        piece = self.session.view.piece
        if self._shows_one_spot and piece is not None:
            goals = tuple(goal for goal in goals if goal.shape is piece.shape) or goals
        self.sides[0].goals = goals

    def on_events(self, events: Sequence[Event]) -> None:
        """Follow the first lock; what came after it may be gone again."""
        locked = next((event for event in events if isinstance(event, PieceLocked)), None)
        if locked is not None and not self.is_done:
            before = self.build.progress
            if self._follow_lock(locked, [event for event in events if isinstance(event, Accolade)]):
                self._history.append(before)
            else:
                super().undo()
        if any(isinstance(event, (PieceLocked, PieceSpawned, PieceHeld)) for event in events):
            self._look_ahead()

    def _look_ahead(self) -> None:
        self._pieces_fit = self._check_pieces()
        self.show_goals()

    def _follow_lock(self, locked: PieceLocked, accolades: Sequence[Accolade]) -> bool:
        """Advance the opener by a piece that locked, with feedback; return whether the piece may lie there."""
        stage = self.build.progress.stage
        may_lie = self._advance_build(locked) if self.build.feat is None else self._advance_feat(locked, accolades)
        if not may_lie:
            return False
        if self.build.progress.stage > stage and not self._check_pieces():
            self._finish(_("Built. The next bag does not fit the rest."))
        return True

    def _advance_build(self, locked: PieceLocked) -> bool:
        """Add a piece to the shape, with feedback; return whether it belongs there."""
        if not self.build.place(locked.piece):
            self.feedback = Feedback(_("Not in this opener. Try again."), is_good=False)
            return False
        self.feedback = Feedback(_("Correct."))
        if self.build.is_done:
            self._finish(_("Built."))
        return True

    def _advance_feat(self, locked: PieceLocked, accolades: Sequence[Accolade]) -> bool:
        """Count the spin of a T towards the feat, with feedback; return whether the piece may lie there.

        In the last stage, pieces other than T may lie anywhere.
        """
        feat, build = self.build.feat, self.build
        if feat is None or (build.is_last and locked.piece.shape is not TETROMINOES["T"]):
            return True
        lines, spin = next(((one.lines, one.spin) for one in accolades), (0, Spin.NONE))
        if not build.spin(locked.piece, lines=lines, spin=spin):
            self.feedback = Feedback(_("Not a {feat}.").format(feat=_(feat.title)), is_good=False)
            return False
        self.feedback = Feedback(_("{feat}!").format(feat=_(feat.title)))
        if build.is_done:
            self._finish(self.feedback.text)
        return True

    def undo(self) -> None:
        if self._history:
            self.build.progress = self._history.pop()
            super().undo()
            self.feedback = Feedback()
            self._look_ahead()

    def _finish(self, text: str) -> None:
        self.end_exercise()
        view = self.session.view
        attempt = self.build.attempt(solved=not self.build.deviations, time_ns=view.time_ns, pieces=view.pieces)
        self.note(attempt, Feedback(text))

    def _check_pieces(self) -> bool:
        """Return whether the pieces that come still allow what is to be built."""
        view, piece = self.session.view, self.session.view.piece
        wanted = self._wanted()
        if not wanted:
            return True
        used = view.pieces + (view.hold is not None)
        coming = self._queue[used:] if piece is None else (piece.shape.name, *self._queue[used + 1 :])
        hold = view.hold.shape.name if view.hold is not None else None
        may_swap = view.hold is None or view.hold.may_swap
        return opener_queues.allows(wanted, coming[: opener_queues.BAG + 1], hold, view.board.bits, may_swap=may_swap)

    def _wanted(self) -> frozenset[Piece]:
        """Return the pieces that must come to their places; none once other pieces may lie anywhere."""
        build = self.build
        if build.feat is None:
            return build.progress.left
        return frozenset() if build.is_last else frozenset({build.stage.spins[build.progress.feats]})

    def text(self) -> TrainerText:
        figures = self.log.figures.get(self.opener.name)
        built = f"{figures.solved}/{figures.attempts}" if figures else "-"
        return TrainerText(
            self._task(),
            ((_("Built:"), built), (_("Mistakes:"), str(self.build.deviations))),
            notes=tuple(self._notes()),
            table=(_("POSSIBLE NOW"), self._rows()),
        )

    def _task(self) -> str:
        title = _(self.opener.data.title)
        if (feat := self.build.feat) is not None:
            return _("Now the {feat}.").format(feat=_(feat.title))
        if self.build.progress.stage:
            return _("Continue with the next bag.")
        return _("Build {opener} on the targets.").format(opener=title)

    def _notes(self) -> list[str]:
        if not self._pieces_fit:
            if self.session.view.pieces or self.session.view.hold is not None:
                return [_("These pieces cannot do it: [U] undoes one, [R] deals new ones.")]
            return [_("Your bag does not fit this one: [R] deals another.")]
        count = sum(self._fitting)
        fits = ngettext("Your bag fits {count} opener.", "Your bag fits {count} openers.", count).format(count=count)
        data = self.opener.data
        return [_(data.sentence), "", fits, _("[V] mirrors it."), "", data.source.removeprefix("https://")]

    def _rows(self) -> list[TableRow]:
        is_ascii = self._services.appearance.ascii_only
        marks = dots(self._fitting, ascii_only=is_ascii)
        return [(f"{mark} {_(one.data.title)}", None, "") for mark, one in zip(marks, self.exercises, strict=True)]


class OpenersScreen(TrainerScreen):
    NODE = Node.OPENERS
    DIRECTOR = OpenersDirector
