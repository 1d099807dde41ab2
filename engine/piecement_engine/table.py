"""The table: how modifiers reach a game."""

from collections.abc import Sequence

from piecement_engine.board import Row
from piecement_engine.events import Announced, End
from piecement_engine.native import mypyc_attr
from piecement_engine.pieces import Piece
from piecement_engine.rng import Rng
from piecement_engine.state import finish, place, raise_rows
from piecement_engine.view import GameView


@mypyc_attr(allow_interpreted_subclasses=True)
class Table(GameView):
    """What hooks may see of a game and do to it."""

    __slots__ = ()

    @property
    def rng(self) -> Rng:
        return self._game._queue.rng

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Replace all blocks by these rows, lowest first."""
        self._game._board.set_rows(rows)

    def raise_rows(self, rows: Sequence[Row]) -> None:
        """Push rows in from below, the first one first; blocks pushed out of the top end the game as a top out."""
        raise_rows(self._game, rows)

    def set_queue(self, names: Sequence[str]) -> None:
        """Replace the queue by exactly these pieces, show them all, and empty the hold."""
        queue = self._game._queue
        queue.known = [self._game.setup.shape_named(name) for name in names]
        queue.hold = None
        queue.preview_count = 0
        queue.shown = len(names)

    def queue_pieces(self, names: Sequence[str]) -> None:
        """Have these pieces come after those that are known already, before the randomizer draws."""
        self._game._queue.known += map(self._game.setup.shape_named, names)

    def place_piece(self, piece: Piece) -> None:
        """Move the piece in play to a free place."""
        place(self._game, piece)

    def add_points(self, points: int) -> None:
        """Raise the score."""
        self._game._progress.score += points

    def count_lines(self, change: int) -> None:
        """Change the lines that count."""
        self._game._progress.lines += change

    def set_level(self, level: int) -> None:
        """Show another level; the delays stay those of the rules' start level."""
        self._game._progress.level = level

    def announce(self, text: str) -> None:
        """Show the player a text."""
        self._game._events.append(Announced(self._game._time, text))

    def finish(self, end: End) -> None:
        """End the game now."""
        finish(self._game, end)
