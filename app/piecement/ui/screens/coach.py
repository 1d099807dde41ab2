"""The coach of a game: its costliest placements beside the bot's."""

from collections.abc import Iterator, Mapping, Sequence
from math import isinf
from typing import ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from piecement.render.cells import pad, pad_left
from piecement.render.skins.skins import TileKind
from piecement.render.still_board import StillBoard
from piecement.session.bots.mistakes import Mistake
from piecement.session.bots.review import GameReview, before_piece, new_holes
from piecement.session.records import origin_of
from piecement.session.replay_player import ReplayStart
from piecement.storage.autosave import Autosave
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import LAST_KEYS, KeyRow
from piecement.ui.menu_graph import Edge, Node, Trigger
from piecement.ui.screen import Showing
from piecement.ui.services import Services
from piecement.ui.texts.bars import meter
from piecement.ui.texts.mistakes import KINDS, cause, cost_text, grade
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.drawn_list import PlainList
from piecement.ui.widgets.screen_page import ScreenPage, heading_text
from piecement_base.errors import errors_to
from piecement_base.formatting import clock_text
from piecement_base.language import N_, _, error_text, ngettext
from piecement_engine import TETROMINOES, Recording, RecordingError
from piecement_engine.bots.coach import Verdict
from piecement_engine.errors import EngineError

_RED: Final = TETROMINOES["Z"].tile
"""Tile id whose colour marks new holes."""

_NO_BOARD: Final = StillBoard(10, 20, least=12)

_ROOM_ABOVE: Final = 1
"""Rows seen above the highest block."""

LEAD_NS: Final = 2_000_000_000
"""Time before a mistake at which its replay begins."""

CHOOSE_MOMENT: Final = KeyRow(N_("↑ ↓ or K J"), N_("choose a mistake"), (("up down", N_("mistake")),))


class MomentBoards(Horizontal):
    """Both boards of a mistake, of the same size; empty without one."""

    DEFAULT_CSS = """
    MomentBoards {
        height: 1fr;

        & .side { width: 1fr; height: 100%; }
        & .caption { height: 1; color: $muted; }
        & BoardPicture { width: 100%; height: 1fr; }
    }
    """

    def __init__(self, services: Services) -> None:
        super().__init__()
        self._played: Final = BoardPicture(_NO_BOARD, services)
        self._best: Final = BoardPicture(_NO_BOARD, services)

    def compose(self) -> ComposeResult:
        for title, picture in ((_("Yours"), self._played), (_("Better"), self._best)):
            yield Vertical(Static(title.upper(), classes="caption"), picture, classes="side")

    def show(self, moment: Verdict | None, least: int) -> None:
        """Show a mistake on boards of at least `least` rows."""
        if moment is None:
            self._played.show(_NO_BOARD)
            self._best.show(_NO_BOARD)
            return
        skyline = moment.position.arena.rules.skyline
        board = StillBoard.of_position(moment.position, skyline)
        board = board._replace(least=min(skyline, least))
        self._played.show(board.with_piece(moment.played.piece).with_cells(new_holes(moment), TileKind.HINT, _RED))
        self._best.show(board.with_piece(moment.best.piece))


def needed_rows(moment: Verdict) -> int:
    """Return the number of rows up to one above the highest block, with both pieces."""
    stack = len(moment.position.rows)
    return _ROOM_ABOVE + max(stack, *(y + 1 for one in (moment.played, moment.best) for __, y in one.piece.cells))


_METER: Final = 8
"""Length of the meter of a kind of mistake."""


class MomentsScreen(MenuScreen):
    """Moments of games, the worst first, and the boards of the one with the cursor."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._boards: Final = MomentBoards(services)
        self._moments: Final = PlainList(list_id="moments")

    def show_summary(self, text: str) -> None:
        """Show what came of the review, or how far it is, beside the heading."""
        self.query_one(ScreenPage).heading.update(heading_text(_(self.NODE.heading), text))

    def list_moments(self, rows: Sequence[Option]) -> None:
        """Show other rows; a cursor on the worst stays there, any other on its own row, or else in its place."""
        before, place = self._moments.highlighted_option, self._moments.highlighted or 0
        self._moments.set_options(rows)
        same = (at for at, row in enumerate(rows) if place and before is not None and row.id == before.id)
        self._moments.highlighted = next(same, min(place, len(rows) - 1)) if rows else None

    def cost_lines(self, losses: Mapping[Mistake, float], gap: str) -> Iterator[Content]:
        """Yield the parts that kinds of mistakes have in the costs, the largest first."""
        total, width = sum(losses.values()), max(cell_len(_(kind)) for kind in KINDS.values())
        for kind, loss in sorted(losses.items(), key=lambda item: -item[1]):
            bar = meter(loss / total, _METER, ascii_only=self.ascii_only)
            yield Content(f"{pad(_(KINDS[kind]), width)}{gap}{bar} {loss / total:>4.0%}")

    def practice(self, recording: Recording, time_ns: int) -> Autosave:
        """Return a game that goes on, for practice, from where the piece of a moment came into play."""
        return Autosave.practice(before_piece(recording, time_ns), origin_of(recording))


class CoachScreen(MomentsScreen, Showing[Recording]):
    """The worst moments of a game."""

    NODE = Node.COACH
    KEYS = (
        CHOOSE_MOMENT,
        KeyRow("Enter", N_("watch it"), (("enter", N_("watch")),)),
        KeyRow("P", N_("practise from here"), (("p", N_("play from here")),), {"p": "navigate_to('game')"}),
        *LAST_KEYS,
    )
    AUTO_FOCUS: ClassVar[str | None] = "#moments"

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

    def payload(self, edge: Edge) -> object:
        """Return the game at the moment with the cursor, to play for practice or to watch from a little before.

        Raises `RecordingError`, or `StorageError` where its mode is not known.
        """
        moment = self._moment
        if moment is not None and edge.target is Node.GAME:
            return self.practice(self._recording, moment.time_ns)
        if moment is not None and edge.target is Node.REPLAY:
            return ReplayStart(self._recording, max(0, moment.time_ns - LEAD_NS))
        return super().payload(edge)

    def offers(self, edge: Edge) -> bool:
        return edge.target is not Node.GAME or self._moment is not None

    def follow(self, edge: Edge, payload: object = None) -> None:
        """Go along an edge, or show why a game cannot be played from here."""
        with errors_to(self._cause_text.update, RecordingError):
            super().follow(edge)

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
