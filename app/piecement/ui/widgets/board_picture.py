"""Pictures of still boards in the current look: of any board, of the last one of a recorded game, and one to click."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text
from textual import events, on
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from piecement.render.pen import Pen
from piecement.render.still_board import DrawnBoard, StillBoard, draw_board
from piecement.session.bots.review_task import ReviewTask
from piecement.session.bots.slices import ScheduledCall
from piecement.session.replay_player import LastBoard
from piecement.ui.services import Services
from piecement_base.errors import StorageError
from piecement_engine import GameView, Recording, RecordingError
from piecement_engine.errors import EngineError

if TYPE_CHECKING:
    from piecement_engine.board.pieces import Cell


class BoardPicture(Widget):
    """Shows a still board at the largest cell size of the skin that fits, blank if none does.

    It is as large as the board, or as its style sheet says: then `content-align` places the board in it.
    """

    DEFAULT_CSS = "BoardPicture { width: auto; height: auto; }"

    def __init__(self, board: StillBoard | None, services: Services, widget_id: str | None = None) -> None:
        """Make a picture of a board, or a blank without one. It is drawn anew after each change of the settings."""
        super().__init__(id=widget_id)
        self._board = board
        self._services: Final = services

    def show(self, board: StillBoard | None) -> None:
        """Show another board, or a blank."""
        if board != self._board:
            self._board = board
            self.refresh(layout=self.styles.auto_dimensions)

    def on_mount(self) -> None:
        self._services.settings.changed.subscribe(self, lambda _: self.refresh(layout=True))

    def on_unmount(self) -> None:
        self._services.settings.changed.unsubscribe(self)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        drawn = self.drawn(container)
        return drawn.width if drawn else 0

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        drawn = self.drawn(Size(width, container.height))
        return drawn.height if drawn else 0

    def render(self) -> Text:
        drawn = self.drawn(self.content_size)
        return drawn.text if drawn else Text()

    def drawn(self, room: Size) -> DrawnBoard | None:
        """Return the board as it is drawn in a room of that size."""
        if self._board is None:
            return None
        look = self._services.appearance.look._replace(blindfold=False)
        pen = Pen(look, self._board.level % len(look.chosen_palette.levels))
        return draw_board(self._board, pen, room)


class LastBoardPicture(BoardPicture):
    """Shows the last board of a game without the piece in play, a blank until it is found."""

    def __init__(
        self, services: Services, widget_id: str, *, found: "Callable[[LastBoard], object] | None" = None
    ) -> None:
        """Create a blank; `found` is called with the end of the game whose board it finds."""
        super().__init__(None, services, widget_id)
        self._found: Final = found
        self._resting: ScheduledCall | None = None
        self._search: ReviewTask[LastBoard] | None = None

    def find(self, recording: Callable[[], Recording] | None, rest_s: float = 0.0) -> None:
        """Show the last board of another recording, or a blank, after a rest without another call (s).

        The function may raise `StorageError`; then it stays blank.
        """
        self._stop()
        self.show(None)
        if recording is not None:
            self._resting = self._services.later(rest_s, lambda: self._start(recording))

    def show_last(self, view: GameView) -> None:
        """Show the board of a game without its piece."""
        self.show(StillBoard.of_view(view)._replace(cells=()).cut_above())

    def _start(self, recording: Callable[[], Recording]) -> None:
        self._resting = None
        try:
            board = LastBoard(recording())
        except (StorageError, RecordingError):
            return
        self._search = ReviewTask(board, self._services.clock, self._services.later, self._show_last)
        self._search.start()

    def _show_last(self, error: EngineError | None) -> None:
        if error is None and self._search is not None and self.is_running:
            self.show_last(self._search.review.view)
            if self._found is not None:
                self._found(self._search.review)

    @on(events.Unmount)
    def _stop(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
        if self._search is not None:
            self._search.stop()
        self._resting = self._search = None


@dataclass
class CellPressed(Message):
    """The left button of the mouse went down on a cell, or was moved there."""

    cell: "Cell"
    is_first: bool
    """Whether it went down there."""


class BoardSheet(BoardPicture):
    """A board to draw on: it reports the cells that the mouse touches. It draws at the top left."""

    _last: "Cell | None" = None
    """The cell that the mouse is on while its button is held."""

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if event.button == 1 and (cell := self._cell(event)):
            self.capture_mouse()
            self._last = cell
            self.post_message(CellPressed(cell, is_first=True))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._last is not None and (cell := self._cell(event)) and cell != self._last:
            self._last = cell
            self.post_message(CellPressed(cell, is_first=False))

    def on_mouse_up(self) -> None:
        self._last = None
        self.release_mouse()

    def _cell(self, event: events.MouseEvent) -> "Cell | None":
        drawn = self.drawn(self.content_size)
        return drawn.cell_at(event.x, event.y) if drawn else None
