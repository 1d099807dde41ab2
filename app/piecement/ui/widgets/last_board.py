"""The last board of a recorded game, which is replayed for it in the time that nothing else needs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from piecement.render.still_board import StillBoard
from piecement.session.bots.slices import ScheduledCall, call_later
from piecement.storage.errors import StorageError
from piecement.ui.services import Services
from piecement.ui.widgets.board_picture import BoardPicture
from piecement_engine import GameView, Recording, RecordingError
from piecement_engine.errors import EngineError

if TYPE_CHECKING:
    from piecement.session.bots.review import ReviewTask
    from piecement.session.replay_player import LastBoard


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
            self._resting = (self._services.later or call_later)(rest_s, lambda: self._start(recording))

    def show_last(self, view: GameView) -> None:
        """Show the board of a game without its piece."""
        self.show(StillBoard.of_view(view)._replace(cells=()).cut_above())

    def on_unmount(self) -> None:
        self._stop()

    def _start(self, recording: Callable[[], Recording]) -> None:
        from piecement.session.bots.review import ReviewTask  # brings the bots
        from piecement.session.replay_player import LastBoard

        self._resting = None
        try:
            board = LastBoard(recording())
        except (StorageError, RecordingError):
            return
        self._search = ReviewTask(board, self._services.clock, self._services.later, lambda: None, self._show_last)
        self._search.start()

    def _show_last(self, error: EngineError | None) -> None:
        if error is None and self._search is not None and self.is_running:
            self.show_last(self._search.review.view)
            if self._found is not None:
                self._found(self._search.review)

    def _stop(self) -> None:
        if self._resting is not None:
            self._resting.cancel()
        if self._search is not None:
            self._search.stop()
        self._resting = self._search = None
