"""A mistake on two boards: the player's placement, and the bot's."""

from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from piecement.language import _
from piecement.render.still_board import StillBoard
from piecement.session.bots.review import new_holes
from piecement.ui.services import Services
from piecement.ui.widgets.board_picture import BoardPicture
from piecement_engine import TETROMINOES
from piecement_engine.bots.coach import Verdict

_HOLE: Final = "××"
_RED: Final = TETROMINOES["Z"].tile
"""Tile id whose colour marks new holes."""

_EMPTY: Final = StillBoard(10, 20, least=12)

_ROOM_ABOVE: Final = 1
"""Rows seen above the highest block."""


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
        self._played: Final = BoardPicture(_EMPTY, services)
        self._best: Final = BoardPicture(_EMPTY, services)

    def compose(self) -> ComposeResult:
        for title, picture in ((_("Your placement"), self._played), (_("Better"), self._best)):
            yield Vertical(Static(title.upper(), classes="caption"), picture, classes="side")

    def show(self, moment: Verdict | None, least: int = 0) -> None:
        """Show a mistake; at least so many rows are seen, or those that it needs."""
        if moment is None:
            self._played.show(_EMPTY)
            self._best.show(_EMPTY)
            return
        skyline = moment.position.arena.rules.skyline
        board = StillBoard.of_position(moment.position, skyline)
        board = board._replace(least=min(skyline, least or needed_rows(moment)))
        self._played.show(board.with_piece(moment.played.piece).with_marks(new_holes(moment), _HOLE, _RED))
        self._best.show(board.with_piece(moment.best.piece))


def needed_rows(moment: Verdict) -> int:
    """Return the number of rows up to one above the highest block, with both pieces."""
    position = moment.position
    filled = position.bits & position.arena.layout.field
    stack = max((y + 1 for y, row in enumerate(position.arena.layout.rows) if filled & row), default=0)
    return _ROOM_ABOVE + max(stack, *(y + 1 for one in (moment.played, moment.best) for __, y in one.piece.cells))
