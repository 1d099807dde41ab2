"""The coach of a game: its costliest placements beside the bot's."""

from math import isinf
from typing import Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.render.cells import pad_left
from piecement.session.bots.review import GameReview
from piecement.session.replay_player import ReplayStart
from piecement.ui.bases.moments_screen import CHOOSE_MOMENT, LEAD_NS, MomentsScreen, needed_rows
from piecement.ui.key_rows import LAST_KEYS, KeyRow
from piecement.ui.menu_graph import Edge, Node, Trigger
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.texts.mistakes import cause, cost_text, grade
from piecement.ui.widgets.screen_page import ScreenPage
from piecement_base.errors import errors_to
from piecement_base.formatting import clock_text
from piecement_base.language import N_, _, error_text, ngettext
from piecement_engine import Recording, RecordingError
from piecement_engine.bots.coach import Verdict
from piecement_engine.errors import EngineError


class CoachScreen(MomentsScreen, Showing[Recording]):
    """The worst moments of a game."""

    NODE = Node.COACH
    KEYS = (
        CHOOSE_MOMENT,
        KeyRow("Enter", N_("watch it"), (("enter", N_("watch")),)),
        KeyRow("P", N_("practise from here"), (("p", N_("play from here")),), {"p": "navigate_to('game')"}),
        *LAST_KEYS,
    )

    def __init__(self, services: Services, recording: Recording) -> None:
        super().__init__(services)
        self._recording = recording
        chosen = services.settings.now.computer
        self._review = GameReview(recording, chosen.bot, chosen.look_ahead)
        self._run = self.review_task(self._review, self._end, self._show_progress)
        self._shown: tuple[Verdict, ...] = ()
        self._columns_text: Final = Static(id="columns")
        self._kinds_text: Final = Static(id="kinds")
        self._cause_text: Final = Static(id="cause", markup=False)

    def contents(self) -> ComposeResult:
        listed = Vertical(self._columns_text, self._moments, self._kinds_text, id="listed")
        yield ScreenPage(_(self.NODE.heading), listed, Vertical(self._cause_text, self._boards, id="moment"))

    def on_mount(self) -> None:
        self._show_progress()
        self._run.start()

    def payload_of(self, edge: Edge) -> object:
        """Return the game at the moment with the cursor, to play for practice or to watch from a little before.

        Raises `RecordingError`, or `StorageError` where its mode is not known.
        """
        moment = self._moment
        if moment is not None and edge.target is Node.GAME:
            return self.practice(self._recording, moment.time_ns)
        if moment is not None and edge.target is Node.REPLAY:
            return ReplayStart(self._recording, max(0, moment.time_ns - LEAD_NS))
        return super().payload_of(edge)

    def offers(self, edge: Edge) -> bool:
        return edge.target is not Node.GAME or self._moment is not None

    def follow(self, edge: Edge, payload: object = None) -> None:
        """Go along an edge, or show why a game cannot be played from here."""
        with errors_to(self._cause_text.update, RecordingError):
            super().follow(edge, payload)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Watch the moment."""
        self.navigate(Node.REPLAY, Trigger.CHOICE)

    @property
    def _moment(self) -> Verdict | None:
        """The moment with the cursor."""
        index = self._moments.highlighted
        return self._shown[index] if index is not None and index < len(self._shown) else None

    def _show_progress(self) -> None:
        part = self._review.seen / max(1, self._recording.result.pieces)
        self.show_summary(_("Reviewing: {part}").format(part=f"{min(1, part):.0%}"))
        self._list()

    def _end(self, error: EngineError | None) -> None:
        self._list()
        self.show_summary(
            _("This game cannot be reviewed: {error}.").format(error=error_text(error)) if error else self._conclusion()
        )
        losses = self._review.mistakes.losses
        if sum(losses.values()):
            title = Content.styled(_("Where you lost most").upper(), "$muted")
            self._kinds_text.update(Content("\n").join([title, Content(), *self.cost_lines(losses, "  ")]))

    def _conclusion(self) -> str:
        review = self._review
        if not review.seen:
            return _("No placements to review.")
        return ngettext(
            "{agreed} of {seen} placement as the bot plays   grade {grade}",
            "{agreed} of {seen} placements as the bot plays   grade {grade}",
            review.seen,
        ).format(agreed=review.agreed, seen=review.seen, grade=grade(review.agreed, review.seen))

    def _list(self) -> None:
        """Show the moments found so far."""
        moments = self._review.moments
        if moments == self._shown:
            return
        self._shown = moments
        most = max((moment.loss for moment in moments if not isinf(moment.loss)), default=0.0)
        self._columns_text.update(f"{pad_left(_('#'), 3)}  {pad_left(_('Time'), 7)}  {_('Cost')}")
        costs = [cost_text(moment.loss, most, ascii_only=self.ascii_only) for moment in moments]
        rows = [
            Option(f"{moment.number + 1:>3}  {clock_text(moment.time_ns):>7}  {cost}", id=str(moment.time_ns))
            for moment, cost in zip(moments, costs, strict=True)
        ]
        self.list_moments(rows)

    def show_card(self) -> None:
        moment = self._moment
        if moment is None:
            return
        # As many rows of every moment, so that all boards have one size.
        self._boards.show(moment, max(map(needed_rows, self._shown)))
        self._cause_text.update(cause(moment))
