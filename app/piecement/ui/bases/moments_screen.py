"""The base of the screens of the coach: moments of games, and the boards of the one with the cursor."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from piecement.render.cells import pad
from piecement.render.skins.skins import TileKind
from piecement.render.still_board import StillBoard
from piecement.session.bots.mistakes import Mistake
from piecement.session.bots.review import before_piece, new_holes
from piecement.session.records import origin_of
from piecement.storage.autosave import Autosave
from piecement.ui import STYLES
from piecement.ui.bases.menu_screen import MenuScreen
from piecement.ui.key_rows import KeyRow
from piecement.ui.services import Services
from piecement.ui.texts.bars import meter
from piecement.ui.texts.mistakes import KINDS
from piecement.ui.widgets.board_picture import BoardPicture
from piecement.ui.widgets.drawn_list import PlainList
from piecement.ui.widgets.screen_page import ScreenPage, heading_text
from piecement_base.language import N_, _
from piecement_engine import TETROMINOES, Recording
from piecement_engine.bots.coach import Verdict

_RED_TILE: Final = TETROMINOES["Z"].tile
"""Tile id whose colour marks new holes."""

_NO_BOARD: Final = StillBoard(10, 20, least=12)

_ROOM_ABOVE: Final = 1
"""Rows seen above the highest block."""

LEAD_NS: Final = 2_000_000_000
"""Time before a mistake at which its replay begins."""

_METER: Final = 8
"""Length of the meter of a kind of mistake."""

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
        board = StillBoard.of_position(moment.position, skyline)._replace(least=min(skyline, least))
        self._played.show(board.with_piece(moment.played.piece).with_cells(new_holes(moment), TileKind.HINT, _RED_TILE))
        self._best.show(board.with_piece(moment.best.piece))


def needed_rows(moment: Verdict) -> int:
    """Return the number of rows up to one above the highest block, with both pieces."""
    stack = len(moment.position.rows)
    return _ROOM_ABOVE + max(stack, *(y + 1 for one in (moment.played, moment.best) for __, y in one.piece.cells))


class MomentsScreen(MenuScreen):
    """Moments of games, the worst first, and the boards of the one with the cursor."""

    CSS_PATH = STYLES / "coach.tcss"
    AUTO_FOCUS = "#moments"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._boards: Final = MomentBoards(services)
        self._moments: Final = PlainList(list_id="moments")

    def show_summary(self, text: str) -> None:
        """Show the result of the review, or its progress, beside the heading."""
        self.query_one(ScreenPage).heading.update(heading_text(_(self.NODE.heading), text))

    def list_moments(self, rows: Sequence[Option]) -> None:
        """Show other rows. A cursor on the first stays there; any other follows its row, or stays if that is gone."""
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
