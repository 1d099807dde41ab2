"""The coach: a grade, the costliest placements beside the bot's, and what they cost."""

from math import isinf
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.language import _, error_text, ngettext
from piecement.session.bots.review import GameReview, ReviewTask, before_piece
from piecement.session.formatting import clock_text
from piecement.session.plan import Origin
from piecement.session.replay_player import ReplayStart
from piecement.storage.autosave import Autosave
from piecement.storage.errors import errors_to
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, KeyRow
from piecement.ui.menu_graph import Edge, Node, Trigger
from piecement.ui.services import Services
from piecement.ui.texts.bars import meter
from piecement.ui.texts.mistakes import KINDS, cause, cost_text, grade
from piecement.ui.texts.plain_hints import wants_ascii
from piecement.ui.widgets.menu_list import PlainList
from piecement.ui.widgets.moment_boards import MomentBoards, needed_rows
from piecement.ui.widgets.page import ScreenPage
from piecement_engine import Recording, RecordingError
from piecement_engine.bots.coach import Verdict
from piecement_engine.errors import EngineError

_BAR: Final = 8
"""Length of the meter of a kind of mistake."""

_LEAD_NS: Final = 2_000_000_000
"""Time before the lock of a mistake at which its replay begins."""


class MomentList(PlainList):
    """The moments, a line each."""


class CoachScreen(MenuScreen):
    """The worst moments of a game."""

    NODE = Node.COACH
    KEYS = (
        KeyRow(_("↑ ↓ or K J"), _("choose a mistake"), (("↑↓", _("mistake")),)),
        KeyRow("Enter", _("watch it"), (("Enter", _("watch")),)),
        KeyRow("P", _("practise from here"), (("P", _("play from here")),), {"p": "navigate_to('game')"}),
        *LAST_KEYS,
    )
    AUTO_FOCUS: ClassVar[str | None] = "MomentList"

    def __init__(self, services: Services, recording: Recording) -> None:
        super().__init__(services)
        self._recording = recording
        chosen = services.settings.now.computer
        self._review = GameReview(recording, chosen.bot, chosen.look_ahead)
        self._run = ReviewTask(
            self._review,
            services.clock,
            services.later,
            self.while_running(self._show_progress),
            self.while_running(self._end),
        )
        self._shown: tuple[Verdict, ...] = ()
        self._boards: Final = MomentBoards(services.appearance, services.settings)
        self._moment_list: Final = MomentList(list_id="moments")
        self._columns_text: Final = Static(id="columns")
        self._kinds_text: Final = Static(id="kinds")
        self._cause_text: Final = Static(id="cause", markup=False)

    def contents(self) -> ComposeResult:
        listed = Vertical(self._columns_text, self._moment_list, self._kinds_text, id="listed")
        yield ScreenPage(_("Coach"), listed, Vertical(self._boards, self._cause_text, id="moment"))

    def on_mount(self) -> None:
        self._show_progress()
        self._run.start()

    def on_unmount(self) -> None:
        self._run.stop()

    def payload(self, edge: Edge) -> object:
        """Return the game at the moment with the cursor, to play for practice or to watch from a little before.

        Raises `RecordingError`, or `StorageError` where its mode is not known.
        """
        moment = self._moment
        if moment is not None and edge.target is Node.GAME:
            origin = Origin.from_dict(self._recording.about)
            return Autosave.practice(before_piece(self._recording, moment.time_ns), origin)
        if moment is not None and edge.target is Node.REPLAY:
            return ReplayStart(self._recording, max(0, moment.time_ns - _LEAD_NS))
        return super().payload(edge)

    def offers(self, edge: Edge) -> bool:
        return edge.target is not Node.GAME or self._moment is not None

    def follow(self, edge: Edge, payload: object = None) -> None:
        """Go along an edge, or show why a game cannot be played from here."""
        with errors_to(self._cause_text.update, RecordingError):
            super().follow(edge)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._show_moment()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Watch the moment."""
        self.navigate(Node.REPLAY, Trigger.CHOICE)

    @property
    def _moment(self) -> Verdict | None:
        """The moment with the cursor."""
        index = self._moment_list.highlighted
        return self._shown[index] if index is not None and index < len(self._shown) else None

    def _show_progress(self) -> None:
        part = self._review.seen / max(1, self._recording.result.pieces)
        self._finish(_("Reviewing: {part}").format(part=f"{min(1, part):.0%}"))
        self._list()

    def _end(self, error: EngineError | None) -> None:
        self._list()
        self._finish(
            _("This game cannot be reviewed: {error}.").format(error=error_text(error)) if error else self._conclusion()
        )
        self._kinds_text.update(self._kinds())

    def _finish(self, sentence: str) -> None:
        heading = Content.assemble(f"{_('Coach').upper()}   ", (sentence, "$foreground not bold"))
        self.query_one(ScreenPage).heading.update(heading)

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
        """Show the moments found so far; the cursor stays where it was."""
        moments = self._review.moments
        if moments == self._shown:
            return
        index = self._moment_list.highlighted or 0
        self._shown = moments
        most = max((moment.loss for moment in moments if not isinf(moment.loss)), default=0.0)
        ascii_only = wants_ascii(self)
        self._columns_text.update(f"{_('#'):>3}  {_('Time'):>7}  {_('Cost')}")
        self._moment_list.set_options(
            Option(f"{moment.number + 1:>3}  {clock_text(moment.time_ns):>7}  {cost}")
            for moment in moments
            for cost in (cost_text(moment.loss, most, ascii_only=ascii_only),)
        )
        self._moment_list.highlighted = index

    def _show_moment(self) -> None:
        moment = self._moment
        if moment is None:
            return
        # As many rows of every moment, so that all boards have one size.
        self._boards.show(moment, max(map(needed_rows, self._shown)))
        self._cause_text.update(cause(moment))

    def _kinds(self) -> Content:
        """Return the parts that the kinds of mistakes have in the costs, the largest first."""
        losses = self._review.mistakes.losses
        total = sum(losses.values())
        rows = sorted(losses.items(), key=lambda item: -item[1])
        width = max(map(len, KINDS.values()))
        lines = (
            f"{KINDS[kind]:<{width}}  {meter(loss / total, _BAR, ascii_only=wants_ascii(self))} {loss / total:>4.0%}"
            for kind, loss in rows
        )
        title = Content.styled(_("Where the points went").upper(), "$muted")
        return Content("\n").join([title, Content(), *map(Content, lines)]) if total else Content()
