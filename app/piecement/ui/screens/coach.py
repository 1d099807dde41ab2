"""The coach: where your placements lost most beside the bot's, with what was there and why."""

from typing import TYPE_CHECKING, Final

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, ProgressBar, Static
from textual.widgets.option_list import Option

from piecement.language import _, error_text, ngettext
from piecement.render.board_text import board_text
from piecement.render.pen import Pen
from piecement.session.bots.review import GameReview, ReviewTask, before_piece, reasons
from piecement.session.formatting import clock_text
from piecement.session.plan import Origin
from piecement.storage.autosave import Autosave
from piecement.storage.errors import StorageError
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import ANYWHERE, BACK, KeyRow, bindings_of
from piecement.ui.menu_graph import Node, Trigger
from piecement.ui.widgets.menu_list import PlainList
from piecement_engine import Recording, RecordingError
from piecement_engine.bots.coach import Verdict
from piecement_engine.errors import EngineError

if TYPE_CHECKING:
    from piecement.ui.services import Services

_LEAST_ROWS: Final = 8
_OTHER_LINES: Final = 14
"""Rows of the screen outside the boards."""
_NARROW_OTHER_LINES: Final = 17
"""The same where the moments are above the boards."""
_HEADER: Final = f"{_('No'):>4} {_('Time'):>5} {'':2}{_('Loss'):>7}"
_REASONS: Final = 3


def build(services: "Services", recording: Recording) -> "CoachScreen":
    return CoachScreen(services, recording)


class MomentList(PlainList):
    """The moments, a line each."""


class CoachScreen(MenuScreen):
    """The worst moments of a game."""

    NODE = Node.COACH
    KEYS = (
        KeyRow(_("↑ ↓ or K J"), _("from moment to moment"), (("↑↓", _("move")),)),
        KeyRow("Enter", _("play on (practice)"), (("Enter", _("play on from there")),)),
        BACK,
        *ANYWHERE,
    )
    BINDINGS = bindings_of(KEYS)
    CSS_PATH = STYLES / "coach.tcss"

    def __init__(self, services: "Services", recording: Recording) -> None:
        super().__init__()
        self._services = services
        self._pieces = recording.result.pieces
        chosen = services.settings.now.computer
        self._review = GameReview(recording, chosen.bot, chosen.look_ahead)
        self._recording = recording
        self._run = ReviewTask(
            self._review,
            services.clock,
            services.later,
            self.while_running(self._show_progress),
            self.while_running(self._end),
        )
        self._shown: tuple[Verdict, ...] = ()
        self._pen = Pen(services.appearance.look)

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(_("Coach"), classes="heading")
            yield ProgressBar(total=max(1, self._pieces), show_eta=False)
            with Horizontal(id="review"):
                with Vertical(id="listed"):
                    yield Static(_HEADER, id="columns")
                    yield MomentList(list_id="moments")
                with Vertical(id="moment"):
                    with Horizontal(id="boards"):
                        yield Static(id="played")
                        yield Static(id="best")
                    yield Static(id="reasons")
            yield Static(id="conclusion")
        yield self.key_line()

    def on_mount(self) -> None:
        self.query_one("#conclusion", Static).update(
            _("The bot {judge} is reviewing the game…").format(judge=self._review.judge)
        )
        self._run.start()
        self._services.settings.changed.subscribe(self, lambda _: self._apply_look())

    def on_unmount(self) -> None:
        self._run.stop()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index < len(self._shown):
            self._show(self._shown[event.option_index])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play on, for practice, from where the piece of a moment came into play."""
        if event.option_index >= len(self._shown):
            return
        try:
            self.navigate(Node.GAME, Trigger.CHOICE, self._practice(self._shown[event.option_index]))
        except (StorageError, RecordingError) as error:
            self.query_one("#conclusion", Static).update(error_text(error))

    def _apply_look(self) -> None:
        self._pen = Pen(self._services.appearance.look)
        self._redraw()

    def _practice(self, moment: Verdict) -> Autosave:
        """Return the game at a moment. Raises `RecordingError`, or `StorageError` where its mode is not known."""
        origin = Origin.from_dict(self._recording.about)
        return Autosave.practice(before_piece(self._recording, moment.time_ns), origin)

    @on(events.Resize)
    def _redraw(self) -> None:
        index = self.query_one(MomentList).highlighted
        if self._shown and index is not None:
            self._show(self._shown[index])

    def _show_progress(self) -> None:
        self.query_one(ProgressBar).update(progress=self._review.seen)
        self._list()

    def _end(self, error: EngineError | None) -> None:
        self._finish(
            _("This game cannot be reviewed: {error}.").format(error=error_text(error)) if error else self._conclusion()
        )

    def _finish(self, sentence: str) -> None:
        self.query_one(ProgressBar).display = False
        self.query_one("#conclusion", Static).update(sentence)

    def _conclusion(self) -> str:
        review = self._review
        if not review.seen:
            return _("There are no placements to judge.")
        agreed = ngettext(
            "The bot {judge} agrees with {agreed} of {seen} placement.",
            "The bot {judge} agrees with {agreed} of {seen} placements.",
            review.seen,
        ).format(judge=review.judge, agreed=review.agreed, seen=review.seen)
        return _("{agreed} Losses in its points.").format(agreed=agreed) if review.moments else agreed

    def _list(self) -> None:
        """Show the moments found so far; the cursor stays where it was."""
        moments = self._review.moments
        if moments == self._shown:
            return
        options = self.query_one(MomentList)
        index = options.highlighted or 0
        self._shown = moments
        options.clear_options()
        options.add_options(Option(_line(moment)) for moment in moments)
        options.highlighted = index

    def _show(self, moment: Verdict) -> None:
        position, played, best = moment.position, moment.played.piece, moment.best.piece
        narrow = self.has_class("-narrow")
        most = max(_LEAST_ROWS, self._services.terminal.size.height - (_NARROW_OTHER_LINES if narrow else _OTHER_LINES))
        for name, title, choice in (("played", _("You"), moment.played), ("best", _("Bot"), moment.best)):
            heading = Text(f"{title}{' (from hold)' if choice.hold else ''}\n", style="bold")
            board = board_text(position, choice.piece, (played, best), self._pen, most=most, narrow=narrow)
            self.query_one(f"#{name}", Static).update(heading + board)
        texts = reasons(moment)[:_REASONS]
        lines = [Content.styled(_("Your board and the bot's:"), "$muted"), *(Content(reason) for reason in texts)]
        self.query_one("#reasons", Static).update(Content("\n").join(lines if texts else [Content(_ALIKE)]))


_ALIKE: Final = _("Both boards are the same; what follows is not.")


def _line(moment: Verdict) -> str:
    loss = _("lost") if moment.loss == float("inf") else f"-{moment.loss:.1f}"
    minutes = clock_text(moment.time_ns).partition(".")[0]
    return f"{moment.number + 1:>4} {minutes:>5} {moment.played.piece.shape.name:<2}{loss:>7}"
